"""The loop's side of the books: what games read and store, with what this slice knows already."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from evaluation.runner.desk import Desk
from games.models import StoredAnswer
from games.roles import Checker, Ruling
from games.services import store
from games.services.store import AnswerKey

K = TypeVar("K")
V = TypeVar("V")
KEPT = 8192


class Kept(Generic[K, V]):
    """The values that were used last, up to a number of them."""

    def __init__(self, size: int = KEPT) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def put(self, key: K, value: V) -> None:
        self._values[key] = value
        if len(self._values) > self._size:
            self._values.popitem(last=False)


class Shelf(Protocol):
    """What the thread reads, of all that was asked meanwhile."""

    def answers(self, keys: Sequence[AnswerKey]) -> list[StoredAnswer | None]: ...
    def rulings(self, questions: Sequence[str]) -> list[Ruling | None]: ...


class DeskBooks:
    """Books whose reading waits for the one thread at the desk.

    rulings: of a Checker that costs nothing they are kept for the process, for ruling takes the
        loop longer than all else that a call needs.
    """

    def __init__(
        self, desk: Desk, shelf: Shelf, checker: Checker, rulings: Kept[str, Ruling]
    ) -> None:
        self._desk = desk
        self._shelf = shelf
        self._checker = checker
        self._rulings = rulings

    async def answer(self, object_sha256: str, question: str) -> StoredAnswer | None:
        return await self._desk.ask(
            self._shelf.answers, (object_sha256, store.question_sha256(question))
        )

    async def ruling(self, question: str) -> Ruling | None:
        known = self._rulings.get(question)
        if known or not self._checker.costly:
            return known
        return await self._desk.ask(self._shelf.rulings, question)

    def remember(self, question: str, ruling: Ruling) -> None:
        self._rulings.put(question, ruling)
