"""Which stored plays an entry's figures are of, game by game, for links to their replays."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from evaluation.entries import Entry
from evaluation.models import Episode
from games import counted
from games.models import Campaign


@dataclass(frozen=True)
class PlayOf:
    """who: the repeat of a run from the second on, or a person's pseudonym; else empty."""

    play_id: int
    who: str
    outcome: str


def of_entry(entry: Entry, games: Collection[str]) -> Mapping[str, list[PlayOf]]:
    """Game's key -> its counted plays in order; one query, two for a campaign."""
    where, _, slug = entry.reference.partition("/")
    rows = _of_run(slug, games) if where == "run" else _of_campaign(slug, games)
    found: dict[str, list[PlayOf]] = {}
    for game, play in rows:
        found.setdefault(game, []).append(play)
    return found


def _of_run(slug: str, games: Collection[str]) -> Iterable[tuple[str, PlayOf]]:
    rows = Episode.objects.filter(
        run__slug=slug, status=Episode.Status.DONE, game__key__in=games
    ).order_by("number")
    for game, play, repeat, outcome in rows.values_list(
        "game__key", "play_id", "repeat", "play__outcome"
    ):
        yield game, PlayOf(play or 0, f"repeat {repeat}" if repeat > 1 else "", outcome)


def _of_campaign(slug: str, games: Collection[str]) -> Iterable[tuple[str, PlayOf]]:
    campaign = Campaign.objects.get(slug=slug)
    rows = counted.plays_of(campaign).filter(game__key__in=games).order_by("pk")
    for game, play, who, outcome in rows.values_list(
        "game__key", "pk", "participant__pseudonym", "outcome"
    ):
        yield game, PlayOf(play, who, outcome)
