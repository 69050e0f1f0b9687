"""Fills a database with a run of so many games, or exports it.

python -m tests.bench.export_run fill GAMES
python -m tests.bench.export_run export GAMES FORMAT FILE
"""

import json
import os
import sys
import time


def fill(games: int) -> None:
    from django.db import connection

    from tests.bench import run_rows

    run_rows.fill(games, slug=f"bench-{games}")
    # What autovacuum does within a minute: without it PostgreSQL plans for empty tables.
    connection.cursor().execute("ANALYZE")


def export(games: int, file_format: str, file: str) -> None:
    """Write the file, and beside it how many seconds passed to its first byte and in all."""
    from evaluation.models import Run
    from evaluation.run_exports import whole
    from games.exporting.file_formats import Format

    if file_format == Format.PARQUET:
        import pyarrow.parquet  # noqa: F401 - once a process, not once an export
    run = Run.objects.get(slug=f"bench-{games}")
    began, first = time.perf_counter(), 0.0
    with open(file, "wb") as out:
        for piece in whole.stream(run, Format(file_format)):
            first = first or time.perf_counter() - began
            out.write(piece)
    with open(f"{file}.json", "w") as told:
        json.dump({"first": first, "all": time.perf_counter() - began}, told)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]))
    else:
        export(int(sys.argv[2]), *sys.argv[3:])
