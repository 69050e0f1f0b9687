"""Questions of what people, or other things, do with the object: can you ..., do bakers ..."""

import re
from collections.abc import Sequence

from games.checking.claims import owned
from games.checking.findings import Finding, pair
from games.checking.trailers import without_trailing
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

ITSELF = "(?:it|one|this|that|them|those|these|such a thing|something like (?:it|this|that))"
# Where it is met with, which stands for its kind.
MET = re.compile(
    rf"^(?:expect |hope |have |happen |be able )?(?:to )?(?:(?:find|see|spot|locate|encounter|meet"
    rf"|notice|discover|come[ _]across|stumble (?:up)?on|stumble across|run into|bump into)"
    rf" {ITSELF}(?= \w+)|find {ITSELF}|come[ _]across {ITSELF})"
)
# The owner may have a name of two words, of which the last is taken for the verb.
OWNED = re.compile(
    rf"^(?:\w+ ){{0,3}}?(?:own|owns|owned|possess|possesses|have|has|had)"
    rf" (?:(?:ever|once|also|just|still) )?{ITSELF}\b"
)
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
    if not subject or set(subject) & {"it", "them"} or subject[-1] in ("these", "those"):
        return False
    if set(subject) <= words.lists["frame.numbers"] - {"one"}:
        return False
    if set(subject) & words.lists["frame.persons"] - {"one"}:
        return True
    return not any(words.among(word, *SUBJECT_NOUNS) for word in subject)


def owned_by_others(verb: str, rest: Sequence[str]) -> bool:
    """Whether it is asked who has it: own one, and has (got) one."""
    return bool(OWNED.match(" ".join((verb, *rest))))


def what_people_do(verb: str, rest: list[str], words: Words) -> list[Finding]:
    """What people do with it; only to fit it somewhere and to see a part on it is a property."""
    first = rest[0] if rest else ""
    if owned_by_others(verb, rest):
        return [Reason.NOT_PHYSICAL]
    if verb in words.lists["verbs.fit"]:
        return [pair(Dimension.SIZE, [verb, *[word for word in rest if word != "it"]], words)]
    if set(rest) & words.lists["refused.hidden"]:
        return [Reason.NOT_PHYSICAL]
    direct = first in ("it", "one", "this", "that", "them")
    if MET.match(" ".join((verb, *rest))):
        return [Reason.CATEGORY_OR_IDENTITY]
    inside = first in ("through", "in", "into", "yourself")
    if verb in words.lists["verbs.see"] and not direct and not inside:
        return owned(without_trailing(" ".join(rest)), words)
    if verb in words.lists["refused.person_verbs"] and first not in ("to", "through"):
        return [Reason.NOT_PHYSICAL]
    return [Reason.FUNCTION_OR_USE]
