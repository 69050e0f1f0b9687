"""How replies are read, by fixed rules; docs/rules.md lists them. What a reply does not say
plainly is not read into it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluation.induction.values import Code, Flaw, Heard
from evaluation.kari import faults, syntax
from evaluation.kari.branches import branches, count
from evaluation.kari.faults import Standard
from evaluation.kari.implying import leads_to_any
from evaluation.kari.simplifying import simplify
from evaluation.kari.syntax import RuleUnreadable
from evaluation.kari.tree import Node, Or, any_of, atoms
from evaluation.kari.vocabulary import Vocabulary
from games.replies.spoken import spoken, without_fences
from games.roles import Pair

MOST_WORDS = 6
_MARK = re.compile(r"^\W*RULE\W*:[ \t*`]*", re.IGNORECASE | re.MULTILINE)
_BEGINS = re.compile(r"^[ \t(]*(?:MADE_OF|SHAPE|SIZE|SURFACE|PART|AND|OR)[ \t]*\(", re.MULTILINE)
_BLANK = re.compile(r"\n[ \t]*\n")
_NAMES = re.compile(r"\b(MADE_OF|SHAPE|SIZE|SURFACE|PART)\s*\(([^(),]*),([^(),]*)\)")
_JOINT = re.compile(r"(\))\s*(and|or)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9]+")
_ODD = re.compile(r"[<>={}\[\]|\\&$%#@^~]")
_NUMBERED = re.compile(r"^\W*(\d{1,4})\b\W*(.*)$")
_BEFORE_VALUE = re.compile(r".*(?:->|→|=>|=|:)")
_YES_NO = re.compile(r"\b(yes|no)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Offer:
    """What a proposer's rule is held against. standing: the rule that it is to add to, if any.

    most_ways: of the rule together with what stands.
    """

    standard: Standard
    standing: Node | None
    most_ways: int


def proposed(heard: Heard, offer: Offer) -> Node | Flaw | None:
    """The rule, or the ways that the standing rule lacks; None where there are none to add."""
    text = _aloud(heard)
    if isinstance(text, Flaw):
        return text
    written = _rule_in(text)
    if offer.standing is not None and written.strip(" .*").upper() == "NONE":
        return None
    if not _BEGINS.match(written):
        return Flaw(Code.NO_RULE, "There is no rule in it; write RULE: and the rule behind it.")
    try:
        node = syntax.parse(_tidied(written))
    except RuleUnreadable as error:
        return Flaw(Code.UNREADABLE, str(error))
    return _flaw_of(node, offer) or _further(simplify(node), offer)


def audited(
    heard: Heard, words: Sequence[Pair], vocabulary: Vocabulary
) -> Mapping[Pair, Pair] | Flaw:
    """Word -> what it is another word for: a canonical value, or another one of the words.

    A new word is missing.
    """
    lines = _lines(heard, len(words))
    if isinstance(lines, Flaw):
        return lines
    found: dict[Pair, Pair] = {}
    for number, word in enumerate(words, start=1):
        said = _snake(_BEFORE_VALUE.sub("", lines[number]))
        meant = Pair(word.dimension, said)
        if said in ("new", word.value):
            continue
        if (known := vocabulary.canonical(meant)) is None and meant not in words:
            problem = f"Line {number}: {said[:60]} is no word of {word.dimension}, and not NEW."
            return Flaw(Code.NOT_IN_VOCABULARY, problem)
        found[word] = known or meant
    return found


def validated(heard: Heard, many: int) -> tuple[bool, ...] | Flaw:
    """Yes or no for each of so many statements."""
    lines = _lines(heard, many)
    if isinstance(lines, Flaw):
        return lines
    said: list[bool] = []
    for number in range(1, many + 1):
        words = {word.lower() for word in _YES_NO.findall(lines[number])}
        if len(words) != 1:
            problem = f"Line {number} has to say either YES or NO, and only one of them."
            return Flaw(Code.TWO_ANSWERS if words else Code.MISSING, problem)
        said.append(words == {"yes"})
    return tuple(said)


def _aloud(heard: Heard) -> str | Flaw:
    """What was said without thinking and fences, or why nothing of it counts."""
    if heard.finish_reason == "too_long":
        return Flaw(Code.TOO_LONG, "The question is longer than the model's context.")
    said = spoken(heard.text)
    if said.unclosed:
        return Flaw(Code.THINKING, "The reply ended within its thinking.")
    text = without_fences(said.text)
    if not text:
        return Flaw(Code.EMPTY, "The reply is empty.")
    if heard.finish_reason == "length":
        return Flaw(Code.CUT_OFF, "The reply was too long and was cut off; be brief.")
    return text


def _rule_in(text: str) -> str:
    """What follows the last `RULE:`, else what begins like a rule at a line's start; up to a
    blank line.
    """
    marks = list(_MARK.finditer(text))
    begins = _BEGINS.search(text)
    start = marks[-1].end() if marks else begins.start() if begins else len(text)
    return _BLANK.split(text[start:].strip(), maxsplit=1)[0]


def _tidied(written: str) -> str:
    """Names in snake case without quotes, AND and OR in capitals, no sign at the end."""
    named = _NAMES.sub(lambda found: _named(found), written)
    joined = _JOINT.sub(lambda found: f"{found[1]} {found[2].upper()}", named)
    return joined.rstrip(" \t\n.;`*")


def _named(found: re.Match[str]) -> str:
    return f"{found[1]}({_snake(found[2])}, {_snake(found[3])})"


def _snake(text: str) -> str:
    """What holds signs of another language stays, for the parser to name."""
    if _ODD.search(text):
        return text
    return "_".join(_WORD.findall(text.casefold()))


def _flaw_of(node: Node, offer: Offer) -> Flaw | None:
    """The first fault gives the code. A value that is not in the vocabulary yet is no fault."""
    found = [
        each
        for each in faults.faults(node, offer.standard)
        if each.code != faults.Code.UNKNOWN_VALUE
    ]
    if found:
        return Flaw(found[0].code, " ".join(str(each) for each in found[:3]))
    return next(_wordy(node), None)


def _wordy(node: Node) -> Iterator[Flaw]:
    for atom in atoms(node):
        if atom.pair.value.count("_") >= MOST_WORDS:
            problem = f"{atom.pair.value[:80]} has more than {MOST_WORDS} words."
            yield Flaw(Code.WORDY, problem)


def _further(node: Node, offer: Offer) -> Node | Flaw:
    """Those of its ways that do not follow from the standing rule, as far as there is room."""
    standing = offer.standing
    ways = branches(standing) if standing is not None else ()
    members = node.members if isinstance(node, Or) else (node,)
    new = [m for m in members if not all(leads_to_any(way, ways) for way in branches(m))]
    if not new:
        return Flaw(Code.REPEATED, "The rule above says that already; say what it lacks.")
    room = offer.most_ways - len(ways)
    further = any_of(new)
    if count(further) > room:
        problem = f"It has {count(further)} ways; {room} more fit into the rule."
        return Flaw(Code.TOO_MANY_WAYS, problem)
    return further


def _lines(heard: Heard, many: int) -> Mapping[int, str] | Flaw:
    """What stands behind each number; a single line needs none. Other lines say nothing."""
    text = _aloud(heard)
    if isinstance(text, Flaw):
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    if many == 1 and len(lines) == 1 and not _NUMBERED.match(lines[0]):
        return {1: lines[0]}
    found: dict[int, str] = {}
    for line in lines:
        match = _NUMBERED.match(line)
        if not match or not 1 <= int(match[1]) <= many:
            continue
        if found.setdefault(int(match[1]), match[2]) != match[2]:
            return Flaw(Code.TWO_ANSWERS, f"Number {match[1]} stands there twice.")
    missing = [str(number) for number in range(1, many + 1) if number not in found]
    if missing:
        return Flaw(Code.MISSING, f"There is no line for number {', '.join(missing[:10])}.")
    return found
