"""The protocol presets: which rules a play runs under, and their hash."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Literal

from games.rules import Limits


class Condition(StrEnum):
    """What a player is given: the game itself, or a control that leaves asking out.

    The controls part what the game mixes: NAME_SHOWN asks for recall, FULL_SHEET for inference
    from all that is known, LABELS_ONLY for what the labels alone give away.
    """

    QUESTIONS = "questions"
    NAME_SHOWN = "name_shown"
    FULL_SHEET = "full_sheet"
    LABELS_ONLY = "labels_only"


class MultiProperty(StrEnum):
    """What happens to a question on more than one property."""

    REJECT = "reject"
    ALLOW = "allow"


@dataclass(frozen=True)
class Protocol:
    """Everything that could make two plays incomparable.

    candidates: what a Questioner sees of them.
    cannot_tell: whether the Oracle may say so; else its answer is forced to yes or no.
    oracle, checker: name and version.
    condition: a control condition has no questions.
    constrained: whether a model's replies are held to the two forms by its server.
    rules: the set of rules of which a Questioner is shown those that match; "" for none.
    Source: Affordance20Q, arXiv 2606.14240, for `paper`; `house` is ours.
    """

    preset: str
    candidates: Literal["labels", "labels_and_definitions"]
    multi_property: MultiProperty
    cannot_tell: bool
    questions: int
    attempts: int
    oracle: str
    checker: str
    condition: Condition = Condition.QUESTIONS
    constrained: bool = False
    rules: str = ""

    @property
    def limits(self) -> Limits:
        return Limits(questions=self.questions, attempts=self.attempts)

    @property
    def settings(self) -> dict[str, object]:
        """All fields, but for those that only models know while they are off.

        So the hashes of people's protocols are those from before there were runs of models.
        """
        return {name: value for name, value in asdict(self).items() if value or name not in _OFF}

    @property
    def sha256(self) -> str:
        canonical = json.dumps(self.settings, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()


_OFF = frozenset({"constrained", "rules"})


def of_preset(
    name: str,
    *,
    oracle: str,
    checker: str,
    condition: Condition = Condition.QUESTIONS,
    multi_property: MultiProperty = MultiProperty.REJECT,
    constrained: bool = False,
    rules: str = "",
) -> Protocol:
    """The protocol of a preset with these roles; both refuse questions on several properties.

    `paper` shows labels alone and demands yes or no; `house` shows what they mean and lets the
    Oracle say that it cannot tell. LABELS_ONLY hides what they mean under both.
    Raises ValueError for any other name.
    """
    if name not in ("paper", "house"):
        raise ValueError(f"{name!r} is no preset: paper or house.")
    limits = Limits() if condition == Condition.QUESTIONS else Limits(questions=0)
    labels = name == "paper" or condition == Condition.LABELS_ONLY
    return Protocol(
        preset=name,
        candidates="labels" if labels else "labels_and_definitions",
        multi_property=multi_property,
        cannot_tell=name == "house",
        questions=limits.questions,
        attempts=limits.attempts,
        oracle=oracle,
        checker=checker,
        condition=condition,
        constrained=constrained,
        rules=rules,
    )


def of_settings(settings: Mapping[str, object]) -> Protocol:
    """Return the protocol that was stored as these settings."""
    known = {
        **settings,
        "condition": Condition(str(settings.get("condition", "questions"))),
        "multi_property": MultiProperty(str(settings["multi_property"])),
    }
    return Protocol(**known)  # type: ignore[arg-type]  # stored by `settings` above
