"""Questions on what fits where, is held in a hand or goes into the object."""

import re

from games.lexicon import Lexicon
from games.table.probe import Doubt, Fits, Holds, Probe, Unread
from games.table.scales import ENDLESS
from games.table.yardsticks import find_yardstick

UNREAD = Unread()
FITS = re.compile(
    r"\b(?:fit|fits|fitted|fitting|squeeze|squeezed|pass|passed|slide|slid|slip|stored|packed|"
    r"put|placed|go|goes|carried|pushed|folded|stuffed|tucked|dropped|rolled)\b.*?\b(in|inside|into|within|through|onto|on|"
    r"between|to)\b (.+)"
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
    found = FITS.search(text)
    if not found:
        return None
    words = tuple(found[2].split())
    if found[2].startswith(("two hands", "both hands")):
        return Fits((30.0, 20.0, 12.0))
    yardstick = yardstick_in(words, lexicon)
    if yardstick is None:
        return UNREAD if re.search(r"\bfit", text) else None
    longest, middle, least = (side * _relative(words) for side in yardstick.inside)
    if found[1] in ("on", "onto"):
        return Fits((longest, middle, ENDLESS))
    return Fits((longest, middle, least), through=found[1] in ("through", "between"))
