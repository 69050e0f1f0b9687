"""How a model is tuned: what is asked for, and what follows from it for each step."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from json import dumps
from random import Random

from games.formats.lines import Json

RANGES: Mapping[str, tuple[float, float]] = {
    "steps": (1, 100_000),
    "rank": (1, 256),
    "alpha": (1, 1024),
    "seed": (0, 2**32 - 1),
    "batch": (1, 256),
    "learning_rate": (1e-7, 1e-1),
    "longest": (32, 32_768),
}
# Of all steps, how many the rate rises for before it falls.
WARMING = 0.1


class BadPlan(ValueError):
    """All that is out of its range, in one message."""


@dataclass(frozen=True)
class TuningPlan:
    """batch: chats a step. alpha: by alpha / rank the change of the weights is scaled.

    learning_rate: at its highest. longest: tokens of a chat at most; a longer one refuses all.
    """

    steps: int = 40
    rank: int = 8
    alpha: int = 16
    seed: int = 1
    batch: int = 4
    learning_rate: float = 5e-4
    longest: int = 1024

    def __post_init__(self) -> None:
        """Raises BadPlan."""
        if problems := list(_out_of_range(self)):
            raise BadPlan(" ".join(problems))

    def document(self) -> dict[str, Json]:
        return asdict(self)

    @property
    def sha256(self) -> str:
        return sha256(dumps(self.document(), sort_keys=True).encode()).hexdigest()

    def rate(self, step: int) -> float:
        """Of a step, counted from 0: it rises evenly, then falls evenly, and is never 0."""
        warm = max(1, round(self.steps * WARMING))
        if step < warm:
            return self.learning_rate * (step + 1) / warm
        return self.learning_rate * (self.steps - step) / (self.steps - warm + 1)

    def batch_of(self, step: int, count: int) -> list[int]:
        """Places of the step's chats among so many: each chat once before any comes again."""
        first = step * self.batch
        return [self._at(place, count) for place in range(first, first + self.batch)]

    def _at(self, place: int, count: int) -> int:
        """The orders of all rounds are the seed's, so that any step can be told by itself."""
        order = list(range(count))
        Random(f"{self.seed} {place // count}").shuffle(order)
        return order[place % count]


def of_document(told: Mapping[str, Json]) -> TuningPlan:
    """The plan of a stored document."""
    numbers = {name: value for name, value in told.items() if isinstance(value, int | float)}
    rate = float(numbers.pop("learning_rate"))
    whole = {name: int(value) for name, value in numbers.items()}
    return TuningPlan(
        steps=whole["steps"],
        rank=whole["rank"],
        alpha=whole["alpha"],
        seed=whole["seed"],
        batch=whole["batch"],
        learning_rate=rate,
        longest=whole["longest"],
    )


def _out_of_range(plan: TuningPlan) -> Iterator[str]:
    for name in (each.name for each in fields(plan)):
        low, high = RANGES[name]
        value = getattr(plan, name)
        if not low <= value <= high:
            yield f"{name}: {value:g} is out of {low:g} to {high:g}."
