"""What people judged of a catalogue into its next version, with their votes beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from django.db import transaction

from evaluation import coat_stored
from evaluation.coat import writing
from evaluation.coat.completing import completed
from evaluation.coat.ideals import by_labels
from evaluation.coat.json_files import FILES
from evaluation.coat.labels import FILE as LABELS
from evaluation.coat_people import merging, published, ratings, votes
from evaluation.coat_people.merging import Merged
from evaluation.coat_people.published import Published
from evaluation.coat_people.ratings import Rating
from evaluation.models import CoatCatalogue, CoatConsensus
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import Stored, Wish
from games.formats.rows import RowError


@dataclass(frozen=True)
class Outcome:
    """kept: what nobody judged -> how many. gone: objects that serve nothing any more.

    ratings: of whole configurations, with the categories that the penalties give.
    """

    stored: Stored
    kept: Mapping[str, int] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    ratings: tuple[Rating, ...] = ()


def import_consensus(
    base: CoatCatalogue,
    found: Sequence[Published],
    wish: Wish,
    *,
    ideal_by_labels: bool = False,
    keep_open: bool = False,
) -> Outcome:
    """Store the next version, or find the same one, or say all that keeps it from being one.

    keep_open: whether units that nobody decided stay as they are; one refuses all without it.
    Raises VersionTaken.
    """
    read = published.read_published(found)
    errors = [*read.errors, *([] if keep_open else _open(found))]
    if read.content is None:
        return Outcome(Stored(None, tuple(errors)))
    judged = coat_stored.catalogue_of(base.pk).judged
    merged = merging.merged(judged, read.content, by_labels=ideal_by_labels)
    errors += merged.errors
    if errors or merged.content is None:
        return Outcome(Stored(None, tuple(errors)))
    stored = _stored(base, found, merged.content, wish=wish)
    said = read.content
    return replace(stored, kept=merging.kept(judged, said), gone=merging.gone(said))


def _open(found: Sequence[Published]) -> list[RowError]:
    problem = "Nobody decided this unit."
    return [RowError(0, unit, problem, published.ABOUT) for unit in votes.left_open(found)]


def _stored(
    base: CoatCatalogue,
    found: Sequence[Published],
    merged: Merged,
    *,
    wish: Wish,
) -> Outcome:
    best = by_labels(merged.judged, merged.labelled) if merged.labelled else None
    catalogue = completed(merged.judged, best=best)
    rated = ratings.read_ratings(found, catalogue)
    if rated.content is None:
        return Outcome(Stored(None, rated.errors))
    texts = writing.write(catalogue)
    files = {name: texts[name].encode() for name in FILES}
    if base.labels:
        files[LABELS] = base.labels.encode()
    with transaction.atomic():
        stored = coat_catalogues.import_files(files, replace(wish, parent=base))
        if stored.catalogue is not None:
            _keep_votes(stored.catalogue, found)
    return Outcome(stored, ratings=rated.content)


def _keep_votes(catalogue: CoatCatalogue, found: Sequence[Published]) -> None:
    text = "".join(votes.vote_lines(found))
    CoatConsensus.objects.get_or_create(
        catalogue=catalogue,
        defaults={
            "sources": votes.sources(found),
            "votes": text,
            "sha256": sha256(text.encode()).hexdigest(),
        },
    )
