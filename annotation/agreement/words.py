"""What reason codes and coefficients are called; the words for strength are a convention."""

from annotation.agreement.bootstrap import NO_WIDTH, ONE_UNIT
from annotation.agreement.coefficients import (
    EMPTY,
    NO_SHARED_UNITS,
    NO_VARIATION,
    TOO_FEW_RATERS,
)
from annotation.agreement.sets import NOTHING_CHOSEN

NO_MAJORITY = "no_majority"
NO_GOLD = "no_gold"
NOT_MEASURED = "not_measured"

# Code -> in a cell, and in full.
REASONS = {
    EMPTY: ("no rating", "Nobody has rated anything here, or nobody who counts."),
    TOO_FEW_RATERS: (
        "one rater only",
        "Agreement needs two raters; one alone agrees with nobody.",
    ),
    NO_SHARED_UNITS: (
        "no unit in common",
        "There are several raters, but no unit that two of them rated.",
    ),
    NO_VARIATION: (
        "one label throughout",
        "All ratings that can be compared are the same, or order nothing. Chance alone would agree "
        "always, so agreement beyond chance has no value; percent agreement and AC1 have one. "
        "An interval has none where more than half of the resamples are so.",
    ),
    ONE_UNIT: (
        "one unit only",
        "An interval over units needs two units with two or more ratings each.",
    ),
    NO_WIDTH: (
        "resamples do not differ",
        "Nearly all resamples of these units give this same figure, as where all of few units are "
        "alike. An interval of no width would be a certainty that nobody has.",
    ),
    NOTHING_CHOSEN: (
        "nothing chosen",
        "In no pair of answers did anybody choose a label, so there is nothing to share.",
    ),
    NO_MAJORITY: (
        "no majority of others",
        "The other raters have no unit of this rater's on which more than half of them agree.",
    ),
    NO_GOLD: ("no hidden gold unit", "This rater has judged no hidden unit with a known answer."),
    NOT_MEASURED: ("not measured", "No time was measured, as for models and imported judgements."),
}

SCALE = "Landis and Koch (1977)"
# At most this kappa -> the word. Below zero is poor.
STRENGTH = (
    (0.20, "slight"),
    (0.40, "fair"),
    (0.60, "moderate"),
    (0.80, "substantial"),
    (1.00, "almost perfect"),
)


def strength(kappa: float) -> str:
    """The word of Landis and Koch (1977), Biometrics 33, 159, for a kappa to two decimals."""
    rounded = round(kappa, 2)
    if rounded < 0:
        return "poor"
    return next(word for most, word in STRENGTH if rounded <= most)
