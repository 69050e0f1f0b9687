"""The tables and figures of COAT as values."""

from functools import cache

import pytest

from evaluation.coat.labels import Labels
from evaluation.coat.modular import ObjectList
from evaluation.coat.questions import Option, Question, Role
from evaluation.coat.score import Choice, rates
from evaluation.coat.tables import accuracies, cells, charts, first_stage, summaries
from evaluation.coat.tables.cells import Cell, Result
from evaluation.coat.variations import VARIATIONS, Kind
from tests.unit.coat_cases import own


@cache
def run(kind, name, right, of=10, modular=False):
    """A run with so many right answers; the others are the second option."""
    variation = VARIATIONS[kind][name]
    roles = [role for role, count in variation.taken.items() for _ in range(count)]
    options = (Option("X", Role.CORRECT), *(Option(str(at), role) for at, role in enumerate(roles)))
    questions = [Question(number, "u", "t", options, 0) for number in range(1, of + 1)]
    named = ObjectList(("X",)) if modular else None
    choices = {each.number: Choice("AB"[each.number > right], named) for each in questions}
    return rates(variation, questions, choices, modular=modular)


def result(kind, rights, *, model="m", modular=False):
    """rights: variation -> how many of 10 were right, in each repeat."""
    runs = {
        name: [run(kind, name, right, modular=modular) for right in of]
        for name, of in rights.items()
    }
    return Result(model, kind, runs, modular)


def all_of(kind, right=5, **values):
    return result(kind, {name: [right] for name in VARIATIONS[kind]}, **values)


def row(table, label):
    return next(each for each in table.rows if each.label == label)


@pytest.mark.parametrize("kind", Kind)
def test_every_row_has_a_cell_for_every_column_and_published_ones_are_marked(kind):
    table = accuracies.by_variation(kind, [all_of(kind)])
    keys = {column.key for column in table.columns}
    assert all(set(each.cells) == keys for each in table.rows)
    assert [each.label for each in table.rows if not each.published] == ["m"]
    assert any(each.published for each in table.rows)


def test_task_u_and_task_0_have_a_column_a_variation_and_the_paper_s_figures():
    table = accuracies.by_variation(Kind.TASK_0, [])
    assert [(c.label, c.group) for c in table.columns] == [
        ("v1", "2 options, accuracy"),
        ("v2", "3 options, accuracy"),
        ("v3", "4 options, accuracy"),
        ("v4", "5 options, accuracy"),
    ]
    palm = row(table, "PaLM").cells
    assert [palm[c.key].value for c in table.columns] == pytest.approx([0.9, 0.742, 0.683, 0.65])
    assert len(table.rows) == 8


def test_task_1_has_means_by_number_of_options():
    table = accuracies.by_variation(
        Kind.TASK_1, [result(Kind.TASK_1, {"11": [4, 6], "12": [8, 8], "8": [1]})]
    )
    own_row = row(table, "m").cells
    two = own_row["accuracy-mean-2"]
    assert (two.value, two.questions, two.runs) == (pytest.approx(0.65), 20, 2)
    assert own_row["accuracy-v11"].spread.deviation == pytest.approx(0.2 / 2**0.5)
    assert own_row["accuracy-v1"] == Cell(None, "not_measured")
    assert own_row["accuracy-mean-3"] == Cell(None, "variations_missing")
    palm = row(table, "PaLM").cells
    assert palm["accuracy-mean-5"].value == pytest.approx(0.713)
    assert palm["accuracy-v1"] == Cell(None, "not_published")


def test_task_2_has_bad_rates_and_says_where_nothing_can_be_bad():
    table = accuracies.by_variation(Kind.TASK_2, [all_of(Kind.TASK_2)])
    own_row = row(table, "m").cells
    assert own_row["bad-v1"] == Cell(None, "cannot_be_bad")
    assert {"bad-v2", "bad-mean-5", "accuracy-v14", "accuracy-mean-2"} <= set(own_row)


def test_an_accuracy_that_cannot_be_told_from_chance_is_marked():
    table = accuracies.by_variation(Kind.TASK_0, [result(Kind.TASK_0, {"1": [5], "2": [10]})])
    own_row = row(table, "m").cells
    assert own_row["accuracy-v1"].like_chance
    assert not own_row["accuracy-v2"].like_chance


def test_full_has_ideal_and_moderate_rows_of_single_prompting_alone():
    table = accuracies.full(
        [
            all_of(Kind.FULL_IDEAL, 9),
            all_of(Kind.FULL_MODERATE, 6),
            all_of(Kind.FULL_MODERATE, 8, modular=True),
        ]
    )
    measured = [each for each in table.rows if not each.published]
    assert [each.label for each in measured] == ["m, Full, ideal", "m, Full, moderate"]
    assert [each.cells["accuracy-mean-5"].value for each in measured] == pytest.approx([0.9, 0.6])
    assert row(table, "PaLM, Full, ideal").cells["accuracy-mean-2"].value == 0.9567


def test_single_and_modular_stand_in_one_table():
    table = accuracies.single_and_modular(
        [all_of(Kind.FULL_MODERATE, 6), all_of(Kind.FULL_MODERATE, 8, modular=True)]
    )
    values = {each.label: each.cells["accuracy-mean-3"].value for each in table.rows}
    assert values == pytest.approx(
        {"m, single": 0.6, "PaLM, single": 0.6208, "m, modular": 0.8, "PaLM, modular": 0.7011}
    )


def test_the_first_stage_has_a_row_a_modular_variation():
    modular = result(Kind.FULL_MODERATE, {"1-0-0": [8, 6]}, modular=True)
    table = first_stage.first_stage([modular, all_of(Kind.FULL_IDEAL)])
    assert [each.label for each in table.rows] == ["m, full-moderate 1-0-0"]
    found = table.rows[0].cells
    assert (found["recall"].value, found["recall"].questions, found["recall"].runs) == (1, 20, 2)
    assert found["given_survival"].value == pytest.approx(0.7)
    assert (found["lost"].value, found["lost"].questions) == (0, 20)


def test_accuracy_against_options():
    chart = charts.by_options(Kind.TASK_2, [all_of(Kind.TASK_2, 7)])
    assert [line.name for line in chart.lines] == ["m", "PaLM"]
    assert [point.x for point in chart.lines[0].points] == ["2", "3", "4", "5"]
    assert [point.cell.value for point in chart.lines[0].points] == pytest.approx([0.7] * 4)
    assert chart.lines[1].published
    assert chart.lines[1].points[0].cell.value == pytest.approx(0.869)


def test_accuracy_against_bad_options_and_other_objects():
    two = charts.task_2_by_bad_options([all_of(Kind.TASK_2)]).lines[0]
    assert [point.x for point in two.points if point.group == "4 options"] == ["0", "1", "2", "3"]
    one = charts.task_1_by_other_objects([result(Kind.TASK_1, {"6": [3]})]).lines[0]
    measured = [point for point in one.points if point.cell.value is not None]
    assert [(each.x, each.group) for each in measured] == [("2", "4 options")]


def test_accuracy_by_composition():
    chart = charts.full_by_composition(Kind.FULL_IDEAL, [all_of(Kind.FULL_IDEAL)])
    points = chart.lines[0].points
    assert len(points) == 31
    assert points[0].x == "(0, 0, 1)"
    assert [point.group for point in points].count("4 options") == 10
    both = charts.single_and_modular(
        [all_of(Kind.FULL_MODERATE), all_of(Kind.FULL_MODERATE, modular=True)]
    )
    assert [line.name for line in both.lines] == ["m, single", "m, modular"]


def test_the_summary_of_sets_counts_them():
    table = summaries.sets_summary({Kind.TASK_1: {"1": 10, "12": 20}, Kind.TASK_U: {}})
    first, second = table.rows
    assert {key: cell.value for key, cell in first.cells.items()} == {
        "variations": 2,
        "questions": 30,
        "average": 15,
        "fewest": 2,
        "most": 5,
    }
    assert "ideal configuration" in first.label
    assert second.cells["average"] == Cell(None, "not_measured")


def test_utilities_with_their_objects_and_tasks():
    judged = own().judged
    chart = summaries.per_utility(judged, Labels())
    totals = [sum(point.cell.value for point in line.points) for line in chart.lines]
    assert totals == [
        sum(len(of) for of in judged.objects_of.values()),
        sum(len(of) for of in judged.tasks_of.values()),
    ]
    pages = summaries.utility_pages(judged, Labels())
    assert [len(page.objects) for page in pages] == [
        len(judged.objects_of[utility]) for utility in judged.utilities
    ]


def test_a_mean_of_bad_rates_leaves_out_what_cannot_be_bad():
    """The options of these runs are in no category, so that no question has a bad one."""
    cell = cells.mean_cell(all_of(Kind.TASK_2), ["1", "6"], cells.bad_rate)
    assert cell == Cell(None, "cannot_be_bad")
    other = cells.mean_cell(all_of(Kind.TASK_2), ["1", "2"], cells.bad_rate)
    assert other == Cell(None, "no_bad_option")
