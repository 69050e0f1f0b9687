"""A researcher keeps or removes what was typed; a decision can be changed, twice is once."""

from datetime import datetime

from django.db import transaction

from games import texts
from games.models import Campaign, Participant, TextReview, Turn


class TextGone(Exception):
    """There is no such text in this campaign (any more): its participant may have withdrawn."""


class TextChanged(Exception):
    """The text is another one by now than the one that was looked at."""


def review(campaign: Campaign, key: str, *, removed: bool, seen: str, now: datetime) -> None:
    """Decide on the text that `texts.Typed` names so; seen: the mark of the wording.

    Raises TextGone, TextChanged.
    """
    name, _, number = key.rpartition("-")
    pk = int(number) if number.isdecimal() and len(number) < 19 else 0
    with transaction.atomic():
        if name in texts.FREE_ANSWERS:
            _review_answer(campaign, pk, name, removed=removed, seen=seen)
        else:
            _review_turn(campaign, pk, removed=removed, seen=seen, now=now)


def _review_turn(campaign: Campaign, pk: int, *, removed: bool, seen: str, now: datetime) -> None:
    turns = Turn.objects.filter(pk=pk, play__participant__campaign=campaign)
    turn = turns.select_for_update(of=("self",)).first()
    if turn is None:
        raise TextGone(f"turn {pk} is not in {campaign.slug}")
    _require_seen(turn.question, seen)
    # A clock that was set back must not make the decision older than the question.
    values = {"removed": removed, "reviewed_at": max(now, turn.asked_at)}
    TextReview.objects.update_or_create(turn=turn, defaults=values)


def _review_answer(campaign: Campaign, pk: int, name: str, *, removed: bool, seen: str) -> None:
    participant = campaign.participants.select_for_update(of=("self",)).filter(pk=pk).first()
    if participant is None or not participant.demographics.get(name):
        raise TextGone(f"participant {pk} of {campaign.slug} has no such answer")
    _require_seen(str(participant.demographics[name]), seen)
    decided = {**participant.demographics, f"{name}_removed": removed}
    Participant.objects.filter(pk=pk).update(demographics=decided)


def _require_seen(text: str, seen: str) -> None:
    if texts.mark_of(text) != seen:
        raise TextChanged("The text was changed since.")
