"""The tables of who took part: how far they came, and what they said about themselves."""

from collections.abc import Sequence
from datetime import UTC, datetime

from evaluation.pages.tables import Column, Kind, Row, Table, Unit
from evaluation.people import FEWEST, Flow, Said

_COUNTED = (Column("participants", "Participants", Unit.COUNT),)
_QUESTIONS = {
    "age_group": "Age",
    "english": "English",
    "familiarity": "Played 20 Questions before",
}


def tables(flow: Flow, said: Sequence[Said], *, players: int) -> list[Table]:
    """players: of whom plays are counted."""
    return [_flow(flow, players), *([_said(said, players)] if said else [])]


def _flow(flow: Flow, players: int) -> Table:
    rows = (
        Row("Joined", (flow.joined,), "agreed to the consent text and got a place", Kind.HEADLINE),
        Row("Completed", (flow.completed,), "played all the games that they were given"),
        Row("Partial", (flow.partial,), "began a game, ended before the last one"),
        Row("Place given back", (flow.given_back,), "began a game, then were away too long"),
        Row("Going on", (flow.going_on,), "began a game and hold their place"),
        Row("Practised only", (flow.practised_only,), "began no game of the campaign"),
        Row("Began nothing", (flow.began_nothing,), "neither practice nor a game"),
        Row("Excluded", (flow.excluded,), "by a researcher, with a reason"),
        Row("Withdrawn", (flow.withdrawn,), "deleted; how far they came is not known"),
    )
    caption = (
        "Everybody who joined stands in exactly one line below the first. Plays of "
        f"{players:,} of them are in the figures. First joined: {_date(flow.first_joined)}, "
        f"withdrawn ones aside; last play ended: {_date(flow.last_ended)} (UTC)."
    )
    return Table("participants", "Participant flow", caption, "Who", _COUNTED, rows)


def _said(said: Sequence[Said], players: int) -> Table:
    caption = (
        f"Of the {players:,} participants whose plays are in the figures; every question was "
        f"optional. Answers that fewer than {FEWEST} people gave, or nobody, stand together. "
        "Gender is not counted: it was asked in everybody's own words."
    )
    rows = [row for each in said for row in _rows(each)]
    return Table("said", "What they said about themselves", caption, "Answer", _COUNTED, rows)


def _rows(said: Said) -> list[Row]:
    name = _QUESTIONS[said.question]
    few = Row(f"{name}: fewer than {FEWEST}", (said.few,), "all such answers together")
    return [
        *(Row(f"{name}: {answer}", (count,)) for answer, count in said.groups.items()),
        *([few] if said.few else []),
        Row(f"{name}: not said", (said.unsaid,)),
    ]


def _date(when: datetime | None) -> str:
    return f"{when.astimezone(UTC):%Y-%m-%d}" if when else "none yet"
