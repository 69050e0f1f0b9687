"""Tables and the figure of tuned models beside their parents, and the letters that were chosen."""

import pytest

from evaluation.coat.tables import letters, tuned
from evaluation.coat.tables.cells import Cell
from evaluation.coat.tables.tuned import Beside
from evaluation.coat.variations import VARIATIONS, Kind
from evaluation.metrics.comparison import paired_shares
from tests.unit.test_coat_tables import all_of, result, row, run


def beside(kind, name, before, after, **values):
    """right: of 10 questions, in each repeat; nobody but the tuned model gets more right."""
    sides = {"before": before, "after": after}
    told = {side: [run(kind, name, right) for right in of] for side, of in sides.items()}
    difference = paired_shares(before[0], after[0] - before[0], 0, 10 - after[0])
    usual = {"model": "m-tuned", "parent": "m", "note": "2 steps", "learnt": 0}
    return Beside(
        question_set=f"set-{name}",
        variation=VARIATIONS[kind][name],
        difference=difference,
        **{**usual, **values},
        **told,
    )


def test_a_row_a_set_has_both_models_chance_and_the_difference():
    table = tuned.by_set([beside(Kind.TASK_1, "11", [4], [9], learnt=3)])
    (only,) = table.rows
    assert (only.label, only.note) == ("m-tuned: Task-1, v11", "set-11")
    assert table.note.endswith("m-tuned: from m, 2 steps.")
    cells = only.cells
    assert set(cells) == {column.key for column in table.columns}
    assert (cells["chance"].value, cells["learnt"].value, cells["questions"].value) == (0.5, 3, 10)
    assert (cells["accuracy-before"].value, cells["accuracy-after"].value) == (0.4, 0.9)
    assert cells["accuracy-before"].like_chance and not cells["accuracy-after"].like_chance
    assert cells["difference"].value == pytest.approx(0.5)
    # Newcombe's interval of 9 and 4 of 10, five questions apart, does not reach 0.
    assert 0 < cells["difference"].within.low < 0.5 < cells["difference"].within.high < 1
    assert cells["bad-after"] == Cell(None, "no_bad_option")


def test_means_put_a_parent_above_what_was_tuned_of_it():
    every = [beside(Kind.TASK_1, name, [4], [7]) for name in VARIATIONS[Kind.TASK_1]]
    table = tuned.means([Kind.TASK_1, Kind.TASK_2], every)
    assert [each.label for each in table.rows] == ["m", "m-tuned", "PaLM", "PaLM, tuned"]
    assert [each.cells["task-1-5"].value for each in table.rows] == pytest.approx(
        [0.4, 0.7, 0.713, 0.893]
    )
    assert table.rows[0].cells["task-2-5"] == Cell(None, "not_measured")
    groups = [c.group for c in table.columns[:3]]
    assert groups == ["mean accuracy, 2 options"] * 2 + ["mean accuracy, 3 options"]


def test_a_variation_that_is_missing_leaves_both_without_a_mean():
    table = tuned.means([Kind.TASK_1], [beside(Kind.TASK_1, "11", [4], [7])])
    missing = Cell(None, "variations_missing")
    assert [row(table, name).cells["task-1-2"] for name in ("m", "m-tuned")] == [missing] * 2


def test_each_tuned_model_has_a_row_of_its_parent_over_its_own_sets():
    """The parent's mean beside the second is over the second's runs, not over all of them."""
    found = [
        *(beside(Kind.TASK_1, name, [2], [4]) for name in ("11", "12")),
        *(beside(Kind.TASK_1, name, [6], [8], model="other") for name in ("11", "12")),
    ]
    table = tuned.means([Kind.TASK_1], found)
    values = [(each.label, each.cells["task-1-2"].value) for each in table.rows[:4]]
    assert values == [("m", 0.2), ("m-tuned", 0.4), ("m", 0.6), ("other", 0.8)]


def test_the_figure_has_variations_and_means_with_the_paper_s():
    chart = tuned.chart([Kind.TASK_1], [beside(Kind.TASK_1, "11", [5], [9])])
    assert [line.name for line in chart.lines] == ["m", "m-tuned", "PaLM", "PaLM, tuned"]
    assert [(each.x, each.group) for each in chart.lines[1].points] == [
        ("v11", "Task-1, 2 options (chance 50%)")
    ]
    assert [point.cell.value for point in chart.lines[3].points] == pytest.approx(
        [0.992, 0.949, 0.925, 0.893]
    )


def test_a_variation_that_is_alone_with_its_options_is_no_mean():
    chart = tuned.chart([Kind.TASK_0], [beside(Kind.TASK_0, "1", [5], [9])])
    (point,) = chart.lines[1].points
    assert (point.x, point.cell.value) == ("", 0.9)
    assert point.cell.within is not None
    assert {point.x for point in chart.lines[2].points} == {""}


def test_letters_are_added_up_over_variations_and_repeats():
    # Right options are A, all others choose B: 5 + 3 of 20 with two options, 9 of 10 with three.
    table = letters.letters([result(Kind.TASK_1, {"11": [5], "12": [3], "8": [9]})])
    two, three = table.rows
    assert (two.label, three.label) == ("m, Task-1, 2 options", "m, Task-1, 3 options")
    assert (two.cells["chosen-A"].value, two.cells["chosen-B"].value) == (0.4, 0.6)
    assert (two.cells["right-A"].value, two.cells["none"].value) == (1, 0)
    assert two.cells["chosen-C"] == Cell(None)
    assert (three.cells["chosen-A"].value, three.cells["questions"].value) == (0.9, 10)


def test_the_figure_of_letters_adds_up_a_model_s_kinds():
    chart = letters.chart([all_of(Kind.TASK_U), all_of(Kind.TASK_0)])
    assert [line.name for line in chart.lines] == ["m", "Right options"]
    first = chart.lines[0].points[0]
    assert (first.group, first.x, first.cell.value) == ("2 options", "A", 0.5)
    assert letters.chart([]).lines == ()
