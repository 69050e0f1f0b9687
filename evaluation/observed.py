"""What the reference observer made of plays: as it is stored, and followed now where it is not."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from evaluation import followed
from evaluation.followed import Followed, Step, Totals
from evaluation.models import Observed
from games import backends, belief, observer, selectors
from games.belief import Trace
from games.models import Catalogue, Play
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


def beliefs_of(play: Play, turns: Sequence[observer.Heard]) -> Trace:
    """The observer's belief after each answered question of a play, with what it was worth.

    turns: all of the play's, in order. It may still go on. One query.
    """
    game = selectors.frozen_game(play.game_id)
    played = Played(play.pk, play.ended_at, game, turns)
    rows = _rows([play.pk], [game.catalogue_id])
    row = rows.filter(ended_at=play.ended_at).first() if play.ended_at else None
    if row is None or len(row.values) != played.answers:
        return traces([played])[0]
    found = _followed(row.total_gain, row.net_gain, row.sufficient_after, row.values)
    start = belief.uniform(len(game.spec.candidates)).tolist()
    return followed.trace_of(found, start=start, beliefs=row.beliefs)


def target_of(game: observer.Dealt) -> int:
    """Where the target stands among the candidates."""
    return game.spec.candidates.index(game.spec.target)


def forget() -> None:
    """Empty what this process keeps of catalogues, for tests that make their own."""
    _catalogue.cache_clear()


def _stored(plays: Sequence[Played]) -> dict[int, Followed]:
    ended = {play.play_id: play.ended_at for play in plays}
    rows = _rows(ended, {play.game.catalogue_id for play in plays}).values_list(
        "play_id", "ended_at", "total_gain", "net_gain", "sufficient_after", "values"
    )
    return {
        pk: _followed(total, net, sufficient, values)
        for pk, at, total, net, sufficient, values in rows
        if at == ended[pk]
    }


def _rows(plays: Collection[int], catalogues: Collection[int]) -> QuerySet[Observed]:
    """Of these plays, by the judges of now."""
    return Observed.objects.filter(play__in=list(plays), judge__in=map(judge_of, catalogues))


def _followed(
    total_gain: float, net_gain: float, sufficient_after: int | None, values: Sequence[_StoredStep]
) -> Followed:
    return Followed(total_gain, net_gain, sufficient_after, [Step(*row) for row in values])


def _fits(found: Followed | None, play: Played) -> bool:
    return found is not None and len(found.steps) == play.answers


@lru_cache(maxsize=64)
def _catalogue(catalogue_id: int) -> str:
    row = Catalogue.objects.get(pk=catalogue_id)
    return f"{row.version}+{row.sha256[:8]}"
