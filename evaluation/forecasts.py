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
class Range:
    """As if every game were like the cheapest, the mean and the dearest of the trial games."""

    low: float
    likely: float
    high: float


@dataclass(frozen=True)
class Forecast:
    """Of the whole run, trial games included, and of playing alone: a run also waits for its turn.

    cost: None where the spec has no price. longest_seconds: of a trial game.
    """

    games: int
    trials: int
    longest_seconds: float
    seconds: Range
    tokens: Range
    cost: Range | None
    currency: str

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def forecast(
    trials: Sequence[TrialGame], *, games: int, at_once: int, price: PriceSpec | None
) -> Forecast | None:
    """Return what so many games will take; None where there is no trial game.

    at_once: how many are played beside each other; a run takes no less than its longest game.
    """
    if not trials:
        return None
    rounds = games / min(at_once, games)
    costs = [trial.cost(price) for trial in trials] if price else []
    return Forecast(
        games=games,
        trials=len(trials),
        longest_seconds=max(trial.seconds for trial in trials),
        seconds=_range([trial.seconds for trial in trials], rounds),
        tokens=_range([trial.tokens for trial in trials], games),
        cost=_range(costs, games) if costs else None,
        currency=price.currency if price else "",
    )


def _range(values: Sequence[float], times: float) -> Range:
    return Range(min(values) * times, fmean(values) * times, max(values) * times)
