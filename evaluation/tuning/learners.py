"""What a course of tuning drives: something that learns from chats, and can be put aside."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from evaluation.tuning.chats import Chat
from evaluation.tuning.plans import TuningPlan


class Unlearnable(ValueError):
    """This model cannot be tuned on these chats; the message says why."""


class NotInstalled(Unlearnable):
    """The libraries that tuning needs are not installed; the message says how to have them."""


class Learner(Protocol):
    """A model in the middle of a course. `versions`: library -> the version that it learns by."""

    versions: Mapping[str, str]

    def check(self, chats: Sequence[Chat]) -> None:
        """Raises Unlearnable where one of them does not fit."""

    def step(self, chats: Sequence[Chat], rate: float) -> float:
        """Learn from these chats once; return the mean loss over what was to be said."""

    def put_aside(self, folder: Path) -> None:
        """Write all that the next step depends on into an empty folder."""

    def take_up(self, folder: Path) -> None:
        """Go on from what was put aside there."""

    def write(self, folder: Path, *, name: str, mark: str) -> None:
        """Write `adapter` and the merged model, as a folder of this name, into an empty folder.

        mark: goes into the model's configuration, by which it is told from others of its size.
        """


Build = Callable[[Path, TuningPlan], Learner]


def lora(base: Path, plan: TuningPlan) -> Learner:
    """A learner of low-rank changes to the model in this folder, on the CPU.

    Raises NotInstalled, and Unlearnable where the folder holds no model with a chat template.
    """
    try:
        from evaluation.tuning.lora import LoraLearner
    except ImportError as error:
        raise NotInstalled(f"{error}; `make models` installs what tuning needs.") from error
    try:
        return LoraLearner(base, plan)
    except (OSError, ValueError, RuntimeError) as error:
        raise Unlearnable(f"{base} cannot be tuned: {error}") from error
