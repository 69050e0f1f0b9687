"""A researcher keeps or removes what was typed; a decision can be changed, twice is once.

A decision is on a wording: it holds wherever in the campaign it was typed until then.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from games import texts
from games.models import Campaign, Participant, TextReview, Turn


class TextGone(Exception):
    """There is no such text in this campaign (any more): its participant may have withdrawn."""


class TextChanged(Exception):
    """The text is another one by now than the one that was looked at."""


class TextRemoved(Exception):
    """The wording was removed, and only another look at it alone keeps it again."""


def review(
    campaign: Campaign,
    key: str,
    *,
    removed: bool,
    seen: str,
    now: datetime,
    unless_removed: bool = False,
) -> None:
    """Decide on the wording of the text that `texts.Typed` names so; seen: the wording's mark.

    Raises TextGone, TextChanged; with unless_removed TextRemoved.
    """
    name, _, number = key.rpartition("-")
    pk = int(number) if number.isdecimal() and len(number) < 19 else 0
    with transaction.atomic():
        if name in texts.FREE_ANSWERS:
            people = _of_answer(campaign, pk, name, seen)
            if unless_removed and any(_removed(each, name) for each in people):
                raise TextRemoved(key)
            _decide_on_answers(people, name, removed=removed)
        elif name != "turn":
            raise TextGone(f"no text is called {key!r}")
        else:
            turns = _of_question(campaign, pk, seen)
            if unless_removed and _any_removed(turns):
                raise TextRemoved(key)
            _decide_on_turns(turns, removed=removed, now=now)


def keep_all(campaign: Campaign, listed: Mapping[str, str], *, now: datetime) -> int:
    """Keep each text, key -> mark of its wording; return how many were left as they are.

    Those are the ones that were removed before, are gone or have changed.
    """
    left = 0
    for key, seen in listed.items():
        try:
            review(campaign, key, removed=False, seen=seen, now=now, unless_removed=True)
        except (TextGone, TextChanged, TextRemoved):
            left += 1
    return left


def _of_question(campaign: Campaign, pk: int, seen: str) -> list[Turn]:
    """The turns with the very wording, locked."""
    asked = Turn.objects.filter(play__participant__campaign=campaign)
    question = asked.filter(pk=pk).values_list("question", flat=True).first()
    if question is None:
        raise TextGone(f"turn {pk} is not in {campaign.slug}")
    _require_seen(question, seen)
    same = asked.filter(question=question).order_by("pk")
    turns = list(same.select_for_update(of=("self",)))
    if not any(turn.pk == pk for turn in turns):
        raise TextChanged("The text was changed just now.")
    return turns


def _any_removed(turns: list[Turn]) -> bool:
    wording = texts.mark_of(turns[0].question)
    decided = TextReview.objects.filter(turn__in=turns, wording=wording)
    return decided.filter(removed=True).exists()


def _decide_on_turns(turns: list[Turn], *, removed: bool, now: datetime) -> None:
    wording = texts.mark_of(turns[0].question)
    TextReview.objects.bulk_create(
        [
            TextReview(turn=turn, wording=wording, removed=removed, reviewed_at=now)
            for turn in turns
        ],
        update_conflicts=True,
        unique_fields=["turn"],
        update_fields=["wording", "removed", "reviewed_at"],
    )


def _of_answer(campaign: Campaign, pk: int, name: str, seen: str) -> list[Participant]:
    """The participants who answered in the very words, locked."""
    participant = campaign.participants.filter(pk=pk).first()
    said = participant.demographics.get(name) if participant else None
    if not said:
        raise TextGone(f"participant {pk} of {campaign.slug} has no such answer")
    _require_seen(str(said), seen)
    same = campaign.participants.filter(**{f"demographics__{name}": said}).order_by("pk")
    return list(same.select_for_update(of=("self",)))


def _removed(participant: Participant, name: str) -> bool:
    return bool(texts.decision_on_answer(participant.demographics, name))


def _decide_on_answers(people: list[Participant], name: str, *, removed: bool) -> None:
    for each in people:
        each.demographics[f"{name}_removed"] = removed
    Participant.objects.bulk_update(people, ["demographics"])


def _require_seen(text: str, seen: str) -> None:
    if texts.mark_of(text) != seen:
        raise TextChanged("The text was changed since.")
