"""Plays of a run in which an answer was said that people corrected later."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from annotation.models import Correction
from evaluation import run_progress
from evaluation.metrics import intervals
from evaluation.metrics.endings import Ending
from evaluation.metrics.intervals import Figure
from evaluation.models import Run
from evaluation.run_progress import Counts
from games.models import Play, StoredAnswer, Turn
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


def touched_of(run: Run) -> Touched | None:
    """None where nothing was corrected, after one query; else five, and its turns alone are read.

    How its other games ended is only counted.
    """
    rows = list(_turns(run))
    if not rows:
        return None
    newest = _newest([row.stored_answer for row in rows if row.stored_answer])
    turns = [_touched(row, newest, forced=_must_answer(run)) for row in rows]
    held = {row.play.episode.number: row.play for row in rows}
    misled = {turn.episode for turn in turns if turn.changed}
    counts = run_progress.counts_of([run])[run.pk]
    return Touched(
        turns=turns,
        plays=len(held),
        misled=len(misled),
        success=counts.rate,
        without_touched=_success(counts, held.values()),
        without_misled=_success(counts, [held[number] for number in misled]),
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


def _success(counts: Counts, left_out: Collection[Play]) -> Figure:
    """Without these plays; of those that go on nothing was counted."""
    ended = [play.outcome for play in left_out if play.outcome]
    solved = counts.endings.get(Ending.SOLVED, 0) - ended.count(Outcome.WON)
    return intervals.share(solved, counts.done - len(ended))
