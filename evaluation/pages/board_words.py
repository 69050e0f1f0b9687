"""What a list of the leaderboard says in sentences: who is best, by how much, how surely."""

from collections.abc import Iterator, Mapping, Sequence

from evaluation.leaderboard import Group, Row
from evaluation.metrics import ranks
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.metrics.ranks import Rank
from evaluation.pages import player_names
from evaluation.pages.tables import Unit, number
from evaluation.standings import Standing

ENOUGH_SHARED = 30
"""Games that two runs share, or players; on fewer even large differences show none."""
WHY_UNRANKED = {
    Standing.BOUND: "a bound",
    Standing.MARKED: "not comparable",
    Standing.PROVISIONAL: "provisional",
}


def sentences(group: Group) -> list[str]:
    """group: as the list is, with all its rows."""
    ranked = [row for row in group.rows if row.rank]
    names = player_names.names_of([row.entry for row in group.rows])
    return [" ".join(_best(ranked, group, names)), *_others(group.rows)]


def hardly_met(row: Row, group: Group) -> bool:
    """Whether it shares so few games with another ranked player that both may be anywhere."""
    own = row.entry.reference
    return any(_few(apart) for pair, apart in group.apart.items() if own in pair)


def rank_in_words(rank: Rank) -> str:
    return str(rank.best) if rank.best == rank.worst else f"{rank.best} to {rank.worst}"


def _few(apart: Figure) -> bool:
    """Not told apart, and on hardly any games or players that could."""
    if not isinstance(apart, Estimate):
        return True
    return apart.n < ENOUGH_SHARED and not ranks.sign_of(apart)


def _best(ranked: Sequence[Row], group: Group, names: Mapping[str, str]) -> Iterator[str]:
    if not ranked:
        yield "No player of this list has a rank yet."
        return
    first, *others = ranked
    name, rate = names[first.entry.reference], number(_value(first.rate), Unit.SHARE)
    if not others:
        yield f"{name} alone has a rank: success {rate}."
        return
    apart = [group.apart[first.entry.reference, row.entry.reference] for row in others]
    second = names[others[0].entry.reference]
    yield f"{name} has the highest success, {rate}: {_lead(second, apart[0])}"
    tied, few = [], []
    for row, difference in zip(others, apart, strict=True):
        called = names[row.entry.reference]
        if _few(difference):
            shared = difference.n if isinstance(difference, Estimate) else 0
            few.append(f"{called} (n = {shared})")
        elif not ranks.sign_of(difference):
            tied.append(called)
    if tied:
        yield f"Not distinguishable from {name}: {', '.join(tied)}."
    if few:
        yield f"With too few games in common to tell them from {name}: {', '.join(few)}."


def _lead(name: str, apart: Figure) -> str:
    if not isinstance(apart, Estimate):
        return f"it and {name}, the next, have ended no game in common."
    surely = "significantly ahead of" if ranks.sign_of(apart) > 0 else "not significantly ahead of"
    points = number(apart.value, Unit.POINTS)
    return (
        f"{surely} {name}, the next ({points} percentage points on the games that both ended, "
        f"n = {apart.n:,}, {_interval(apart)})."
    )


def _interval(apart: Estimate) -> str:
    if not isinstance(apart.interval, Interval):
        return "no interval"
    low, high = (number(end, Unit.POINTS) for end in (apart.interval.low, apart.interval.high))
    return f"95% interval {low} to {high}"


def _others(rows: Sequence[Row]) -> Iterator[str]:
    """Why some have no rank."""
    bounds = [row.entry.name for row in rows if row.standing == Standing.BOUND]
    if bounds:
        yield (
            f"{', '.join(bounds)}: knows the hidden object, so it shows how few questions can "
            "do, and has no rank."
        )
    if any(row.standing == Standing.MARKED for row in rows):
        yield (
            "Whoever used what was made on these very games, or was simulated, stands without a "
            "rank."
        )
    if any(row.standing == Standing.PROVISIONAL for row in rows):
        yield "Provisional players stand below, without a rank, until all their games have ended."


def _value(figure: Figure) -> float:
    return figure.value if isinstance(figure, Estimate) else 0.0
