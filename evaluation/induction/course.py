"""An affordance under way: which calls are due, given the replies so far.

The same replies lead to the same calls, so that what was broken off goes on from what is stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.induction.asking import Messages
from evaluation.induction.values import Ask, Heard, Place, Setting, Standing, Topic
from evaluation.induction.way import Way


class Diverged(Exception):
    """A stored call asked something else than what is due in its place."""


@dataclass(frozen=True)
class Kept:
    """A call that was made before. asked: what the model was told."""

    asked: Messages
    heard: Heard


class Course:
    """Takes replies and says what is due. Raises Diverged where `kept` is of another course.

    kept: the calls that were made before, by their places.
    """

    def __init__(
        self, topic: Topic, setting: Setting, kept: Mapping[Place, Kept] | None = None
    ) -> None:
        self._way = Way(topic, setting)
        self._steps = self._way.steps()
        self._kept = dict(kept or {})
        self._heard: dict[Place, Heard] = {}
        self._asks = next(self._steps, ())
        self._go_on()

    @property
    def due(self) -> tuple[Ask, ...]:
        """Calls to be made now, in any order."""
        return tuple(ask for ask in self._asks if ask.place not in self._heard)

    @property
    def ended(self) -> bool:
        return not self._asks

    @property
    def standing(self) -> Standing:
        return self._way.standing

    def hear(self, ask: Ask, heard: Heard) -> None:
        """Take the reply to a call that is due."""
        self._heard[ask.place] = heard
        self._go_on()

    def _go_on(self) -> None:
        """Take what is kept; once all that is due was heard, see what comes next."""
        while self._asks:
            for ask in self.due:
                self._recall(ask)
            if self.due:
                return
            try:
                self._asks = self._steps.send(self._heard)
            except StopIteration:
                self._asks = ()

    def _recall(self, ask: Ask) -> None:
        kept = self._kept.get(ask.place)
        if kept is None:
            return
        if kept.asked != ask.messages:
            raise Diverged(f"Step {ask.sequence}, ask {ask.attempt} asks something else now.")
        self._heard[ask.place] = kept.heard
