"""The rows of a campaign's export, read in their fixed order, a batch at a time.

Each table is one query or two, however many rows there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games import export_cells
from games.export_cells import Stored
from games.exporting.columns import Row
from games.models import Campaign, Mark, Participant, Play, Turn
from games.rules import Outcome

CHUNK = 1000


class Include(StrEnum):
    """What an export leaves out unless it is asked for."""

    PRACTICE = "practice"
    EXCLUDED = "excluded"
    SIMULATED = "simulated"


@dataclass(frozen=True)
class Selection:
    """What of a campaign is exported. Free play belongs to no campaign and is never in."""

    campaign: Campaign
    include: frozenset[Include] = frozenset()

    @property
    def participants(self) -> QuerySet[Participant]:
        everybody = self.campaign.participants.all()
        return (
            everybody if Include.EXCLUDED in self.include else everybody.filter(excluded_reason="")
        )

    @property
    def plays(self) -> QuerySet[Play]:
        kinds = [Play.Kind.STUDY]
        if Include.PRACTICE in self.include:
            kinds.append(Play.Kind.PRACTICE)
        return Play.objects.filter(participant__in=self.participants, kind__in=kinds)

    @property
    def turns(self) -> QuerySet[Turn]:
        return Turn.objects.filter(play__in=self.plays)


def participants(selection: Selection) -> Iterator[Row]:
    study = Q(plays__kind=Play.Kind.STUDY)
    rows = selection.participants.order_by("pk").annotate(
        begun=Count("plays", filter=study),
        ended=Count("plays", filter=study & ~Q(plays__outcome="")),
        won=Count("plays", filter=study & Q(plays__outcome=Outcome.WON)),
    )
    for row in rows.values(*_PARTICIPANT, "begun", "ended", "won").iterator(CHUNK):
        yield export_cells.participant(selection.campaign, row)


def plays(selection: Selection) -> Iterator[Row]:
    for play, turns in _plays_with_turns(selection):
        yield export_cells.play(selection.campaign, play, turns)


def plays_wide(selection: Selection) -> Iterator[Row]:
    for play, turns in _plays_with_turns(selection):
        yield {
            **export_cells.play(selection.campaign, play, turns),
            **export_cells.side_by_side(play, turns),
        }


def turns(selection: Selection) -> Iterator[Row]:
    ordered = _in_order(selection.turns, "play__", "number", "attempt")
    for row in ordered.values(*_of_play("play__"), *_TURN).iterator(CHUNK):
        yield export_cells.turn(selection.campaign, row)


def marks(selection: Selection) -> Iterator[Row]:
    of_plays = Mark.objects.filter(play__in=selection.plays)
    ordered = _in_order(of_plays, "play__", "pk").values(*_of_play("play__"), *_MARK)
    for _, of_play in groupby(ordered.iterator(CHUNK), key=lambda row: row["play__pk"]):
        for step, row in enumerate(of_play, start=1):
            yield {
                **export_cells.place(selection.campaign, row, "play__"),
                "step": step,
                "after_turn": row["after_turn"],
                "affordance": row["affordance"],
                "crossed_out": row["crossed_out"],
                "marked_at": export_cells.moment(row["marked_at"]),
            }


_PARTICIPANT = (
    "pseudonym",
    "excluded_reason",
    "language",
    "consent__sha256",
    "consent__language",
    "consent__given_at",
    "started_at",
    "outcome",
    "ended_at",
    "seat_released_at",
    "demographics",
)
_PLAY = (
    "participant__excluded_reason",
    "assignment__released_at",
    "game__split",
    "game__physical_object__key",
    "game__candidates",
    "game__target__key",
    "protocol_id",
    "protocol__sha256",
    "started_at",
    "ended_at",
    "outcome",
    "guessed",
)
_BRIEF = ("play_id", "number", "attempt", "question", "status", "answer", "asked_at")
_REVIEW = ("review__removed", "review__wording")
_TURN = (
    *_BRIEF,
    *_REVIEW,
    "reason",
    "probe",
    "stored_answer__answer",
    "stored_answer__forced",
    "stored_answer__oracle_version",
    "stored_answer__source",
    "stored_answer__revision",
    "stored_answer__confidence",
    "doubt__pk",
    "settled_at",
    "thinking_seconds",
    "typing_seconds",
    "checker_seconds",
    "oracle_seconds",
)
_MARK = ("after_turn", "affordance", "crossed_out", "marked_at")


def _of_play(before: str) -> tuple[str, ...]:
    names = ("pk", "kind", "participant__pseudonym", "game__key", "assignment__position")
    return tuple(before + name for name in names)


def _in_order(rows: QuerySet[Any], before: str, *after: str) -> QuerySet[Any]:
    """By participant in the order of joining, practice first, then the games as assigned."""
    position = F(f"{before}assignment__position").asc(nulls_first=True)
    return rows.order_by(f"{before}participant_id", position, f"{before}pk", *after)


def _plays_with_turns(selection: Selection) -> Iterator[tuple[Stored, list[Stored]]]:
    """Each play with its turns: two streams in the same order, read side by side."""
    plays = _in_order(selection.plays, "").values(*_of_play(""), *_PLAY)
    turns = _in_order(selection.turns, "play__", "number", "attempt").values(
        *_BRIEF, *_REVIEW, "doubt__pk"
    )
    groups = groupby(turns.iterator(CHUNK), key=lambda row: row["play_id"])
    following = next(groups, None)
    for play in plays.iterator(CHUNK):
        of_play: list[Stored] = []
        if following and following[0] == play["pk"]:
            of_play = list(following[1])
            following = next(groups, None)
        yield play, of_play
