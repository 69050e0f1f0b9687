"""Entries of many questions become rows in one transaction, each exactly once.

As of games (evaluation.runner.storing): an episode's `tries` says which taking-up it is, and a
transaction of which nobody knows whether it was committed is recognised by its replies' keys.
"""

from collections.abc import Sequence

from django.db import transaction

from evaluation.models import Choice, ChoiceReply, Episode
from evaluation.runner import bulk
from evaluation.runner.question_entries import Entry


def save_all(entries: Sequence[Entry], *, again: bool) -> list[bool]:
    """Store what each question has to store; return for each whether its claim held.

    again: whether it was tried before and the database did not say what came of it.
    """
    stored = {entry.seat.episode_id for entry in entries if again and _is_stored(entry)}
    fresh = [entry for entry in entries if entry.seat.episode_id not in stored]
    held = _save(fresh) if fresh else set()
    kept = stored | held
    for entry in entries:
        if entry.seat.episode_id in kept and entry.reply:
            entry.seat.replies += 1
    return [entry.seat.episode_id in kept for entry in entries]


def _save(entries: Sequence[Entry]) -> set[int]:
    """Ids of the episodes whose claim held."""
    tries = {entry.seat.episode_id: entry.seat.tries for entry in entries}
    with transaction.atomic(), bulk.together():
        locked = bulk.lock(Episode, tries, "status = 'waiting'", "tries")
        held = {pk for pk, tried in locked.all() if tried == tries[pk]}
        kept = [entry for entry in entries if entry.seat.episode_id in held]
        replies = [_placed(entry, entry.reply) for entry in kept if entry.reply]
        if replies:
            bulk.insert(replies, ("id",))
        _store_choices(kept)
    return held


def _placed(entry: Entry, reply: ChoiceReply) -> ChoiceReply:
    reply.episode_id = entry.seat.episode_id
    reply.sequence = entry.seat.replies + 1
    return reply


def _store_choices(entries: Sequence[Entry]) -> None:
    """End the questions that are settled, in one statement for all alike."""
    choices: list[Choice] = []
    alike: dict[tuple[str, str, str], list[int]] = {}
    ended = [(entry.seat.episode_id, entry.ending) for entry in entries if entry.ending]
    for episode_id, ending in ended:
        ending.choice.episode_id = episode_id
        choices.append(ending.choice)
        alike.setdefault((ending.fault, ending.error, ending.refused), []).append(episode_id)
    for (fault, error, refused), ids in alike.items():
        # Their claims are then over.
        Episode.objects.filter(pk__in=ids).update(
            status=Episode.Status.DONE,
            fault=fault,
            error=error,
            refused=refused,
            done_at=max(ending.at for _, ending in ended),
            due_at=None,
            holder="",
            lease_until=None,
        )
    if choices:
        bulk.insert(choices, ("id",))


def _is_stored(entry: Entry) -> bool:
    """Whether the entry is there already."""
    if entry.reply:
        return ChoiceReply.objects.filter(key=entry.reply.key).exists()
    seat = entry.seat
    done = Episode.objects.filter(pk=seat.episode_id, tries=seat.tries, status="done")
    return done.exists()
