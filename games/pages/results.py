"""What an ended play shows: the object, the player's path in bits, the baselines on this game."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import belief, observer, rules, selectors
from games.models import BaselinePlay, Play, Turn
from games.pages import boards
from games.pages.board import Candidate
from games.rules import Outcome, TurnStatus
from games.selectors import FrozenGame

# Shares that differ by less are equal but for rounding.
SAME_SHARE = 1e-9


@dataclass(frozen=True)
class Step:
    """One spent question. bits: its information gain, None where it had no answer or the
    observer cannot read it."""

    number: int
    attempt: int
    question: str
    kind: str
    bits: float | None
    repeat: bool = False
    useless: bool = False
    doubted: bool = False


@dataclass(frozen=True)
class Share:
    words: str
    share: float
    is_target: bool

    @property
    def percent(self) -> int:
        return round(100 * self.share)


@dataclass(frozen=True)
class Baseline:
    """won: None where the player's success is a matter of chance; `note` then says how often."""

    name: str
    explanation: str
    won: bool | None
    questions: int
    note: str = ""


@dataclass(frozen=True)
class Result:
    """object_name and object_description are empty where the setting keeps them hidden.

    asked: False after a control condition, which has no questions, so no path and no equals.
    whole: False while a study keeps all but right or wrong back.
    unshown: it was won although the observer held another candidate likelier.
    total_bits: the net gain of the whole path. objects: how many the observer knows.
    """

    won: bool
    outcome: str
    target: Candidate
    guessed: Candidate | None
    asked: bool
    questions: int
    object_name: str
    object_description: str
    whole: bool
    path: Sequence[Step]
    total_bits: float
    objects: int
    beliefs: Sequence[Share]
    baselines: Sequence[Baseline]

    @property
    def unshown(self) -> bool:
        likeliest = max((each.share for each in self.beliefs), default=0.0)
        target = sum(each.share for each in self.beliefs if each.is_target)
        return self.won and likeliest - target > SAME_SHARE

    @property
    def doubtable(self) -> bool:
        """Whether a step shows the bare “?”, which has to be explained."""
        return any(step.kind != "forfeited" and not step.doubted for step in self.path)


def result_of(play: Play, *, whole: bool = True) -> Result:
    """The result; without object, path, beliefs and programs where it is not whole.

    Raises ValueError for a play that has not ended: its result would tell the secret.
    """
    turns = selectors.turns_of(play)
    state = selectors.state_of(play, turns, now=play.ended_at or play.started_at)
    if state.outcome is None:
        raise ValueError(f"Play {play.pk} has not ended.")
    game = selectors.frozen_game(play.game_id)
    trace = observer.follow(game, turns)
    sheet = selectors.sheets_of(game.catalogue_id)[game.object_id]
    shown = whole and settings.REVEAL_OBJECT
    return Result(
        won=state.outcome == Outcome.WON,
        outcome=state.outcome,
        target=boards.candidate(game, game.spec.target, True),
        guessed=boards.candidate(game, state.guessed, True) if state.guessed else None,
        asked=state.limits.questions > 0,
        questions=state.spent,
        object_name=sheet.name if shown else "",
        object_description=sheet.description if shown else "",
        whole=whole,
        path=_path(turns, trace, state.limits) if whole else (),
        total_bits=trace.net_gain,
        objects=len(selectors.sheets_of(game.catalogue_id)),
        beliefs=_beliefs(game, trace) if whole else (),
        baselines=_baselines(play.game_id) if whole else (),
    )


def _path(turns: Sequence[Turn], trace: belief.Trace, limits: rules.Limits) -> list[Step]:
    seen = iter(trace.observations)
    steps: list[Step] = []
    for turn in turns:
        if turn.status == TurnStatus.ANSWERED:
            steps.append(_step(turn, next(seen)))
        elif rules.forfeited(selectors.move_of(turn), limits):
            steps.append(Step(turn.number, turn.attempt, turn.question, "forfeited", None))
    return steps


def _step(turn: Turn, observation: belief.Observation) -> Step:
    return Step(
        number=turn.number,
        attempt=turn.attempt,
        question=turn.question,
        kind=turn.answer,
        bits=None if observation.unread else observation.gain,
        repeat=observation.repeat,
        useless=observation.useless,
        doubted=hasattr(turn, "doubt"),
    )


def _beliefs(game: FrozenGame, trace: belief.Trace) -> list[Share]:
    shares = zip(game.spec.candidates, trace.belief, strict=True)
    return [
        Share(boards.words(key), share, is_target=key == game.spec.target) for key, share in shares
    ]


def _baselines(game_id: int) -> list[Baseline]:
    stored = {row.player: row for row in BaselinePlay.objects.filter(game_id=game_id)}
    shown = [
        _baseline(stored[player], name, explanation)
        for player, (name, explanation) in _PLAYERS.items()
        if player in stored
    ]
    chance = _("right in 1 of 8 games")
    return [*shown, Baseline(_("Chance"), _("guesses at once"), None, 0, note=chance)]


def _baseline(row: BaselinePlay, name: str, explanation: str) -> Baseline:
    return Baseline(_(name), _(explanation), row.won, row.questions)


_PLAYERS = {
    "optimal": (
        gettext_noop("Lower limit"),
        gettext_noop("the fewest questions that settle this game for one who knows the object"),
    ),
    "greedy": (
        gettext_noop("Greedy program"),
        gettext_noop("asks the most telling question next, until it is sure to 80%"),
    ),
    "fix20q": (
        gettext_noop("Fixed list"),
        gettext_noop("a program that asks the same 20 questions in every game"),
    ),
}
