"""Read an Oracle's reply: a leading yes or no, or nothing."""

import re

from games.replies.spoken import json_answers, spoken, without_fences
from games.rules import Answer

_WORDS = {
    "yes": Answer.YES,
    "yep": Answer.YES,
    "yeah": Answer.YES,
    "yup": Answer.YES,
    "no": Answer.NO,
    "nope": Answer.NO,
    "nah": Answer.NO,
}
_WRAPPING = " \t\n*_`~#>\"'“”‘’„«»()[]{}<>$•·-–—+|"
_LABEL = re.compile(
    r"(?:\d+[.)]\s+"
    r"|(?:the|my)\s+(?:final\s+|correct\s+|right\s+)?answer\s+(?:is|would\s+be)\b\s*:?"
    r"|(?:(?:the|my)\s+)?(?:final\s+)?(?:answer|verdict|response|reply|output|oracle|assistant|a)"
    r"[*_`\"'\])}]*(?:\s*[:：=]|\s+[-–—]+\s))",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"(?P<word>yes|yep|yeah|yup|no|nope|nah)"
    r"(?:\s*\Z|\s*[.,;:!?)\]}\"”’*`…|/(\[{]|\s*[–—]|\s+-|-(?!\w)|'(?!\w)|_+(?!\w)"
    r"|\s+(?:it|the|this|that|they|because|there)\b)",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"(?:also|maybe|perhaps|possibly|partly|then|rather|actually|in part)\s+(?=\w+$)"
)
_CLAUSE_END = re.compile(r"[.,;:!?()\[\]{}/|\n…–—]|\s-\s|\b(?:and|or|but)\b", re.IGNORECASE)
_IT_IS = r"\b(?:it|this|that|the object|the item|the thing)(?:['’]s| is| was)\s+(?:an?|the)\s+"


def oracle_answer(text: str) -> Answer | None:
    """Return the verdict that the reply begins with, or None where it begins with none.

    A reply that says both yes and no is None. Nothing is inferred from a
    description, and what follows the first line plays no part.
    """
    aloud = spoken(text).text
    answers = json_answers(aloud)
    if answers:
        verdicts = {_verdict([value]) if isinstance(value, str) else None for value in answers}
        return verdicts.pop() if len(verdicts) == 1 else None
    lines = [line for line in without_fences(aloud).splitlines() if line.strip(_WRAPPING)]
    return _verdict(lines)


def names_object(text: str, name: str) -> bool:
    """Whether the reply gives the hidden object away.

    Either by its whole name, or by the last word of the name where the reply
    says what the object is (`it's a knife` of a kitchen knife, but not `made
    of glass` of a wine glass).
    """
    words = re.findall(r"\w+", name.casefold())
    if not words:
        return False
    said = spoken(text).text.casefold()
    whole = r"\b" + r"[\W_]*".join(map(re.escape, words)) + r"(?:e?s)?\b"
    kind = _IT_IS + r"(?:[\w-]+\s+){0,2}?" + re.escape(words[-1]) + r"\b"
    return bool(re.search(whole, said) or re.search(kind, said))


def _verdict(lines: list[str]) -> Answer | None:
    if not lines:
        return None
    first = _bared(lines[0])
    match = _VERDICT.match(first)
    if not match:
        return None
    answer = _WORDS[match["word"].lower()]
    rest = [first[match.end("word") :], *_bare_verdicts(lines[1:])]
    clauses = (_word(clause) for part in rest for clause in _CLAUSE_END.split(part))
    contradicted = any(clause in _WORDS and _WORDS[clause] != answer for clause in clauses)
    return None if contradicted else answer


def _bared(line: str) -> str:
    """Return the line without the signs and labels before its first word."""
    bare = line.strip(_WRAPPING)
    while label := _LABEL.match(bare):
        bare = bare[label.end() :].strip(_WRAPPING)
    return bare


def _bare_verdicts(lines: list[str]) -> list[str]:
    """Return the lines up to the first that is more than a yes or a no."""
    bare = []
    for line in lines:
        word = _word(_bared(line))
        if word not in _WORDS:
            break
        bare.append(word)
    return bare


def _word(text: str) -> str:
    return _HEDGE.sub("", text.strip(_WRAPPING + ".,;:!?…").lower())
