"""Questions on what fits where, is held in a hand or goes into the object."""

import re

from games.lexicon import Lexicon
from games.table.measures_text import quantities
from games.table.probe import Doubt, Fits, Holds, Probe, Unread
from games.table.scales import ENDLESS
from games.table.yardsticks import find_yardstick

UNREAD = Unread()
FITS = re.compile(
    r"\b(?:(?:fit|fits|fitted|fitting|squeeze|squeezed|pass|passed|slide|slid|slip|stored|packed|"
    r"put|placed|go|goes|carried|pushed|folded|stuffed|tucked|dropped|rolled|lie|lies|sit|sits|"
    r"hide|hidden|stow|stowed|tuck|slot|fall|drop|post|posted|poke|poked|threaded|contained|"
    r"enclosed|swallowed)\b.*?\b(in|inside|into|within|through|between|to)|"
    r"(?:fit|fits|put|placed|stood)\b.*?\b(onto|on)|"
    r"(?:small|thin|slim|short|tiny|little|narrow|compact|light) enough (for))\b (.+)"
)
# "Would a brick fit in it?", "is it big enough to hold an egg?"
TAKES = re.compile(
    r"\b(?:(?:would|will|could|can|does|might|is there room for) (?:you (?:fit|put|get) )?"
    r"(?!it\b|the (?:object|thing|item)\b)(.+?)"
    r" (?:fit|go|sit|lie|pass|slide|squeeze|drop|fit inside|be put|be placed)?\b ?"
    r"(?:comfortably |easily )?(?:in|inside|into|within|through) (?:it|its \w+|the \w+)$|"
    r"(?:big|large|wide|roomy|spacious|deep|long) enough (?:inside )?(?:to (?:hold|contain|take|"
    r"fit|accommodate|swallow)|for) (.+)$)"
)
ROOM_FOR = re.compile(
    r"^(?:can|could|would|will|does|might) it (?:easily )?(?:hold|swallow|accommodate) "
    r"(?!in\b)(.+?)(?: in it| inside| inside it)?$"
)
HELD = re.compile(
    r"\b(?:hold|held|holdable|gripped|grip|grasp|grasped|grab|pick|picked|lift|lifted|carried|"
    r"carry)\b.*?\b(?:in|with|by|between|using)\b (.*\b(?:hands?|fingers?|palm|fist)\b)"
)
HAND = Fits((100.0, 30.0, 11.0), mass=2500.0)
TWO_HANDS = Fits((150.0, 60.0, 45.0), mass=15_000.0)
FINGERS = Fits((60.0, 30.0, 4.0), mass=500.0)


def read_held(text: str) -> Probe | None:
    found = HELD.search(text)
    if not found or re.search(r"\bfit", text):
        return None
    if "finger" in found[1]:
        return FINGERS
    return TWO_HANDS if re.search(r"\b(?:two|both) hands\b", found[1]) else HAND


def read_fits(text: str, lexicon: Lexicon) -> Probe | None:
    if (held := ROOM_FOR.match(text)) and find_yardstick(tuple(held[1].split()), lexicon):
        return _takes(tuple(held[1].split()), lexicon)
    if taken := TAKES.search(text):
        takes = _takes(tuple((taken[1] or taken[2]).split()), lexicon)
        return Doubt(takes) if " through " in taken[0] else takes
    found = FITS.search(text)
    if not found or found[4].split()[0] in ("it", "its"):
        return None
    words = tuple(found[4].split())
    if found[4].startswith(("two hands", "both hands")):
        return Fits((30.0, 20.0, 12.0))
    where = found[1] or found[2] or found[3]
    through = where in ("through", "between")
    for quantity in quantities(words)[:1]:
        gap = Fits((quantity.low, quantity.low, quantity.low), through=through)
        return None if quantity.is_mass or "enough" in found[0] else gap
    room = find_yardstick(words, lexicon)
    if room is None:
        return UNREAD if re.search(r"\bfit|enough", text) else None
    longest, middle, least = (side * room.factor for side in room.yardstick.inside)
    if where in ("on", "onto"):
        least = ENDLESS
    fits = Fits((longest, middle, least), through=through)
    return fits if room.sure else Doubt(fits)


def _takes(words: tuple[str, ...], lexicon: Lexicon) -> Probe:
    """Whether there is room in the object for the thing that these words name."""
    thing = find_yardstick(words, lexicon)
    if thing is None:
        return UNREAD
    longest, middle, least = (side * thing.factor for side in thing.yardstick.sides)
    holds = Holds((longest, middle, least))
    return holds if thing.sure else Doubt(holds)
