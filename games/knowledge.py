"""Knowledge bases as streams of rows, each with its line: WordNet's data files, CSKG's edges,
the tuples of the Aristo Tuple KB.

The readers take lines and keep none, so that a file of gigabytes needs no more memory than its
longest line. A line that cannot be read goes to `broken`: raise there to stop, note it to go on.
"""

import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import BinaryIO

HEADER = "  "
EDGE_COLUMNS = ("node1", "relation", "node2", "node1;label", "node2;label", "source")
TUPLE_COLUMNS = ("QStrength", "Arg1", "Pred", "Arg2", "Sentence")
# ConceptNet's relations, and the one that CSKG adds for what pictures show: mw:MayHaveProperty.
RELATION = re.compile(r"(?:/r/|mw:)(\w+)$")
GZIP_MARK = b"\x1f\x8b"
NO_UTF8 = re.compile("[\ud800-\udfff]")


@dataclass
class BrokenLine(Exception):
    """file: its name; line: counted from 1; problem: a sentence."""

    file: str
    line: int
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}"


OnBroken = Callable[[BrokenLine], None]


@dataclass(frozen=True)
class Pointer:
    """symbol: WordNet's sign of the relation, such as @ hypernym, %p part, %s substance."""

    symbol: str
    offset: str
    part_of_speech: str


@dataclass(frozen=True)
class Synset:
    """A line of data.noun and its like. lexical_file: its number; 6 is noun.artifact.

    words: with spaces, in the case of the file. gloss: definition and examples as they stand.
    raw: the line itself.
    """

    line: int
    offset: str
    lexical_file: int
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str
    raw: str


@dataclass(frozen=True)
class Edge:
    """A line of a CSKG file. relation: its last part, such as UsedFor. source: CN, WN and so on.

    raw: the line itself.
    """

    line: int
    subject: str
    relation: str
    object: str
    source: str
    raw: str


@dataclass(frozen=True)
class KnownTuple:
    """A line of the Aristo Tuple KB, verbs in their base form: axe, cut, wood.

    strength: 1 where it holds of most subjects, 0 where of a few. raw: the line itself.
    """

    line: int
    subject: str
    predicate: str
    object: str
    sentence: str
    strength: float
    raw: str


def stop(broken: BrokenLine) -> None:
    """What a reader does with a broken line unless it is told otherwise."""
    raise broken


def text_lines(stream: BinaryIO, file: str) -> Iterator[str]:
    """The lines of a file, plain or compressed by gzip, as UTF-8.

    A byte that is no UTF-8 becomes half a surrogate pair, for which the readers look.
    Raises BrokenLine where a compressed file is damaged, since nothing behind that can be read.
    """
    packed = stream.read(len(GZIP_MARK)) == GZIP_MARK
    stream.seek(0)
    number = 0
    try:
        for line in gzip.GzipFile(fileobj=stream) if packed else stream:
            number += 1
            yield line.decode("utf-8", "surrogateescape")
    except (EOFError, zlib.error, gzip.BadGzipFile) as damage:
        problem = "The compressed file is damaged or cut off behind this line."
        raise BrokenLine(file, number, problem) from damage


def counted(
    lines: Iterable[str], progress: Callable[[int], None], *, every: int = 100_000
) -> Iterator[str]:
    """The same lines; `progress` is told how many were read, every so many and at the end."""
    number = 0
    for number, line in enumerate(lines, start=1):
        yield line
        if number % every == 0:
            progress(number)
    progress(number)


def synsets(lines: Iterable[str], file: str, *, broken: OnBroken = stop) -> Iterator[Synset]:
    """Source: WordNet's manual page wndb(5WN); the licence text at the top has two spaces."""
    for number, line in enumerate(lines, start=1):
        if line.startswith(HEADER) or not line.strip():
            continue
        if not _readable(number, line, file, broken):
            continue
        try:
            yield _synset(line, number)
        except (ValueError, IndexError):
            problem = "The line is no synset: offset, file, type, words, pointers | gloss."
            broken(BrokenLine(file, number, problem))


def edges(
    lines: Iterable[str],
    file: str,
    *,
    relations: frozenset[str],
    broken: OnBroken = stop,
) -> Iterator[Edge]:
    """Edges of these relations. The first line names the columns, parted by tabs.

    A node with several labels (`bow|bow_tie`) counts by its first. Raises BrokenLine for a head
    without the columns that are read, whatever `broken` does.
    """
    for number, line, cells in _rows(lines, file, EDGE_COLUMNS, broken):
        relation = _relation(cells[1])
        if relation in relations and _readable(number, line, file, broken):
            subject, object_ = map(_label, cells[3:5])
            source = cells[5].split("|")[0].strip('"')
            yield Edge(number, subject, relation, object_, source, line.rstrip("\n"))


def tuples(lines: Iterable[str], file: str, *, broken: OnBroken = stop) -> Iterator[KnownTuple]:
    """All tuples. The first line names the columns, parted by tabs.

    Raises BrokenLine for a head without the columns that are read, whatever `broken` does.
    Source: the README of the Aristo Tuple KB, version 5 of March 2017.
    """
    for number, line, cells in _rows(lines, file, TUPLE_COLUMNS, broken):
        if not _readable(number, line, file, broken):
            continue
        strength, subject, predicate, object_, sentence = (cell.strip() for cell in cells)
        try:
            share = float(strength)
        except ValueError:
            broken(BrokenLine(file, number, f"QStrength is {strength!r}; it is a number."))
            continue
        raw = line.rstrip("\n")
        yield KnownTuple(number, subject, predicate, object_, sentence, share, raw)


def _rows(
    lines: Iterable[str], file: str, columns: tuple[str, ...], broken: OnBroken
) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Number, line and the cells of these columns, for each line below the head."""
    rows = enumerate(lines, start=1)
    _, head = next(rows, (1, ""))
    names = head.rstrip("\r\n").split("\t")
    missing = [name for name in columns if name not in names]
    if missing:
        raise BrokenLine(file, 1, f"The columns {', '.join(missing)} are missing.")
    wanted = itemgetter(*map(names.index, columns))
    for number, line in rows:
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) == len(names):
            yield number, line, wanted(cells)
        else:
            problem = f"{len(cells)} columns; the head names {len(names)}."
            broken(BrokenLine(file, number, problem))


@lru_cache(maxsize=1000)
def _relation(cell: str) -> str:
    """The last part of a relation's address, "" for one of another kind. A file has a few dozen."""
    found = RELATION.search(cell)
    return found[1] if found else ""


def _readable(number: int, line: str, file: str, broken: OnBroken) -> bool:
    if line.isascii() or not NO_UTF8.search(line):
        return True
    broken(BrokenLine(file, number, "The line holds bytes that are no UTF-8."))
    return False


def _label(labels: str) -> str:
    return labels.split("|")[0].replace("_", " ").strip(' "')


def _synset(line: str, number: int) -> Synset:
    told, bar, gloss = line.partition(" | ")
    fields = told.split()
    count = int(fields[3], 16)
    words = fields[4 : 4 + 2 * count : 2]
    first = 4 + 2 * count
    announced = int(fields[first])
    pointers = fields[first + 1 : first + 1 + 4 * announced]
    whole = len(words) == count > 0 and len(pointers) == 4 * announced
    if not bar or not whole or not fields[0].isdigit():
        raise ValueError(line)
    return Synset(
        line=number,
        offset=fields[0],
        lexical_file=int(fields[1]),
        words=tuple(word.replace("_", " ") for word in words),
        pointers=tuple(
            Pointer(symbol, offset, speech)
            for symbol, offset, speech in zip(
                pointers[::4], pointers[1::4], pointers[2::4], strict=True
            )
        ),
        gloss=gloss.strip(),
        raw=line.rstrip("\n"),
    )
