"""What an unknown word names, by its frame and its ending."""

from games.checking.findings import Finding, pair
from games.checking.words import Words
from games.rules import Reason
from games.sheets import Dimension

# What the ending of an unknown adjective suggests; the first that fits is taken.
ENDINGS: tuple[tuple[str, Finding | Dimension], ...] = (
    ("shaped", Dimension.SHAPE),
    ("form", Dimension.SHAPE),
    ("gonal", Dimension.SHAPE),
    ("angular", Dimension.SHAPE),
    ("hedral", Dimension.SHAPE),
    ("oid", Dimension.SHAPE),
    ("oidal", Dimension.SHAPE),
    ("ular", Dimension.SHAPE),
    ("ical", Reason.NOT_PHYSICAL),
    ("less", Dimension.SHAPE),
    ("like", Dimension.SHAPE),
    ("proof", Dimension.MATERIAL),
    ("ish", Dimension.SHAPE),
    ("ous", Reason.NOT_PHYSICAL),
    ("ful", Reason.NOT_PHYSICAL),
    ("ive", Reason.NOT_PHYSICAL),
    ("ial", Reason.NOT_PHYSICAL),
    ("nal", Reason.NOT_PHYSICAL),
    ("ant", Reason.NOT_PHYSICAL),
    ("ent", Reason.NOT_PHYSICAL),
    ("esque", Reason.NOT_PHYSICAL),
    ("ing", Reason.FUNCTION_OR_USE),
    ("ed", Dimension.SURFACE),
    ("en", Dimension.MATERIAL),
    ("ic", Reason.NOT_PHYSICAL),
    ("y", Dimension.SURFACE),
)


def guessed(named: list[str], place: list[str], words: Words, article: bool) -> Finding:
    """What an unknown last word names, by its frame and its ending."""
    head = named[-1]
    if (
        article
        or len(named) > 1
        and not all(word in words.lists["frame.degrees"] for word in named[:-1])
    ):
        return Reason.CATEGORY_OR_IDENTITY
    if words.among(head, "frame.persons"):
        return Reason.CATEGORY_OR_IDENTITY
    for ending, meant in ENDINGS:
        if head.endswith(ending) and len(head) > len(ending) + 2:
            return pair(meant, [*named, *place], words) if isinstance(meant, Dimension) else meant
    return Reason.CATEGORY_OR_IDENTITY
