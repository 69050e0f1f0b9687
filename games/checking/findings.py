"""What a part of a question comes to: a pair, or the reason why it may not be asked."""

import re
from collections.abc import Sequence

from games.checking.words import Words
from games.roles import Pair
from games.rules import Reason
from games.sheets import Dimension

Finding = Pair | Reason


def pair(dimension: Dimension, tokens: Sequence[str], words: Words) -> Pair | Reason:
    """The pair of these words in the form of a value; UNPARSEABLE where nothing is left of them."""
    left_out = words.lists["frame.determiners"] | words.lists["frame.fillers"]
    kept = [token for token in tokens if token not in left_out]
    value = re.sub(r"[^a-z0-9]+", "_", "_".join(kept).lower()).strip("_")
    return Pair(dimension, value) if value else Reason.UNPARSEABLE


def split_place(tokens: Sequence[str], words: Words) -> tuple[list[str], list[str]]:
    """The words up to the first preposition, and the rest: dented | near the rim."""
    starts = words.lists["frame.places"] | {"of"}
    at = next((at for at, token in enumerate(tokens) if at and token in starts), len(tokens))
    return list(tokens[:at]), list(tokens[at:])


def refused(tokens: Sequence[str], words: Words) -> Reason | None:
    """The first reason in the order of the tests for which one of the words can't be asked."""
    lists = words.lists
    for word in tokens:
        if word in lists["refused.function_words"] or words.among(word, "refused.function_nouns"):
            return Reason.FUNCTION_OR_USE
        if _names_action(word, words):
            return Reason.FUNCTION_OR_USE
    judged = [word for word in tokens if word not in lists["frame.degrees"] or word == tokens[-1]]
    if any(words.among(word, "refused.not_physical", "refused.hidden") for word in judged):
        return Reason.NOT_PHYSICAL
    return None


def _names_action(word: str, words: Words) -> bool:
    """Foldable, washable; opened, thrown: words of what is done, not of what is seen."""
    if word in words.lists["refused.not_actions"] or word in words.dimensions:
        return False
    if re.fullmatch(r"\w{3,}[ai]ble", word):
        return True
    if word.endswith(("ed", "ing")):
        stem = re.sub("(ed|ing)$", "", word)
        forms = {stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
        return bool(forms & words.lists["verbs.actions"])
    return False
