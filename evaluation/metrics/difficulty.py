"""Which affordances are easy and which are hard, for all models and for groups of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics.intervals import Figure, Interval, Resampling, Undefined
from evaluation.metrics.plays import EndedPlay, Key, grouped
from evaluation.metrics.success import mean_over_players, success_rate

ALL = "all"
SHOWN = 5
ModelPlays = Mapping[str, Sequence[EndedPlay]]
_SHARES = Interval(0, 1)


@dataclass(frozen=True)
class Difficulty:
    """rate: the unweighted mean over models of their success rates, n the models that met it.

    of: an affordance, or how many properties it requires. plays: of all these models.
    """

    of: str
    rate: Figure
    plays: int


@dataclass(frozen=True)
class Ranking:
    """group: "all", or the group of these models. every: all affordances, the easiest first.

    easiest, hardest: the five at either end, the extreme first; fewer where there are fewer than
        ten affordances, for none stands in both.
    by_requires: by the number of properties that an affordance requires, the fewest first.
    """

    group: str
    models: tuple[str, ...]
    every: Sequence[Difficulty]
    by_requires: Sequence[Difficulty]

    @property
    def easiest(self) -> Sequence[Difficulty]:
        return self.every[: self._shown]

    @property
    def hardest(self) -> Sequence[Difficulty]:
        return self.every[::-1][: self._shown]

    @property
    def _shown(self) -> int:
        return min(SHOWN, len(self.every) // 2)


def rankings(plays: ModelPlays, groups: Mapping[str, str], resampling: Resampling) -> list[Ranking]:
    """One of all models, then one of each group that has any, by the groups' names.

    plays: model -> its plays, its repeats pooled. groups: model -> its group, "" for none.
    """
    named = sorted({groups.get(model, "") for model in plays} - {""})
    members = {name: [m for m in plays if groups.get(m) == name] for name in named}
    of = {ALL: list(plays), **members} if plays else {}
    return [_ranking(name, models, plays, resampling) for name, models in of.items()]


def _ranking(
    group: str, models: Collection[str], plays: ModelPlays, resampling: Resampling
) -> Ranking:
    own = {model: plays[model] for model in models}
    targets = _difficulties(own, lambda play: play.target, resampling)
    return Ranking(
        group=group,
        models=tuple(models),
        every=sorted(targets, key=_easiest_first),
        by_requires=_difficulties(own, lambda play: play.requires, resampling),
    )


def _difficulties(
    plays: ModelPlays, key: Callable[[EndedPlay], Key], resampling: Resampling
) -> list[Difficulty]:
    by_model = [grouped(own, key) for own in plays.values()]
    keys = sorted({each for groups in by_model for each in groups})
    return [
        _difficulty(str(each), [groups[each] for groups in by_model if each in groups], resampling)
        for each in keys
    ]


def _difficulty(
    of: str, by_model: Sequence[Sequence[EndedPlay]], resampling: Resampling
) -> Difficulty:
    rates = [success_rate(plays) for plays in by_model]
    mean = mean_over_players(rates, resampling, within=_SHARES)
    return Difficulty(of, mean, sum(map(len, by_model)))


def _easiest_first(each: Difficulty) -> tuple[float, str]:
    return (0.0 if isinstance(each.rate, Undefined) else -each.rate.value, each.of)
