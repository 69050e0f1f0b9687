"""One game at the table: who moves, what comes of it, what is stored before the next call."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar
from uuid import UUID

from evaluation.models import Episode
from evaluation.runner import reply_rows
from evaluation.runner.entries import Ending, Entry, Opening
from evaluation.runner.kind import ERROR_LENGTH, Clock, LeaseLost, Save
from evaluation.seats import Stopped
from games import rules, selectors
from games.llm.chat import ModelRefused, Reply
from games.llm.conversation import ContextOverflow
from games.models import ModelCall, StoredAnswer, Turn
from games.presets import Protocol as PlayProtocol
from games.roles import Guess, Question, Ruling, Unparseable, UnusableReply, Verdict
from games.rules import Answer, Outcome, Reason, State, TurnStatus, View
from games.services import asking, store, turns
from games.services.turns import Seats
from games.sheets import ObjectSheet

Fault = Episode.Fault
Said = TypeVar("Said", Ruling, Verdict)
# A model that only thought said nothing either.
SAID_NOTHING = ("empty_reply", "unclosed_thinking")


class Books(Protocol):
    """Where games read; the same for all of a slice."""

    async def answer(self, object_sha256: str, question: str) -> StoredAnswer | None: ...
    async def ruling(self, question: str) -> Ruling | None: ...
    def remember(self, question: str, ruling: Ruling) -> None: ...


@dataclass(frozen=True)
class Table:
    """What all games of a slice share."""

    seats: Seats
    protocol: PlayProtocol
    sheets: Callable[[int], ObjectSheet]
    books: Books
    clock: Clock
    new_key: Callable[[], UUID]


class Sitting:
    """A game that is being played on from where its rows end."""

    def __init__(self, opening: Opening, table: Table, save: Save) -> None:
        self.heard: list[Reply] = []
        self.refused = opening.refused
        self._seat = opening.seat
        self._game = opening.game
        self._questioner = opening.questioner
        self._table = table
        self._store = save
        self._whys = list(opening.whys)
        self._turn = opening.turns[-1] if opening.turns else None
        self._state = rules.fold(
            opening.game.spec,
            tuple(map(selectors.move_of, opening.turns)),
            None,
            limits=table.protocol.limits,
        )
        self._entry = Entry(self._seat)

    async def play(self) -> None:
        """Play to the end, or raise Stopped or LeaseLost with all that was heard in the rows."""
        try:
            while not self._state.outcome:
                await (self._settle() if self._state.waiting else self._move())
        except Stopped:
            await self._save()
            raise
        except ContextOverflow:
            await self._abort(Fault.CONTEXT_OVERFLOW)
        except ModelRefused:
            await self._abort(Fault.INFRASTRUCTURE, refused=self.refused)
        except UnusableReply:
            await self._abort(Fault.INFRASTRUCTURE)

    async def fail(self, error: Exception) -> None:
        """End it for a fault of the lab's own, whatever state that left; raises LeaseLost.

        What waited to be stored may be what is at fault, and is not.
        """
        text = store.storable(f"{type(error).__name__}: {error}")[:ERROR_LENGTH]
        ending = Ending(Outcome.ABORTED, self._table.clock(), fault=Fault.ERROR, error=text)
        self._entry = Entry(self._seat, ending=ending)
        await self._save()

    async def before_call(self) -> None:
        await self._save()

    async def _move(self) -> None:
        """Have the Questioner move; a question then waits to be settled, all else is stored."""
        self.heard = []
        view = rules.questioner_view(self._state)
        moved = await self._questioner.move(view)
        now = self._table.clock()
        if moved.reply is not None:
            self._entry.reply = row = reply_rows.row_of(moved, moved.reply, view, now)
            self._whys.append(row.why)
        if self._said_nothing(view):
            self._close(rules.abort(self._state), Fault.EMPTY)
        elif isinstance(moved.move, Guess):
            self._close(rules.guess(self._state, moved.move.affordance))
        else:
            self._attempt(moved.move, now)
        if not self._state.waiting:
            await self._save()

    def _said_nothing(self, view: View) -> bool:
        """Whether all attempts at the first turn are over without a visible word."""
        over = (view.number, view.attempt) == (1, view.attempts)
        return over and bool(self._whys) and all(why in SAID_NOTHING for why in self._whys)

    def _attempt(self, move: Question | Unparseable, now: datetime) -> None:
        if self._state.questions_left == 0:
            self._state = rules.refuse_guess(self._state, move.text)
        else:
            self._state = rules.ask(self._state, move.text)
            if isinstance(move, Unparseable):
                self._state = rules.refuse(self._state, Reason.UNPARSEABLE)
        made = self._state.turns[-1]
        self._turn = self._entry.turn = Turn(
            number=made.number,
            attempt=made.attempt,
            question=made.question,
            key=self._table.new_key(),
            status=made.status,
            reason=made.reason or "",
            asked_at=now,
            settled_at=None if self._state.waiting else now,
        )
        if self._state.outcome:
            self._close(self._state)

    def _close(self, state: State, fault: str = "", refused: str = "") -> None:
        assert state.outcome
        self._state = state
        now = self._table.clock()
        self._entry.ending = Ending(state.outcome, now, state.guessed or "", fault, refused)

    async def _settle(self) -> None:
        """Have the waiting question ruled on and answered."""
        assert self._turn
        question = self._turn.question
        ruling = await self._ruling(question)
        if ruling.reason and not turns.allowed(ruling, self._table.protocol):
            self._turn.status, self._turn.reason = TurnStatus.REFUSED, ruling.reason
        else:
            self._turn.probe = turns.probe_of(ruling)
            self._entry.answer = await self._answer(question)
        self._turn.settled_at = self._table.clock()
        self._entry.turn = self._turn
        await self._save()
        self._state = _settled(self._state, self._turn)

    async def _ruling(self, question: str) -> Ruling:
        checker = self._table.seats.checker
        known = await self._table.books.ruling(question)
        if known:
            return known
        started = time.perf_counter()
        ruling = await self._ask(checker.check(question), ModelCall.Role.CHECKER, checker.version)
        assert self._turn
        self._turn.checker_seconds = time.perf_counter() - started
        if checker.costly:
            self._entry.turn = self._turn
            self._entry.ruling = store.new_ruling(question, checker.version, ruling)
        self._table.books.remember(question, ruling)
        return ruling

    async def _answer(self, question: str) -> StoredAnswer:
        """The stored answer; without one the Oracle's, not stored yet."""
        oracle = self._table.seats.oracle
        books = self._table.books
        known = oracle.costly and await books.answer(self._game.object_sha256, question)
        if known:
            return known
        started = time.perf_counter()
        sheet = self._table.sheets(self._game.object_id)
        asked = oracle.answer(sheet, question)
        verdict = await self._ask(asked, ModelCall.Role.ORACLE, oracle.version)
        assert self._turn
        self._turn.oracle_seconds = time.perf_counter() - started
        return store.new_answer(
            self._game.object_sha256, question, oracle.version, verdict, probe=self._turn.probe
        )

    async def _ask(self, asked: Awaitable[Said], role: str, version: str) -> Said:
        """What a role says; whatever its model replied is kept, also where nothing comes of it."""
        self.heard = []
        try:
            return await asked
        finally:
            if self.heard and self._turn:
                self._entry.turn = self._turn
                self._entry.calls += asking.calls_of(
                    tuple(self.heard), turn=self._turn, role=role, role_version=version
                )

    async def _abort(self, fault: str, refused: str = "") -> None:
        self._close(rules.abort(self._state), fault, refused)
        await self._save()

    async def _save(self) -> None:
        entry, self._entry = self._entry, Entry(self._seat)
        if entry.turn and entry.turn.pk:
            # Its key is that of the entry that wrote it last.
            entry.turn.key = self._table.new_key()
        if entry and not await self._store(entry):
            raise LeaseLost(f"episode {self._seat.episode_id}")


def _settled(state: State, turn: Turn) -> State:
    if turn.status == TurnStatus.ANSWERED:
        return rules.reply(state, Answer(turn.answer))
    return rules.refuse(state, Reason(turn.reason))
