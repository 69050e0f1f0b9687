"""What a file of units holds, by kind: the examples fit, and the documentation says the same."""

from pathlib import Path

import pytest

from annotation import unit_examples
from annotation.kinds import snapshots
from annotation.kinds.registry import KINDS
from annotation.unit_faults import faults
from annotation.unit_files import read_rows

DOCS = Path(__file__).parents[2] / "docs" / "annotation.md"
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


@every_kind
@pytest.mark.parametrize("file_format", unit_examples.FORMATS)
def test_an_example_is_a_sound_file_with_units_of_every_form(kind, file_format):
    text = unit_examples.file_of(kind, file_format)
    rows, noted = read_rows(text.encode(), f"example.{file_format}")
    assert faults(kind, rows, "example", noted) == []
    assert len(rows) == 2 * len(snapshots.forms(kind.fields))
    assert [row.training for row in rows[:2]] == [False, True]


@every_kind
def test_both_formats_hold_the_same_units(kind):
    csv, jsonl = (
        read_rows(unit_examples.file_of(kind, each).encode(), f"example.{each}")[0]
        for each in unit_examples.FORMATS
    )
    assert csv == jsonl


@every_kind
def test_without_one_of_its_fields_a_unit_is_refused_by_all_their_names(kind):
    form = snapshots.forms(kind.fields)[0]
    bare = {"form": form} if form else {}
    lacking = snapshots.missing(bare, kind.fields)
    names, told = ", ".join(lacking), snapshots.told_of(lacking)
    with pytest.raises(snapshots.BadSnapshot, match=f"^{names}: {told} missing"):
        kind.check(bare)


@every_kind
def test_the_documentation_has_the_table_of_the_kind(kind):
    assert f"### `{kind.key}`: {kind.title}\n\n{table(kind)}" in DOCS.read_text()


def table(kind):
    head = ["| column | what it holds | needed | such as |", "| --- | --- | --- | --- |"]
    rows = [
        f"| `{each.column}` | {each.means} | {each.needed} | {_shown(each.example)} |"
        for each in unit_examples.fields(kind)
    ]
    return "\n".join([*head, *rows, ""])


def _shown(example):
    return f"`{example}`" if example[0] in "[{" else example
