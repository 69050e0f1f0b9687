"""Numbers with a unit, read from words: "2 to 3 cm", "half a metre", "24 x 16 x 4 cm", "a kilo"."""

from dataclasses import dataclass

CENTIMETRES = {
    "mm": 0.1, "millimetre": 0.1, "millimeter": 0.1,
    "cm": 1.0, "centimetre": 1.0, "centimeter": 1.0, "cms": 1.0,
    "dm": 10.0, "decimetre": 10.0,
    "m": 100.0, "metre": 100.0, "meter": 100.0,
    "km": 100_000.0, "kilometre": 100_000.0, "kilometer": 100_000.0,
    "inch": 2.54, "inche": 2.54, "in": 2.54,
    "foot": 30.48, "feet": 30.48, "ft": 30.48,
    "yard": 91.44, "yd": 91.44, "mile": 160_934.0,
}  # fmt: skip
GRAMS = {
    "mg": 0.001, "milligram": 0.001,
    "g": 1.0, "gram": 1.0, "gramme": 1.0, "gr": 1.0, "gm": 1.0,
    "kg": 1000.0, "kilo": 1000.0, "kilogram": 1000.0, "kilogramme": 1000.0,
    "lb": 453.6, "pound": 453.6, "oz": 28.35, "ounce": 28.35,
    "ton": 1e6, "tonne": 1e6,
}  # fmt: skip
NUMBERS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0,
    "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "eleven": 11.0,
    "twelve": 12.0, "fifteen": 15.0, "eighteen": 18.0, "twenty": 20.0, "thirty": 30.0,
    "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0,
    "ninety": 90.0, "hundred": 100.0, "thousand": 1000.0, "couple": 2.0, "few": 3.0,
    "several": 4.0, "half": 0.5, "quarter": 0.25, "single": 1.0,
}  # fmt: skip
FRACTIONS = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}


@dataclass(frozen=True)
class Quantity:
    """A length in cm or a mass in g; `start` and `end` are the places of its words."""

    low: float
    high: float
    is_mass: bool
    start: int
    end: int


def quantities(words: tuple[str, ...]) -> tuple[Quantity, ...]:
    """Every quantity in these words (see `lexicon.words_of`), in order.

    Numbers joined by x or by, and a range, share the unit that follows them.
    """
    found: list[Quantity] = []
    place = 0
    while place < len(words):
        group, end = _group(words, place)
        if group:
            found.extend(group)
            place = end
        else:
            place += 1
    return tuple(found)


def unit_of(word: str) -> tuple[float, bool] | None:
    """(cm or g in one such unit, whether it is a mass), or None where it is no unit."""
    for form in (word, word[:-1] if word.endswith("s") else word):
        if form in CENTIMETRES:
            return CENTIMETRES[form], False
        if form in GRAMS:
            return GRAMS[form], True
    return None


def _group(words: tuple[str, ...], start: int) -> tuple[list[Quantity], int]:
    """The numbers from `start` on that one unit closes, and the place behind them."""
    numbers: list[tuple[float, bool]] = []
    place = start
    ranged = False
    while (read := _number(words, place)) is not None:
        number, place = read
        numbers.append((number, ranged))
        unit = _unit_at(words, place)
        if unit is not None:
            return _measured(numbers, unit, words, start=start, end=place + 1)
        joint = words[place] if place < len(words) else ""
        ranged = joint in ("to", "or", "and") or joint.replace(".", "").isdigit()
        if joint in ("to", "or", "and", "x", "by", "times"):
            place += 1
        elif not ranged:
            break
    return [], start


def _unit_at(words: tuple[str, ...], place: int) -> tuple[float, bool] | None:
    """The unit at this place; "in" is inches behind digits only ("is there one in it")."""
    if place >= len(words) or (words[place] == "in" and _digits(words[place - 1]) is None):
        return None
    return unit_of(words[place])


def _measured(
    numbers: list[tuple[float, bool]],
    unit: tuple[float, bool],
    words: tuple[str, ...],
    *,
    start: int,
    end: int,
) -> tuple[list[Quantity], int]:
    size, is_mass = unit
    more, end = _fraction_after(words, end)
    spans: list[list[float]] = []
    for number, ranged in numbers:
        if ranged and spans and number >= spans[-1][0]:
            spans[-1].append(number)
        else:
            spans.append([number])
    if len(spans) == 1:
        spans[0] = [number + more for number in spans[0]]
    return [
        Quantity(min(span) * size, max(span) * size, is_mass, start, end)
        for span in spans
        if min(span) > 0
    ], end


def _fraction_after(words: tuple[str, ...], place: int) -> tuple[float, int]:
    """The half of "a metre and a half", and the place behind it."""
    if words[place : place + 2] == ("and", "a") and words[place + 2 : place + 3]:
        fraction = FRACTIONS.get(words[place + 2])
        if fraction:
            return fraction, place + 3
    return 0.0, place


def _number(words: tuple[str, ...], place: int) -> tuple[float, int] | None:
    """The number at this place and the place behind it; "half a", "two and a half", "a few"."""
    total: float | None = None
    while place < len(words) and (value := _value(words[place], total)) is not None:
        total = _joined(total, value)
        place += 1
        more, behind = _fraction_after(words, place)
        if more:
            return total + more, behind
        if words[place : place + 1] == ("of",) and value != 1.0:
            place += 1
    return None if total is None else (total, place)


def _value(word: str, before: float | None) -> float | None:
    """The number that a word adds to what stands before it; digits stand alone."""
    digits = _digits(word)
    if digits is not None:
        return digits if before is None else None
    return NUMBERS.get(word)


def _joined(total: float | None, value: float) -> float:
    """ "twenty" "five" is 25, "two" "hundred" is 200, "half" "a" and "a" "few" are products."""
    if total is None:
        return value
    if total >= 20 and value < 10 and value >= 1 and total % 10 == 0:
        return total + value
    return total * value


def _digits(word: str) -> float | None:
    return float(word) if word[:1].isdigit() else None
