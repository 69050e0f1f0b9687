"""Questions of what people, or other things, do with the object: can you ..., do bakers ..."""

from collections.abc import Sequence

from games.checking.claims import owned
from games.checking.findings import Finding, pair
from games.checking.trailers import without_trailing
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

SUBJECT_NOUNS = (
    "shape.parts",
    "shape.nouns",
    "size.nouns",
    "surface.nouns",
    "frame.carriers",
    "frame.generic",
)


def speaks_of_others(subject: Sequence[str], words: Words) -> bool:
    """Whether people, or a thing that is no part of the object, do something with it."""
    if not subject or set(subject) & {"it", "them"}:
        return False
    if set(subject) & words.lists["frame.persons"] - {"one"}:
        return True
    return not any(words.among(word, *SUBJECT_NOUNS) for word in subject)


def what_people_do(verb: str, rest: list[str], words: Words) -> list[Finding]:
    """What people do with it; only to fit it somewhere and to see a part on it is a property."""
    first = rest[0] if rest else ""
    if verb in words.lists["verbs.fit"]:
        return [pair(Dimension.SIZE, [verb, *[word for word in rest if word != "it"]], words)]
    if set(rest) & words.lists["refused.hidden"]:
        return [Reason.NOT_PHYSICAL]
    direct = first in ("it", "one", "this", "that", "them")
    if verb == "find" and direct:
        return [Reason.CATEGORY_OR_IDENTITY]
    inside = first in ("through", "in", "into", "yourself")
    if verb in words.lists["verbs.see"] and not direct and not inside:
        return owned(without_trailing(" ".join(rest)), words)
    if verb in words.lists["refused.person_verbs"] and first not in ("to", "through"):
        return [Reason.NOT_PHYSICAL]
    return [Reason.FUNCTION_OR_USE]
