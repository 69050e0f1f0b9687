"""A bootstrap over all pairs of a published size, beside a plain loop over the library."""

from time import perf_counter

import numpy as np
import pytest

from annotation.agreement import bootstrap, coefficients
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import Level

pytestmark = pytest.mark.bench

UNITS, RATERS, RESAMPLES = 26_786, 3, 1_000
LOOPED = 3


def counts():
    """Three raters who mostly agree, a fifth of the units yes."""
    rng = np.random.default_rng(1)
    truth = rng.random(UNITS) < 0.2
    said = np.where(rng.random((UNITS, RATERS)) < 0.97, truth[:, None], ~truth[:, None])
    yes = said.sum(axis=1)
    return np.stack([RATERS - yes, yes], axis=1)


def test_a_thousand_resamples_of_kappa_and_alpha():
    table = counts()
    started = perf_counter()
    bootstrap.interval(table, coefficients.weighted_fleiss, Resampling(RESAMPLES))
    bootstrap.interval(
        table,
        lambda units, weights: coefficients.weighted_alpha(units, weights, level=Level.NOMINAL),
        Resampling(RESAMPLES),
    )
    ours = perf_counter() - started
    rng = np.random.default_rng(2)
    started = perf_counter()
    for _ in range(LOOPED):
        drawn = table[rng.integers(0, UNITS, UNITS)]
        coefficients.fleiss_kappa(drawn)
        coefficients.alpha(drawn, Level.NOMINAL)
    theirs = (perf_counter() - started) / LOOPED * RESAMPLES
    print(
        f"\n{RESAMPLES} resamples of {UNITS} units x {RATERS} raters, kappa and alpha:"
        f" {ours:.2f} s; a loop over the libraries {theirs:.0f} s,"
        f" {theirs / ours:.0f} times as long"
    )
