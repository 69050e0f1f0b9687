"""The sources of an induction, read on the machine of its worker: two walks over all their lines.

Nothing is kept of a line but the facts that are wanted.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from stat import S_ISREG

from evaluation.induction.results import chosen
from evaluation.induction.specs import InductionSpec, OnBroken, Sources
from evaluation.induction.values import Topic
from evaluation.kari import evidence, facts, phrases
from evaluation.kari.facts import Fact
from evaluation.kari.lemmas import PLAIN, Lemmas, exceptions, headwords
from games import knowledge
from games.knowledge import BrokenLine

NOUNS = "data.noun"
EXCEPTIONS = ("noun.exc", "verb.exc")
INDEXES = ("index.noun", "index.verb")
BROKEN_SHOWN = 20
WALKS = 2


class SourceMissing(Exception):
    """A source cannot be opened; the message names it."""


@dataclass
class Reading:
    """One reading of the sources. told: is called with the lines read so far.

    more: facts that are in no file. broken: the first broken lines that were passed over, of
    `passed_over` in all.
    """

    sources: Sources
    told: Callable[[int], None]
    more: Callable[[], Iterable[Fact]] = tuple
    broken: list[str] = field(default_factory=list)
    passed_over: int = 0
    _read: int = 0
    _walks: int = 0

    def walk(self) -> Iterator[Fact]:
        """Every fact of every source, in their order."""
        self._walks += 1
        sources = self.sources
        if sources.wordnet:
            yield from self._of_wordnet(Path(sources.wordnet))
        if sources.cskg:
            path = Path(sources.cskg)
            read = knowledge.edges(
                self._lines(path), path.name, relations=facts.RELATIONS, broken=self._on_broken
            )
            yield from facts.of_edges(read, path.name)
        if sources.aristo:
            path = Path(sources.aristo)
            tuples = knowledge.tuples(self._lines(path), path.name, broken=self._on_broken)
            yield from facts.of_tuples(tuples, path.name)
        yield from self.more()

    def _of_wordnet(self, folder: Path) -> Iterator[Fact]:
        names = facts.names_of(self._synsets(folder / NOUNS))
        yield from facts.of_synsets(self._synsets(folder / NOUNS), NOUNS, names=names)

    def _synsets(self, path: Path) -> Iterator[knowledge.Synset]:
        return knowledge.synsets(self._lines(path), path.name, broken=self._on_broken)

    def _lines(self, path: Path) -> Iterator[str]:
        began = self._read

        def tell(number: int) -> None:
            self._read = began + number
            self.told(self._read)

        return knowledge.counted(lines_of(path), tell)

    def _on_broken(self, broken: BrokenLine) -> None:
        if self.sources.broken == OnBroken.STOP:
            raise broken
        # The second walk meets the same lines again.
        if self._walks == 1:
            self.passed_over += 1
            if len(self.broken) < BROKEN_SHOWN:
                self.broken.append(str(broken))


@dataclass(frozen=True, eq=False)
class Gathered:
    """topics: in the order that was asked for. left_out: key -> facts there was no room for."""

    topics: tuple[Topic, ...]
    left_out: Mapping[str, int]


def gather(spec: InductionSpec, affordances: Mapping[str, str], reading: Reading) -> Gathered:
    """What the sources say for each affordance; affordances: key -> words.

    Raises SourceMissing, and BrokenLine where broken lines are not passed over.
    """
    lemmas = lemmas_of(spec.sources)
    said = {
        key: phrases_of(key, text, spec.affordances.wordings.get(key, ()))
        for key, text in affordances.items()
    }
    found = evidence.find_things(reading.walk(), phrases.matcher(said, lemmas))
    names = set(chain.from_iterable(found.things.values()))
    described = evidence.describe(reading.walk(), names, most=spec.facts)
    topics = tuple(
        Topic(key, text, chosen(evidence.things_of(found, described, key), spec.things))
        for key, text in affordances.items()
    )
    return Gathered(topics, found.left_out)


def lemmas_of(sources: Sources) -> Lemmas:
    """WordNet's where it is a source and has the files, else those without a dictionary."""
    folder = Path(sources.wordnet) if sources.wordnet else None
    if folder is None or not all((folder / name).exists() for name in (*EXCEPTIONS, *INDEXES)):
        return PLAIN
    irregular: dict[str, tuple[str, ...]] = {}
    for name in EXCEPTIONS:
        irregular |= exceptions(lines_of(folder / name), name)
    known = chain.from_iterable(headwords(lines_of(folder / name), name) for name in INDEXES)
    return Lemmas(irregular, frozenset(known))


def described(sources: Sources) -> dict[str, str]:
    """What a rule set says that it was made with: each source's file and size.

    Raises SourceMissing.
    """
    paths = {
        "wordnet": Path(sources.wordnet, NOUNS) if sources.wordnet else None,
        "cskg": Path(sources.cskg) if sources.cskg else None,
        "aristo": Path(sources.aristo) if sources.aristo else None,
    }
    return {name: _size_of(path) for name, path in paths.items() if path is not None}


def absent(sources: Sources) -> dict[str, str]:
    """Source -> why the file or folder that it names cannot be one of this machine."""
    paths = {"wordnet": sources.wordnet, "cskg": sources.cskg, "aristo": sources.aristo}
    found = {name: _why_absent(name, path) for name, path in paths.items() if path}
    return {name: why for name, why in found.items() if why}


def _why_absent(name: str, said: str) -> str:
    path = Path(said, NOUNS) if name == "wordnet" else Path(said)
    try:
        regular = S_ISREG(path.stat().st_mode)
    except OSError as error:
        return f"{path} cannot be read: {error.strerror}."
    except ValueError:
        return "This cannot be a path."
    if not regular:
        return f"{path} is no file."
    return "" if os.access(path, os.R_OK) else f"{path} cannot be read: Permission denied."


def phrases_of(key: str, text: str, wordings: Iterable[str]) -> tuple[str, ...]:
    """All the words by which sources may speak of an affordance, once each."""
    words = (key.replace("_", " "), text, *wordings)
    return tuple(dict.fromkeys(each for each in words if phrases.words_of(each)))


def lines_of(path: Path) -> Iterator[str]:
    """Raises SourceMissing where it is no file, or cannot be read to its end."""
    try:
        # What is no file, such as a pipe, may never be opened.
        if not S_ISREG(path.stat().st_mode):
            raise SourceMissing(f"{path} is no file.")
        with path.open("rb") as file:
            yield from knowledge.text_lines(file, path.name)
    except OSError as error:
        raise SourceMissing(f"{path} cannot be read: {error.strerror}.") from error


def _size_of(path: Path) -> str:
    try:
        return f"{path.name}, {path.stat().st_size:,} bytes"
    except OSError as error:
        raise SourceMissing(f"{path} cannot be read: {error.strerror}.") from error
