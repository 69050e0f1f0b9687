"""Where candidates come from: a list, WordNet, CSKG; which of them a catalogue can take."""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from annotation import one_line
from annotation.stages import Kind
from games import candidates, knowledge
from games.candidates import Candidate, OnRepeated
from games.formats.fields import KEY, NAME_LENGTH
from games.knowledge import BrokenLine, OnBroken


class Source(StrEnum):
    LIST = "list"
    WORDNET = "wordnet"
    CSKG = "cskg"


class NothingToOffer(Exception):
    """The source has no candidates of this kind."""


def candidates_in(
    source: Source,
    kind: Kind,
    lines: Iterable[str],
    file: str,
    *,
    broken: OnBroken,
    repeated: OnRepeated = candidates.quiet,
) -> Iterator[Candidate]:
    """The candidates of this kind, once each by key; what cannot be taken goes to `broken`.

    repeated: told of each candidate whose key an earlier one of the source has.
    Raises NothingToOffer where the source knows nothing of this kind.
    """
    if source == Source.CSKG and kind == Kind.OBJECT:
        raise NothingToOffer("CSKG offers affordances; objects come from a list or from WordNet.")
    offered = _offered(source, kind, lines, file, broken)
    return candidates.once_each(_usable(offered, file, broken), repeated=repeated)


def _offered(
    source: Source, kind: Kind, lines: Iterable[str], file: str, broken: OnBroken
) -> Iterable[Candidate]:
    if source == Source.LIST:
        return candidates.of_list(lines, file)
    if source == Source.CSKG:
        edges = knowledge.edges(lines, file, relations=candidates.ABILITIES, broken=broken)
        return candidates.affordances_of_edges(edges, file)
    synsets = knowledge.synsets(lines, file, broken=broken)
    if kind == Kind.OBJECT:
        return candidates.objects_of(synsets, file)
    return candidates.affordances_of_glosses(synsets, file)


def _usable(offered: Iterable[Candidate], file: str, broken: OnBroken) -> Iterator[Candidate]:
    for candidate in offered:
        problem = _problem(candidate)
        if problem:
            broken(BrokenLine(file, int(candidate.origin["line"]), problem))
        else:
            yield candidate


def _problem(candidate: Candidate) -> str:
    longest = max(len(candidate.text), len(candidate.key))
    if longest > NAME_LENGTH:
        return f"The name has {longest} characters; {NAME_LENGTH} at most are allowed."
    if not KEY.fullmatch(candidate.key):
        return f"{candidate.text!r} has no Latin letter or digit that a key could be made of."
    if one_line.CONTROL.search(candidate.text):
        return one_line.PROBLEM
    return ""
