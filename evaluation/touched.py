"""Plays of a run in which an answer was said that people corrected later."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation.models import Correction
from evaluation.metrics import intervals
from evaluation.metrics.intervals import Figure
from evaluation.models import Episode, Run
from games.models import StoredAnswer, Turn
from games.rules import Answer, Outcome

Key = tuple[str, str, str]


@dataclass(frozen=True)
class TouchedTurn:
    """said: what the player was told. now: what it would be told by the newest answer."""

    episode: int
    game: str
    turn: int
    question: str
    said: str
    now: str
    outcome: str

    @property
    def changed(self) -> bool:
        """Whether it was told otherwise than it would be; a forced answer may be the same."""
        return self.said != self.now


@dataclass(frozen=True)
class Touched:
    """turns: that keep a corrected answer. plays: that hold one. misled: those that were told
    otherwise than they would be now.

    success: of all ended games. without_touched, without_misled: of those without such plays.
    """

    turns: Sequence[TouchedTurn]
    plays: int
    misled: int
    success: Figure
    without_touched: Figure
    without_misled: Figure


def touched_of(run: Run) -> Touched:
    """Four queries at most, and no more than two where nothing was corrected."""
    rows = list(_turns(run))
    newest = _newest([row.stored_answer for row in rows if row.stored_answer])
    turns = [_touched(row, newest, forced=_must_answer(run)) for row in rows]
    plays = {turn.episode for turn in turns}
    misled = {turn.episode for turn in turns if turn.changed}
    ended = dict(
        run.episodes.filter(status=Episode.Status.DONE).values_list("number", "play__outcome")
    )
    return Touched(
        turns=turns,
        plays=len(plays),
        misled=len(misled),
        success=_success(ended, set()),
        without_touched=_success(ended, plays),
        without_misled=_success(ended, misled),
    )


def _turns(run: Run) -> QuerySet[Turn]:
    return (
        Turn.objects.filter(
            play__episode__run=run, stored_answer__in=Correction.objects.values("before")
        )
        .select_related("stored_answer", "play__episode", "play__game")
        .order_by("play__episode__number", "number", "attempt")
    )


def _newest(rows: Sequence[StoredAnswer]) -> dict[Key, StoredAnswer]:
    """The highest revision of each answer, which is what players get."""
    revisions = StoredAnswer.objects.filter(
        object_sha256__in={row.object_sha256 for row in rows},
        question_sha256__in={row.question_sha256 for row in rows},
    )
    return {_key(row): row for row in revisions.order_by("revision")} if rows else {}


def _key(row: StoredAnswer) -> Key:
    return row.object_sha256, row.question_sha256, row.oracle_version


def _touched(turn: Turn, newest: dict[Key, StoredAnswer], *, forced: bool) -> TouchedTurn:
    assert turn.stored_answer is not None  # `_turns` looks for those with one
    now = newest[_key(turn.stored_answer)]
    tells = forced and now.answer == Answer.CANNOT_TELL
    episode = turn.play.episode
    return TouchedTurn(
        episode=episode.number,
        game=turn.play.game.key,
        turn=turn.number,
        question=turn.question,
        said=turn.answer,
        now=now.forced if tells else now.answer,
        outcome=turn.play.outcome,
    )


def _must_answer(run: Run) -> bool:
    return not run.protocol.settings["cannot_tell"]


def _success(ended: dict[int, str], left_out: set[int]) -> Figure:
    kept = [outcome for number, outcome in ended.items() if number not in left_out]
    return intervals.share(sum(outcome == Outcome.WON for outcome in kept), len(kept))
