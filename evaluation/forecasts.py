"""From a run's first games to what all of them will take."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from evaluation.spec_values import PriceSpec


@dataclass(frozen=True)
class TrialGame:
    """What one trial game took. seconds: from its first move to its end.

    tokens: of all roles. prompt, cached, completion: of the Questioner's calls; cached are part of
        prompt, hidden ones of completion. roles_prompt, roles_completion: of the Oracle's and
        the Checker's.
    """

    seconds: float
    tokens: int
    prompt: int = 0
    cached: int = 0
    completion: int = 0
    roles_prompt: int = 0
    roles_completion: int = 0

    def cost(self, price: PriceSpec) -> float:
        own = price.of(prompt=self.prompt, completion=self.completion, cached=self.cached)
        if price.roles is None:
            return own
        return own + price.roles.of(
            prompt=self.roles_prompt, completion=self.roles_completion, cached=0
        )


@dataclass(frozen=True)
class Beside:
    """Trial games that were played beside each other, as those after them are.

    together: how many at once. busy_seconds: how long at least one of their calls was under way.
    """

    together: int
    busy_seconds: float


@dataclass(frozen=True)
class Range:
    """As if every game were like the cheapest, the mean and the dearest of the trial games."""

    low: float
    likely: float
    high: float


@dataclass(frozen=True)
class Forecast:
    """Of the whole run, trial games included, and of playing alone: a run also waits for its turn.

    cost: None where the spec has no price. longest_seconds: of a trial game.
    at_once: how many are played beside each other. together: how many of the trial games were, 0
        where that was not measured.
    """

    games: int
    trials: int
    longest_seconds: float
    seconds: Range
    tokens: Range
    cost: Range | None
    currency: str
    at_once: int = 0
    together: int = 0

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def forecast(
    trials: Sequence[TrialGame],
    *,
    games: int,
    at_once: int,
    price: PriceSpec | None,
    beside: Beside | None = None,
) -> Forecast | None:
    """Return what so many games will take; None where there is no trial game.

    at_once: how many are played beside each other; a run takes no less than its longest game.
    beside: where it was measured how fast games are beside each other, time follows from that.
    """
    if not trials:
        return None
    at_once = min(at_once, games)
    each = [trial.seconds for trial in trials]
    costs = [trial.cost(price) for trial in trials] if price else []
    return Forecast(
        games=games,
        trials=len(trials),
        longest_seconds=max(trial.seconds for trial in trials),
        seconds=_range(each, games / at_once)
        if beside is None
        else _measured(each, beside, games=games, at_once=at_once),
        tokens=_range([trial.tokens for trial in trials], games),
        cost=_range(costs, games) if costs else None,
        currency=price.currency if price else "",
        at_once=at_once,
        together=beside.together if beside else 0,
    )


def _measured(each: Sequence[float], beside: Beside, *, games: int, at_once: int) -> Range:
    """As fast as the trial games came beside each other.

    At best all are like the quickest, however many are played at once; at worst like the slowest,
    and more of them at once than were tried are no faster together.
    """
    low = min(each) * games / at_once
    high = max(each) * games / min(at_once, beside.together)
    likely = max(low, beside.busy_seconds * games / len(each))
    return Range(low, likely, max(likely, high))


def _range(values: Sequence[float], times: float) -> Range:
    return Range(min(values) * times, fmean(values) * times, max(values) * times)
