"""Who took part in a campaign, how far they came, and what they said about themselves, counted."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, Min, OuterRef, Q

from games import counted
from games.models import Campaign, Participant, Play

# Of groups of fewer people nothing is said but how many they are together.
FEWEST = 3
# With their answers in order. Gender is left out: it is in everybody's own words.
QUESTIONS = {
    "age_group": ("18-24", "25-34", "35-44", "45-54", "55-64", "65+"),
    "english": ("basic", "good", "fluent", "native"),
    "familiarity": ("never", "sometimes", "often"),
}

_KEPT = Q(excluded_reason="")
_COMPLETED = _KEPT & Q(outcome=Participant.Outcome.COMPLETED)
_SHORT = _KEPT & ~Q(outcome=Participant.Outcome.COMPLETED)
_BEGUN = _SHORT & Q(begun=True)
# Every participant who did not withdraw is of exactly one of these kinds.
_KINDS = {
    "completed": _COMPLETED,
    "partial": _BEGUN & Q(outcome=Participant.Outcome.PARTIAL),
    "given_back": _BEGUN & Q(outcome="", seat_released_at__isnull=False),
    "going_on": _BEGUN & Q(outcome="", seat_released_at=None),
    "practised_only": _SHORT & Q(begun=False, practised=True),
    "began_nothing": _SHORT & Q(begun=False, practised=False),
    "excluded": ~_KEPT,
}


@dataclass(frozen=True)
class Flow:
    """Everybody who joined, each under exactly one of these.

    partial, given_back, going_on: began a game of the campaign. practised_only, began_nothing:
    did not, whatever came of them. withdrawn: of them nothing else is left.
    first_joined: of those who did not withdraw. last_ended: the last end of a play.
    """

    completed: int
    partial: int
    given_back: int
    going_on: int
    practised_only: int
    began_nothing: int
    excluded: int
    withdrawn: int
    first_joined: datetime | None
    last_ended: datetime | None

    @property
    def joined(self) -> int:
        ended = self.completed + self.partial + self.given_back + self.going_on
        return ended + self.practised_only + self.began_nothing + self.excluded + self.withdrawn


@dataclass(frozen=True)
class Said:
    """What players answered to one optional question.

    groups: answer -> how many gave it, three or more. few: who gave one that fewer gave.
    """

    question: str
    groups: Mapping[str, int]
    few: int
    unsaid: int


def flow_of(campaign: Campaign) -> Flow:
    """Three queries, whatever the campaign's size."""

    def has(kind: Play.Kind) -> Exists:
        return Exists(Play.objects.filter(participant=OuterRef("pk"), kind=kind))

    people = campaign.participants.annotate(
        begun=has(Play.Kind.STUDY), practised=has(Play.Kind.PRACTICE)
    )
    kinds = {name: Count("pk", filter=kind) for name, kind in _KINDS.items()}
    ended = Play.objects.filter(participant__campaign=campaign).aggregate(last=Max("ended_at"))
    return Flow(
        **people.aggregate(**kinds, first_joined=Min("started_at")),
        withdrawn=campaign.withdrawals.count(),
        last_ended=ended["last"],
    )


def said_by_players(campaign: Campaign) -> list[Said]:
    """Of those whose plays are counted; empty where the campaign does not ask. One query."""
    if not campaign.ask_demographics:
        return []
    plays = counted.plays_of(campaign).filter(participant=OuterRef("pk"))
    people = campaign.participants.filter(Exists(plays))
    answers = list(people.values_list("demographics", flat=True))
    return [_said(name, Counter(each.get(name) or "" for each in answers)) for name in QUESTIONS]


def _said(question: str, counts: Counter[str]) -> Said:
    unsaid = counts.pop("", 0)
    groups = {answer: counts[answer] for answer in QUESTIONS[question] if counts[answer] >= FEWEST}
    return Said(question, groups, counts.total() - sum(groups.values()), unsaid)
