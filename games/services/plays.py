"""What a player does: start, ask, cross out, guess, doubt. Each may arrive twice.

`mine` is always a query for exactly one play, made by `selectors.play_of`: whose play it is, is
checked in the same query that locks it. Play.DoesNotExist says that it is nobody's or a stranger's.
"""

import random
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from games import presets, rules, selectors
from games.models import Doubt, Game, Mark, Participant, Play, PlayProtocol, Turn
from games.rules import RuleBroken, State, TurnStatus
from games.services import store

QUESTION_LIMIT = 300
# Some scripts and emoji need them between letters; alone they are no text.
JOINERS = "\u200c\u200d"


class MovedOn(RuleBroken):
    """The page that sent the move was older than the play."""

    code = "moved_on"


class EmptyQuestion(RuleBroken):
    code = "empty_question"


class LongQuestion(RuleBroken):
    code = "long_question"


class PartEnded(RuleBroken):
    """The volunteer's part of the study ended, and this game stays unfinished."""

    code = "part_ended"


class NoGameLeft(Exception):
    """The participant has played every game that there is."""


@dataclass(frozen=True)
class Asked:
    """The play after a question. turn: the new one, None where this very post was taken before."""

    play: Play
    turns: list[Turn]
    state: State
    turn: Turn | None


def freeze_protocol(protocol: presets.Protocol) -> PlayProtocol:
    row, _ = PlayProtocol.objects.get_or_create(
        sha256=protocol.sha256, defaults={"settings": protocol.settings}
    )
    return row


def new_participant() -> Participant:
    return Participant.objects.create()


def start(
    participant: Participant, games: QuerySet[Game], *, protocol: PlayProtocol, rng: random.Random
) -> Play:
    """Start a play of one of the games, drawn at random, that the participant has not met.

    An object is met once, unless nothing else is left. A play of these games under this
    protocol that was not moved in yet is returned instead, so that a double click starts one.
    Raises NoGameLeft where all are played.
    """
    with transaction.atomic():
        Participant.objects.select_for_update().get(pk=participant.pk)
        mine = participant.plays.filter(game__in=games, protocol=protocol)
        untouched = mine.filter(outcome="", turns=None, marks=None).last()
        if untouched:
            return untouched
        game_id = rng.choice(_games_left(participant, games))
        return Play.objects.create(participant=participant, game_id=game_id, protocol=protocol)


def _games_left(participant: Participant, games: QuerySet[Game]) -> list[int]:
    """Ids of the games not met yet, of objects not met yet where there are any."""
    met = dict(participant.plays.values_list("game_id", "game__physical_object_id"))
    unmet = games.exclude(pk__in=met).order_by("key")
    rows = list(unmet.values_list("pk", "physical_object_id"))
    left = [pk for pk, object_id in rows if object_id not in met.values()] or [pk for pk, _ in rows]
    if not left:
        raise NoGameLeft(f"All {len(met)} games are played.")
    return left


def ask(
    mine: QuerySet[Play],
    question: str,
    *,
    position: tuple[int, int],
    key: UUID,
    now: datetime,
    thinking_seconds: float | None = None,
    typing_seconds: float | None = None,
) -> Asked:
    """Store a waiting turn, unless this very post was taken before.

    position: the (number, attempt) that the sender believed to be next.
    thinking_seconds, typing_seconds: the browser's word, which nothing here can check.
    Raises RuleBroken, MovedOn where the position is another one by now.
    """
    text = _question_text(question)
    with transaction.atomic():
        play = _locked(mine)
        turns = selectors.turns_of(play)
        state = selectors.state_of(play, turns, now=now)
        if any(turn.key == key for turn in turns):
            return Asked(play, turns, state, turn=None)
        asked = rules.ask(state, text)
        if position != state.position:
            raise MovedOn(f"The play is at {state.position}, the page at {position}.")
        row = Turn(
            play=play,
            key=key,
            asked_at=now,
            thinking_seconds=thinking_seconds,
            typing_seconds=typing_seconds,
        )
        failed = turns.pop() if state.failed else None
        turn = _store_asked(row, asked, in_place_of=failed)
        return Asked(play, [*turns, turn], asked, turn)


def guess(mine: QuerySet[Play], affordance: str, *, number: int, now: datetime) -> State:
    """End the play with its final guess; the same guess again changes nothing."""
    with transaction.atomic():
        play = _locked(mine)
        state = selectors.state_of(play, selectors.turns_of(play), now=now)
        if state.guessed == affordance:
            return state
        guessed = rules.guess(state, affordance)
        if number != state.position[0]:
            raise MovedOn(f"The play is at question {state.position[0]}, the page at {number}.")
        assert guessed.outcome is not None
        play.guessed = affordance
        play.outcome = guessed.outcome
        play.ended_at = now
        play.save(update_fields=["guessed", "outcome", "ended_at"])
        return guessed


def mark(mine: QuerySet[Play], affordance: str, *, crossed_out: bool, now: datetime) -> None:
    """Cross a candidate out or restore it, unless it is so already; each change is kept."""
    with transaction.atomic():
        play = _locked(mine)
        state = selectors.state_of(play, selectors.turns_of(play), now=now)
        if state.outcome:
            raise rules.PlayEnded("This play has ended.")
        if affordance not in state.game.candidates:
            raise rules.NotACandidate(f"{affordance!r} is not among the candidates.")
        if crossed_out != (affordance in selectors.crossed_out(play)):
            Mark.objects.create(
                play=play, affordance=affordance, crossed_out=crossed_out, after_turn=state.spent
            )


def doubt(mine: QuerySet[Play], number: int, attempt: int) -> bool:
    """Note that the player doubts an answer; return whether this call noted it."""
    with transaction.atomic():
        answered = Turn.objects.filter(
            play=_locked(mine), number=number, attempt=attempt, status=TurnStatus.ANSWERED
        ).first()
        if answered is None:
            raise RuleBroken(f"Turn {number}.{attempt} has no answer to doubt.")
        _, noted = Doubt.objects.get_or_create(turn=answered)
        return noted


def _question_text(question: str) -> str:
    text = "".join(map(_shown, question)).strip()
    if not text.strip(JOINERS):
        raise EmptyQuestion("The question is empty.")
    if len(text) > QUESTION_LIMIT:
        raise LongQuestion(
            f"{len(text)} characters, {QUESTION_LIMIT} are the limit.",
            length=len(text),
            limit=QUESTION_LIMIT,
        )
    return text


def _shown(sign: str) -> str:
    """The sign itself; a space for a control character, nothing for what cannot be seen."""
    category = unicodedata.category(sign)
    if category == "Cc":
        return " "
    return "" if category in ("Cf", "Cs") and sign not in JOINERS else sign


def _locked(mine: QuerySet[Play]) -> Play:
    """The play, locked. Raises PartEnded where its player's part of a study is over."""
    play = mine.select_related("participant").select_for_update(of=("self",)).get()
    if play.participant.outcome and not play.outcome:
        raise PartEnded("The volunteer's part ended before this game did.")
    return play


def _store_asked(row: Turn, asked: State, *, in_place_of: Turn | None = None) -> Turn:
    """Insert the newest turn, or put it in place of a failed one, whose words are forgotten."""
    turn = asked.turns[-1]
    row.number, row.attempt, row.question = turn.number, turn.attempt, turn.question
    if in_place_of is None:
        row.save(force_insert=True)
        return row
    row.pk = in_place_of.pk
    row.save(force_update=True)
    if in_place_of.question != row.question:
        store.forget_rulings([in_place_of.question])
    return row
