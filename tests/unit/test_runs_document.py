"""docs/runs.md names every key of a spec and every profile, and its examples are sound."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from evaluation import spec_values, specs
from games.llm.profiles import PROFILES

TEXT = (Path(__file__).parents[2] / "docs" / "runs.md").read_text()
TABLES = {
    "run": spec_values.RunSettings,
    "questioner": spec_values.QuestionerSpec,
    "model": spec_values.ModelSpec,
    "sampling": spec_values.SamplingSpec,
    "games": spec_values.GamesSpec,
    "protocol": spec_values.ProtocolSpec,
    "limits": spec_values.LimitsSpec,
    "price": spec_values.PriceSpec,
}


def keys_told() -> dict[str, set[str]]:
    """Table -> keys of the table *The spec*."""
    told: dict[str, set[str]] = {}
    table = ""
    for line in TEXT.partition("## The spec")[2].partition("## Profiles")[0].splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 3 and "`" in cells[2]:
            table = cells[1].strip("`[]") or table
            told.setdefault(table, set()).update(re.findall(r"`(\w+)`", cells[2]))
    return told


@pytest.mark.parametrize("name", TABLES)
def test_every_key_is_told(name):
    assert keys_told()[name] == {field.name for field in fields(TABLES[name])}


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_every_profile_is_told_with_its_allowance(profile):
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{profile.name}` |"))
    assert row.split("|")[-2].strip() == f"{profile.reasoning_tokens:,}"


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_an_example_is_sound(example):
    specs.of_json({"games": {"catalogue": "open-1"}, **tomllib.loads(example)})
