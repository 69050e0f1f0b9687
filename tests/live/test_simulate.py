"""A simulated campaign on PostgreSQL, Redis and a worker, with everything going wrong at once."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab import ROOT, Lab, eventually
from tests.live.test_demo import processes_of

pytestmark = pytest.mark.live

STARTER = "games/catalogue/starter-1"
MAKE = """
from games.models import Catalogue
from games.services import campaigns
catalogue = Catalogue.objects.get(version="starter-1")
by_object = {{game.physical_object_id: game.key for game in catalogue.games.order_by("key")}}
campaigns.create(campaigns.CampaignPlan(
    name="Live", catalogue=catalogue, preset="paper", seed=1, consent={{"en": "Agree."}},
    ethics="none", contact="none", game_keys=list(by_object.values())[:4], {numbers}))
"""


def make_campaign(lab: Lab, **numbers: object) -> None:
    lab.manage("import_catalogue", STARTER)
    told = ", ".join(f"{name}={value!r}" for name, value in numbers.items())
    lab.shell(MAKE.format(numbers=told))


def simulate(lab: Lab, report: Path) -> dict:
    """The report of six players with outages; raises where a promise was broken."""
    lab.manage("simulate", "live", "--players", "6", "--questions", "3", "--outages",
               "--minutes", "3", "--json", str(report))  # fmt: skip
    return json.loads(report.read_text())


@pytest.mark.parametrize(
    "numbers",
    [{"players_wanted": 1}, {"assignment": "quota", "plays_wanted": 1, "games_each": 2}],
    ids=["crossed", "quota"],
)
def test_six_players_fill_every_place_exactly_whatever_is_killed(
    services_lab: Lab, tmp_path: Path, numbers: dict
):
    make_campaign(services_lab, **numbers)
    report = simulate(services_lab, tmp_path / "report.json")
    assert report["findings"]["places"]["exact"] is True
    assert sum(report["findings"]["doubles"].values()) == 0
    assert report["findings"]["participants"]["withdrawn"] == 1
    assert sum(report["tally"]["outages"].values()) == 4
    assert report["broken"] == []


def test_ctrl_c_ends_all_that_was_started(services_lab: Lab):
    make_campaign(services_lab, players_wanted=1)
    before = len(processes_of(Path(services_lab.environment["VAR_DIR"])))
    run = subprocess.Popen(
        [sys.executable, "manage.py", "simulate", "live", "--players", "6"],
        cwd=ROOT, env=services_lab.environment, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    eventually(lambda: services_lab.rows("Turn.objects.count()") != "0", within=120)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 1
    assert "Stopped." in said
    assert len(processes_of(Path(services_lab.environment["VAR_DIR"]))) == before
