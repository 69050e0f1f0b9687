"""Environment variables: read by type, and named when they are wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

ROOT = Path(__file__).resolve().parents[2]

WRONG = {
    "DEBUG": "maybe",
    "HTTPS": "on!",
    "DATABASE_URL": "mysql://lab",
    "CELERY_BROKER_URL": "carrier://pigeon",
    "ORACLE": "delphi",
    "CHECKER": "none",
    "MODEL_BACKEND": "abacus",
    "OPENAI_BASE_URL": "localhost:8000",
    "ORACLE_MARGIN": "wide",
    "MODEL_TIMEOUT_SECONDS": "0",
    "PLAY_PRESET": "garden",
    "REVEAL_OBJECT": "2",
    "SWEEP_SECONDS": "-1",
    "TURN_LEASE_SECONDS": "nan",
    "TURN_PAUSES_SECONDS": "1,,2",
    "VISIBILITY_SECONDS": "soon",
    "STRUCTURED_REPLIES": "some",
    "LOG_LEVEL": "LOUD",
}


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_a_wrong_value_stops_the_start_and_names_the_variable(tmp_path, name, value):
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"ImproperlyConfigured: {name}='{value}'" in done.stderr


def test_every_variable_stands_in_the_documented_table():
    read = (ROOT / "config" / "settings.py").read_text()
    documented = (ROOT / "docs" / "settings.md").read_text()
    for name in WRONG:
        assert f'"{name}"' in read and f"`{name}`" in documented


def test_an_unset_variable_takes_its_default(monkeypatch):
    monkeypatch.delenv("LAB_TEST", raising=False)
    assert env.number("LAB_TEST", 3, low=1, high=5) == 3
    assert env.flag("LAB_TEST", True) is True
    assert env.optional_number("LAB_TEST", low=1, high=5) is None


@pytest.mark.parametrize("value", ["0.5", "6", "1e9"])
def test_a_number_outside_its_range_is_refused_with_the_range(monkeypatch, value):
    monkeypatch.setenv("LAB_TEST", value)
    with pytest.raises(ImproperlyConfigured, match="from 1 to 5"):
        env.number("LAB_TEST", 3, low=1, high=5)


def test_a_secret_is_made_once_for_this_machine_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("LAB_TEST", raising=False)
    kept_in = tmp_path / "var" / "secret"
    first = env.secret("LAB_TEST", kept_in=kept_in)
    assert len(first) > 40 and env.secret("LAB_TEST", kept_in=kept_in) == first
    assert kept_in.stat().st_mode & 0o777 == 0o600
    assert list(kept_in.parent.iterdir()) == [kept_in]


def test_a_secret_in_the_environment_outranks_the_kept_one(monkeypatch, tmp_path):
    monkeypatch.setenv("LAB_TEST", "given")
    assert env.secret("LAB_TEST", kept_in=tmp_path / "secret") == "given"
    assert not (tmp_path / "secret").exists()
