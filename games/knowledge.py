"""Knowledge bases as streams of rows, each with its line: WordNet's data files, CSKG's edges.

The readers take lines and keep none, so that a file of gigabytes needs no more memory than its
longest line. A line that cannot be read goes to `broken`: raise there to stop, note it to go on.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

HEADER = "  "
COLUMNS = ("node1", "relation", "node2", "node1;label", "node2;label", "source")
RELATION = re.compile(r"/r/(\w+)$")


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
    """

    line: int
    offset: str
    lexical_file: int
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]
    gloss: str


@dataclass(frozen=True)
class Edge:
    """A line of a CSKG file. relation: its last part, such as UsedFor. source: CN, WN and so on."""

    line: int
    subject: str
    relation: str
    object: str
    source: str


def stop(broken: BrokenLine) -> None:
    """What a reader does with a broken line unless it is told otherwise."""
    raise broken


def synsets(lines: Iterable[str], file: str, *, broken: OnBroken = stop) -> Iterator[Synset]:
    """Source: WordNet's manual page wndb(5WN); the licence text at the top has two spaces."""
    for number, line in enumerate(lines, start=1):
        if line.startswith(HEADER) or not line.strip():
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
    rows = enumerate(lines, start=1)
    _, head = next(rows, (1, ""))
    place = {name: at for at, name in enumerate(head.rstrip("\n").split("\t"))}
    missing = [name for name in COLUMNS if name not in place]
    if missing:
        raise BrokenLine(file, 1, f"The columns {', '.join(missing)} are missing.")
    for number, line in rows:
        cells = line.rstrip("\n").split("\t")
        if len(cells) != len(place):
            problem = f"{len(cells)} columns; the head names {len(place)}."
            broken(BrokenLine(file, number, problem))
            continue
        found = RELATION.search(cells[place["relation"]])
        if found and found[1] in relations:
            yield _edge(cells, place, number, found[1])


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
    )


def _edge(cells: list[str], place: dict[str, int], number: int, relation: str) -> Edge:
    def label(node: str) -> str:
        return cells[place[f"{node};label"]].split("|")[0].replace("_", " ").strip()

    return Edge(
        line=number,
        subject=label("node1"),
        relation=relation,
        object=label("node2"),
        source=cells[place["source"]].split("|")[0],
    )
