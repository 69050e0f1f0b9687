"""What a list of the leaderboard says in sentences: who is best, by how much, how surely."""

from collections.abc import Iterator, Sequence

from evaluation.leaderboard import Group, Row
from evaluation.metrics import ranks
from evaluation.metrics.intervals import Estimate, Figure, Interval
from evaluation.metrics.ranks import Rank
from evaluation.pages.tables import Unit, number
from evaluation.standings import Standing

WHY_UNRANKED = {
    Standing.BOUND: "a bound",
    Standing.MARKED: "not comparable",
    Standing.PROVISIONAL: "provisional",
}


def sentences(group: Group) -> list[str]:
    """group: as the list is, with all its rows."""
    ranked = [row for row in group.rows if row.rank]
    return [" ".join(_best(ranked, group)), *_others(group.rows)]


def rank_in_words(rank: Rank) -> str:
    return str(rank.best) if rank.best == rank.worst else f"{rank.best} to {rank.worst}"


def _best(ranked: Sequence[Row], group: Group) -> Iterator[str]:
    if not ranked:
        yield "No player of this list has a rank yet."
        return
    first, *others = ranked
    name, rate = first.entry.name, number(_value(first.rate), Unit.SHARE)
    if not others:
        yield f"{name} alone has a rank: success {rate}."
        return
    apart = [group.apart[first.entry.reference, row.entry.reference] for row in others]
    yield f"{name} has the highest success, {rate}: {_lead(others[0], apart[0])}"
    tied = [
        row.entry.name
        for row, difference in zip(others, apart, strict=True)
        if not ranks.sign_of(difference)
    ]
    if tied:
        yield f"Not distinguishable from {name}: {', '.join(tied)}."


def _lead(second: Row, apart: Figure) -> str:
    name = second.entry.name
    if not isinstance(apart, Estimate):
        return f"it and {name}, the next, have ended no game in common."
    surely = "significantly ahead of" if ranks.sign_of(apart) > 0 else "not significantly ahead of"
    points = number(apart.value, Unit.POINTS)
    return (
        f"{surely} {name}, the next ({points} percentage points on the games that both ended, "
        f"{_interval(apart)})."
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
