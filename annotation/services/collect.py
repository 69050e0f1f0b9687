"""Candidates into a draft: once each by key, chunk after chunk, so that a stopped run goes on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.stages import Kind
from games.candidates import Candidate, SameKey

CHUNK = 1_000


@dataclass(frozen=True)
class Collected:
    """read: how many candidates were looked at so far; added: how many of them were new.

    there: those that were not, each with the name that the draft has under its key.
    """

    read: int = 0
    added: int = 0
    there: tuple[SameKey, ...] = ()


def _quiet(collected: Collected) -> None:
    """Say nothing."""


def collect(
    draft: Draft,
    kind: Kind,
    candidates: Iterable[Candidate],
    *,
    progress: Callable[[Collected], None] = _quiet,
) -> Collected:
    """Store the candidates that the draft has not yet; those that it has stay as they are.

    Each chunk is committed by itself, and the same candidates again change nothing. What the
    candidates raise while they are read is raised, after the chunks before are stored.
    progress: told after each chunk.
    """
    done = Collected()
    for chunk in _chunks(candidates):
        there = _add(draft, kind, chunk)
        added = len(chunk) - len(there)
        done = Collected(done.read + len(chunk), done.added + added, (*done.there, *there))
        progress(done)
    return done


def _add(draft: Draft, kind: Kind, chunk: Sequence[Candidate]) -> list[SameKey]:
    """Store what is new of the chunk; return what is not.

    A row that another run stores meanwhile is left to it.
    """
    there = _names(draft, kind, [candidate.key for candidate in chunk])
    new = [candidate for candidate in chunk if candidate.key not in there]
    if kind == Kind.OBJECT:
        DraftObject.objects.bulk_create(
            (DraftObject(draft=draft, key=c.key, name=c.text, origin=c.origin) for c in new),
            ignore_conflicts=True,
        )
    else:
        DraftAffordance.objects.bulk_create(
            (DraftAffordance(draft=draft, key=c.key, text=c.text, origin=c.origin) for c in new),
            ignore_conflicts=True,
        )
    return [SameKey(c.key, there[c.key], c.text) for c in chunk if c.key in there]


def _names(draft: Draft, kind: Kind, keys: Sequence[str]) -> dict[str, str]:
    """Key -> name of those that the draft has."""
    if kind == Kind.OBJECT:
        objects = DraftObject.objects.filter(draft=draft, key__in=keys)
        return dict(objects.values_list("key", "name"))
    affordances = DraftAffordance.objects.filter(draft=draft, key__in=keys)
    return dict(affordances.values_list("key", "text"))


def _chunks(candidates: Iterable[Candidate]) -> Iterator[list[Candidate]]:
    rest = iter(candidates)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk
