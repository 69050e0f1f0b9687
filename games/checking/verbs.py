"""The verbs of properties, fits, weighs and tapers: their dimension, or why they are refused."""

import re
from collections.abc import Sequence

from games.checking.findings import refused
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

PASSING = re.compile(
    r"^(?:go|pass|slide|slip|get|goes|passes|squeeze)(?: easily)? (?:in|into|through|inside"
    r"|under)\b"
)
CHANGING = ("get", "gets", "become", "becomes", "grow", "grows")
EXTENTS = {"whole", "entire", "half", "room", "palm", "table", "page", "wall", "floor"}
FURTHER = re.compile(r"\b(?:to|for|when|if)\b")


def refused_verb(verb: str, rest: list[str], words: Words) -> Reason | None:
    """Why the verb asks for no property: rhymes, smells, lives in a kitchen."""
    lists = words.lists
    if _is_placed(verb, rest, words) or verb in lists["refused.identity_verbs"]:
        return Reason.CATEGORY_OR_IDENTITY
    acting = verb in lists["verbs.actions"] - {"use", "run", "work", "operate"}
    hidden = {verb, *rest} & lists["refused.hidden"] and not acting
    if hidden or verb in lists["refused.not_physical_verbs"]:
        return Reason.NOT_PHYSICAL
    late = verb in lists["size.verbs"] and set(rest) & lists["refused.time_or_price"]
    return Reason.NOT_PHYSICAL if late else None


def _is_placed(verb: str, rest: list[str], words: Words) -> bool:
    """Whether it is asked to stand, live or belong in a room, which stands for its kind."""
    if verb in ("belong", "belongs", "fall", "falls") and {"class", "group", "family"} & set(rest):
        return True
    placed = verb in words.lists["verbs.stay"] and bool(words.lists["frame.places"] & set(rest[:2]))
    return placed and any(words.among(word, "refused.rooms") for word in rest)


def dimension_of(verb: str, rest: Sequence[str], words: Words) -> Dimension | Reason:
    """The dimension of it fits, weighs, tapers, sparkles; any other verb is an action."""
    lists = words.lists
    if verb in lists["verbs.surface"]:
        return _of_surface(verb, rest, words)
    if _is_of_size(verb, rest, words):
        return Dimension.SIZE
    graded = verb in CHANGING and _is_graded(rest, words)
    steady = not FURTHER.search(" ".join(rest)) or verb.startswith(("taper", "come"))
    if graded or (verb in lists["verbs.shape"] and steady):
        return Dimension.SHAPE
    return Reason.FUNCTION_OR_USE


def _of_surface(verb: str, rest: Sequence[str], words: Words) -> Dimension | Reason:
    """It shines; but it comes in handy is a use, and it comes in boxes is no property."""
    if refused(rest, words) == Reason.FUNCTION_OR_USE:
        return Reason.FUNCTION_OR_USE
    several = set(rest) & words.lists["surface.several"]
    return Reason.NOT_PHYSICAL if verb.startswith("come") and not several else Dimension.SURFACE


def _is_of_size(verb: str, rest: Sequence[str], words: Words) -> bool:
    """It fits in a hat, weighs a ton, stands a metre tall, fills a whole room."""
    if verb in words.lists["verbs.fit"] or PASSING.match(" ".join((verb, *rest))):
        return True
    if verb in ("fill", "fills", "cover", "covers"):
        return bool(set(rest) & EXTENTS)
    weighed = verb.startswith(("weigh", "measure"))
    return verb in words.lists["size.verbs"] and bool(rest) and (weighed or _is_amount(rest, words))


def _is_graded(rest: Sequence[str], words: Words) -> bool:
    """Whether it is narrower, or less wide, than elsewhere: get narrower towards the tip."""
    if not rest or not (rest[0].endswith("er") or rest[0] in ("more", "less")):
        return False
    return words.dimension(rest[0]) in (Dimension.SHAPE, Dimension.SIZE) or rest[0][-2:] != "er"


def _is_amount(rest: Sequence[str], words: Words) -> bool:
    """Whether the words behind weigh, reach or stand say how much, and not how or where."""
    amounts = {"than", "as", "lot", "little", "much", "space", "room", "over", "under", "tall"}
    return any(
        word in amounts or word[0].isdigit() or words.among(word, "size.units", "size.adjectives")
        for word in rest
    )
