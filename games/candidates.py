"""Candidates for a catalogue from lists and knowledge bases, each with where it came from.

What a knowledge base offers is raw: people decide which candidates are discrete physical things
and which affordances follow from physical properties.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.knowledge import Edge, Synset

ARTIFACT = 6
"""The number of WordNet's lexicographer file noun.artifact."""

ABILITIES = frozenset({"CapableOf", "UsedFor"})
KEY = re.compile(r"[^a-z0-9]+")
LONGEST_PHRASE = 5
# How glosses of WordNet introduce what a thing is good for, and the verb form that follows.
PURPOSES = re.compile(
    r"\b(?:used to|that can|designed to|in order to) (?P<plain>[a-z]+(?: [a-z]+){0,3})"
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
        for found in PURPOSES.finditer(synset.gloss.partition(";")[0]):
            phrase = _phrase(found["plain"] or found["ing"])
            if phrase:
                yield _candidate(
                    phrase,
                    {"knowledge_base": "WordNet", "relation": "gloss", "list": file}
                    | {"line": str(synset.line), "of": synset.words[0]},
                )


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


def once_each(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The first candidate of each key."""
    seen: set[str] = set()
    for candidate in candidates:
        if candidate.key not in seen:
            seen.add(candidate.key)
            yield candidate


def _candidate(text: str, origin: dict[str, str]) -> Candidate:
    return Candidate(KEY.sub("_", text.casefold()).strip("_"), text, origin)


def _phrase(text: str) -> str:
    """The verb and what belongs to it; "" where nothing but small words or too much is left."""
    words = text.casefold().split()
    while words and words[-1] in SMALL:
        words.pop()
    if not words or words[0] in SMALL or len(words) > LONGEST_PHRASE:
        return ""
    return " ".join(words)
