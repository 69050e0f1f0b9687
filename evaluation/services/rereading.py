"""A run's replies read again, without a model and without changing anything."""

from collections.abc import Iterator
from dataclasses import dataclass

from evaluation import rereading
from evaluation.models import Run, StoredReply
from evaluation.rereading import Flip, Reading
from games import replies


@dataclass(frozen=True)
class FlippedReply:
    """A reply at its place: its game and repeat, its play, and its number in the play from 1.

    reply_id: of its row.
    """

    reply_id: int
    game: str
    repeat: int
    play: str
    sequence: int
    text: str
    flip: Flip


@dataclass(frozen=True)
class Reread:
    """reader: the rules of now. readers: those that the replies were read by then.

    replies: how many were read again.
    """

    reader: str
    readers: tuple[str, ...]
    replies: int
    flipped: tuple[FlippedReply, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """Keys of the games in which some reply flips, sorted."""
        return tuple(sorted({each.game for each in self.flipped}))


def reread(run: Run) -> Reread:
    stored = StoredReply.objects.filter(play__episode__run=run)
    flipped = tuple(_flipped(run))
    readers = stored.order_by("reader").values_list("reader", flat=True).distinct()
    return Reread(replies.READER, tuple(readers), stored.count(), flipped)


def _flipped(run: Run) -> Iterator[FlippedReply]:
    rows = (
        StoredReply.objects.filter(play__episode__run=run)
        .order_by("play__episode__number", "sequence")
        .values_list(
            "pk",
            "text",
            "kind",
            "said",
            "why",
            "sequence",
            "play__token",
            "play__episode__repeat",
            "play__game__key",
            "play__game__candidates",
        )
    )
    for pk, text, kind, said, why, sequence, play, repeat, game, candidates in rows.iterator():
        found = rereading.flip(text, Reading(kind, said, why), candidates)
        if found:
            yield FlippedReply(pk, game, repeat, str(play), sequence, text, found)
