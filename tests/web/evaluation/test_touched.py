"""Plays of a run in which an answer was said that people corrected later."""

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from annotation.models import Correction, Unit
from evaluation import touched
from evaluation.pages import touched as pages
from games.models import StoredAnswer
from tests import make, runs, studies

pytestmark = pytest.mark.django_db


@pytest.fixture
def run():
    """Four games, three of them won; each asked the same question and was told yes."""
    return runs.finish(runs.run(games=runs.games(4)), "won", "won", "won", "lost")


def corrected(row: StoredAnswer, to: str) -> StoredAnswer:
    study = studies.study(units=0, slug=f"answers-{row.revision}", kind="oracle_answer")
    unit = Unit.objects.create(study=study, key=str(row.pk), snapshot={})
    fields = {
        name: getattr(row, name)
        for name in ("object_sha256", "question_key", "question_sha256", "oracle_version", "probe")
    }
    forced = row.forced if to == "cannot_tell" else to
    after = StoredAnswer.objects.create(
        **fields, revision=row.revision + 1, answer=to, forced=forced, source="people"
    )
    Correction.objects.create(unit=unit, before=row, after=after, made_at=make.NOW)
    return after


def told(run, number: int) -> StoredAnswer:
    """Make the answer of this game one of its own."""
    turn = run.episodes.get(number=number).play.turns.get()
    row = StoredAnswer.objects.create(
        object_sha256=str(number), question_key="q", question_sha256="q", answer="yes",
        oracle_version="table-fixed", forced="yes", source="table",
    )  # fmt: skip
    turn.stored_answer = row
    turn.save()
    return row


def test_a_run_without_a_corrected_answer_has_none(run):
    assert touched.touched_of(run) is None
    assert pages.page_of(run) is None
    assert render_to_string("evaluation/_run_touched.html", {"touched": None}).strip() == ""


def test_the_plays_that_got_a_corrected_answer_are_listed_with_both_answers(run):
    corrected(told(run, 2), "no")
    (turn,) = touched.touched_of(run).turns
    assert (turn.episode, turn.said, turn.now, turn.outcome) == (2, "yes", "no", "won")


def test_success_stands_with_and_without_them(run):
    corrected(told(run, 2), "no")
    found = touched.touched_of(run)
    # 3 of 4 are won; without the second, which is won, 2 of 3.
    assert (found.success.value, found.without_touched.value) == (3 / 4, pytest.approx(2 / 3))


def test_where_it_must_answer_cannot_tell_may_leave_what_was_said(run):
    corrected(told(run, 2), "cannot_tell")
    found = touched.touched_of(run)
    assert (found.plays, found.misled, found.turns[0].now) == (1, 0, "yes")
    assert found.without_misled.n == 4


def test_of_several_corrections_the_last_one_counts(run):
    corrected(corrected(told(run, 2), "no"), "yes")
    found = touched.touched_of(run)
    assert (found.plays, found.misled) == (1, 0)


def test_plays_of_other_runs_are_not_its_own(run):
    again = [episode.game for episode in run.episodes.order_by("number")]
    other = runs.finish(runs.run(games=again, slug="other"), "won")
    corrected(told(run, 2), "no")
    assert touched.touched_of(other) is None


def test_the_fragment_says_how_many_and_lists_them(run):
    corrected(told(run, 2), "no")
    html = render_to_string("evaluation/_run_touched.html", {"touched": pages.page_of(run)})
    assert "1 game of this run hold an answer" in html
    assert "66.7%" in html and 'data-is="now">no<' in html


def test_it_takes_few_queries_however_many_are_touched(run, django_assert_num_queries):
    with django_assert_num_queries(1):
        touched.touched_of(run)
    again = StoredAnswer.objects.get(question_key="Is it made of metal?")
    corrected(again, "no")
    with django_assert_num_queries(5):
        touched.touched_of(run)


def test_games_that_were_not_touched_are_counted_and_not_read(run):
    corrected(told(run, 2), "no")
    with CaptureQueriesContext(connection) as asked:
        touched.touched_of(run)
    of_episodes = [each["sql"] for each in asked if "fault" in each["sql"]]
    assert any("GROUP BY" in sql for sql in of_episodes)
    assert all("GROUP BY" in sql or "games_turn" in sql for sql in of_episodes)
