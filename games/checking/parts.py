"""The parts of what a question says: those that and, or, commas and the like join."""

import re
from collections.abc import Sequence

from games.checking.words import MERGED_ENDINGS, Words, join_phrases

SIGNS = frozenset(",&/+")

# Words that join nothing here; upper case keeps an `and` or `or` from parting what it stands in.
UNSPLIT = (
    (re.compile(r"\bbetween (.+?) and (\S+)"), r"between \1 AND \2"),
    (re.compile(r"\bmore or less\b"), "more_or_less"),
    (re.compile(r" , (?:partly|partially|mostly|mainly) not$"), ""),
    (re.compile(r" through and through$| or (?:so|thereabouts)$"), ""),
    (re.compile(r"\b(inside|outside) and (out|outside|in|inside)$"), r"\1 AND \2"),
    (re.compile(r" , (?=like )"), " "),
    (
        re.compile(
            r"\b(?:and|or) (so|more|less|larger|longer|smaller|bigger|heavier|lighter|fewer|taller"
            r"|shorter|above|below|over|under|higher|greater)(?= |$)(?! than)"
        ),
        r"OR \1",
    ),
    (
        re.compile(
            r"(?: ,)? (?:or|and) (?:something|anything|some|the) ?"
            r"(?:like (?:that|this|it)|similar|such|so|along those lines|of the (?:sort|kind)"
            r"|else)$"
        ),
        "",
    ),
    (re.compile(r"(?: ,)? (?:(?:or|and) )?(?:similar|the like|so on|etc|etcetera|whatever)$"), ""),
    (re.compile(r"\bas well as\b|\balong with\b|\btogether with\b|\bin addition to\b"), "and"),
    (re.compile(r"\bboth (?=.* and )|\balso (?=\S)|\btoo$"), ""),
    (re.compile(r"\b(?:either|neither) (?=.*\b(?:or|nor)\b)"), ""),
    (
        re.compile(
            r"\b(at|on|in) (the )?(\w+) (?:and|or|&) (at |on |in )?(the )?"
            r"(top|bottom|back|front|side|sides|middle|end|ends|inside|outside|base)\b"
        ),
        r"\1 \3 AND \6",
    ),
    (re.compile(r"(\d) ?, ?(\d)"), r"\1\2"),
    (
        re.compile(
            r"^(.*) , ((?:(?:for the most part|mostly|mainly|entirely|completely|wholly|fully"
            r"|partly|partially|primarily|largely|chiefly|predominantly|very|slightly"
            r"|almost|all over)"
            r"(?: |$))+)$"
        ),
        r"\2 \1",
    ),
    (re.compile(r"(?: ,)? and (?:nothing (?:else|more)|that is (?:it|all))$"), ""),
    (re.compile(r" (?:, ?)?(?:rather than|instead of|as opposed to) .+$"), ""),
)


def conjuncts(tokens: Sequence[str], words: Words) -> list[str]:
    """The joined parts, each with its phrases joined and its fillers left out."""
    text = " ".join(tokens)
    for pattern, replacement in UNSPLIT:
        text = pattern.sub(replacement, text)
    parts: list[list[str]] = [[]]
    joined = join_compounds(text.split(), words)
    for at, token in enumerate(joined):
        if _parts_here(token, parts[-1], joined[at + 1 :], words):
            parts.append([token] if token in ("with", "without") else [])
        else:
            parts[-1].append(token.lower())
    fillers = words.lists["frame.fillers"]
    kept = [" ".join(token for token in part if token not in fillers) for part in parts]
    return [part for part in kept if part and part not in ("not", "without", "with")]


def join_compounds(tokens: Sequence[str], words: Words) -> list[str]:
    """The tokens with phrases and compounds joined: box shaped -> box_shaped."""
    apart = (
        words.lists["frame.determiners"]
        | words.lists["frame.degrees"]
        | SIGNS
        | words.lists["frame.joints"]
    )
    joined: list[str] = []
    for token in join_phrases(tokens, words):
        before = joined[-1] if joined else "it"
        if token in MERGED_ENDINGS and before not in apart | {"is", "it", "be", "object", "not"}:
            joined[-1] = f"{before}_{token}"
        else:
            joined.append(token)
    return joined


def _parts_here(token: str, part: list[str], after: list[str], words: Words) -> bool:
    if token == "with":
        return bool(part) and not _takes_with(part[-1], after, words)
    joins = token in SIGNS or token in words.lists["frame.joints"]
    return joins and not (token == "without" and not part)


def _takes_with(before: str, after: list[str], words: Words) -> bool:
    """Whether `with` belongs to the word before it: covered with, made with."""
    near = (
        words.lists["surface.covered"] | words.lists["verbs.made"] | words.lists["frame.with_after"]
    )
    return before in near or not after or after[0] in ("it", "them")
