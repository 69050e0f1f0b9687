"""A unit's page for researchers: what raters said, without names; taking it out of a draft."""

import pytest
from django.contrib.auth.models import User

from annotation.models import Rater, Seat, Study, Unit
from tests import judging_units, studies
from tests.studies import NOW
from tests.web.annotation.test_units_pages import UNITS, page

pytestmark = pytest.mark.django_db
PAIR = judging_units.SNAPSHOTS["object_affordance"]


@pytest.fixture
def unit():
    made = studies.study(units=1).units.get()
    Unit.objects.filter(pk=made.pk).update(snapshot=PAIR)
    made.refresh_from_db()
    return made


def rater(unit, name, **fields):
    return studies.rater(unit.study, name, **fields)


def test_what_raters_said_is_shown_by_numbers_with_comments_and_skips(researcher, unit):
    studies.judged(unit, rater(unit, "anabel"), "yes", comment="The loops are thin.")
    studies.judged(unit, rater(unit, "benedict"), skip_reason="unclear")
    model = rater(unit, "gnorb-9", kind="model")
    studies.judged(unit, model, "no", extra="late")
    shown = page(researcher, f"{UNITS}{unit.pk}/")
    assert "Rater 1" in shown and "Rater 2" in shown and "Model 1" in shown
    assert "Comment: The loops are thin." in shown
    assert "Skipped: I do not understand it" in shown
    assert "counts in nothing: came after its seat went to somebody else" in shown
    assert not [each for each in ("anabel", "benedict", "gnorb-9") if each in shown]
    assert f'href="/annotations/vrelk/1/adjudication/{unit.pk}/"' in shown


def test_a_unit_that_nobody_judged_says_so(researcher, unit):
    assert "Nobody has judged it yet." in page(researcher, f"{UNITS}{unit.pk}/")


def test_the_order_does_not_tell_who_judged_first(researcher, unit):
    studies.judged(unit, rater(unit, "anabel"), "yes")
    studies.judged(unit, rater(unit, "benedict"), "no")
    said = researcher.get(f"{UNITS}{unit.pk}/").context["said"]
    assert [(each.who, each.said[0][1]) for each in said] == [("Rater 1", "No"), ("Rater 2", "Yes")]


def test_a_researcher_who_judges_here_does_not_see_what_others_said(researcher, unit):
    studies.judged(unit, rater(unit, "anabel"), comment="The loops are thin.")
    rater(unit, "cem", user=User.objects.get(username="researcher"))
    shown = page(researcher, f"{UNITS}{unit.pk}/")
    assert "The loops are thin." not in shown and "what others said is not shown to you" in shown
    # Who was removed may be let in again.
    Rater.objects.filter(pseudonym="cem").update(removed_at=NOW)
    assert "The loops are thin." not in page(researcher, f"{UNITS}{unit.pk}/")
    Rater.objects.filter(pseudonym="cem").update(apart_since=NOW)
    assert "The loops are thin." in page(researcher, f"{UNITS}{unit.pk}/")


def test_the_overview_counts_units_with_one_skip_or_one_comment(researcher):
    study = studies.study(units=4)
    ana = studies.rater(study)
    skipped, commented, plain, _ = study.units.order_by("pk")
    studies.judged(skipped, ana, skip_reason="faulty")
    studies.judged(commented, ana, comment="Odd.")
    studies.judged(plain, ana)
    shown = page(researcher, "/annotations/vrelk/1/")
    assert f'href="{UNITS}?show=remarked">2</a>' in shown
    found = page(researcher, f"{UNITS}?show=remarked")
    assert ">u0</a>" in found and ">u1</a>" in found and ">u2</a>" not in found


def test_a_unit_of_a_draft_is_removed_after_a_question(researcher, unit):
    studies.become("draft")
    there = f"{UNITS}{unit.pk}/remove/"
    assert f'href="{there}"' in page(researcher, f"{UNITS}{unit.pk}/")
    assert "Remove quomb: hold liquid?" in page(researcher, there) and Unit.objects.exists()
    for _ in range(2):
        assert researcher.post(there).url == UNITS
    assert not Unit.objects.exists() and not Seat.objects.exists()


@pytest.mark.parametrize(
    ("status", "locked_at"), [("open", None), ("draft", NOW), ("closed", None)]
)
def test_a_unit_stays_once_its_study_was_open_or_is_locked(researcher, unit, status, locked_at):
    studies.become(status)
    Study.objects.update(locked_at=locked_at)
    assert "/remove/" not in page(researcher, f"{UNITS}{unit.pk}/")
    said = researcher.post(f"{UNITS}{unit.pk}/remove/").content.decode()
    assert "is no draft any more; its units stay." in said and Unit.objects.exists()


def test_a_unit_that_a_model_answered_stays(researcher, unit):
    studies.become("draft")
    studies.judged(unit, rater(unit, "gnorb-9", kind="model"))
    said = researcher.post(f"{UNITS}{unit.pk}/remove/").content.decode()
    assert "A model answered it." in said and Unit.objects.exists()


def test_a_unit_of_another_study_is_not_removed(researcher, unit):
    studies.become("draft")
    other = studies.study(slug="gnorb", status="draft").units.first()
    researcher.post(f"{UNITS}{other.pk}/remove/")
    assert Unit.objects.filter(pk=other.pk).exists()
