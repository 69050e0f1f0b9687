"""docs/coat.md names every key of a run over a question set, and its example is sound."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from evaluation import question_specs
from evaluation.question_spec_values import QuestionSampling, QuestionsSpec
from evaluation.spec_ranges import SPANS

TEXT = (Path(__file__).parents[2] / "docs" / "coat.md").read_text()
SECTION = TEXT.partition("## Runs over question sets")[2].partition("\n## ")[0]


def rows() -> dict[str, str]:
    """`table.key` -> its row, of each key that a row tells of."""
    found, table = {}, ""
    for line in SECTION.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 3 and "`" in cells[2]:
            table = cells[1].strip("`[]") or table
            found |= {f"{table}.{key}": line for key in re.findall(r"`(\w+)`", cells[2])}
    return found


@pytest.mark.parametrize(
    ("table", "values"), [("questions", QuestionsSpec), ("sampling", QuestionSampling)]
)
def test_every_key_is_told(table, values):
    told = {key.partition(".")[2] for key in rows() if key.startswith(f"{table}.")}
    # A short form of two others is no value of its own.
    assert told - {"profile"} == {field.name for field in fields(values)}


@pytest.mark.parametrize("key", ["questions.retries", "sampling.temperature"])
def test_a_number_is_told_with_its_default_and_its_range(key):
    table, _, name = key.partition(".")
    values = {"questions": QuestionsSpec, "sampling": QuestionSampling}[table]
    assert f"| {getattr(values, name):g} |" in rows()[key] and str(SPANS[key]) in rows()[key]


def test_the_example_is_sound():
    (example,) = re.findall(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    assert question_specs.of_json(tomllib.loads(example)).questions.limit == 200
