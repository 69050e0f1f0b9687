"""What games store together is stored once, whoever is late and whatever went wrong before."""

import uuid

import pytest
from django.db import IntegrityError

from evaluation.models import Episode, StoredReply
from evaluation.runner import storing
from evaluation.runner.entries import Ending, Entry, Seat
from evaluation.runner.storing import Terms
from games.models import ModelCall, Play, StoredAnswer, Turn
from games.roles import Verdict
from games.rules import Answer, Outcome
from games.services import store
from tests import make, runs

pytestmark = pytest.mark.django_db
VERSION = "table-fixed"


def terms(run) -> Terms:
    return Terms(run.protocol_id, VERSION, cannot_tell=False)


def seat(run, tries: int = 0) -> Seat:
    episode = run.episodes.order_by("number")[0]
    return Seat(episode.pk, tries, episode.game_id, run.players.get().participant_id)


def answer(question: str = "Is it round?", said: Answer = Answer.YES) -> StoredAnswer:
    verdict = Verdict(said, said, source="table")
    return store.new_answer("0" * 64, question, VERSION, verdict, probe="SHAPE:round")


def asked(of: Seat, **fields) -> Entry:
    """A question with its reply and its answer, new in everything."""
    reply = StoredReply(
        number=1, attempt=1, text="QUESTION: Is it round?", kind="question",
        said="Is it round?", reader="r", model="tiny", called_at=make.NOW,
    )  # fmt: skip
    turn = Turn(
        number=1, attempt=1, question="Is it round?", status="answered",
        asked_at=make.NOW, settled_at=make.NOW,
    )  # fmt: skip
    return Entry(of, **{"turn": turn, "reply": reply, "answer": answer(), **fields})


def save(run, *entries: Entry, again: bool = False) -> list[bool]:
    return storing.save_all(entries, terms(run), again=again)


def rows() -> tuple[int, ...]:
    return tuple(m.objects.count() for m in (Play, Turn, StoredReply, StoredAnswer))


def test_a_move_is_stored_with_its_play():
    run = runs.run(games=runs.games(1))
    assert save(run, asked(seat(run))) == [True]
    assert rows() == (1, 1, 1, 1)
    turn = Turn.objects.get()
    assert (turn.play.episode.run, turn.answer, turn.stored_answer.source) == (run, "yes", "table")


def test_a_worker_that_lost_its_claim_writes_no_move():
    run = runs.run(games=runs.games(1))
    late = seat(run)
    Episode.objects.update(tries=1)
    assert save(run, asked(late)) == [False]
    # What the Oracle said is true whoever asked it.
    assert rows() == (0, 0, 0, 1)


def test_one_late_game_does_not_keep_the_others_from_being_stored():
    run = runs.run(games=runs.games(2))
    good, late = seat(run), seat(run)
    late.episode_id = run.episodes.get(number=2).pk
    late.tries = 7
    assert save(run, asked(good), asked(late)) == [True, False]
    assert rows() == (1, 1, 1, 1)


def test_what_was_committed_without_our_knowing_is_not_stored_again():
    run = runs.run(games=runs.games(1))
    of = seat(run)
    entry = asked(of)
    entry.calls = [
        ModelCall(role="oracle", role_version="v", model="m", text="Yes", prompt_tokens=1,
                  completion_tokens=1, finish_reason="stop", latency_seconds=0.1)
    ]  # fmt: skip
    save(run, entry)
    of.play_id, of.replies, entry.turn.pk = None, 0, None
    assert save(run, entry, again=True) == [True]
    assert rows() == (1, 1, 1, 1) and ModelCall.objects.count() == 1
    assert (of.play_id, of.replies) == (Play.objects.get().pk, 1)
    assert (entry.turn.pk, entry.turn.answer) == (Turn.objects.get().pk, "yes")


def test_an_end_that_was_committed_without_our_knowing_is_not_stored_again():
    run = runs.run(games=runs.games(1))
    of = seat(run)
    guess = Entry(of, ending=Ending(Outcome.LOST, make.NOW, "affordance_a"))
    save(run, guess)
    assert save(run, guess, again=True) == [True]
    assert Episode.objects.get().status == "done" and Play.objects.get().outcome == "lost"


def test_what_the_database_refused_is_stored_at_the_next_try():
    run = runs.run(games=runs.games(1))
    entry = asked(seat(run))
    entry.turn.reason = "unparseable"
    with pytest.raises(IntegrityError):
        save(run, entry)
    assert rows() == (0, 0, 0, 0)
    entry.turn.reason = ""
    assert save(run, entry, again=True) == [True]
    assert rows() == (1, 1, 1, 1)


def test_the_first_stored_answer_holds_for_all():
    run = runs.run(games=runs.games(1))
    first = answer(said=Answer.NO)
    first.save()
    entry = asked(seat(run))
    save(run, entry)
    assert (entry.turn.answer, entry.turn.stored_answer) == ("no", first)
    assert StoredAnswer.objects.count() == 1


def test_a_corrected_answer_outranks_what_the_oracle_would_say():
    run = runs.run(games=runs.games(1))
    for revision, said in ((1, Answer.YES), (2, Answer.NO)):
        row = answer(said=said)
        row.revision = revision
        row.save()
    entry = asked(seat(run))
    save(run, entry)
    assert (entry.turn.answer, entry.turn.stored_answer.revision) == ("no", 2)


def test_two_games_of_one_object_share_the_answer_to_one_question():
    run = runs.run(games=runs.games(2))
    one, other = seat(run), seat(run)
    other.episode_id = run.episodes.get(number=2).pk
    other.game_id = run.episodes.get(number=2).game_id
    assert save(run, asked(one), asked(other)) == [True, True]
    assert rows() == (2, 2, 2, 1)


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_was_deleted_meanwhile_is_stored_anew():
    run = runs.run(games=runs.games(1))
    known = answer()
    known.save()
    entry = asked(seat(run), answer=known)
    StoredAnswer.objects.all().delete()
    known.pk = 4711
    assert save(run, entry) == [True]
    assert rows() == (1, 1, 1, 1)


def test_a_turn_that_waited_takes_how_it_was_settled():
    run = runs.run(games=runs.games(1))
    of = seat(run)
    entry = asked(of, answer=None)
    entry.turn.status, entry.turn.settled_at = "waiting", None
    save(run, entry)
    entry.turn.key, entry.turn.settled_at = uuid.uuid4(), make.NOW
    entry.turn.oracle_seconds = 0.5
    assert save(run, Entry(of, turn=entry.turn, answer=answer())) == [True]
    turn = Turn.objects.get()
    assert (turn.status, turn.answer, turn.oracle_seconds) == ("answered", "yes", 0.5)
