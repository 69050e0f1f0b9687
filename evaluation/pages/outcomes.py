"""How plays ended, in the words and with the sign that every page has for it."""

from collections.abc import Mapping

from evaluation.metrics.endings import ENDINGS, Ending

_MARKS: Mapping[Ending, str] = {
    Ending.SOLVED: "yes",
    Ending.WRONG_GUESS: "no",
    Ending.OUT_OF_TURNS: "no",
    Ending.ABORTED: "unsure",
}


def words_of(ending: Ending | str) -> str:
    return ending.replace("_", " ")


# Outcome of a play, "" while it goes on -> (words, the sign that stands before them).
OUTCOMES: Mapping[str, tuple[str, str]] = {
    **{outcome: (words_of(ending), _MARKS[ending]) for outcome, ending in ENDINGS.items()},
    "": ("still being played", ""),
}
