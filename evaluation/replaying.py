"""A stored play as its turns: a person's or a model's, ended or still going on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation import observed, own_beliefs, turn_steps
from evaluation.models import StoredReply
from evaluation.observed import Played
from evaluation.own_beliefs import Crossing, Held
from evaluation.turn_steps import Distribution, OwnPath, Said, Step
from games import selectors, texts
from games.belief import Trace
from games.models import Play, Turn
from games.rules import Answer, TurnStatus
from games.selectors import FrozenGame
from games.sheets import ObjectSheet

Position = tuple[int, int]


@dataclass(frozen=True)
class Replayed:
    """own_start: the player's own belief before any answer, None where it is not known.

    replies: (number, attempt) -> what a model said there. questions: of the budget.
    """

    play: Play
    game: FrozenGame
    sheet: ObjectSheet
    questions: int
    steps: Sequence[Step]
    trace: Trace
    own_start: Distribution | None
    replies: Mapping[Position, Sequence[StoredReply]]

    @property
    def last(self) -> int:
        """The number of the last turn of the budget that was asked at; 0 for none."""
        numbers = (step.said.number for step in self.steps)
        return min(max(numbers, default=0), self.questions)

    def own_after(self, number: int) -> Distribution | None:
        if number == 0:
            return self.own_start
        after = [step.own for step in self.steps if step.said.number == number and step.spends]
        return after[-1] if after else None


def find(play_id: int) -> Play | None:
    """The play with what its head says."""
    rows = Play.objects.select_related(
        "game__catalogue", "game__target", "participant__campaign", "episode__run"
    )
    return rows.filter(pk=play_id).first()


def others_on(play: Play, count: int) -> list[Play]:
    """Ended plays of the same game that may stand beside it, the newest first."""
    rows = Play.objects.filter(game=play.game_id, kind__in=[Play.Kind.RUN, Play.Kind.STUDY])
    rows = rows.select_related("participant__campaign", "episode__run").exclude(pk=play.pk)
    return list(rows.exclude(outcome="").order_by("-pk")[:count])


def replay(play: Play) -> Replayed:
    """play: as `find` gives it. Four queries, and what the process does not keep yet."""
    game = selectors.frozen_game(play.game_id)
    limits = selectors.protocol_of(play.protocol_id).limits
    turns = list(play.turns.select_related("doubt", "review", "stored_answer"))
    replies = list(play.replies.order_by("sequence"))
    (trace,) = observed.beliefs_of([Played(play.pk, play.ended_at, game, turns)])
    spent = max((turn.number for turn in turns), default=0)
    own = _own(play, replies, game, spent=spent)
    return Replayed(
        play=play,
        game=game,
        sheet=selectors.sheets_of(game.catalogue_id)[game.object_id],
        questions=limits.questions,
        steps=turn_steps.steps([_said(turn) for turn in turns], trace, own, limits),
        trace=trace,
        own_start=own.first.get(1),
        replies=_by_position(replies),
    )


def _said(turn: Turn) -> Said:
    review = getattr(turn, "review", None)
    removed = bool(review and texts.decision(turn.question, review.removed, review.wording))
    held = turn.stored_answer.answer if turn.stored_answer else ""
    return Said(
        number=turn.number,
        attempt=turn.attempt,
        question="" if removed else turn.question,
        status=TurnStatus(turn.status),
        answer=turn.answer,
        reason=turn.reason,
        probe="" if removed else turn.probe,
        forced=held == Answer.CANNOT_TELL != turn.answer,
        doubted=hasattr(turn, "doubt"),
        removed=removed,
    )


def _own(play: Play, replies: Sequence[StoredReply], game: FrozenGame, *, spent: int) -> OwnPath:
    """A model's from its replies' beliefs, a person's from the candidates crossed out."""
    if play.kind == Play.Kind.RUN:
        held = [Held(each.number, tuple(each.belief)) for each in replies if each.belief]
    else:
        marks = play.marks.order_by("pk")
        crossed = [Crossing(m.affordance, m.crossed_out, m.after_turn) for m in marks]
        held = own_beliefs.of_crossings(crossed, game.spec.candidates, spent=spent)
    first = {each.number: each.belief for each in reversed(held)}
    return OwnPath(first, own_beliefs.gains(held).by_turn)


def _by_position(replies: Sequence[StoredReply]) -> Mapping[Position, Sequence[StoredReply]]:
    found: dict[Position, list[StoredReply]] = {}
    for each in replies:
        found.setdefault((each.number, each.attempt), []).append(each)
    return found
