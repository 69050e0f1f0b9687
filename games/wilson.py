"""Wilson's score interval of a share, wherever one is printed."""

from math import sqrt
from statistics import NormalDist

from games.estimates import LEVEL, Interval

# Written out here: scipy.stats would cost every process of the lab a quarter of a second to import.
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


def interval(hits: int, total: int) -> Interval:
    """Of hits in a total of one or more, without continuity correction.

    Raises ValueError for a total of 0, fewer hits than 0 or more than the total.
    Source: Wilson (1927); method 3 of Newcombe (1998), Statistics in Medicine 17, 857.
    """
    if total < 1 or not 0 <= hits <= total:
        raise ValueError(f"{hits} hits of {total}.")
    share, shrunk = hits / total, 1 + _Z**2 / total
    centre = (share + _Z**2 / (2 * total)) / shrunk
    half = _Z * sqrt(share * (1 - share) / total + _Z**2 / (4 * total**2)) / shrunk
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
