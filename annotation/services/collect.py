"""Candidates into a draft: once each by key, chunk after chunk, so that a stopped run goes on."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet

from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.stages import Kind
from games.candidates import Candidate

CHUNK = 1_000


@dataclass(frozen=True)
class Collected:
    """read: how many candidates were looked at so far; added: how many of them were new."""

    read: int = 0
    added: int = 0


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
        added = _add(draft, kind, chunk)
        done = Collected(done.read + len(chunk), done.added + added)
        progress(done)
    return done


def _add(draft: Draft, kind: Kind, chunk: Sequence[Candidate]) -> int:
    """Store what is new of the chunk; a row that another run stores meanwhile is left to it."""
    keys = [candidate.key for candidate in chunk]
    there = set(_rows(kind).filter(draft=draft, key__in=keys).values_list("key", flat=True))
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
    return len(new)


def _rows(kind: Kind) -> QuerySet[DraftObject] | QuerySet[DraftAffordance]:
    return DraftObject.objects.all() if kind == Kind.OBJECT else DraftAffordance.objects.all()


def _chunks(candidates: Iterable[Candidate]) -> Iterator[list[Candidate]]:
    rest = iter(candidates)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk
