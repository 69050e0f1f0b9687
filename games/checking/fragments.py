"""What a bare phrase probes, one without a subject and a verb: felt, lighter than a spoon."""

import re
from dataclasses import replace

from games.checking.findings import Finding, split_place
from games.checking.frames import Frame
from games.checking.parts import join_compounds
from games.checking.probes import been, had, verb_findings
from games.checking.words import Words
from games.roles import Pair
from games.rules import Reason

HAVING = re.compile(r"^(?:has|have|having|with|contains|any|without) (?P<rest>.+)$")
ACTING = re.compile(r"^(?:can|could|able|used|use|for|to)\b")
YARDSTICK = re.compile(r"\b(?:than|as|like|made of|size of|shaped)\b")


def fragment_findings(frame: Frame, words: Words) -> list[Finding]:
    """A bare phrase; unless it is marked as a question, each of its words must be known."""
    tokens = join_compounds(frame.rest, words)
    text = " ".join(tokens)
    if all(_only_names(token, words) for token in tokens):
        return [Reason.NOT_YES_NO]
    if _is_action(tokens, words) or (ACTING.match(text) and frame.inverted):
        return [Reason.FUNCTION_OR_USE if frame.inverted else Reason.NOT_A_QUESTION]
    if found := HAVING.match(text):
        return had(replace(frame, rest=tuple(found["rest"].split())), words)
    if tokens[0] in ("fit", "fits", "weigh", "weighs") and len(tokens) > 1:
        return verb_findings(tokens[0], tokens[1:], frame, words)
    found_here = (had if _ends_in_part(tokens, words) else been)(frame, words)
    named = any(isinstance(item, Pair) for item in found_here)
    strict = all(_is_familiar(token, words) for token in tokens)
    understood = named and (strict or YARDSTICK.search(text)) or (len(tokens) == 1 and strict)
    return found_here if frame.inverted or understood else [Reason.NOT_A_QUESTION]


def _only_names(token: str, words: Words) -> bool:
    """Whether the word only names a property and says nothing of it: its colour, the size."""
    empty = (
        words.lists["frame.determiners"]
        | words.lists["frame.fillers"]
        | {
            *("exact", "overall", "main", "general", "approximate", "rough"),
        }
    )
    return token in empty or words.among(token, "frame.carriers", "size.nouns")


def _is_familiar(token: str, words: Words) -> bool:
    return not token[0].isalpha() or all(words.is_known(word) for word in token.split("_"))


def _ends_in_part(tokens: list[str], words: Words) -> bool:
    """Whether a fragment names a part: sharp edges."""
    core, _ = split_place(tokens, words)
    other = ("refused.category_nouns", "shape.nouns", "material.nouns")
    qualities = ("shape.adjectives", "surface.adjectives", "size.adjectives")
    return (
        bool(core)
        and words.among(core[-1], "shape.parts")
        and not words.among(core[-1], *other, *qualities)
    )


def _is_action(tokens: list[str], words: Words) -> bool:
    """Whether the phrase begins with what is done: cut paper, conduct heat."""
    first = tokens[0]
    if first not in words.lists["verbs.actions"] or words.dimension(first):
        return False
    return len(tokens) > 1 or not words.among(first, "refused.category_nouns")
