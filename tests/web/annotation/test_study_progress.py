"""How far studies are, counted by hand."""

from datetime import timedelta

import pytest

from annotation import study_progress
from annotation.models import Judgement, Study, Unit
from annotation.pages import studies as pages
from annotation.study_progress import Pace, Progress, UnitStates
from tests import studies as invented
from tests.studies import NOW

pytestmark = pytest.mark.django_db


def key_of(study, condition):
    units = study_progress.units_of(study).filter(condition)
    return list(units.order_by("pk").values_list("key", flat=True))


def test_seats_of_units_that_are_for_all_are_counted_apart():
    study = invented.study(units=2, seats_a_unit=3)
    gold = Unit.objects.create(study=study, key="g", snapshot={}, gold={"label": "yes"})
    ana = invented.rater(study)
    invented.judged(study.units.get(key="u0"), ana)
    invented.judged(gold, ana)
    invented.rater(study, "ben", withdrawn_at=NOW)
    progress = study_progress.progress_of([study])[study.pk]
    assert progress == Progress(units=2, for_all=1, seats=6, judged=1, raters=1)
    # 1 of 6 is 16.7%, cut off so that only all is 100%.
    assert (progress.left, progress.share) == (5, 16)


def test_all_studies_take_as_many_queries_as_one(django_assert_num_queries):
    rows = [invented.study(slug=f"s{n}") for n in range(5)]
    with django_assert_num_queries(3):
        study_progress.progress_of(rows)


def test_units_are_finished_open_skipped_or_stranded():
    study = invented.study(units=4, seats_a_unit=2)
    ana, ben = invented.rater(study, "ana"), invented.rater(study, "ben")
    finished, skipped, halved, _ = study.units.order_by("pk")
    for rater in (ana, ben):
        invented.judged(finished, rater)
        invented.judged(skipped, rater, skip_reason="unclear")
    invented.judged(halved, ana)
    assert key_of(study, study_progress.FINISHED) == ["u0"]
    assert key_of(study, study_progress.UNFINISHED) == ["u1", "u2", "u3"]
    assert key_of(study, study_progress.SKIPPED) == ["u1"]
    # u1 has two free seats and both raters skipped it; u2 one, and ben is left for it.
    assert key_of(study, study_progress.STRANDED) == ["u1"]
    assert study_progress.states_of(study) == UnitStates(1, 3, 1, 1, remarked=1)


def test_a_rater_who_left_is_left_for_nothing():
    study = invented.study(units=1, seats_a_unit=2)
    invented.rater(study, "ana", removed_at=NOW)
    invented.rater(study, "ben", consent_text=None, agreed_at=None)
    invented.rater(study, "cid")
    invented.rater(study, "dan", adjudicates=True, apart_since=NOW)
    # Two free seats, and of four raters only cid may fill one.
    assert key_of(study, study_progress.STRANDED) == ["u0"]


def test_the_pace_is_the_median_of_what_was_timed():
    study = invented.study(units=25, seats_a_unit=1)
    ana = invented.rater(study)
    invented.rater(study, "ben")
    for number, unit in enumerate(study.units.order_by("pk")):
        at = NOW - timedelta(days=2 if number == 0 else 0)
        invented.judged(unit, ana, seconds=float(number), at=at)
    # Of 0 to 24 seconds 12 is in the middle.
    assert study_progress.pace_of(study, now=NOW) == Pace(people=2, at_work=1, seconds=12.0)


def test_few_timed_judgements_make_no_forecast():
    study = invented.study(units=1)
    invented.judged(study.units.get(), invented.rater(study), seconds=5.0)
    pace = study_progress.pace_of(study, now=NOW + timedelta(days=3))
    assert pace == Pace(people=1, at_work=0, seconds=None)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (300, "a few minutes"),
        (1300, "about 20 minutes"),
        (5300, "about 90 minutes"),
        (3 * 3600 + 400, "about 3 hours"),
        (123 * 3600, "about 120 hours"),
    ],
)
def test_a_span_claims_no_more_than_it_knows(seconds, said):
    assert pages.about(seconds) == said


@pytest.mark.parametrize(
    ("status", "progress", "pace", "said"),
    [
        ("draft", Progress(), Pace(0, 0, None), "A draft with no unit yet"),
        ("draft", Progress(units=30), Pace(0, 0, None), "A draft with 30 units"),
        ("closed", Progress(1, 0, 3, 1), Pace(2, 0, None), "Closed with 1 of 3 judgements in."),
        ("open", Progress(1, 0, 3, 3), Pace(2, 0, None), "All 3 judgements are in."),
        ("open", Progress(1, 0, 3, 0), Pace(0, 0, None), "in; no raters yet."),
        ("open", Progress(1, 0, 3, 0, 2), Pace(0, 0, None), "nobody who may judge has agreed yet."),
        # 3,482 are left at 8 s each: 27,856 s are 7.7 hours.
        (
            "open",
            Progress(1298, 0, 3894, 412),
            Pace(3, 2, 8.0),
            "412 of 3,894 judgements in; 3 raters, 2 of them at work in the last 24 hours; about"
            " 8 hours of judging left.",
        ),
    ],
)
def test_the_state_is_said_in_one_sentence(status, progress, pace, said):
    assert said in pages.sentence(Study(status=status), progress, pace)


@pytest.mark.parametrize(
    ("status", "progress", "stranded", "people", "page"),
    [
        ("draft", Progress(), 0, 0, "units"),
        ("draft", Progress(units=1, seats=3), 0, 0, ""),
        ("open", Progress(1, 0, 3, 0), 0, 0, "raters"),
        ("open", Progress(1, 0, 3, 0), 1, 2, "raters"),
        ("open", Progress(1, 0, 3, 0), 0, 2, ""),
        ("open", Progress(1, 0, 3, 3), 0, 2, "agreement"),
        ("closed", Progress(1, 0, 3, 1), 0, 2, "agreement"),
    ],
)
def test_the_next_step_follows_from_the_state(status, progress, stranded, people, page):
    states = UnitStates(0, 1, 0, stranded)
    pace = Pace(people, 0, None)
    step = pages.next_step(Study(status=status), progress, states, pace, published=None)
    assert step.page == page


@pytest.mark.parametrize("status", ["open", "closed"])
def test_a_published_study_is_published_again_once_a_decision_changes(status):
    states, pace = UnitStates(0, 1, 0, 0), Pace(2, 0, None)
    done = Progress(1, 0, 3, 3)
    step = pages.next_step(Study(status=status), done, states, pace, published=3)
    assert step.page == "publish" and "Publication 3 is made" in step.words


def test_an_extra_judgement_takes_no_seat():
    study = invented.study(units=1, seats_a_unit=1)
    ana, ben = invented.rater(study), invented.rater(study, "ben")
    invented.judged(study.units.get(), ana)
    invented.judged(study.units.get(), ben, extra=Judgement.Extra.LATE)
    assert study_progress.progress_of([study])[study.pk].judged == 1
