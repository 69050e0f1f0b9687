"""How long a campaign's export takes, and whether its memory grows with the rows."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from games.exporting.file_formats import Format
from tests.bench.processes import Measured, empty_lab, run
from tests.lab import ROOT, Lab

pytestmark = pytest.mark.bench
LIMIT_SECONDS = 5
FEW, MANY = 2_000, 20_000
RUNS = 3  # what else the machine does can only add to the time: the fastest counts
# Ten times the rows may cost what buffers and Parquet's list of row groups take, no table.
LIMIT_GROWTH_MEGABYTES = 25


@pytest.fixture(params=["sqlite", "postgresql"])
def lab(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lab]:
    """A database filled with both campaigns."""
    with empty_lab(request.param, tmp_path) as lab:
        for turns in (FEW, MANY):
            run(lab, "-m", "tests.bench.filled", str(turns))
        yield lab


def export(lab: Lab, turns: int, file_format: Format, folder: Path) -> Measured:
    file = folder / f"{turns}.{file_format}.zip"
    measured = run(
        lab, "manage.py", "export_campaign", f"bench-{turns}", str(file), "--format", file_format
    )
    lab.manage("check_export", str(file))
    measured = replace(measured, size=file.stat().st_size)
    file.unlink()
    return measured


@pytest.mark.parametrize("file_format", Format)
def test_export(lab: Lab, file_format: Format, tmp_path: Path, monkeypatch, request):
    monkeypatch.chdir(ROOT)
    few = export(lab, FEW, file_format, tmp_path)
    runs = [export(lab, MANY, file_format, tmp_path) for _ in range(RUNS)]
    many = min(runs, key=lambda run: run.seconds)
    print(
        f"\n{file_format} of {MANY} turns on {request.node.callspec.params['lab']}: "
        f"{many.seconds:.1f} s with the start of the process, the fastest of {RUNS} "
        f"({many.cpu_seconds:.1f} s of CPU), limit {LIMIT_SECONDS} s, "
        f"ratio {many.seconds / LIMIT_SECONDS:.2f}; {many.size / 1e6:.1f} MB; memory "
        f"{many.memory:.0f} MB, {many.memory - few.memory:+.0f} MB against {FEW} turns, "
        f"limit {LIMIT_GROWTH_MEGABYTES} MB"
    )
    assert many.seconds <= LIMIT_SECONDS
    assert many.memory - few.memory <= LIMIT_GROWTH_MEGABYTES
