"""Entries of many games become rows in one transaction, each exactly once.

An episode's `tries` says which taking-up it is: whoever writes for an older one writes nothing,
however late. A transaction of which nobody knows whether it was committed, because the database
went away meanwhile, is recognised by the keys of its turns.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from uuid import UUID

from django.db import IntegrityError, transaction

from evaluation.models import Episode
from evaluation.runner import bulk
from evaluation.runner.entries import Entry
from games.models import ModelCall, Play, StoredAnswer, Turn
from games.rules import Answer, Reason, TurnStatus
from games.services import store
from games.services.store import AnswerKey

SETTLED = (
    "key", "status", "answer", "reason", "probe", "stored_answer", "settled_at",
    "checker_seconds", "oracle_seconds",
)  # fmt: skip


@dataclass(frozen=True)
class Terms:
    """What a run's plays have in common. cannot_tell: whether the Oracle may say so."""

    protocol_id: int
    oracle_version: str
    cannot_tell: bool


def save_all(entries: Sequence[Entry], terms: Terms, *, again: bool) -> list[bool]:
    """Store what each game has to store; return for each whether its claim held.

    again: whether it was tried before and the database did not say what came of it.
    """
    stored = {entry.seat.episode_id for entry in entries if again and _is_stored(entry)}
    fresh = [entry for entry in entries if entry.seat.episode_id not in stored]
    held = _save(fresh, terms)
    for entry in fresh:
        entry.seat.replies += entry.reply is not None
    return [entry.seat.episode_id in stored | held for entry in entries]


def _save(entries: Sequence[Entry], terms: Terms) -> set[int]:
    """Ids of the episodes whose claim held.

    An answer that was read may be deleted before it is given to a turn. The database then
    refuses, and all answers are stored anew where they are not there.
    """
    try:
        return _save_once(entries, terms)
    except IntegrityError:
        for entry in entries:
            if entry.answer:
                entry.answer.pk = None
        return _save_once(entries, terms)


def _save_once(entries: Sequence[Entry], terms: Terms) -> set[int]:
    """In as few waits for the database as there can be.

    The answers are stored whatever becomes of the claims: they are true all the same.
    """
    if not entries:
        return set()
    tries = {entry.seat.episode_id: entry.seat.tries for entry in entries}
    with _without_ids_of_a_rollback(entries), transaction.atomic(), bulk.together():
        locked = bulk.lock(Episode, tries, "status = 'waiting'", "tries")
        answers = _Answers([entry.answer for entry in entries if entry.answer], terms)
        held = {pk for pk, tried in locked.all() if tried == tries[pk]}
        kept = [entry for entry in entries if entry.seat.episode_id in held]
        _store_plays(kept, terms)
        for entry in kept:
            _settle(entry, answers)
        _store_turns(kept)
        _store_heard(kept)
        for entry in kept:
            _end(entry)
    return held


def _is_stored(entry: Entry) -> bool:
    """Whether the entry is there already; its turn then takes what was stored."""
    seat = entry.seat
    if entry.turn is None:
        done = Episode.objects.filter(pk=seat.episode_id, tries=seat.tries, status="done")
        return done.exists()
    row = Turn.objects.filter(play__episode=seat.episode_id, key=entry.turn.key).first()
    if row is None:
        return False
    seat.play_id, seat.replies = row.play_id, seat.replies + (entry.reply is not None)
    entry.turn.__dict__.update(row.__dict__)
    return True


@contextmanager
def _without_ids_of_a_rollback(entries: Sequence[Entry]) -> Iterator[None]:
    """Rows that a transaction did not store in the end must not keep the ids that it gave them."""
    before = [(entry.seat.play_id, entry.turn.pk if entry.turn else None) for entry in entries]
    try:
        yield
    except Exception:
        for entry, (play_id, turn_id) in zip(entries, before, strict=True):
            entry.seat.play_id = play_id
            if entry.turn:
                entry.turn.pk = turn_id
            for call in entry.calls:
                call.pk = None
        raise


def _store_plays(entries: Sequence[Entry], terms: Terms) -> None:
    """Begin the plays of which this is the first entry."""
    begun = [entry for entry in entries if entry.seat.play_id is None]
    plays = Play.objects.bulk_create(
        Play(
            participant_id=entry.seat.participant_id,
            game_id=entry.seat.game_id,
            protocol_id=terms.protocol_id,
            kind=Play.Kind.RUN,
            started_at=entry.began_at,
        )
        for entry in begun
    )
    for entry, play in zip(begun, plays, strict=True):
        Episode.objects.filter(pk=entry.seat.episode_id).update(play=play)
        entry.seat.play_id = play.pk


class _Answers:
    """What stands in the store for the answers of entries; new ones are stored."""

    def __init__(self, answers: Sequence[StoredAnswer], terms: Terms) -> None:
        self._terms = terms
        self._new = {_key(answer): answer for answer in answers if answer.pk is None}
        self._stored: dict[AnswerKey, tuple[int, StoredAnswer]] | None = None
        if self._new:
            # In one order for all workers, so that none wait for each other.
            rows = [self._new[key] for key in sorted(self._new)]
            columns = ("id", "object_sha256", "question_sha256")
            self._inserted = bulk.insert(rows, columns, skip_known=True)

    def of(self, answer: StoredAnswer) -> tuple[int, Answer]:
        """The id of what stands, and what it says under the run's terms."""
        pk, row = (answer.pk, answer) if answer.pk else self._standing[_key(answer)]
        return pk, Answer(row.answer if self._terms.cannot_tell else row.forced)

    @property
    def _standing(self) -> dict[AnswerKey, tuple[int, StoredAnswer]]:
        if self._stored is None:
            new = self._new
            rows = self._inserted.all()
            self._stored = {(of, asked): (pk, new[of, asked]) for pk, of, asked in rows}
            others = new.keys() - self._stored.keys()
            known = store.known_answers(others, self._terms.oracle_version) if others else {}
            self._stored |= {key: (row.pk, row) for key, row in known.items()}
        return self._stored


def _settle(entry: Entry, answers: _Answers) -> None:
    """Give a turn its answer, the one that another worker stored first where there is one."""
    turn = entry.turn
    if not turn or not entry.answer:
        return
    turn.stored_answer_id, answer = answers.of(entry.answer)
    if answer == Answer.CANNOT_TELL:
        turn.status, turn.reason = TurnStatus.REFUSED, Reason.CANNOT_TELL
    else:
        turn.status, turn.answer = TurnStatus.ANSWERED, answer


def _key(answer: StoredAnswer) -> AnswerKey:
    return answer.object_sha256, answer.question_sha256


def _store_turns(entries: Sequence[Entry]) -> None:
    """Insert the new turns; those that have waited take how they were settled."""
    turns = [entry.turn for entry in entries if entry.turn]
    for entry in entries:
        if entry.turn:
            entry.turn.play_id = entry.seat.begun_play_id
    known = [turn for turn in turns if turn.pk]
    # One statement for all, where `bulk_update` makes a case of every field and row.
    Turn.objects.bulk_create(
        known, update_conflicts=True, unique_fields=["pk"], update_fields=SETTLED
    )
    new = {turn.key: turn for turn in turns if not turn.pk}
    if new:
        for pk, key in bulk.insert(list(new.values()), ("id", "key")).all():
            new[UUID(str(key))].pk = pk


def _store_heard(entries: Sequence[Entry]) -> None:
    replies = []
    for entry in entries:
        if entry.reply:
            entry.reply.play_id = entry.seat.begun_play_id
            entry.reply.sequence = entry.seat.replies + 1
            replies.append(entry.reply)
    if replies:
        bulk.insert(replies, ("id",))
    rulings = [entry.ruling for entry in entries if entry.ruling]
    store.keep_rulings(sorted(rulings, key=lambda row: row.question_sha256))
    ModelCall.objects.bulk_create(chain.from_iterable(map(_calls, entries)))


def _calls(entry: Entry) -> Iterator[ModelCall]:
    for call in entry.calls:
        call.turn = entry.turn
        yield call


def _end(entry: Entry) -> None:
    """End the play and, with it, the episode, whose claim is then over."""
    ending = entry.ending
    if ending is None:
        return
    Play.objects.filter(pk=entry.seat.begun_play_id).update(
        outcome=ending.outcome, guessed=ending.guessed, ended_at=ending.at
    )
    Episode.objects.filter(pk=entry.seat.episode_id).update(
        status=Episode.Status.DONE,
        fault=ending.fault,
        error=ending.error,
        refused=ending.refused,
        done_at=ending.at,
        due_at=None,
        holder="",
        lease_until=None,
    )
