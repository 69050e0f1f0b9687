"""Candidates for a catalogue from lists and knowledge bases, each with where it came from.

What a knowledge base offers is raw: people decide which candidates are discrete physical things
and which affordances follow from physical properties.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from games.knowledge import Edge, Synset

ARTIFACT = 6
"""The number of WordNet's lexicographer file noun.artifact."""

ABILITIES = frozenset({"CapableOf", "UsedFor"})
KEY = re.compile(r"[^a-z0-9]+")
# Small letters that are more than a letter with a mark, so that NFKD leaves them as they are.
SPELT_OUT = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i"}
    | {"ŋ": "ng", "ŧ": "t", "ĸ": "k"}
)
LONGEST_PHRASE = 5
# How glosses of WordNet introduce what a thing is good for, and the verb form that follows.
PURPOSES = re.compile(
    r"\b(?:(?:that|which) (?:can|may)|designed to) be (?!used\b)(?:[a-z]+ly )?"
    r"(?P<passive>[a-z]+(?: [a-z]+){0,3})"
    r"|\b(?:used to|that can|designed to|in order to) (?!be\b)(?P<plain>[a-z]+(?: [a-z]+){0,3})"
    r"|\b(?:used for|used in|for) (?P<ing>[a-z]{3,}ing(?: [a-z]+){0,3})"
)
SMALL = frozenset(
    ("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "its")
    + ("of", "on", "or", "that", "the", "to", "which", "who", "with")
)


@dataclass(frozen=True)
class Candidate:
    """key: in snake case. text: the words as the source has them. origin: list, knowledge base,
    relation and line, as far as there are such.
    """

    key: str
    text: str
    origin: dict[str, str]


@dataclass(frozen=True)
class SameKey:
    """A candidate that was left out, since the key of its text belongs to another text already."""

    key: str
    taken: str
    left_out: str

    @property
    def same_name(self) -> bool:
        """Whether it is the same name again, and nothing was lost."""
        return self.taken.casefold() == self.left_out.casefold()

    def __str__(self) -> str:
        return f"“{self.left_out}” gives the key {self.key}, which “{self.taken}” has already."


OnRepeated = Callable[[SameKey], None]


def quiet(same: SameKey) -> None:
    """Say nothing."""


def of_list(lines: Iterable[str], file: str) -> Iterator[Candidate]:
    """A candidate a line that says something; what follows a # is a remark."""
    for number, line in enumerate(lines, start=1):
        text = " ".join(line.partition("#")[0].split())
        if text:
            yield _candidate(text, {"list": file, "line": str(number)})


def objects_of(synsets: Iterable[Synset], file: str) -> Iterator[Candidate]:
    """The human-made things of WordNet: synsets of noun.artifact, by their first word."""
    for synset in synsets:
        if synset.lexical_file == ARTIFACT:
            yield _candidate(
                synset.words[0],
                {"knowledge_base": "WordNet", "list": file, "line": str(synset.line)}
                | {"synset": synset.offset},
            )


def affordances_of_glosses(synsets: Iterable[Synset], file: str) -> Iterator[Candidate]:
    """What the glosses of human-made things say that they are for, as verb phrases."""
    for synset in synsets:
        if synset.lexical_file != ARTIFACT:
            continue
        for phrase in purposes_of(synset.gloss):
            yield _candidate(
                phrase,
                {"knowledge_base": "WordNet", "relation": "gloss", "list": file}
                | {"line": str(synset.line), "of": synset.words[0]},
            )


def purposes_of(gloss: str) -> Iterator[str]:
    """What the definition of a gloss says that the thing is for, or that can be done with it.

    As verb phrases in the gloss's own form: hold liquid, cutting cloth, folded flat.
    """
    for found in PURPOSES.finditer(gloss.partition(";")[0]):
        phrase = _phrase(found["passive"] or found["plain"] or found["ing"])
        if phrase:
            yield phrase


def affordances_of_edges(edges: Iterable[Edge], file: str) -> Iterator[Candidate]:
    """What CapableOf and UsedFor edges say that things can do or are used for."""
    for edge in edges:
        phrase = _phrase(edge.object)
        if edge.relation in ABILITIES and phrase:
            yield _candidate(
                phrase,
                {"knowledge_base": "CSKG", "relation": edge.relation, "list": file}
                | {"line": str(edge.line), "of": edge.subject},
            )


def once_each(
    candidates: Iterable[Candidate], *, repeated: OnRepeated = quiet
) -> Iterator[Candidate]:
    """The first candidate of each key; `repeated` is told of every later one."""
    seen: dict[str, str] = {}
    for candidate in candidates:
        if candidate.key in seen:
            repeated(SameKey(candidate.key, seen[candidate.key], candidate.text))
        else:
            seen[candidate.key] = candidate.text
            yield candidate


def key_of(text: str) -> str:
    """The text in snake case: letters without their marks, "" where it has no Latin letter."""
    small = unicodedata.normalize("NFKD", text).casefold().translate(SPELT_OUT)
    plain = "".join(each for each in small if not unicodedata.combining(each))
    return KEY.sub("_", plain).strip("_")


def _candidate(text: str, origin: dict[str, str]) -> Candidate:
    return Candidate(key_of(text), text, origin)


def _phrase(text: str) -> str:
    """The verb and what belongs to it; "" where nothing but small words or too much is left."""
    words = text.casefold().split()
    while words and words[-1] in SMALL:
        words.pop()
    if not words or words[0] in SMALL or len(words) > LONGEST_PHRASE:
        return ""
    return " ".join(words)
