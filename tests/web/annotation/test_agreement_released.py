"""The page of agreement beside what the catalogue released, and its chart."""

import pytest

from annotation.models import Rater, Unit
from annotation.pages import agreement
from games.models import Affordance, AffordanceLabel
from tests import make, studies
from tests.web.annotation.agreeing import address, cell, give, judge, page_of


@pytest.fixture
def pairs(db):
    """Two objects by two affordances with released labels, by two people."""
    catalogue = make.catalogue()
    affordances = Affordance.objects.filter(catalogue=catalogue).order_by("pk")[:2]
    objects = [make.physical_object(catalogue, key, yes=[]) for key in ("vrelk", "glimp")]
    study = studies.study(units=0, catalogue=catalogue)
    for each in objects:
        for affordance in affordances:
            Unit.objects.create(study=study, key=f"{each.key} {affordance.key}", snapshot={})
    judge(study, ana="yyny", ben="ynny")
    return study


def test_disagreement_by_affordance_and_as_a_chart(researcher, pairs):
    page = agreement.agreement_of(pairs)
    first, second = (unit.key.split() for unit in pairs.units.order_by("pk")[:2])
    # Of the first affordance both raters agree on both objects, of the second on one of two.
    assert cell(page, "by-affordance", first[1], "Percent agreement").value == 1.0
    assert cell(page, "by-affordance", second[1], "Percent agreement").value == 0.5
    assert cell(page, "disagreement", second[0], second[1]) == 1.0
    shown = page_of(researcher, pairs)
    for size in ("wide", "narrow"):
        for theme in ("light", "dark"):
            there = address(pairs, "agreement_chart", "label", size, theme)
            assert there in shown
            drawn = researcher.get(there)
            assert drawn["Content-Type"] == "image/svg+xml"
            assert ">100</text>" in drawn.text


def test_new_raters_are_set_against_the_released_labels(researcher, pairs):
    for unit, answer in zip(pairs.units.order_by("pk"), ("yes", "no", "no", "no"), strict=True):
        key, affordance = unit.key.split()
        AffordanceLabel.objects.filter(physical_object__key=key, affordance__key=affordance).update(
            answer=answer
        )
    page = agreement.agreement_of(pairs)
    # Majorities yes, none, no, yes against yes, no, no, no: two of four.
    assert cell(page, "released", "Majority agreement", "Figure").value == 0.5
    assert cell(page, "released", "Of them without a majority", "Figure") == 1
    # Counts with the release: yyy, nyn, nnn, yyn.
    among = cell(page, "released", "Fleiss's kappa, raters alone", "Figure").value
    joined = "Fleiss's kappa, the released label as one more rater"
    assert among == pytest.approx((3 / 4 - (25 + 9) / 64) / (1 - (25 + 9) / 64))
    assert cell(page, "released", joined, "Figure").value == pytest.approx((2 / 3 - 1 / 2) * 2)
    assert "0.82" in page_of(researcher, pairs)
    assert "does not tell which of these kappas that is" in page_of(researcher, pairs)


def test_models_are_left_out_against_labels_that_may_be_theirs(researcher, pairs):
    machine = studies.rater(pairs, "machine", kind=Rater.Kind.MODEL)
    for unit in pairs.units.all():
        give(unit, machine, {"label": "no"})
    # Released is no throughout; of people's majorities yes, none, no, yes one is no.
    people = cell(agreement.agreement_of(pairs), "released", "Majority agreement", "Figure")
    assert people.value == 0.25
    shown = page_of(researcher, pairs)
    assert "Models are left out here, for labels may come from them." in shown
    Rater.objects.filter(pseudonym__in=("ana", "ben")).update(kind=Rater.Kind.MODEL, agreed_at=None)
    agreement.forget()
    assert "agreement with its own source tells nothing" in page_of(researcher, pairs)


def test_one_vote_is_no_majority_against_a_released_label(pairs):
    pairs.units.last().judgements.filter(rater__pseudonym="ben").delete()
    page = agreement.agreement_of(pairs)
    (table,) = [each for each in page.tables if each.key == "released"]
    figures = {row.label: row.cells[0] for row in table.rows}
    assert figures["Majority agreement"].n == 3
    assert figures["Of them with one rating alone"].value == 1
    # u1 is split and has no majority: the kappa of majorities rests on the two others.
    assert figures["Cohen's kappa, majority and released label"].n == 2
