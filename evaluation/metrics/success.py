"""How often plays are solved, and in how many turns."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from evaluation.metrics.intervals import (
    ONE_PLAYER,
    Clusters,
    Estimate,
    Figure,
    Interval,
    Resampling,
    bootstrap_mean,
    clustered_mean,
    share,
    t_mean,
)
from evaluation.metrics.plays import EndedPlay

# Fewer are too few to resample: over five a bootstrap is not two thirds as wide as Student's t.
PLAYERS_TO_RESAMPLE = 10


def success_rate(plays: Sequence[EndedPlay]) -> Figure:
    """The share of solved plays, aborted ones counted as not solved; Wilson's interval."""
    return share(sum(play.solved for play in plays), len(plays))


def success_rate_without_aborted(plays: Sequence[EndedPlay]) -> Figure:
    return success_rate([play for play in plays if not play.aborted])


def rate_over_objects(objects: Sequence[Sequence[EndedPlay]], resampling: Resampling) -> Figure:
    """The success rate with each object's plays resampled together, for they are alike."""
    solved = [[float(play.solved) for play in plays] for plays in objects]
    return clustered_mean(solved, replace(resampling, clusters=Clusters.OBJECTS))


def turns_when_solved(plays: Iterable[EndedPlay], resampling: Resampling) -> Figure:
    """The mean of the spent turns over solved plays alone, as the benchmark reports it."""
    return bootstrap_mean([play.spent for play in plays if play.solved], resampling)


def turns_of_all(plays: Iterable[EndedPlay], resampling: Resampling) -> Figure:
    """The mean over all plays, those not solved counted with the whole budget."""
    return bootstrap_mean([play.turns for play in plays], resampling)


def mean_over_players(
    figures: Iterable[Figure], resampling: Resampling, *, within: Interval
) -> Figure:
    """The unweighted mean of the players' own figures; players without one are left out.

    n counts players. The interval is Student's t where they are fewer than ten, else from
    resampling them. within: what the figure can be at all.
    """
    values = [figure.value for figure in figures if isinstance(figure, Estimate)]
    return average(values, resampling, within=within)


def average(values: Sequence[float], resampling: Resampling, *, within: Interval) -> Figure:
    """The same of values that are one for each player."""
    if len(values) < PLAYERS_TO_RESAMPLE:
        return t_mean(values, within=within, of_one=ONE_PLAYER)
    return bootstrap_mean(values, resampling, of_one=ONE_PLAYER)
