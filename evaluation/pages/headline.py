"""The one sentence that stands over a campaign's figures."""

from evaluation.metrics.intervals import Estimate, Method, Undefined
from evaluation.metrics.summary import Summary
from evaluation.pages.success import Design
from evaluation.pages.tables import REASONS, Unit, number

_METHODS = {Method.WILSON: "Wilson ", Method.T: "t "}
NOTHING = "No play has ended yet. The figures of every ended play will stand here."


def headline(summary: Summary, design: Design) -> str:
    players, average = len(summary.players), summary.average
    if not isinstance(average.rate, Estimate):
        return NOTHING
    solved = _one(summary) if players == 1 else _several(summary, average.rate)
    turns = average.turns_when_solved
    if design.asked and isinstance(turns, Estimate):
        solved += f", the solved ones in {number(turns.value, Unit.TURNS)} turns"
        solved += (
            "" if players == 1 else f" ({interval_in_words(turns, Unit.TURNS)}, n = {turns.n:,})"
        )
    alone = " One player gives no interval." if players == 1 else ""
    return f"{solved}.{alone}{_complete(summary)}"


def _one(summary: Summary) -> str:
    """One player has figures of their own and none of players at large."""
    pooled = summary.pooled
    if not pooled.solved:
        return f"One player solved none of their {pooled.plays:,} games"
    share = number(pooled.solved / pooled.plays, Unit.SHARE)
    return f"One player solved {pooled.solved:,} of {pooled.plays:,} games ({share})"


def _several(summary: Summary, rate: Estimate) -> str:
    players = len(summary.players)
    if not summary.pooled.solved:
        return f"{players:,} players solved none of their {summary.pooled.plays:,} games"
    return (
        f"{players:,} players solved {number(rate.value, Unit.SHARE)} of their games on average "
        f"({interval_in_words(rate, Unit.SHARE)}, n = {rate.n:,} players)"
    )


def interval_in_words(figure: Estimate, unit: Unit) -> str:
    if isinstance(figure.interval, Undefined):
        return REASONS[figure.interval.reason]
    low, high = (number(end, unit) for end in (figure.interval.low, figure.interval.high))
    method = _METHODS.get(figure.method, "") if figure.method else ""
    return f"95% {method}interval from {low} to {high}"


def _complete(summary: Summary) -> str:
    players, complete = len(summary.players), len(summary.complete)
    if complete == players:
        return ""
    return f" {complete:,} of {players:,} played all the games that they were given."
