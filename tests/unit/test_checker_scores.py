"""The figures of a Checker on gold rows, each with its arithmetic."""

from pathlib import Path

import pytest

from games.checker_scores import (
    confusion,
    figures,
    multiple_figures,
    normalised,
    report,
    score,
)
from games.checkers import rule
from games.formats.gold import CheckerGold, read_checker_gold
from games.roles import Pair, Ruling
from games.rules import Reason
from games.sheets import Dimension

SAMPLE = Path(__file__).parents[1] / "data" / "checker_sample.jsonl"

TIN = Pair(Dimension.MATERIAL, "tin")
ROUND = Pair(Dimension.SHAPE, "round")


def gold(reason: Reason | None = None, *pairs: Pair, **more: object) -> CheckerGold:
    return CheckerGold("row", "Is it?", reason, pairs, "kind", **more)  # type: ignore[arg-type]


def scored(row: CheckerGold, ruling: Ruling):
    return score(lambda _: ruling, [row])[0]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ("made of the tin", "tin"),
        ("Lighter_than_a_spoon", "lighter_than_spoon"),
        ("weighs 2.5 kg", "weighs_2_5_kg"),
        ("is", "is"),
        ("the", ""),
        ("Béton", "beton"),
        ("the cook’s hat", "cooks_hat"),
        ("longer_than_it_is_wide", "longer_than_it_is_wide"),
    ],
)
def test_a_value_is_compared_without_articles_accents_and_leading_frame(value, plain):
    assert normalised(value) == plain


def test_false_rejections_and_false_acceptances_stand_apart():
    cases = [
        scored(gold(None, TIN), Ruling(Reason.UNPARSEABLE)),
        scored(gold(Reason.UNPARSEABLE), Ruling(None, (TIN,))),
        scored(gold(Reason.UNPARSEABLE), Ruling(None, (ROUND,))),
        scored(gold(None, TIN), Ruling(None, (TIN,))),
    ]
    of = figures(cases)
    assert (of.rows, of.verdicts, of.false_rejections, of.false_acceptances) == (4, 1, 1, 2)


def test_another_reason_that_counts_is_right():
    row = gold(Reason.NOT_PHYSICAL, reason_alt=(Reason.FUNCTION_OR_USE,))
    assert scored(row, Ruling(Reason.FUNCTION_OR_USE)).reason_right
    assert not scored(row, Ruling(Reason.UNPARSEABLE)).reason_right


def test_a_value_is_exact_in_any_list_that_counts():
    row = gold(None, TIN, pairs_alt=((Pair(Dimension.SURFACE, "tinny"),),))
    assert scored(row, Ruling(None, (Pair(Dimension.SURFACE, "tinny"),))).value_exact
    assert not scored(row, Ruling(None, (Pair(Dimension.SURFACE, "tin"),))).value_exact


@pytest.mark.parametrize(
    ("value", "soft"),
    [
        # 2 of 3 words in common, 2 of 4, 1 of 3.
        ("larger_than", True),
        ("larger_than_cup", True),
        ("cup", False),
    ],
)
def test_a_value_is_soft_with_half_of_all_words_in_common(value, soft):
    row = gold(None, Pair(Dimension.SIZE, "larger_than_cat"))
    assert scored(row, Ruling(None, (Pair(Dimension.SIZE, value),))).value_soft is soft


def test_several_properties_are_scored_by_the_gold_pairs_found():
    row = gold(Reason.MULTIPLE_PROPERTIES, TIN, ROUND)
    other = Pair(Dimension.SIZE, "long")
    of = multiple_figures([scored(row, Ruling(Reason.MULTIPLE_PROPERTIES, (TIN, other)))])
    assert (of.questions, of.with_pairs, of.expected, of.found) == (1, 1, 2, 1)


def test_the_confusion_counts_each_gold_reason_with_its_ruling():
    cases = [scored(gold(Reason.UNPARSEABLE), Ruling(None, (TIN,)))] * 2
    assert confusion(cases) == {("unparseable", "valid"): 2}


def test_the_first_line_of_the_report_is_the_headline():
    cases = [
        scored(gold(None, TIN), Ruling(None, (TIN,))),
        scored(gold(None, TIN), Ruling(None, (ROUND,))),
        scored(gold(None, TIN), Ruling(Reason.UNPARSEABLE)),
        scored(gold(Reason.UNPARSEABLE), Ruling(Reason.UNPARSEABLE)),
    ]
    # 3 of 4 verdicts are right; 2 questions are rightly accepted, 1 of them with its value.
    headline = "verdict 75.0% (3/4), exact value 50.0% of the rightly accepted (1/2)"
    assert report(cases).splitlines()[0] == headline


def test_the_report_of_no_rows_has_no_share():
    assert report([]).startswith("verdict n/a (0/0)")


def test_the_checker_is_right_on_the_sample():
    reading = read_checker_gold(SAMPLE.read_bytes(), SAMPLE.name)
    assert reading.content is not None
    of = figures(score(rule, reading.content))
    assert (of.verdicts, of.exact, of.reasons) == (10, 4, 6)
