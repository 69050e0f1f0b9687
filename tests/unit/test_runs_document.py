"""docs/runs.md names every key of a spec and every profile, and its examples are sound."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from evaluation import spec_values, specs
from evaluation.spec_ranges import SPANS
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
ROWS_WITH_NUMBERS = (
    "run.repeats",
    "run.concurrency",
    "run.workers",
    "model.timeout_seconds",
    "sampling.temperature",
)


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


def rows() -> dict[str, list[str]]:
    """`table.key` -> default and meaning, of the rows that tell of one key alone."""
    found, table = {}, ""
    for line in TEXT.partition("## The spec")[2].partition("## Profiles")[0].splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if len(cells) == 4 and "`" in cells[1]:
            table = cells[0].strip("|`[] ") or table
            if key := re.fullmatch(r"`(\w+)`", cells[1]):
                found[f"{table}.{key[1]}"] = cells[2:]
    return found


@pytest.mark.parametrize("key", ROWS_WITH_NUMBERS)
def test_a_number_is_told_with_its_default_and_its_range(key):
    table, _, name = key.partition(".")
    default, meaning = rows()[key]
    assert default == f"{getattr(TABLES[table], name):,g}"
    assert str(SPANS[key]) in meaning


@pytest.mark.parametrize("key", ["questioner.kind", "model.backend", "protocol.preset",
                                 "protocol.condition", "protocol.multi_property"])  # fmt: skip
def test_a_choice_is_told_with_its_default(key):
    table, _, name = key.partition(".")
    assert rows()[key][0] == f"`{getattr(TABLES[table], name)}`"


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_every_profile_is_told_with_its_allowance(profile):
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{profile.name}` |"))
    assert row.split("|")[-2].strip() == f"{profile.reasoning_tokens:,}"


@pytest.mark.parametrize("example", re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL))
def test_an_example_is_sound(example):
    specs.of_json({"games": {"catalogue": "open-1"}, **tomllib.loads(example)})
