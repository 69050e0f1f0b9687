"""Readers of what `it is` goes on with, in the order in which they are to be asked.

Each takes the words of one claim and whether it asks what can be, and returns what is probed,
or None where the claim has not its turn of phrase.
"""

import re

from games.checking.comparisons import compared
from games.checking.findings import Finding, pair, refused, split_place
from games.checking.materials import made, of_material
from games.checking.phrases import phrase
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

FITTING = re.compile(
    r"\b(?:enough|too \w+|able|sized|size)(?: for it)? to (?:easily |be )?"
    r"(?:fit|fitted|go|pass|slide|slip|get|squeeze|put)(?: it)?(?: easily| comfortably)?"
    r" (?:in|into|inside|through|under|between|on|within)\b"
)
SPARED = re.compile(
    r"\b(?:too (?:big|large|small|wide|long|tall|narrow|thick|bulky|short|broad)"
    r"|(?:big|large|small|wide|long|tall|narrow|thin|slim|compact|short) enough)"
    r" for (?:an?|the|my|your|most|one|its) (?:(?!\w+ing\b)\w+ ?){1,3}$"
)
TO_ACT = re.compile(
    r"\b(?:enough|too \w+|easy|hard|difficult|possible|impossible|safe|simple|comfortable|ready"
    r"|able"
    r"|fun|pleasant|heavy|light|big|small|large|strong|sharp|sturdy|good|necessary|customary|normal"
    r"|common|tempting|likely)"
    r" (?:(?:for|to) (?!the touch|touch|a point|your touch|its |something |such )\w+"
    r"|for\b(?! its| something| an? (?:object|thing|item)| such| one so))"
)
ACTED_ON = re.compile(
    r"\b(?:(?:you|people|we|one|i|they|it) (?:can|could|would|use|eat|drink|put|need|wear|might)"
    r"|to (?:be )?(?!the |touch|a |its |one )\w+$|for \w+ing\b|used)\b"
)
USED_IN_MAKING = re.compile(
    r"^(?:any )?(?P<what>.*?) ?(?:used|needed|required)"
    r" (?:to (?:make|build|construct|create|produce) |in (?:making |its |the construction of )?)"
    r"(?:it|the object|construction|manufacture|production)?$"
)
KEPT = re.compile(
    r"^(?:\w+ )?(?:found|kept|located|seen|sold|displayed|stored|housed|encountered|spotted"
    r"|come[ _]across)"
    r" (?:in|at|on|inside|near|around|outside)\b"
)
SHAPED = re.compile(
    r"\b(?:shaped|formed|curved|bent|arranged) (?:\w+ )?(?:like|as|in|into)\b"
    r"|\bin (?:the |a )?(?:\w+ )?(?:shape|form)\b"
)
ALIKE = re.compile(r"\bsimilar in (?:size|weight|length|height|width)\b")


def read(tokens: list[str], words: Words, *, modal: bool) -> list[Finding] | None:
    """What the first reader makes of it whose turn of phrase it is."""
    if modal and _is_done_to(tokens, words):
        return [Reason.FUNCTION_OR_USE]
    for reader in (compared, _fitted, made, _hidden, _covered, _acted, _likened, _measured):
        found = reader(tokens, words)
        if found is not None:
            return found
    return None


def _fitted(tokens: list[str], words: Words) -> list[Finding] | None:
    """Slim enough to fit in a sleeve, too big to go through a door."""
    text = " ".join(tokens)
    spared = SPARED.search(text)
    person = bool(spared) and words.among(tokens[-1], "frame.persons")
    if not FITTING.search(text) and (not spared or person):
        return None
    return [pair(Dimension.SIZE, [token for token in tokens if token != "it"], words)]


def _hidden(tokens: list[str], words: Words) -> list[Finding] | None:
    """Battery powered, electronic: what no eye can see, or a device that has it."""
    if not set(tokens) & words.lists["refused.hidden"]:
        return None
    if re.search(r"\b(?:used|for)\b", " ".join(tokens)):
        return [Reason.FUNCTION_OR_USE]
    head = tokens[-1]
    kind = words.among(head, "refused.category_nouns") and head not in words.lists["refused.hidden"]
    return [Reason.CATEGORY_OR_IDENTITY if kind else Reason.NOT_PHYSICAL]


def _acted(tokens: list[str], words: Words) -> list[Finding] | None:
    """Used for fishing, easy to lift, foldable, thick enough to walk on."""
    text = " ".join(tokens)
    used = USED_IN_MAKING.match(text)
    if used and used["what"]:
        return of_material([], used["what"].split(), words)
    if KEPT.match(text):
        return [Reason.CATEGORY_OR_IDENTITY]
    if re.search(r"\bso(?:_| )that\b|\bso (?:you|people|one|we|it) can\b", text):
        return [Reason.FUNCTION_OR_USE]
    if tokens[0] == "there" and tokens[1:2] in (["to"], ["for"]):
        return [Reason.FUNCTION_OR_USE]
    if (tokens[0] in ("for", "to") and len(tokens) > 1) or TO_ACT.search(text):
        return [Reason.FUNCTION_OR_USE]
    reason = refused(split_place(tokens, words)[0], words)
    return [reason] if reason == Reason.FUNCTION_OR_USE else None


def _is_done_to(tokens: list[str], words: Words) -> bool:
    """Whether `can it be ...` goes on with something that is done to it."""
    if made(tokens, words) not in (None, [Reason.FUNCTION_OR_USE]):
        return False
    first = next((word for word in tokens if not word.endswith("ly")), "")
    if first in words.lists["verbs.done"]:
        return True
    return first.endswith("ed") and first not in words.lists["verbs.not_done"] and "_" not in first


def _likened(tokens: list[str], words: Words) -> list[Finding] | None:
    """Shaped like a ring, round like a coin, in the form of a cross."""
    text = " ".join(tokens)
    if found := SHAPED.search(text):
        front = [word for word in text[: found.start()].split() if words.dimension(word)]
        said = pair(Dimension.SHAPE, [word for word in tokens if word not in front], words)
        return [*(phrase(front, words) if front else []), said]
    if ALIKE.search(text):
        return [pair(Dimension.SIZE, tokens, words)]
    if "like" not in tokens or tokens[-1] == "like":
        return None
    return _like(tokens, tokens.index("like"), words)


def _like(tokens: list[str], at: int, words: Words) -> list[Finding]:
    if not any(words.dimension(word) for word in tokens[:at]):
        shape = words.among(tokens[-1], "shape.nouns")
        kind = words.among(tokens[-1], "refused.category_nouns")
        said = pair(Dimension.SHAPE, tokens, words)
        return [said if shape and not kind else Reason.CATEGORY_OR_IDENTITY]
    found = phrase(tokens[:at], words)
    if len(found) == 1 and not isinstance(found[0], Reason):
        return [pair(found[0].dimension, tokens, words)]
    return found


def _covered(tokens: list[str], words: Words) -> list[Finding] | None:
    """Covered with fur, filled with sand, lined with silk, full of holes."""
    for at, (token, after) in enumerate(zip(tokens, tokens[1:], strict=False)):
        coated = token in words.lists["surface.covered"] and after in ("with", "in", "by")
        filled = token in words.lists["material.contained"] and after in ("with", "by", "of", "in")
        if coated and ACTED_ON.search(" ".join(tokens[at:])):
            return [Reason.FUNCTION_OR_USE]
        if coated:
            return [pair(Dimension.SURFACE, tokens, words)]
        if filled:
            return [_contained(tokens, at + 2, words)]
    return None


def _contained(tokens: list[str], at: int, words: Words) -> Finding:
    """What fills or lines it, from `at` on: a matter, unless it is holes or a use."""
    inner = tokens[at:]
    if not inner:
        return Reason.UNPARSEABLE
    if ACTED_ON.search(" ".join(inner)):
        return Reason.FUNCTION_OR_USE
    if set(inner) & words.lists["refused.not_physical"]:
        return Reason.NOT_PHYSICAL
    where = words.dimension(inner[-1]) if words.among(inner[-1], "shape.relief") else None
    return pair(where or Dimension.MATERIAL, tokens, words)


def _measured(tokens: list[str], words: Words) -> list[Finding] | None:
    """10 cm long, under a kilo, about one metre."""
    counts = words.lists["frame.numbers"] | {"a", "an", "half", "per"}
    for before, unit in zip(tokens, tokens[1:], strict=False):
        if not (before in counts or before[0].isdigit()):
            continue
        if unit in words.lists["refused.spelling"]:
            return [Reason.CATEGORY_OR_IDENTITY]
        if unit in words.lists["refused.time_or_price"]:
            return [Reason.NOT_PHYSICAL]
        if words.among(unit, "size.units") and (unit != "stone" or before[0].isdigit()):
            return [pair(Dimension.SIZE, tokens, words)]
    return None
