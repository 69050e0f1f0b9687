"""Fills a database with a study of so many units, judged by three raters each, or exports it.

python -m tests.bench.export_study fill UNITS
python -m tests.bench.export_study export UNITS FORMAT FILE
"""

import json
import os
import sys
import time
import uuid
from datetime import timedelta

SEATS, RATERS = 3, 24
LABELS = ("yes", "yes", "no", "unsure")


def fill(units: int) -> None:
    from annotation.models import Consensus, Judgement, Seat, Unit
    from tests import make, studies

    study = studies.study(units=0, slug=f"bench-{units}")
    stored = Unit.objects.bulk_create(_unit(study, number) for number in range(units))
    raters = [studies.rater(study, f"copper-larch-{n}") for n in range(RATERS)]
    seats = Seat.objects.bulk_create(
        Seat(
            unit=unit, number=number, rater=raters[(at * SEATS + number) % RATERS],
            judged_at=make.NOW,
        )
        for at, unit in enumerate(stored)
        for number in range(1, SEATS + 1)
    )  # fmt: skip
    judged = (_judgement(seat, at) for at, seat in enumerate(seats))
    Judgement.objects.bulk_create(judged, batch_size=5000)
    Consensus.objects.bulk_create(
        Consensus(
            unit=unit, question="label", value="yes", votes={"yes": 2, "no": 1}, answered=3,
            counted_at=make.NOW,
        )
        for unit in stored
    )  # fmt: skip


def export(units: int, file_format: str, file: str) -> None:
    """Write the file, and beside it how many seconds passed to its first byte and in all."""
    from annotation import judgement_exports
    from annotation.judgement_rows import Selection
    from annotation.models import Study
    from games.exporting.file_formats import Format

    if file_format == Format.PARQUET:
        import pyarrow.parquet  # noqa: F401 - once a process, not once an export
    study = Study.objects.get(slug=f"bench-{units}")
    began, first = time.perf_counter(), 0.0
    with open(file, "wb") as out:
        for piece in judgement_exports.stream(Selection(study), Format(file_format)):
            first = first or time.perf_counter() - began
            out.write(piece)
    with open(f"{file}.json", "w") as told:
        json.dump({"first": first, "all": time.perf_counter() - began}, told)


def _unit(study, number: int):
    from annotation.models import Unit

    thing, affordance = divmod(number, 36)
    return Unit(
        study=study,
        key=f"vrelk_{thing} affordance_{affordance}",
        block=f"vrelk {thing}",
        snapshot={
            "object": f"vrelk {thing}",
            "affordance": f"affordance {affordance}",
            "description": f"It is number {thing} of its kind. " + 12 * "It is flat and grey. ",
            "definition": f"It is held for {affordance} seconds without falling.",
            "conditions": "One adult, bare hands, a dry floor.",
        },
    )


def _judgement(seat, at: int):
    from annotation.models import Judgement
    from tests import make

    return Judgement(
        unit_id=seat.unit_id,
        rater_id=seat.rater_id,
        seat=seat,
        answer={"label": LABELS[at % len(LABELS)]},
        comment="" if at % 20 else f'Remark, number {at}: "it depends"\nbut not much.',
        seconds=2.5 + at % 17 / 8,
        key=uuid.UUID(int=seat.pk),
        at=make.NOW + timedelta(seconds=at),
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    if sys.argv[1] == "fill":
        fill(int(sys.argv[2]))
        from django.db import connection

        # What autovacuum does within a minute: without it PostgreSQL plans for empty tables.
        connection.cursor().execute("ANALYZE")
    else:
        export(int(sys.argv[2]), *sys.argv[3:])
