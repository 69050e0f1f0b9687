"""Makes the board of a play, for the page and its fragments."""

import uuid
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import oracle_gate, rules, selectors
from games.models import Play, Turn
from games.oracle_scores import Figures
from games.pages.board import Board, Candidate, OracleNote, rows, words
from games.pages.given import given_of
from games.presets import Protocol
from games.rules import State
from games.selectors import FrozenGame

ORACLE_NAMES = {
    "table": gettext_noop("Table Oracle"),
    "model": gettext_noop("Model Oracle"),
    "chain": gettext_noop("Chain Oracle"),
}


def board_of(play: Play, *, now: datetime, crossed_out: frozenset[str] = frozenset()) -> Board:
    turns = selectors.turns_of(play)
    state = selectors.state_of(play, turns, now=now)
    return make_board(play, turns, state, now=now, crossed_out=crossed_out)


def make_board(
    play: Play,
    turns: list[Turn],
    state: State,
    *,
    now: datetime,
    crossed_out: frozenset[str] = frozenset(),
) -> Board:
    view = rules.questioner_view(state)
    doubted = frozenset((t.number, t.attempt) for t in turns if t.answer and hasattr(t, "doubt"))
    return Board(
        token=play.token,
        key=uuid.uuid4(),
        stamp=stamp(state),
        candidates=candidates(play, crossed_out),
        rows=rows(view, doubted, waited_seconds=_waited_seconds(turns, now)),
        number=view.number,
        attempt=view.attempt,
        attempts_left=view.attempts - view.attempt + 1,
        questions_left=view.questions_left,
        budget=state.limits.questions,
        waiting=view.waiting,
        failed=view.failed,
        outcome=view.outcome,
        given=given_of(play),
    )


def _waited_seconds(turns: list[Turn], now: datetime) -> int:
    """How long the newest question has stood there."""
    return max(0, int((now - turns[-1].asked_at).total_seconds())) if turns else 0


def stamp(state: State) -> str:
    """A text that changes whenever the board would look different."""
    last = state.turns[-1] if state.turns else None
    shown = f"{last.number}.{last.attempt}.{last.status}" if last else "start"
    return f"{shown}.{state.outcome}" if state.outcome else shown


def candidates(play: Play, crossed_out: frozenset[str]) -> list[Candidate]:
    game = selectors.frozen_game(play.game_id)
    shown = selectors.protocol_of(play.protocol_id).candidates == "labels_and_definitions"
    return [candidate(game, key, shown, key in crossed_out) for key in game.spec.candidates]


def candidate(game: FrozenGame, key: str, with_definition: bool, out: bool = False) -> Candidate:
    definition = game.definitions[key] if with_definition else ""
    return Candidate(key=key, words=words(key), definition=definition, crossed_out=out)


def oracle_of(play: Play) -> OracleNote:
    catalogue_id = selectors.frozen_game(play.game_id).catalogue_id
    return oracle_note(selectors.protocol_of(play.protocol_id), catalogue_id)


def oracle_note(protocol: Protocol, catalogue_id: int) -> OracleNote:
    """How right it was as the rules let it answer, best on the catalogue's own objects."""
    kind = protocol.oracle.replace("(", "-").partition("-")[0]
    name = _(ORACLE_NAMES.get(kind, kind))
    own, score = selectors.shown_figures(protocol.oracle, catalogue_id)
    practice = oracle_gate.is_practice(score, cannot_tell=protocol.cannot_tell)
    if score is None or not score.answered:
        return OracleNote(name, _("Its accuracy has not been measured yet."), practice=True)
    sentence = _(_ACCURACY[protocol.cannot_tell, own]) % _numbers(score, protocol.cannot_tell)
    return OracleNote(name, sentence, practice=practice)


# (whether the Oracle may say that it cannot tell, whether the questions are about these objects)
_ACCURACY = {
    (True, False): gettext_noop(
        "It answers %(answered)d%% of %(n)d test questions and is right on %(right)d%% of those."
    ),
    (True, True): gettext_noop(
        "It answers %(answered)d%% of %(n)d questions about these very objects and is right on "
        "%(right)d%% of those."
    ),
    (False, False): gettext_noop(
        "It answers every question, and was right on %(forced)s%% of %(n)d test questions."
    ),
    (False, True): gettext_noop(
        "It answers every question, and was right on %(forced)s%% of %(n)d questions about these "
        "very objects."
    ),
}


def _numbers(score: Figures, cannot_tell: bool) -> dict[str, object]:
    numbers: dict[str, object] = {"n": score.questions}
    if not cannot_tell:
        return numbers | {"forced": f"{100 * score.right_forced / score.questions:.1f}"}
    return numbers | {
        "answered": round(100 * score.answered / score.questions),
        "right": round(100 * score.right_answered / score.answered),
    }
