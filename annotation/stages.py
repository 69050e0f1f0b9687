"""The stages of a candidate on its way into a catalogue, and why one is dropped."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

NOTE_LENGTH = 300


class Kind(StrEnum):
    """What a candidate is a candidate for."""

    OBJECT = "object"
    AFFORDANCE = "affordance"


class Stage(StrEnum):
    COLLECTED = "collected"
    KEPT = "kept"
    DROPPED = "dropped"


class ObjectDrop(StrEnum):
    """Why a thing is left out."""

    NOT_DISCRETE = "not_discrete"
    HIDDEN_MECHANISM = "hidden_mechanism"
    NOT_HUMAN_MADE = "not_human_made"
    DUPLICATE = "duplicate"
    OTHER = "other"


class AffordanceDrop(StrEnum):
    """Why an affordance is left out: what decides it is no physical property that one can see."""

    SOCIAL = "social"
    ELECTRONIC = "electronic"
    CHEMICAL = "chemical"
    HIDDEN_MECHANISM = "hidden_mechanism"
    NOT_PHYSICAL = "not_physical"
    DUPLICATE = "duplicate"
    OTHER = "other"


class Enrichment(StrEnum):
    """How far an object's sheet is: a model drafts it, a person corrects or writes it."""

    NONE = "none"
    WAITING = "waiting"
    DRAFTED = "drafted"
    CORRECTED = "corrected"
    FAILED = "failed"


class Writer(StrEnum):
    PERSON = "person"
    MODEL = "model"


REASONS: Mapping[Kind, type[ObjectDrop] | type[AffordanceDrop]] = {
    Kind.OBJECT: ObjectDrop,
    Kind.AFFORDANCE: AffordanceDrop,
}
WITH_SHEET = (Enrichment.DRAFTED, Enrichment.CORRECTED)


class BrokenDecision(Exception):
    """The decision breaks a rule; about: reason or note."""

    def __init__(self, sentence: str, about: str) -> None:
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True)
class Decision:
    """What is decided on a candidate; COLLECTED takes an earlier decision back."""

    stage: Stage
    reason: str = ""
    note: str = ""


def keep(note: str = "") -> Decision:
    return Decision(Stage.KEPT, note=_checked(note))


def drop(kind: Kind, reason: str, note: str = "") -> Decision:
    """Raises BrokenDecision for a reason that is none of this kind, or none at all."""
    reasons = REASONS[kind]
    if reason not in reasons.__members__.values():
        listed = ", ".join(reasons)
        raise BrokenDecision(f"Say why it is dropped, with one of these: {listed}.", "reason")
    if reason == "other" and not note.strip():
        raise BrokenDecision("Say in the note which other reason it is.", "note")
    return Decision(Stage.DROPPED, str(reason), _checked(note))


UNDONE = Decision(Stage.COLLECTED)


def _checked(note: str) -> str:
    kept = " ".join(note.split())
    if len(kept) > NOTE_LENGTH:
        sentence = f"The note has {len(kept)} characters; {NOTE_LENGTH} at most are allowed."
        raise BrokenDecision(sentence, "note")
    return kept
