"""Words at the end of what a question says that name no property of their own."""

import re

from games.sheets import Dimension

OBJECTS = (
    r"(?:it|its surface|them|itself|the object|the item|the thing|this object|this item|this thing"
    r"|its body|its design|its structure|its construction|its composition)"
)
TRAILING = re.compile(
    r"(?: (?:anywhere|somewhere))?(?: (?:on|in|inside|of|to|about|inside of|within|on top of"
    rf"|attached to|attached_to|for|as part of) {OBJECTS})$"
    rf"|(?: (?:that|which))?(?: (?:runs?|running|goes|going|all))?(?: the way)?"
    rf" (?:along|around|round|across|through|throughout|over|down|up) {OBJECTS}$"
    r"|(?: (?:that|which))? (?:you|one|people|i|we|anyone) (?:can|could|might|would|may)"
    r"(?: \w+ly)? (?:see|notice|feel|make out|spot|tell|detect)(?: .*)?$"
    rf"|(?<=all_over) {OBJECTS}$|(?<=all_around) {OBJECTS}$"
    rf"| (?:in|for|when|while) (?:making|building|producing|creating|constructing) {OBJECTS}$"
    r"| in its (?:making|construction|manufacture|production|makeup|make up|build|composition)$"
    rf"|(?: (?:that|which))? (?:covers?|surrounds?|wraps?)(?: around| over)? {OBJECTS}$"
    r"| in there$| as well$"
    r"| (?:anywhere|somewhere|overall|in_general|as_a_whole|part of it|altogether)$"
)
# In colour, to the touch: these tell the dimension of the word before them.
TELLING = (
    (r"in (?:its )?(?:overall |general )?(?:colou?r|hue|finish|texture|feel)", Dimension.SURFACE),
    (r"(?:to|on) (?:the |your )?(?:touch|feel|skin|hand|fingers)", Dimension.SURFACE),
    (
        r"in (?:its )?(?:overall |general )?(?:shape|form|outline|appearance|profile"
        r"|cross section)",
        Dimension.SHAPE,
    ),
    (r"in (?:its )?(?:overall |general )?(?:size|weight|dimensions)", Dimension.SIZE),
    (r"in (?:its )?(?:material|composition|nature|construction)", None),
)
TRAILERS = tuple((re.compile(rf" {words}(?: overall)?$"), where) for words, where in TELLING)


def without_trailing(part: str) -> str:
    """The part without `in it`, `on the object`, `anywhere`."""
    return TRAILING.sub("", part)


def split_trailer(part: str) -> tuple[str, Dimension | None]:
    """The part without a trailer such as `in colour`, and the dimension that it tells."""
    for pattern, where in TRAILERS:
        shorter = pattern.sub("", part)
        if shorter != part:
            return shorter, where
    return part, None
