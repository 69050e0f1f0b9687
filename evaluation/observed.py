"""What the reference observer made of plays: as it is stored, and followed now where it is not."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from evaluation import followed
from evaluation.followed import Followed, Step, Totals
from evaluation.models import Observed
from games import backends, belief, observer
from games.belief import Trace
from games.models import Catalogue
from games.rules import TurnStatus

# A Step as JSON has it.
_StoredStep = tuple[float, float, float, bool, str]


@dataclass(frozen=True)
class Played:
    """A play with all that the observer hears of it. ended_at: None while it goes on."""

    play_id: int
    ended_at: datetime | None
    game: observer.Dealt
    turns: Sequence[observer.Heard]

    @property
    def answers(self) -> int:
        return sum(turn.status == TurnStatus.ANSWERED for turn in self.turns)


def judge_of(catalogue_id: int) -> str:
    """Name and version of all that the observer's values of the catalogue's games rest on."""
    return ", ".join(
        (
            belief.JUDGE,
            f"eps {belief.CLIP:g}",
            f"sufficient {belief.GUESS_THRESHOLD:g}",
            backends.table_oracle(catalogue_id).version,
            _catalogue(catalogue_id),
        )
    )


def follow(plays: Sequence[Played]) -> list[Followed]:
    """Each play's values; one query for those that are stored, the others are followed now."""
    known = _stored(plays)
    missing = [play for play in plays if not _fits(known.get(play.play_id), play)]
    for play, trace in zip(missing, traces(missing), strict=True):
        known[play.play_id] = followed.of_trace(trace, target=target_of(play.game))
    return [known[play.play_id] for play in plays]


def traces(plays: Sequence[Played]) -> list[Trace]:
    """Each play followed now, whatever is stored."""
    return observer.follow_all([(play.game, play.turns) for play in plays])


def totals_of(ended: Mapping[int, datetime], catalogues: Collection[int]) -> Mapping[int, Totals]:
    """Play id -> what is stored of it and holds; a play that is missing has to be followed.

    ended: play id -> when it ended. catalogues: of their games. One query.
    """
    rows = _rows(ended, catalogues).values_list(
        "play_id", "ended_at", "total_gain", "net_gain", "sufficient_after"
    )
    return {
        pk: Totals(total, net, sufficient)
        for pk, at, total, net, sufficient in rows
        if at == ended[pk]
    }


def beliefs_of(plays: Sequence[Played]) -> list[Trace]:
    """Of each play the observer's belief after each answered question, with what it was worth.

    As it is stored; plays that go on, or of which nothing that holds is stored, are followed now.
    One query.
    """
    ended = {play.play_id: play.ended_at for play in plays if play.ended_at}
    rows = _rows(ended, {play.game.catalogue_id for play in plays})
    found = {row.play_id: row for row in rows if row.ended_at == ended[row.play_id]}
    missing = [play for play in plays if not _has(found.get(play.play_id), play)]
    followed_now = {
        play.play_id: trace for play, trace in zip(missing, traces(missing), strict=True)
    }
    return [
        followed_now.get(play.play_id) or _trace(found[play.play_id], play.game) for play in plays
    ]


def target_of(game: observer.Dealt) -> int:
    """Where the target stands among the candidates."""
    return game.spec.candidates.index(game.spec.target)


def forget() -> None:
    """Empty what this process keeps of catalogues, for tests that make their own."""
    _catalogue.cache_clear()


def _stored(plays: Sequence[Played]) -> dict[int, Followed]:
    ended = {play.play_id: play.ended_at for play in plays}
    games = {play.play_id: play.game for play in plays}
    rows = _rows(ended, {game.catalogue_id for game in games.values()})
    return {
        row.play_id: _followed(row, games[row.play_id])
        for row in rows
        if row.ended_at == ended[row.play_id]
    }


def _rows(plays: Collection[int], catalogues: Collection[int]) -> QuerySet[Observed]:
    """Of these plays, by the judges of now."""
    return Observed.objects.filter(play__in=list(plays), judge__in=map(judge_of, catalogues))


def _followed(row: Observed, game: observer.Dealt) -> Followed:
    values: Sequence[_StoredStep] = row.values
    return Followed(
        total_gain=row.total_gain,
        net_gain=row.net_gain,
        sufficient_after=row.sufficient_after,
        steps=[Step(*each) for each in values],
        misled=bool(row.beliefs) and followed.misled(row.beliefs[-1], target=target_of(game)),
    )


def _has(row: Observed | None, play: Played) -> bool:
    return row is not None and len(row.values) == play.answers


def _trace(row: Observed, game: observer.Dealt) -> Trace:
    found = _followed(row, game)
    start = belief.uniform(len(game.spec.candidates)).tolist()
    return followed.trace_of(found, start=start, beliefs=row.beliefs)


def _fits(found: Followed | None, play: Played) -> bool:
    return found is not None and len(found.steps) == play.answers


@lru_cache(maxsize=64)
def _catalogue(catalogue_id: int) -> str:
    row = Catalogue.objects.get(pk=catalogue_id)
    return f"{row.version}+{row.sha256[:8]}"
