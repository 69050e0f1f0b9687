"""What a question asks of an object, in a form that any object's sheet can be held against."""

from dataclasses import dataclass
from enum import StrEnum

from games.sheets import Dimension


class Scale(StrEnum):
    """A length in cm, a mass in g, or the size as a whole."""

    LENGTH = "length"
    WIDTH = "width"
    HEIGHT = "height"
    THICKNESS = "thickness"
    MASS = "mass"
    BULK = "bulk"


class Scope(StrEnum):
    """How much of the object must have the value.

    ANYWHERE: any part. OVERALL: any part, unless the object as such has a contrary value.
    MOSTLY: the object as such, before its parts. WHOLE: the object as such. ENTIRELY: nothing
    of it has another value.
    """

    ANYWHERE = "anywhere"
    OVERALL = "overall"
    MOSTLY = "mostly"
    WHOLE = "whole"
    ENTIRELY = "entirely"


@dataclass(frozen=True)
class Threshold:
    """A word of size in figures: yes from `high` on, no below `low`, unclear between.

    inverse: the other way round (small, light, thin).
    slender: the longest side must also be this many times the middle one.
    """

    scale: Scale
    low: float
    high: float
    inverse: bool = False
    slender: float = 0.0


@dataclass(frozen=True)
class HasValue:
    """Whether it has a value, whole or in part.

    values: any of these says yes. rivals: of the same dimension, against Scope.ENTIRELY.
    closed: absence says no. contrary: any of these says no, unless one of `values` is there.
    needed: where not closed, an object without any of these cannot have it.
    near: values so like it that a no is not told where one is there.
    denied_by: complements, whose absence says yes. hints: these make it likely.
    parts: where to look; empty for anywhere. at: a place, whose own values come first.
    form: a part's own form, which that of the whole does not tell.
    entire: nothing of it may have a contrary value. strictly: values that speak against it then.
    as_part: names of a part that are the value itself (a handle).
    dimension: where the word has another meaning in another dimension.
    threshold: the word in figures, where nothing is listed.
    """

    values: frozenset[str]
    closed: bool
    scope: Scope = Scope.OVERALL
    dimension: Dimension | None = None
    parts: frozenset[str] = frozenset()
    at: frozenset[str] = frozenset()
    entire: bool = False
    form: bool = False
    strictly: frozenset[str] = frozenset()
    as_part: frozenset[str] = frozenset()
    rivals: frozenset[str] = frozenset()
    contrary: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    denied_by: frozenset[str] = frozenset()
    hints: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    mentions: str = ""
    threshold: Threshold | None = None


@dataclass(frozen=True)
class Compare:
    """Whether the scale lies between low and high; sides instead where sizes are compared.

    sides: the yardstick's, from the longest on, each times `low` and `high`.
    slack: how many times beyond a limit it must be for a certain answer.
    """

    scale: Scale
    low: float = 0.0
    high: float = float("inf")
    sides: tuple[float, float, float] | None = None
    slack: float = 1.0


@dataclass(frozen=True)
class Proportion:
    """Whether one extent is larger than another one of the same object, or about the same.

    low, high: how many times the other one it may be, where a number of times is asked for.
    """

    more: Scale
    less: Scale
    alike: bool = False
    low: float = 0.0
    high: float = float("inf")


@dataclass(frozen=True)
class Fits:
    """Whether it goes into a room with these sides; through an opening of the first two.

    mass: what it may weigh at most, for a hand.
    """

    sides: tuple[float, float, float]
    through: bool = False
    mass: float = float("inf")


@dataclass(frozen=True)
class Unread:
    """Nothing that the table knows is asked; mentions: a pattern for words of a description.

    certain: whether a mention answers the question, rather than making yes likely.
    denials: a pattern for words that say otherwise (four legs, where three are asked for).
    """

    mentions: str = ""
    denials: str = ""
    certain: bool = False


@dataclass(frozen=True)
class Holds:
    """Whether a thing with these sides goes into it."""

    sides: tuple[float, float, float]


@dataclass(frozen=True)
class Counted:
    """How many of a part it has, as far as the description tells.

    noun: a pattern for one of them; parts: the values that the part is; parity: "even", "odd".
    certain: whether a description without the noun tells that there are none.
    """

    noun: str
    low: float
    high: float
    parts: frozenset[str] = frozenset()
    parity: str = ""
    certain: bool = True


@dataclass(frozen=True)
class OfPart:
    """A figure asked of a part, which only the description may tell."""

    noun: str
    compare: Compare


@dataclass(frozen=True)
class Doubt:
    """A reading that leaves out words of the question: the answer is likely, but not told.

    yes_holds, no_holds: whether this answer is told all the same. mentions: so is a yes, where
    the description says all of these.
    """

    probe: "Probe"
    mentions: tuple[str, ...] = ()
    yes_holds: bool = False
    no_holds: bool = False


@dataclass(frozen=True)
class Not:
    probe: "Probe"


@dataclass(frozen=True)
class All:
    probes: "tuple[Probe, ...]"


@dataclass(frozen=True)
class AnyOf:
    probes: "tuple[Probe, ...]"


Figure = Compare | Proportion | Fits | Holds | OfPart
Probe = HasValue | Figure | Counted | Unread | Doubt | Not | All | AnyOf
