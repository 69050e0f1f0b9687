"""What a thing is made of: after these words any noun is a material, known or not."""

import re

from games.checking.findings import Finding, pair, split_place
from games.checking.phrases import phrase
from games.checking.trailers import without_trailing
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

LINK = r"(?:before|after|during|since|up of|of|from|out of|using|with|in|by|to|for|on|at|as|near)"
NOT_OF_MATTER = ("by", "at", "near", "on", "before", "after", "during", "since")
KIND = re.compile(
    r"^(?:(?:a|an|some|any|one) )?(?:single )?"
    r"(?:kinds?|sorts?|types?|forms?|piece|pieces)(?:_| )of "
)
SOMETHING = re.compile(
    r"^(?:something|anything|stuff|a thing) (?:that is |thats |which is |like )?(?=\w)"
)
MATTER = ("material", "materials", "stuff", "substance", "substances")
# Qualities that may be asked of a material as well as of a surface.
OF_BOTH = {"hard", "soft", "transparent", "translucent", "see_through", "clear", "opaque"}


def made(tokens: list[str], words: Words) -> list[Finding] | None:
    """Made mostly of steel; None where the words are none of making."""
    verbs = "|".join(sorted(words.lists["verbs.made"]))
    pattern = (
        rf"^(?P<how>(?:\w+ )*?)(?:{verbs})(?P<much>(?: (?!{LINK} )\w+)*?)"
        rf" (?P<link>{LINK})(?: (?P<what>.*))?$"
    )
    found = re.match(pattern, " ".join(tokens))
    if not found:
        return None
    what = (found["what"] or "").split()
    if what and found["link"] in ("with", "in") and words.among(what[-1], "surface.nouns"):
        return None
    if reason := _reason(found["link"], what, words):
        return [reason]
    fillers = words.lists["frame.fillers"]
    how = [word for word in f"{found['how']} {found['much']}".split() if word not in fillers]
    front = [word for word in how if words.dimension(word)]
    named = phrase(front, words) if front else []
    return [*named, *of_material([word for word in how if word not in front], what, words)]


def _reason(link: str, what: list[str], words: Words) -> Reason | None:
    """Why what follows is no material: made to, made for, made by, made in."""
    if not what:
        return Reason.UNPARSEABLE
    if link in ("to", "for", "as"):
        return Reason.FUNCTION_OR_USE
    placed = link == "in" and (not any(map(words.dimension, what)) or what[-1] == "china")
    if link in NOT_OF_MATTER or placed:
        return Reason.NOT_PHYSICAL
    tool = words.among(what[-1], "refused.category_nouns")
    if link in ("with", "using") and tool and not words.among(what[-1], "material.nouns"):
        return Reason.FUNCTION_OR_USE
    return None


def of_material(how: list[str], what: list[str], words: Words) -> list[Finding]:
    """What `of` and these words name; how: the words of extent before them."""
    text = SOMETHING.sub("", without_trailing(KIND.sub("", " ".join(what))))
    tokens = text.split()
    if not tokens:
        return [Reason.UNPARSEABLE]
    if re.search(r" than | as |_than_|^more_than|^same |^more |^at_least ", f"{text} "):
        return [pair(Dimension.MATERIAL, [*how, *tokens], words)]
    core, _ = split_place(tokens, words)
    plain = [word for word in core if word not in words.lists["frame.determiners"]]
    if not plain:
        return [Reason.UNPARSEABLE]
    matter = any(words.dimension(word) == Dimension.MATERIAL for word in plain)
    if words.among(plain[-1], "frame.generic") and not matter:
        return [pair(Dimension.SHAPE, [*how, *tokens], words)]
    own = [word for word in plain[:-1] if _is_own_property(word, words)]
    if own and plain[-1] not in MATTER:
        rest = [word for word in tokens if word not in own]
        return [*phrase(own, words), pair(Dimension.MATERIAL, [*how, *rest], words)]
    return [pair(_dimension(plain, words), [*how, *tokens], words)]


def _is_own_property(word: str, words: Words) -> bool:
    """Whether the word before a material is a property beside it: coarse, but not natural."""
    part_of_it = words.among(word, "material.kinds", "material.nouns", "frame.numbers")
    return bool(words.dimension(word)) and not part_of_it


def _dimension(plain: list[str], words: Words) -> Dimension:
    """MATERIAL, but for `made of a shiny material`, which asks for shiny."""
    noun = words.among(plain[-1], "shape.nouns", "shape.parts", "surface.nouns")
    if set(plain) & OF_BOTH or len(plain) > 2 or noun:
        return Dimension.MATERIAL
    if words.among(plain[-1], "material.nouns"):
        return Dimension.MATERIAL
    return words.dimension(plain[0] if plain[-1] in MATTER else plain[-1]) or Dimension.MATERIAL
