"""A campaign's counted plays as lines, each with its replay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from evaluation.pages.outcomes import OUTCOMES
from games import counted
from games.models import Campaign, Play

PLAYS_A_PAGE = 50


@dataclass(frozen=True)
class PlayLine:
    """mark: the sign that stands before the outcome."""

    play: Play
    outcome: str
    mark: str


@dataclass(frozen=True)
class PlayList:
    """person: the pseudonym that it is narrowed to, "" for all. people: all pseudonyms."""

    page: Page[Play]
    lines: Sequence[PlayLine]
    person: str
    people: Sequence[str]


def listed(campaign: Campaign, said: Mapping[str, str]) -> PlayList:
    """said: person and page, as the address has them; who is unknown is passed over."""
    rows = counted.plays_of(campaign)
    known = rows.order_by("participant__pseudonym").values_list("participant__pseudonym", flat=True)
    people = list(known.distinct())
    person = said.get("person", "")
    if person in people:
        rows = rows.filter(participant__pseudonym=person)
    else:
        person = ""
    shown = rows.select_related("participant", "game__target").order_by("-ended_at", "-pk")
    page = Paginator(shown, PLAYS_A_PAGE).get_page(said.get("page"))
    return PlayList(page, [_line(row) for row in page.object_list], person, people)


def _line(play: Play) -> PlayLine:
    return PlayLine(play, *OUTCOMES[play.outcome])
