"""Where the subject of a question ends: the lid | made of tin."""

import re
from collections.abc import Sequence

from games.checking.patterns import OBJECT
from games.checking.words import Words

FARTHEST_NOUN = 4

EXTENT = re.compile(
    r"^(?:(?:any|some|all|two|three|four|five|ten|dozens|several|many|few|most|half|much|none|no|each|a|one|the|every|only|at|least|majority|main|both"
    r"|bigger|larger|bulk|rest|whole|entire|large|small|big)(?: |$))*"
    r"(?:(?:of|part|parts|piece|pieces|portion|majority|bit|bits|section|component|components|areas?"
    rf"|half)(?: |$))+(?:of )?(?:{OBJECT}|them)"
)
INNER = re.compile(
    rf"^(?:of|on|at|in|inside) (?:its |the |both |each )*(?:{OBJECT}|(?P<noun>\w+))(?= |$)"
)
OWN = re.compile(rf" (?:of|on|in|at) (?:the )?{OBJECT}$")

MEASURED = re.compile(r"\b(?:most|all|half|none|much|bulk|majority|rest) of\b|^no ")

# What makes `one` a part or a number and no person.
OF_ONE = {"of", "more", "single", "side", "end", "part", "piece", "half", "edge", "corner", "face"}

NOUNS = (
    "shape.parts",
    "shape.nouns",
    "size.nouns",
    "surface.nouns",
    "frame.carriers",
    "frame.generic",
    "frame.neutral",
    "refused.function_nouns",
    "frame.askable",
)


def subject_end(tokens: Sequence[str], words: Words, *, acting: bool) -> int | None:
    """Where the subject ends; None where none can be made out.

    acting: whether a verb follows it (does the rim | curve) and no property.
    """
    if extent := EXTENT.match(" ".join(tokens)):
        return len(extent[0].split())
    person = next((at for at, token in enumerate(tokens[:3]) if _is_person(token, words)), None)
    if acting and person is not None:
        return person + 1
    if acting and tokens[0] == "one" and len(tokens) > 1 and tokens[1] not in OF_ONE:
        return 1
    named = next((at for at, token in enumerate(tokens) if _is_noun(token, words)), None)
    if named is None or named > FARTHEST_NOUN or tokens[0] not in words.lists["frame.beginners"]:
        return _unnamed_end(tokens, words, acting=acting)
    end = named + 1
    while end < len(tokens) - 1 and _goes_on(tokens[end], words):
        end += 1
    return end + _inner_length(tokens[end:], words)


def without_object(tokens: Sequence[str]) -> tuple[str, ...]:
    """The subject without `of it` behind it, which says nothing but after most, all and half."""
    text = re.sub(r"^(?:the )?objects ", "", " ".join(tokens))
    if MEASURED.search(text):
        return tuple(text.split())
    text = OWN.sub("", text)
    return tuple(text.split()) if text not in ("any", "some", "one", "a bit") else ("part",)


def _is_person(token: str, words: Words) -> bool:
    return token in words.lists["frame.persons"] - {"one", "user", "users", "us", "me"}


def _is_noun(token: str, words: Words) -> bool:
    return words.among(token, *NOUNS) and token not in words.lists["frame.no_subject"]


def _goes_on(token: str, words: Words) -> bool:
    """Whether the subject goes on with this noun, and the word is not what is said of it."""
    said = ("material.nouns", "frame.said", "verbs.shape", "verbs.be")
    return _is_noun(token, words) and not words.among(token, *said)


def _inner_length(tokens: Sequence[str], words: Words) -> int:
    """How many words of the subject stand behind its noun: (the end) of the handle."""
    found = INNER.match(" ".join(tokens))
    if not found:
        return 0
    noun = found["noun"]
    if noun and not words.among(noun, "shape.parts", "frame.carriers", "frame.generic"):
        return 0
    return len(found[0].split())


def _unnamed_end(tokens: Sequence[str], words: Words, *, acting: bool) -> int | None:
    """The end of a subject whose noun is not known: the spout | curved, most cooks | own one."""
    if "used" in tokens[1:4] and not acting:
        return list(tokens).index("used")
    end = 2 if tokens[0] in words.lists["frame.beginners"] else 1
    return end if len(tokens) > end or (acting and len(tokens) == end) else None
