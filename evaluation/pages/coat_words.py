"""How pages of COAT write values, kinds and large counts."""

from evaluation.coat.labels import VALUES
from evaluation.coat.questions import Role
from evaluation.coat.records import State
from evaluation.coat.variations import VARIATIONS, Variation
from evaluation.coat.words import KINDS

ROLES = {
    Role.CORRECT: "the right one",
    Role.SAME: "another state of the right object",
    Role.DIFFERENT: "a state of another object that fits",
    Role.CONTEXT: "another of the pair's objects",
    Role.MODERATE: "a worse moderate state",
    Role.BAD: "a bad state",
    Role.UTILITY: "serves the utility, not the task",
    Role.RANDOM: "serves neither",
}
_SEVERAL = {
    Role.SAME: "other states of the right object",
    Role.DIFFERENT: "of other objects that fit",
    Role.CONTEXT: "of the pair's other objects",
    Role.MODERATE: "worse moderate ones",
    Role.BAD: "bad ones",
    Role.UTILITY: "serving the utility, not the task",
    Role.RANDOM: "serving neither",
}
ASIDE = ("mass", "material", "temperature", "availability", "condition")
"""In the order in which `values` gives them."""
_MANY = 10**9


def value(key: str) -> str:
    return VALUES.get(key, key)


def values(state: State, material: str = "") -> tuple[str, ...]:
    """material: in place of the state's, where it stands for several."""
    keys = (
        state.mass,
        material or state.material,
        state.temperature,
        state.already_in_use,
        state.condition,
    )
    return tuple(map(value, keys))


def many(count: int) -> str:
    """A count of questions; beyond a thousand million nobody reads on."""
    return f"{count:,}" if count < _MANY else "more than 1,000,000,000"


def composition(variation: Variation) -> str:
    """Such as "4 options: the right one, a worse moderate state, 2 bad ones"."""
    taken = [(role, count) for role, count in variation.taken.items() if count]
    others = (
        f"{count} {_SEVERAL[role]}" if count > 1 else _alone(ROLES[role]) for role, count in taken
    )
    return f"{variation.options} options: {', '.join((ROLES[Role.CORRECT], *others))}"


def _alone(role: str) -> str:
    return role if role.startswith("a") else f"1 that {role}"


def kinds_and_variations() -> list[tuple[str, list[tuple[str, str]]]]:
    """For a list to choose from: kind -> its variations, each with what it is made of."""
    return [
        (
            f"{KINDS[kind].capitalize()} ({kind})",
            [(f"{kind}/{name}", f"{composition(each)} ({name})") for name, each in of.items()],
        )
        for kind, of in VARIATIONS.items()
    ]
