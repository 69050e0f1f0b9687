"""Environment variables: read by type, and named when they are wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env
from games.llm import key_hosts

ROOT = Path(__file__).resolve().parents[2]

WRONG = {
    "DEBUG": "maybe",
    "HTTPS": "on!",
    "ORACLE": "delphi",
    "CHECKER": "none",
    "MODEL_BACKEND": "abacus",
    "ORACLE_MARGIN": "wide",
    "MODEL_TIMEOUT_SECONDS": "0",
    "PLAY_PRESET": "garden",
    "REVEAL_OBJECT": "2",
    "SWEEP_SECONDS": "-1",
    "TURN_LEASE_SECONDS": "nan",
    "TURN_PAUSES_SECONDS": "1,,2",
    "TURN_PATIENCE_SECONDS": "0",
    "VISIBILITY_SECONDS": "soon",
    "STRUCTURED_REPLIES": "some",
    "PORT": "http",
    "LOG_LEVEL": "LOUD",
}


def failed_start(folder: Path, **variables: str) -> str:
    """What a start with these variables prints before it stops."""
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


@pytest.mark.parametrize(("name", "value"), WRONG.items())
def test_a_wrong_value_stops_the_start_and_names_the_variable(tmp_path, name, value):
    assert f"ImproperlyConfigured: {name}='{value}'" in failed_start(tmp_path, **{name: value})


@pytest.mark.parametrize("name", ["DATABASE_URL", "CELERY_BROKER_URL", "OPENAI_BASE_URL"])
def test_a_wrong_address_is_named_but_not_repeated_for_it_may_hold_a_password(tmp_path, name):
    error = failed_start(tmp_path, **{name: "gopher://lab:hunter2@host"})
    assert f"ImproperlyConfigured: {name} begins with gopher://" in error
    assert "hunter2" not in error


def test_a_key_where_its_host_belongs_is_not_repeated(tmp_path):
    error = failed_start(tmp_path, MODEL_KEYS="OPENAI_API_KEY=sk-splindow")
    assert "ImproperlyConfigured: MODEL_KEYS: after OPENAI_API_KEY= write a host" in error
    assert "sk-splindow" not in error


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"ORACLE": "model"}, "ORACLE_MODEL"),
        ({"ORACLE": "chain", "ORACLE_MODEL": "m"}, "OPENAI_BASE_URL"),
        ({"CHECKER": "model"}, "CHECKER_MODEL"),
    ],
)
def test_what_another_setting_needs_is_missed_at_the_start(tmp_path, given, missing):
    assert f"ImproperlyConfigured: {missing} is not set" in failed_start(tmp_path, **given)


def test_every_variable_stands_in_the_documented_table():
    read = (ROOT / "config" / "settings.py").read_text()
    documented = (ROOT / "docs" / "settings.md").read_text()
    for name in (*WRONG, "MODEL_KEYS"):
        assert f'"{name}"' in read and f"`{name}`" in documented


def test_the_document_prints_the_usual_hosts_of_keys_as_they_are():
    documented = (ROOT / "docs" / "settings.md").read_text()
    assert f'export MODEL_KEYS="{",".join(key_hosts.USUAL)}"' in documented


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
