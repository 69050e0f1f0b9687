"""What a pre-flight found, as values: a sentence for each check, and what to do about it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum


class State(StrEnum):
    """NOTED: worth knowing, and no reason not to begin."""

    PASSED = "passed"
    NOTED = "noted"
    FAILED = "failed"


@dataclass(frozen=True)
class Check:
    """sentence: what was found. remedy: what to do about it, "" where nothing is to be done."""

    name: str
    state: State
    sentence: str
    remedy: str = ""


@dataclass(frozen=True)
class Checked:
    """system_role, alternate: what the model's template takes (games.llm.conversation.fitted).

    context, needed: tokens, of the model and of a long game; None where they are not known.
    facts: of the model, for the run's frozen facts.
    stage_model: the same of the second model of a run over a question set; its results are among
        these.
    """

    results: tuple[Check, ...]
    system_role: bool = True
    alternate: bool = False
    context: int | None = None
    needed: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    stage_model: "Checked | None" = None

    @property
    def passed(self) -> bool:
        return all(result.state != State.FAILED for result in self.results)

    def as_json(self) -> dict[str, object]:
        told = {**asdict(self), "passed": self.passed}
        told["stage_model"] = self.stage_model.as_json() if self.stage_model else None
        return told


class Stopped(Exception):
    """A check failed so that no further one makes sense."""

    def __init__(self, check: Check) -> None:
        super().__init__(check.sentence)
        self.check = check


def passed(name: str, sentence: str) -> Check:
    return Check(name, State.PASSED, sentence)


def noted(name: str, sentence: str) -> Check:
    return Check(name, State.NOTED, sentence)


def failed(name: str, sentence: str, remedy: str) -> Check:
    return Check(name, State.FAILED, sentence, remedy)
