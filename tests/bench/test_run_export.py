"""How long the export of a run over all games of a catalogue takes, and whether memory grows."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from games.exporting.file_formats import Format
from tests.bench.processes import empty_lab, run
from tests.lab import ROOT, Lab

pytestmark = pytest.mark.bench
FEW, MANY = 264, 1_056
LIMIT_FIRST_SECONDS, LIMIT_CPU_SECONDS = 2, 20
# The figures hold every question of the run as a number or two; texts are held a batch at a time.
LIMIT_GROWTH_MEGABYTES = 40


@dataclass(frozen=True)
class Exported:
    """first, whole: seconds without the start of the process. cpu: with it."""

    first: float
    whole: float
    cpu: float
    memory: float
    size: int


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def lab(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Lab]:
    """A database filled with both runs."""
    with empty_lab(request.param, tmp_path_factory.mktemp("lab")) as lab:
        for games in (FEW, MANY):
            run(lab, "-m", "tests.bench.export_run", "fill", str(games))
        yield lab


def export(lab: Lab, games: int, file_format: str, folder: Path) -> Exported:
    file = folder / f"{games}.{file_format}.zip"
    measured = run(
        lab, "-m", "tests.bench.export_run", "export", str(games), file_format, str(file)
    )
    lab.manage("check_export", str(file))
    told = json.loads(Path(f"{file}.json").read_text())
    return Exported(
        told["first"], told["all"], measured.cpu_seconds, measured.memory, file.stat().st_size
    )


@pytest.mark.parametrize("file_format", Format)
def test_run_export(lab: Lab, file_format: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(ROOT)
    few, many = (export(lab, games, file_format, tmp_path) for games in (FEW, MANY))
    print(
        f"\n{file_format} of a run of {MANY:,} games with 20 questions each: first byte after "
        f"{many.first:.1f} s, limit {LIMIT_FIRST_SECONDS} s; {many.whole:.1f} s in all, "
        f"{many.cpu:.1f} s CPU with the start of the process, limit {LIMIT_CPU_SECONDS} s; "
        f"{many.size / 1e6:.1f} MB; memory {many.memory:.0f} MB, "
        f"{many.memory - few.memory:+.0f} MB against {FEW} games, limit "
        f"{LIMIT_GROWTH_MEGABYTES} MB"
    )
    assert many.first <= LIMIT_FIRST_SECONDS
    assert many.cpu <= LIMIT_CPU_SECONDS
    assert many.memory - few.memory <= LIMIT_GROWTH_MEGABYTES
