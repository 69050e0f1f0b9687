"""A run's replies read again: what would be read otherwise, and nothing is changed."""

import pytest
from django.core.management import CommandError, call_command

from evaluation.models import StoredReply
from evaluation.rereading import Reading
from evaluation.services import rereading
from games import replies
from tests import runs


@pytest.fixture
def run(db):
    return runs.finish(runs.run(games=runs.games(2)), "won", "lost")


def stored(run):
    return StoredReply.objects.filter(play__episode__run=run).order_by("play", "sequence")


def test_replies_that_are_read_as_then_do_not_flip(run):
    found = rereading.reread(run)
    assert (found.replies, found.flipped, found.games) == (4, (), ())
    assert found.reader == replies.READER


def test_a_reply_that_says_something_else_now_flips(run):
    first = stored(run).first()
    StoredReply.objects.filter(pk=first.pk).update(said="Is it made of mettle?")
    (flipped,) = rereading.reread(run).flipped
    assert flipped.flip.then == Reading("question", "Is it made of mettle?")
    assert flipped.flip.now == Reading("question", "Is it made of metal?")
    assert (flipped.sequence, flipped.repeat, flipped.text) == (1, 1, first.text)


def test_a_reply_that_is_of_another_kind_now_flips(run):
    first = stored(run).first()
    StoredReply.objects.filter(pk=first.pk).update(kind="unparseable", said="", why="no_form")
    found = rereading.reread(run)
    assert found.flipped[0].flip.then == Reading("unparseable", "", "no_form")
    assert found.games == (first.play.game.key,)


def test_why_a_reply_could_not_be_read_is_no_flip(run):
    first = stored(run).first()
    StoredReply.objects.filter(pk=first.pk).update(
        text="hm", kind="unparseable", said="", why="empty_text"
    )
    assert rereading.reread(run).flipped == ()


def test_a_question_in_place_of_a_list_s_guess_is_no_flip(run):
    first = stored(run).first()
    StoredReply.objects.filter(pk=first.pk).update(kind="unparseable", said="", why="no_guess")
    assert rereading.reread(run).flipped == ()


def test_reading_again_changes_nothing(run):
    StoredReply.objects.filter(pk=stored(run).first().pk).update(said="another")
    before = [*stored(run).values()]
    rereading.reread(run)
    assert [*stored(run).values()] == before


def test_replies_of_another_run_are_left_alone(run):
    other = runs.run(games=runs.games(0) or [run.episodes.first().game], slug="other")
    runs.finish(other, "won")
    assert rereading.reread(run).replies == 4


def test_the_command_names_the_flips_and_their_games(run, capsys):
    first = stored(run).first()
    StoredReply.objects.filter(pk=first.pk).update(said="another")
    call_command("reread_run", run.slug)
    out = capsys.readouterr().out
    assert f"{first.play.game.key}, repeat 1, reply 1: question 'another' ->" in out
    assert "1 of 4 replies are read otherwise" in out
    assert "Nothing was changed" in out


def test_the_command_says_that_there_is_no_such_run(db):
    with pytest.raises(CommandError, match="no run 'none'"):
        call_command("reread_run", "none")


def test_two_queries_and_a_count_read_a_whole_run(run, django_assert_num_queries):
    with django_assert_num_queries(3):
        rereading.reread(run)
