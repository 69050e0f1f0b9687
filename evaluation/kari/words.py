"""Which words a value may not hold: what a thing does or what can be done with it is no static
property.
"""

from dataclasses import dataclass
from functools import lru_cache

from evaluation.kari.lemmas import PLAIN, Lemmas

# In motion, in use or changing.
DYNAMIC = frozenset(
    ("bounces", "bouncing", "breaking", "breaks", "burning", "burns", "changing", "cooling")
    + ("drifting", "dripping", "falling", "flowing", "flows", "flying", "growing", "heating")
    + ("hovering", "melting", "melts", "motion", "moves", "moving", "oscillating", "pulsating")
    + ("rising", "rolling", "rolls", "rotates", "rotating", "running", "shaking", "shrinking")
    + ("sinking", "sliding", "slides", "spinning", "spins", "spreading", "swinging", "swings")
    + ("tumbling", "turning", "vibrates", "vibrating")
)
# What can be done with a thing, or what it does, made from a verb: foldable, cutting, cutter.
ENDINGS = ("able", "ible", "ing", "er", "or")
# Forms of a thing are named for what they look like: hook_shaped is a shape, though one can hook.
LIKENESSES = frozenset({"shaped", "like"})
# Words that look as if they were made from a verb and name a substance or a form.
STATIC = frozenset({"rubber", "ring", "string", "spring", "wing"})


@dataclass(frozen=True)
class Forbidden:
    """word: as the value has it. verb: the affordance's verb, "" for a word of motion."""

    word: str
    verb: str = ""


# Each condition of each rule of a large set asks for the same ones.
@lru_cache(maxsize=64)
def verbs_of(affordances: tuple[str, ...]) -> frozenset[str]:
    """The verbs of affordances' keys: their first words."""
    return frozenset(affordance.split("_")[0] for affordance in affordances)


def forbidden(
    value: str, *, verbs: frozenset[str], own_verb: str = "", lemmas: Lemmas = PLAIN
) -> tuple[Forbidden, ...]:
    """The words of a value that speak of motion or of an affordance.

    verbs: of all affordances; words made from them are forbidden, such as foldable. own_verb: of
    the rule's own affordance, forbidden as it stands too. What a thing is like (hook_shaped) is
    allowed, and so is the state that an action left behind (folded).
    """
    words = value.split("_")
    if words[-1] in LIKENESSES:
        return ()
    found = [Forbidden(word) for word in words if word in DYNAMIC]
    for word in words:
        verb = own_verb if _is_form(word, own_verb) else _made_from(word, verbs, lemmas)
        if verb and word not in DYNAMIC:
            found.append(Forbidden(word, verb))
    return tuple(found)


def _is_form(word: str, verb: str) -> bool:
    return bool(verb) and word in (verb, verb + "s", verb + "es")


def _made_from(word: str, verbs: frozenset[str], lemmas: Lemmas) -> str:
    """The verb that the word is made from with one of ENDINGS, or ""."""
    ending = next((each for each in ENDINGS if word.endswith(each)), "")
    if not ending or word in STATIC:
        return ""
    # The bases of a word in -ing undo doubled letters and lost ones: cutt-ing, slic-ing.
    bases = lemmas.bases(word.removesuffix(ending) + "ing") - {word}
    return min(bases & verbs, default="")
