"""Agreement of raters who rank the same things."""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from annotation.agreement import bootstrap
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import EMPTY, NO_VARIATION, TOO_FEW_RATERS
from annotation.agreement.tables import Coefficient
from games.estimates import Undefined

FloatArray = NDArray[np.float64]


def kendall_w(ranks: FloatArray) -> float | Undefined:
    """Concordance of rankings, 0 to 1, corrected for ties.

    ranks: (raters, things), in any numbers that order the things; equal numbers are a tie.
        Every rater ranks every thing.
    Returns Undefined("too_few_raters") for one rater, Undefined("no_variation") where nobody
    tells any two things apart or there is one thing only, Undefined("empty") for none.
    Raises ValueError for a thing that a rater has not ranked (nan).
    Source: Kendall and Gibbons (1990), Rank Correlation Methods, chapter 6.
    """
    if np.isnan(ranks).any():
        raise ValueError("Every rater ranks every thing; a rank is missing.")
    raters, things = ranks.shape
    if not raters or not things:
        return Undefined(EMPTY)
    if raters == 1:
        return Undefined(TOO_FEW_RATERS)
    placed = rankdata(ranks, axis=1)
    sums = placed.sum(axis=0)
    apart = float(((sums - sums.mean()) ** 2).sum())
    ties = sum(_ties(row) for row in placed)
    most = raters**2 * (things**3 - things) - raters * ties
    return 12 * apart / most if most > 0 else Undefined(NO_VARIATION)


def mean_kendall_w(units: list[FloatArray], resampling: Resampling) -> Coefficient:
    """The mean over units that were ranked by two raters or more, each (raters, things).

    Units in which W is undefined are left out; where none is left, the first one's reason stands.
    """
    found = [kendall_w(ranks) for ranks in units]
    values = np.array([w for w in found if not isinstance(w, Undefined)])
    if len(values):
        return Coefficient(float(values.mean()), bootstrap.interval_of_mean(values, resampling))
    reason = next((w for w in found if isinstance(w, Undefined)), Undefined(EMPTY))
    return Coefficient(reason, reason)


def _ties(placed: FloatArray) -> int:
    _, sizes = np.unique(placed, return_counts=True)
    return int((sizes**3 - sizes).sum())
