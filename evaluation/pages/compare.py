"""Two players on the games that both played: how far they differ, and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.http import urlencode

from evaluation import entries, plays_by_game, summaries, turn_charts
from evaluation.entries import Entry, SettingDifference
from evaluation.leaderboard import OF_RUN
from evaluation.metrics import comparison
from evaluation.metrics.comparison import Comparison, Side
from evaluation.metrics.intervals import Undefined
from evaluation.metrics.plays import EndedPlay, grouped
from evaluation.pages import board_tables, compare_rules, compare_tables, drawn, player_names
from evaluation.pages.drawn import Picture
from evaluation.pages.leaderboard import marks_of
from evaluation.pages.outcomes import OUTCOMES
from evaluation.pages.sections import Chart
from evaluation.pages.tables import REASONS, Table
from evaluation.plays_by_game import PlayOf
from evaluation.turn_charts import Curve
from games.models import Game

GAMES_A_PAGE = 50


@dataclass(frozen=True)
class Choice:
    reference: str
    words: str


@dataclass(frozen=True)
class PlayLink:
    play_id: int
    words: str
    mark: str


@dataclass(frozen=True)
class DifferingGame:
    """A game that the sides did not solve alike, with every play of it on either side."""

    game: str
    target: str
    first: Sequence[PlayLink]
    second: Sequence[PlayLink]

    @property
    def beside(self) -> str:
        """Where the first plays of both stand side by side."""
        address = reverse("runs:replay", args=[self.first[0].play_id])
        return f"{address}?beside={self.second[0].play_id}"


@dataclass(frozen=True)
class Compared:
    """marks: what has to be known of either side. games: those that they did not solve alike.

    verdict: who is better by how much, and how surely.
    """

    comparison: Comparison
    verdict: str
    first: Entry
    second: Entry
    marks: Sequence[str]
    settings: Sequence[SettingDifference]
    tables: Sequence[Table]
    no_mcnemar: str
    picture: Picture
    gains: Table
    page: Page[str]
    games: Sequence[DifferingGame]


@dataclass(frozen=True)
class ComparePage:
    """problem: a sentence where what was asked for cannot be compared; empty otherwise."""

    choices: Sequence[Choice]
    first: str
    second: str
    problem: str
    compared: Compared | None


def page_of(said: Mapping[str, str]) -> ComparePage:
    """said: a, b and page, as the address has them."""
    known = [entry for entry in entries.entries() if entry.ended]
    called = player_names.names_of(known)
    first, second, problem = _sides(said, {entry.reference: entry for entry in known})
    compared = None
    if first and second and not problem:
        compared, problem = _compared(first, second, said)
    return ComparePage(
        choices=[Choice(each.reference, _words(each, called[each.reference])) for each in known],
        first=said.get("a", ""),
        second=said.get("b", ""),
        problem=problem,
        compared=compared,
    )


def gain_chart(said: Mapping[str, str], *, size: str, theme: str) -> str | None:
    """Both players' curves as SVG text; None where they cannot be compared."""
    canvas = drawn.canvas_of(size, theme)
    known = {entry.reference: entry for entry in entries.entries() if entry.ended}
    first, second, problem = _sides(said, known)
    if canvas is None or problem or not (first and second):
        return None
    found = (
        Curve(
            name,
            [(turn.number, turn.gain) for turn in summaries.of_entry(each).summary.gain_by_turn],
        )
        for name, each in zip(_names(first, second), (first, second), strict=True)
    )
    return turn_charts.curves(list(found), canvas, title="Information gain by turn")


def _sides(
    said: Mapping[str, str], known: Mapping[str, Entry]
) -> tuple[Entry | None, Entry | None, str]:
    """(first, second, why they cannot be compared); no problem before anything was chosen."""
    chosen = [said.get("a", ""), said.get("b", "")]
    for reference in filter(None, chosen):
        if reference not in known:
            return None, None, _unknown(reference)
    first, second = (known.get(reference) for reference in chosen)
    if first and second:
        return first, second, entries.why_not_comparable(first, second)
    return first, second, ""


def _unknown(reference: str) -> str:
    where, _, slug = reference.partition("/")
    if where in ("run", "campaign") and slug:
        return f"There is no {where} {slug} with an ended game."
    return f"{reference} is no player: choose both from the lists."


def _compared(first: Entry, second: Entry, said: Mapping[str, str]) -> tuple[Compared | None, str]:
    found = [summaries.of_entry(each) for each in (first, second)]
    names = _names(first, second)
    sides = [Side(name, each.plays) for name, each in zip(names, found, strict=True)]
    compared = comparison.compare(sides[0], sides[1], OF_RUN)
    if not compared.games.both:
        return None, f"{names[0]} and {names[1]} have ended no game in common."
    differing = _differing(sides[0].plays, sides[1].plays)
    page = Paginator(differing, GAMES_A_PAGE).get_page(said.get("page"))
    gains = [(name, each.summary.gain_by_turn) for name, each in zip(names, found, strict=True)]
    mcnemar = compared.mcnemar
    return Compared(
        comparison=compared,
        verdict=compare_tables.verdict(compared),
        first=first,
        second=second,
        marks=[f"{each.name}: {mark}." for each in (first, second) for mark in marks_of(each)],
        settings=entries.setting_differences(first, second),
        tables=[
            *compare_tables.tables(compared, OF_RUN),
            *compare_rules.tables(sides, (first, second)),
        ],
        no_mcnemar=REASONS[mcnemar.reason] if isinstance(mcnemar, Undefined) else "",
        picture=drawn.picture(_GAIN, lambda size, theme: _address(first, second, size, theme)),
        gains=board_tables.gains(gains, "gain"),
        page=page,
        games=_linked(list(page.object_list), first, second),
    ), ""


_GAIN = Chart(
    "gain",
    "Information gain at each turn, a curve for either player; the figures are in the table.",
    "Of all games of either player, those too that the other did not play: the mean gain at each "
    "turn over the plays still running there; n is in the table. Bands: 95% bootstrap intervals, "
    "for which people are resampled, and hidden objects where a run is drawn; none where there is "
    "no interval. A player who asked nothing that the observer can read has no curve.",
)


def _address(first: Entry, second: Entry, size: str, theme: str) -> str:
    query = urlencode({"a": first.reference, "b": second.reference})
    return f"{reverse('runs:compare_gain', args=[size, theme])}?{query}"


def _names(first: Entry, second: Entry) -> tuple[str, str]:
    called = player_names.names_of((first, second))
    return called[first.reference], called[second.reference]


def _words(entry: Entry, called: str) -> str:
    """The title alone where it begins with the player's name and tells it from all others."""
    if called != entry.name:
        names = called
    elif entry.title.startswith(entry.name):
        names = entry.title
    else:
        names = f"{entry.name}, {entry.title}"
    plays = "1 play" if entry.ended == 1 else f"{entry.ended:,} plays"
    return f"{names} ({entry.catalogue}, {entry.split} games, {plays})"


def _differing(first: Sequence[EndedPlay], second: Sequence[EndedPlay]) -> list[str]:
    """Keys of the games that both played and did not solve alike, in order."""
    ours, theirs = (_solved(plays) for plays in (first, second))
    return sorted(game for game in ours.keys() & theirs.keys() if ours[game] != theirs[game])


def _solved(plays: Sequence[EndedPlay]) -> Mapping[str, float]:
    return {
        game: sum(play.solved for play in own) / len(own)
        for game, own in grouped(plays, lambda play: play.game).items()
    }


def _linked(games: Sequence[str], first: Entry, second: Entry) -> list[DifferingGame]:
    ours, theirs = (plays_by_game.of_entry(each, games) for each in (first, second))
    targets = _targets(first, games)
    return [
        DifferingGame(game, targets.get(game, ""), _links(ours[game]), _links(theirs[game]))
        for game in games
        if game in ours and game in theirs
    ]


def _links(plays: Sequence[PlayOf]) -> list[PlayLink]:
    return [
        PlayLink(play.play_id, ", ".join(filter(None, (play.who, _outcome(play)))), _mark(play))
        for play in plays
    ]


def _outcome(play: PlayOf) -> str:
    return OUTCOMES[play.outcome][0]


def _mark(play: PlayOf) -> str:
    return OUTCOMES[play.outcome][1]


def _targets(entry: Entry, games: Sequence[str]) -> Mapping[str, str]:
    rows = Game.objects.filter(catalogue__version=entry.catalogue, key__in=games)
    return dict(rows.values_list("key", "target__key"))
