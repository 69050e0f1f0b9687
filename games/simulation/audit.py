"""What the database holds of a simulated campaign, and whether it is what it has to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from games import counted, waits
from games.models import Campaign, CompletionCode, Participant, Play, Turn
from games.rules import Outcome, TurnStatus


@dataclass(frozen=True)
class Doubles:
    """Things that exist once and are there twice; each of them is 0 where all is well."""

    plays_of_a_game: int
    plays_of_an_object: int
    turns_at_a_position: int
    posts_with_a_key: int
    participants_of_an_external_id: int
    valid_codes_of_a_participant: int

    @property
    def total(self) -> int:
        return sum(vars(self).values())


@dataclass(frozen=True)
class Places:
    """How full the games are.

    wanted: plays of each game in the end. fewest, most: that were played to their end and
        count; in a crossed campaign those of complete players.
    miscounted: games whose stored count is not the count of their assignments.
    """

    games: int
    wanted: int
    fewest: int
    most: int
    exact: bool
    miscounted: int

    @property
    def spread(self) -> int:
        return self.most - self.fewest


@dataclass(frozen=True)
class Seen:
    """What the players saw: keys of questions on boards, and codes; apart those who withdrew."""

    questions: set[UUID]
    withdrawn_questions: set[UUID]
    codes: set[str]


@dataclass(frozen=True)
class Findings:
    """participants: by how their part ended, with those who withdrew.

    unfinished: plays without an end of participants whose part has ended as complete; the
        plays of those who left are `abandoned`.
    waiting: questions without an answer in the end. lost_questions: that a player saw on the
        board and that are not there; unknown_questions: stored and sent by nobody.
    unknown_codes: that a page showed and that are not there.
    left_of_withdrawn: questions of players who withdrew that are there still.
    counted: plays that count, won: how many of them. answer_seconds: from question to answer,
    by the rows.
    """

    participants: Mapping[str, int]
    plays: int
    practice_plays: int
    turns: int
    doubles: Doubles
    places: Places
    unfinished: int
    abandoned: int
    waiting: int
    lost_questions: int
    unknown_questions: int
    unknown_codes: int
    left_of_withdrawn: int
    counted: int
    won: int
    answer_seconds: list[float] = field(repr=False)


def examine(campaign: Campaign, seen: Seen) -> Findings:
    """Look at the campaign as its players left it."""
    plays = Play.objects.filter(participant__campaign=campaign)
    turns = Turn.objects.filter(play__participant__campaign=campaign)
    standing = counted.plays_of(campaign)
    completed = Q(participant__outcome=Participant.Outcome.COMPLETED)
    open_plays = plays.filter(outcome="")
    keys = set(turns.values_list("key", flat=True))
    return Findings(
        participants=_endings(campaign),
        plays=plays.filter(kind=Play.Kind.STUDY).count(),
        practice_plays=plays.filter(kind=Play.Kind.PRACTICE).count(),
        turns=turns.count(),
        doubles=_doubles(campaign, plays, turns),
        places=_places(campaign),
        unfinished=open_plays.filter(completed).count(),
        abandoned=open_plays.exclude(completed).count(),
        waiting=turns.filter(status=TurnStatus.WAITING).count(),
        lost_questions=len(seen.questions - keys),
        unknown_questions=len(keys - seen.questions - seen.withdrawn_questions),
        unknown_codes=len(seen.codes - set(campaign.codes.values_list("code", flat=True))),
        left_of_withdrawn=len(seen.withdrawn_questions & keys),
        counted=standing.count(),
        won=standing.filter(outcome=Outcome.WON).count(),
        answer_seconds=_answer_seconds(turns),
    )


def _endings(campaign: Campaign) -> dict[str, int]:
    people = campaign.participants
    return {
        "joined": people.count() + campaign.withdrawals.count(),
        "complete": people.filter(outcome=Participant.Outcome.COMPLETED).count(),
        "partial": people.filter(outcome=Participant.Outcome.PARTIAL).count(),
        "withdrawn": campaign.withdrawals.count(),
        "away": people.filter(outcome="").count(),
    }


def _doubles(campaign: Campaign, plays: QuerySet[Play], turns: QuerySet[Turn]) -> Doubles:
    people = campaign.participants.exclude(external_id="")
    codes = CompletionCode.objects.filter(campaign=campaign, reopened_at=None)
    study = plays.filter(kind=Play.Kind.STUDY)
    return Doubles(
        plays_of_a_game=_twice(plays, "participant", "game"),
        plays_of_an_object=_twice(study, "participant", "game__physical_object"),
        turns_at_a_position=_twice(turns, "play", "number", "attempt"),
        posts_with_a_key=_twice(turns, "key"),
        participants_of_an_external_id=_twice(people, "external_id"),
        valid_codes_of_a_participant=_twice(codes.exclude(participant=None), "participant"),
    )


def _twice(rows: QuerySet, *fields: str) -> int:
    """How many rows there are beyond the first of each group."""
    groups = rows.order_by().values(*fields).annotate(rows_of_it=Count("pk"))
    return sum(group["rows_of_it"] - 1 for group in groups)


def _places(campaign: Campaign) -> Places:
    held = Q(assignments__released_at=None)
    played = held & Q(assignments__play__isnull=False) & ~Q(assignments__play__outcome="")
    if campaign.crossed:
        # What somebody played who ended early is kept, but the seat is somebody else's then.
        played &= Q(assignments__participant__outcome=Participant.Outcome.COMPLETED)
    games = campaign.campaign_games.annotate(
        held=Count("assignments", filter=held & Q(assignments__isnull=False), distinct=True),
        played=Count("assignments", filter=played, distinct=True),
    )
    counts = [game.played for game in games]
    wanted = campaign.players_wanted if campaign.crossed else campaign.plays_wanted
    return Places(
        games=len(counts),
        wanted=wanted or 0,
        fewest=min(counts),
        most=max(counts),
        exact={wanted} == set(counts),
        miscounted=games.exclude(taken=F("held")).count(),
    )


def _answer_seconds(turns: QuerySet[Turn]) -> list[float]:
    settled = turns.exclude(settled_at=None).values_list(waits.duration(), flat=True)
    return [waited.total_seconds() for waited in settled]
