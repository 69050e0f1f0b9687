"""Read the reply to a multiple-choice question: one letter, or nothing."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from games.replies.labels import labels_on, squeezed, words_before
from games.replies.spoken import json_answers, spoken, without_fences

# Possessive throughout: a reply may be one sign repeated to its token limit, and trying
# every split of it between neighbouring parts would take minutes.
_OPEN = r"[\s*_`~\"'“‘(\[{<$\\:]*+(?:(?:text|mathrm|mathbf|textbf)\s*+\{)?+[\s*_`\"'“‘(\[{<$]*+"
_KIND = r"(?:(?:the\s++)?(?:option|choice|letter|answer)\b[\s*_`\"'(\[{#:]*+)?+"
_FILLER = (
    r"(?:(?:either|both|clearly|definitely|probably|likely|simply|therefore|thus)\b[\s,]*+)?+"
    r"(?:I(?:\s+would|['’]d)?\s++(?:think|believe|say|guess)\b,?\s*+)?+"
    r"(?:(?:that\s+)?it(?:\s+is|['’]s)\s++)?+"
)
_CONNECTED = (
    r"because|since|as|is|was|would|and|or|for|due|but|so|it|that|which|then|being|has|with"
    r"|given|when|if|at|by|this|these|here|looks|seems"
)
# The article `a` is followed by a word that is none of these; the pronoun I by any word.
_LETTER = (
    r"(?P<letter>[A-Za-z])(?![\w'’])"
    rf"(?!(?<=[aA])\s++(?!(?:{_CONNECTED}|[A-Z])\b)\w)(?!(?<=[iI])\s++\w)"
)
_WRAPPED = _OPEN + _KIND + _OPEN + _LETTER
_MORE = re.compile(
    r"[\s*_`\"'”’)\]}>$.:]*+(?:,\s*(?:and|or)|,|/|&|\+|\band\b|\bor\b|\bas well as\b)"
    r"[\s*_`\"'“‘(\[{<$]*+(?:option\s+|choice\s+|letter\s+)?[(\[\"']*+"
    r"(?P<letter>[A-Z]|(?<=[(\[\"'])[a-z])(?![\w'’])(?!(?<=[AI])\s+[a-z])"
)
_FINAL = re.compile(
    rf"final\s+(?:answer|choice)\W*+(?:is\b|would\s+be\b)?[\s:]*+{_FILLER}{_WRAPPED}", re.I
)
_BOXED = re.compile(r"\\boxed\s*\{(?P<held>(?:[^{}]|\{[^{}]*\})*)\}")
_IS = r"(?:is|would\s+be|should\s+be|must\s+be|will\s+be)\b"
_CUES = re.compile(
    r"(?<!wrong )(?<!incorrect )(?<!worst )(?<!bad )(?<!false )\b(?:"
    rf"answer(?:['’]s\b|[*_`\"']*\s*(?:[:：=]|[-–—]+\s|{_IS}))"
    rf"|(?:choice|option|pick|selection|letter)[*_`\"']*\s*(?:[:：=]|{_IS})"
    r"|I(?:['’]d|['’]ll|\s+would|\s+will|\s+have\s+to|\s+must)?\s+"
    r"(?:choose|chose|pick|picked|select|selected|opt\s+for|go\s+with|went\s+with|going\s+with)\b"
    rf")[\s:]*+{_FILLER}{_WRAPPED}",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"^[\s*_`\"'“‘$]*(?P<letter>[A-Za-z])[*_`\"'”’$]*[.):](?=\W|$)")
_IN_PROSE = (
    re.compile(r"(?<!\w)\(\s*(?P<letter>[A-Za-z])\s*\)"),
    re.compile(r"\[\[?\s*(?P<letter>[A-Za-z])\s*\]\]?"),
    re.compile(r"(?<!\w)([\"'`]|\*{1,3}|__?|\$)(?P<letter>[A-Za-z])[.):]?\1(?!\w)"),
    re.compile(r"[“‘„«](?P<letter>[A-Za-z])[”’“»]"),
    re.compile(r"\*\*\s*\(?(?P<letter>[A-Za-z])[.):]\)?\s"),
    re.compile(rf"\b(?:[Oo]ption|[Cc]hoice|[Ll]etter|OPTION)[\s*_`\"'(\[]++{_LETTER}"),
)
_REFUSAL = re.compile(
    r"\bnone\s+of\b|\bneither\b|\bno\s+(?:suitable|correct|valid|good|such)\b|\bnot\s+sure\b"
    r"|\b(?:can(?:not|['’]t|\s+not)|unable\s+to|won['’]t|will\s+not|refuse\s+to)\b"
    r"|\bi['’]?\s*(?:a)?m\s+sorry\b|\bdon['’]t\s+know\b|\bdo\s+not\s+know\b",
    re.IGNORECASE,
)
_NEGATIONS = frozenset(["not", "never", "no", "without", "except", "avoid", "than", "t"])


def choice_letter(text: str, letters: Sequence[str], options: Mapping[str, str]) -> str | None:
    """Return the letter that the reply chooses, or None.

    The ways of answering are tried from the plainest to the loosest, and the
    first that the reply uses decides: two letters there, or one that was not
    offered, are None.
    """
    aloud = unicodedata.normalize("NFKC", spoken(text).text)
    said = without_fences(aloud)
    levels: tuple[Callable[[], set[str]], ...] = (
        lambda: _of_json(aloud, letters, options),
        lambda: _of_final(said),
        lambda: _after(_CUES, said),
        lambda: _alone(said),
        lambda: _in_prose(said, letters),
        lambda: _of_option(said, options),
    )
    for level in levels:
        if found := level():
            return _offered(found, letters)
    return None


def _offered(found: set[str], letters: Sequence[str]) -> str | None:
    only = found.pop() if len(found) == 1 else ""
    return only if only in list(letters) else None


def _of_json(text: str, letters: Sequence[str], options: Mapping[str, str]) -> set[str]:
    found: set[str] = set()
    for value in json_answers(text):
        read = _json_value(value, options) if isinstance(value, str) else None
        found.add(read or "?")
    return found


def _json_value(value: str, options: Mapping[str, str]) -> str | None:
    alone = _alone(value)
    if alone:
        return alone.pop() if len(alone) == 1 else None
    named = [letter for letter, text in options.items() if squeezed(text) == squeezed(value)]
    return named[0] if len(named) == 1 else None


def _of_final(text: str) -> set[str]:
    boxed = {letter for match in _BOXED.finditer(text) for letter in _boxed(match["held"])}
    return boxed | _after(_FINAL, text)


def _boxed(held: str) -> list[str]:
    bare = re.sub(r"\\?(?:text|mathrm|mathbf|textbf)\b", " ", held)
    words = re.findall(r"[^\W_]+", bare)
    letters = [word.upper() for word in words if len(word) == 1 and word.isalpha()]
    alone = all(len(word) == 1 or word.lower() in ("and", "or", "option") for word in words)
    starts = bool(words) and len(words[0]) == 1 and bool(_BEGINS.match(bare))
    return letters if alone else letters[:1] if starts else []


def _after(cue: re.Pattern[str], text: str) -> set[str]:
    found: set[str] = set()
    for match in cue.finditer(text):
        found.add(match["letter"].upper())
        found |= _further(text, match.end("letter"))
    return found


def _further(text: str, position: int) -> set[str]:
    """Return the letters joined to the one that ends at the position."""
    found = set()
    while more := _MORE.match(text, position):
        found.add(more["letter"].upper())
        position = more.end()
    return found


def _alone(text: str) -> set[str]:
    """Return the letters that fill a line, or else the one that the reply begins with."""
    lines = [line for line in text.splitlines() if line.strip()]
    bare = [re.sub(r"\\?(?:text|boxed|mathrm)\b|[\W_]+", "", line) for line in lines]
    whole = {word.upper() for word in bare if len(word) == 1 and word.isalpha()}
    if whole:
        return whole
    begun = [match for line in lines if (match := _BEGINS.match(line))]
    if not begun or begun[0].string is not lines[0]:
        return set()
    listed = {match["letter"].upper() for match in begun}
    return listed | _further(lines[0], begun[0].end("letter"))


def _in_prose(text: str, letters: Sequence[str]) -> set[str]:
    if _REFUSAL.search(text):
        return {"?"}
    found = {match["letter"] for pattern in _IN_PROSE for match in pattern.finditer(text)}
    capitals = {letter for letter in found if letter.isupper()}
    return capitals | {letter.upper() for letter in found if letter.upper() in letters}


def _of_option(text: str, options: Mapping[str, str]) -> set[str]:
    named = labels_on(text, list(dict.fromkeys(options.values())), joined=False)
    if len(named) != 1:
        return set()
    if _NEGATIONS & set(words_before(text, named[0], count=4)):
        return set()
    return {letter for letter, option in options.items() if option == named[0]}
