"""What people read in place of the keys of kinds and policies, in forms and on pages alike."""

from collections.abc import Mapping

from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.partition import Policy
from evaluation.coat.ranking import Order
from evaluation.coat.variations import VARIATIONS, Kind

KINDS: Mapping[Kind, str] = {
    Kind.TASK_U: "which object serves a utility",
    Kind.TASK_0: "which object fits a task",
    Kind.TASK_1: "which state is ideal",
    Kind.TASK_2: "which of several imperfect states is best",
    Kind.FULL_IDEAL: "object and state at once, an ideal one is right",
    Kind.FULL_MODERATE: "object and state at once, a moderate one is right",
}
PARTITION, PARTITIONS = (
    "Which states are ideal, moderate or bad",
    {Policy.CORRECTED: "corrected", Policy.LEGACY: "legacy, as published"},
)
ORDER, ORDERS = (
    "Which of two states is better",
    {Order.LEXICOGRAPHIC: "time first, then material", Order.SUM: "the sum of both"},
)
WEIGHT, WEIGHTS = (
    "A pair gives questions by its number of",
    {Weights.LEGACY: "moderate and bad states", Weights.PAPER: "all states of its utility"},
)
PAD, PADDINGS = (
    "A pair with too few objects of its utility",
    {Padding.STRICT: "it has no question", Padding.PADDED: "unrelated objects fill in"},
)


def set_name(kind: str, variation: str, count: int) -> str:
    """Such as "Which state is ideal, 5 options, 60 questions (task-1 2)"."""
    of = Kind(kind)
    options = VARIATIONS[of][variation].options
    asked = f"{count:,} question{'' if count == 1 else 's'}"
    words = KINDS[of]
    return f"{words[0].upper()}{words[1:]}, {options} options, {asked} ({kind} {variation})"
