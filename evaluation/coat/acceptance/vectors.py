"""V22: agreement of raters on cases whose coefficients are known."""

from collections.abc import Iterator

import numpy as np

from annotation.agreement import coefficients, sets
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.coefficients import Level
from annotation.agreement.tables import Coefficient
from evaluation.coat.acceptance.checks import Check, check

# Four observers, twelve units; a point is a missing rating. Krippendorff's own example.
_RATINGS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")
_ALPHAS = {
    Level.NOMINAL: "0.7434",
    Level.ORDINAL: "0.8154",
    Level.INTERVAL: "0.8491",
    Level.RATIO: "0.7974",
}
_TOY = {
    "Candle": ("heating light decoration", "heating light", "heating light decoration"),
    "Knife": ("cutting", "cutting breaking", "cutting mixing"),
    "Chair": ("comfort", "comfort", "comfort"),
    "Salt": ("", "eating", "eating"),
}
_LABELS = 22
_SETS = {
    "jaccard": "0.6389",
    "f1": "0.7028",
    "pooled_f1": "0.7778",
    "exact": "0.4167",
    "per_label": "0.9697",
    "jaccard_alpha": "0.5914",
    "masi": "0.5056",
    "pooled": "0.7624",
}


def agreement() -> Iterator[Check]:
    counts = _counts()
    values = np.arange(1, 6, dtype=float)
    for level, expected in _ALPHAS.items():
        found = coefficients.alpha(counts, level, values)
        yield check("V22", f"alpha, {level}", expected, _rounded(found))
    units = {
        unit: {str(at): frozenset(each.split()) for at, each in enumerate(answers)}
        for unit, answers in _TOY.items()
    }
    known = {label for answers in units.values() for each in answers.values() for label in each}
    labels = [*sorted(known), *map(str, range(_LABELS - len(known)))]
    measured = sets.measure_sets(units, labels, Resampling(resamples=10, seed=1))
    for name, expected in _SETS.items():
        coefficient: Coefficient = getattr(measured, name)
        found = coefficient.value
        yield check("V22", f"sets, {name.replace('_', ' ')}", expected, _rounded(found))


def _counts() -> coefficients.IntArray:
    """(units, values 1 to 5), how many observers gave the unit the value."""
    columns = zip(*_RATINGS, strict=True)
    return np.array([[column.count(str(value)) for value in range(1, 6)] for column in columns])


def _rounded(found: object) -> str:
    return f"{found:.4f}" if isinstance(found, float) else str(found)
