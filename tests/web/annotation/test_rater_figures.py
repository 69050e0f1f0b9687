"""One rater's page: what is stored, and what each figure becomes without this rater."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from annotation import rater_figures, study_answers
from annotation.models import Change, Consensus, Rater, Study
from annotation.pages import rater as pages
from tests import make, studies

pytestmark = pytest.mark.django_db

# Units down, raters across. Without cem the first unit is decided otherwise than open, the second
# loses its majority, the third keeps it.
TABLE = {"u0": "yn-", "u1": "yny", "u2": "yyn", "u3": "--y"}
LABELS = {"y": "yes", "n": "no"}


@pytest.fixture
def study(db) -> Study:
    study = studies.study(units=4)
    raters = [studies.rater(study, name) for name in ("ana", "ben", "cem")]
    for unit in study.units.order_by("pk"):
        for rater, label in zip(raters, TABLE[unit.key], strict=True):
            if label in LABELS:
                studies.judged(unit, rater, LABELS[label])
    return study


@pytest.fixture
def cem(study) -> Rater:
    return study.raters.get(pseudonym="cem")


def page_of(rater: Rater) -> str:
    return reverse("annotations:rater", args=["vrelk", 1, rater.pk])


def test_the_consensus_without_a_rater_is_counted_anew(cem):
    # u1: yes by two of three, then one each: open. u2: stays yes. u3: cem alone, then nobody: open.
    found = rater_figures.consensus_without(cem)
    assert (found.same, found.opened, found.other, found.settled) == (1, 2, 0, 0)
    assert found.questions == 3


def test_an_open_question_may_become_a_value_and_a_value_another(study):
    # Without ben, u0 has ana's yes alone, where it was level; u1 keeps its two of two.
    found = rater_figures.consensus_without(study.raters.get(pseudonym="ben"))
    assert (found.settled, found.same, found.opened) == (1, 1, 1)


def test_what_is_adjudicated_does_not_rest_on_a_count(study, cem):
    Consensus.objects.create(
        unit=study.units.get(key="u1"), question="label", value="no", counted_at=make.NOW,
        source="adjudicated", reason="thin", decided_by=User.objects.create_user("zoe"),
        decided_at=make.NOW,
    )  # fmt: skip
    assert rater_figures.consensus_without(cem).adjudicated == 1


def test_skips_comments_and_changes_are_counted_with_their_reasons(study, cem):
    unit = study.units.get(key="u0")
    studies.judged(unit, cem, skip_reason="faulty", comment="torn", seconds=3.0)
    Change.objects.create(unit=unit, rater=cem, old={}, new={}, at=make.NOW)
    kept = rater_figures.kept_of(cem)
    assert (kept.judgements, kept.skipped, kept.comments, kept.changes) == (4, 1, 1, 1)
    assert (kept.timed, kept.seconds) == (1, 3.0)
    assert pages.skips_in_words(dict(kept.skips)) == "1 “Something is wrong with it”"


def test_what_a_rater_remarked_and_skipped_is_listed(researcher, study, cem):
    studies.judged(study.units.get(key="u0"), cem, skip_reason="faulty", comment="It is torn.")
    cem.judgements.filter(unit__key="u1").update(comment="Only when <dry>.")
    told = [(each.unit.key, each.said, each.comment) for each in pages.remarks(
        study, rater_figures.remarked_by(cem)
    )]  # fmt: skip
    assert told == [
        ("u0", "Skipped: Something is wrong with it", "It is torn."),
        ("u1", "Yes", "Only when <dry>."),
    ]
    shown = researcher.get(page_of(cem)).content.decode()
    unit = reverse("annotations:unit", args=["vrelk", 1, study.units.get(key="u1").pk])
    assert f'href="{unit}">u1</a>' in shown and "<q>Only when &lt;dry&gt;.</q>" in shown
    assert "n = 2, in the order of the units." in shown


def test_a_rater_without_remarks_has_no_list_of_them(researcher, cem):
    assert "Comments and skips" not in researcher.get(page_of(cem)).content.decode()


def test_the_shares_of_a_rater_s_labels_stand_beside_the_others(study, cem):
    # cem: yes, no, yes. Others: yes no, yes no, yes yes: 4 of 6.
    (table,) = pages.labels_of(study_answers.answers_of(study), "cem")
    assert [[shown.main for shown in cells] for _, cells in table.shown] == [
        ["66.7%", "66.7%"],
        ["33.3%", "33.3%"],
    ]


def test_every_coefficient_is_shown_with_and_without_the_rater(study):
    # With cem, the shared units agree by 0, 1/3 and 1/3: 2/9. Without: 0, 0 and 1: 1/3.
    (table,) = pages.without(study_answers.answers_of(study), "cem")
    assert table.columns == ("People", "People, without")
    (row, shown), *_ = table.shown
    assert (row.label, [each.main for each in shown]) == (
        "Percent agreement", ["22.2%", "33.3%"]
    )  # fmt: skip


def test_the_page_shows_it_all(researcher, cem):
    page = researcher.get(page_of(cem)).content.decode()
    assert "What each figure becomes without cem" in page
    assert "People, without" in page and "Becomes open" in page


def test_a_rater_who_is_left_out_has_no_figures_to_change(researcher, cem):
    Rater.objects.filter(pk=cem.pk).update(left_out_at=make.NOW, left_out_reason="Too fast.")
    page = researcher.get(page_of(cem)).content.decode()
    assert "Left out: Too fast." in page and "What each figure becomes" not in page


def test_a_model_changes_no_consensus(researcher, study):
    model = studies.rater(study, "m-1", kind="model")
    studies.judged(study.units.first(), model)
    page = researcher.get(page_of(model)).content.decode()
    assert "People and models, without" in page and "Becomes open" not in page


def test_a_rater_without_judgements_has_a_page(researcher, study):
    assert researcher.get(page_of(studies.rater(study, "dia"))).status_code == 200


def test_the_page_takes_as_many_queries_for_many_judgements(
    researcher, cem, django_assert_max_num_queries
):
    for row in cem.study.units.exclude(judgements__rater=cem):
        studies.judged(row, cem, skip_reason="faulty")
    with django_assert_max_num_queries(26):
        researcher.get(page_of(cem))


def test_who_withdrew_and_who_is_of_another_study_is_not_found(researcher, cem):
    other = studies.rater(studies.study(slug="other"), "dia")
    Rater.objects.filter(pk=cem.pk).update(withdrawn_at=make.NOW)
    assert researcher.get(page_of(cem)).status_code == 404
    assert researcher.get(page_of(other)).status_code == 404
