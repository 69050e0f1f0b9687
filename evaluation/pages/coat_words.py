"""How pages of COAT write values, kinds and large counts."""

from evaluation.coat.labels import VALUES
from evaluation.coat.questions import Role
from evaluation.coat.records import State
from evaluation.coat.variations import VARIATIONS, Kind, Variation

KINDS = {
    Kind.TASK_U: "which object serves a utility",
    Kind.TASK_0: "which object fits a task",
    Kind.TASK_1: "which state is ideal",
    Kind.TASK_2: "which of several imperfect states is best",
    Kind.FULL_IDEAL: "object and state at once, an ideal one is right",
    Kind.FULL_MODERATE: "object and state at once, a moderate one is right",
}
ROLES = {
    Role.CORRECT: "the right one",
    Role.SAME: "of the same object",
    Role.DIFFERENT: "of another object that fits",
    Role.CONTEXT: "of the pair's objects",
    Role.MODERATE: "a worse moderate one",
    Role.BAD: "a bad one",
    Role.UTILITY: "serving the utility, not the task",
    Role.RANDOM: "serving neither",
}
ASIDE = ("mass", "material", "temperature", "availability", "condition")
"""In the order in which `values` gives them."""
_MANY = 10**9


def value(key: str) -> str:
    return VALUES.get(key, key)


def values(state: State) -> tuple[str, ...]:
    keys = (
        state.mass,
        state.material,
        state.temperature,
        state.already_in_use,
        state.condition,
    )
    return tuple(map(value, keys))


def many(count: int) -> str:
    """A count of questions; beyond a thousand million nobody reads on."""
    return f"{count:,}" if count < _MANY else "more than 1,000,000,000"


def composition(variation: Variation) -> str:
    """Such as "4 options: the right one, 2 of the same object, 1 of another object that fits"."""
    others = (f"{count} {ROLES[role]}" for role, count in variation.taken.items() if count)
    return f"{variation.options} options: {', '.join((ROLES[Role.CORRECT], *others))}"


def kinds_and_variations() -> list[tuple[str, list[tuple[str, str]]]]:
    """For a list to choose from: kind -> its variations, each with what it is made of."""
    return [
        (
            f"{kind}: {KINDS[kind]}",
            [
                (f"{kind}/{name}", f"{kind} {name}: {composition(each)}")
                for name, each in of.items()
            ],
        )
        for kind, of in VARIATIONS.items()
    ]
