"""What reason codes and kappas are called."""

import pytest

from annotation.agreement import bootstrap, coefficients, sets, words


@pytest.mark.parametrize(
    ("kappa", "word"),
    [
        (-0.3, "poor"),
        (-0.004, "slight"),
        (0.0, "slight"),
        (0.204, "slight"),
        (0.21, "fair"),
        (0.41, "moderate"),
        (0.61, "substantial"),
        (0.80, "substantial"),
        (0.804, "substantial"),
        (0.82, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_kappa_has_the_word_of_landis_and_koch(kappa, word):
    assert words.strength(kappa) == word


@pytest.mark.parametrize(
    "code",
    [
        coefficients.EMPTY,
        coefficients.TOO_FEW_RATERS,
        coefficients.NO_SHARED_UNITS,
        coefficients.NO_VARIATION,
        bootstrap.ONE_UNIT,
        sets.NOTHING_CHOSEN,
    ],
)
def test_every_reason_is_said_in_words(code):
    short, told = words.REASONS[code]
    assert short and told.endswith(".")
