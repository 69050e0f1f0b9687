"""Sheets while they are written: checked by the rules of catalogue files, and as lines of text."""

import re
from collections.abc import Iterable, Mapping, Sequence

from games import formats
from games.formats import ObjectRow, Reading, RowError, VocabularyValue
from games.formats.fields import Fields
from games.formats.lines import Json, Line
from games.formats.readers import MOST, Placed, object_row
from games.formats.references import check_values
from games.sheets import Dimension, Extent, Measure, ObjectSheet

FILE = "sheet"
CONTENT = ("description", "properties", "measures")
SENTENCES = (4, 6)
# A full stop inside a number or before a small letter ends no sentence.
SENTENCE_END = re.compile(r"[.!?][\"')\]]*(?=\s+[\"'(\[]?[A-Z0-9]|\s*$)")
DEFINITION_WORDS = 3
RANGE = re.compile(r"\s*([\d.]+)\s*(?:(?:to|-|–)\s*([\d.]+)\s*)?")


def read_sheet(
    key: str, name: str, content: Mapping[str, Json], vocabulary: Sequence[VocabularyValue]
) -> Reading[ObjectSheet]:
    """The sheet that the content tells, or everything that is wrong in it.

    That is what a catalogue file would refuse, and what people and models are asked for beyond
    that: 4 to 6 sentences that do not say the name, a length that is no shorter than the width.
    content: {description, properties, measures}, as a line of objects.jsonl has them.
    """
    noted: list[RowError] = []
    values: dict[str, Json] = {**content, "key": key, "name": name, "origin": {}}
    fields = Fields(Line(0, values), FILE, noted)
    placed = Placed(object_row(fields), fields)
    fields.finish()
    check_values([placed], [Placed(value, fields) for value in vocabulary])
    _check_description(fields, placed.row.sheet)
    _check_sides(fields, placed.row.sheet.measures)
    if noted:
        return Reading(None, tuple(noted))
    return Reading(placed.row.sheet)


def definition_problem(definition: str) -> str:
    """What is wrong with the definition of an affordance; "" where nothing is."""
    if 0 < len(definition.split()) < DEFINITION_WORDS:
        return f"Say what happens in a sentence of {DEFINITION_WORDS} words or more."
    return ""


def content_of(sheet: ObjectSheet) -> dict[str, Json]:
    """{description, properties, measures} in the order and form of catalogue files."""
    values = formats.object_values(ObjectRow(sheet, {}))
    return {name: values[name] for name in CONTENT}


def property_lines(properties: Mapping[str, Mapping[str, Sequence[str]]]) -> str:
    """`dimension: value, value@part`, a line a dimension, in the order of catalogue files.

    A database may give the properties back in an order of its own.
    """
    return "\n".join(
        f"{dimension}: {', '.join(_with_parts(properties[dimension]))}"
        for dimension in Dimension
        if dimension in properties
    )


def properties_in(text: str) -> Reading[dict[str, Json]]:
    """What the lines tell; a dimension may have several lines, a value several parts."""
    found: dict[str, dict[str, list[Json]]] = {}
    errors = []
    for number, line in enumerate(text.splitlines(), start=1):
        dimension, colon, values = line.partition(":")
        if not line.strip():
            continue
        if not colon:
            problem = "A line is a dimension, a colon and its values: material: steel, wood@handle"
            errors.append(RowError(number, "properties", problem, FILE))
            continue
        told = found.setdefault(dimension.strip().lower(), {})
        for value in filter(None, (each.strip() for each in values.split(","))):
            named, _, part = value.partition("@")
            parts = told.setdefault(_as_key(named), [])
            parts += [_as_key(part)] if part and _as_key(part) not in parts else []
    if errors:
        return Reading(None, tuple(errors))
    return Reading({key: {**values} for key, values in found.items() if values})


def range_text(ends: Sequence[float]) -> str:
    """33, or 20 to 26."""
    low, high = (f"{end:.10f}".rstrip("0").rstrip(".") for end in ends)
    return low if low == high else f"{low} to {high}"


def measures_in(texts: Mapping[Extent, str]) -> Reading[dict[str, Json]]:
    """The measures of texts such as 33, 20 to 26 and 20-26."""
    measures: dict[str, Json] = {}
    errors = []
    for extent, text in texts.items():
        ends = _ends(text)
        problem = _measure_problem(extent, text, ends)
        if problem:
            errors.append(RowError(0, f"measures.{extent}", problem, FILE))
        elif ends:
            measures[extent.value] = [*ends]
    return Reading(None, tuple(errors)) if errors else Reading(measures)


def sentence_of(error: RowError) -> str:
    """What is wrong, with the field and the line of the text it is about, where there are such."""
    line = f"line {error.line}: " if error.line else ""
    field = f"{error.field}: " if error.field else ""
    return f"{field}{line}{error.problem}"


def _with_parts(values: Mapping[str, Sequence[str]]) -> Iterable[str]:
    for value, parts in sorted(values.items()):
        yield from (f"{value}@{part}" for part in parts) if parts else (value,)


def _as_key(text: str) -> str:
    return re.sub(r"[\s-]+", "_", text.strip().lower())


def _check_description(fields: Fields, sheet: ObjectSheet) -> None:
    description, name = sheet.description, sheet.name
    if not description.strip():
        return
    sentences = len(SENTENCE_END.findall(description))
    least, most = SENTENCES
    if not least <= sentences <= most:
        counted = "1 sentence" if sentences == 1 else f"{sentences} sentences"
        fields.fault("description", f"It has {counted}; {least} to {most} are asked.")
    if re.search(rf"(?<!\w){re.escape(name)}s?(?!\w)", description, re.IGNORECASE):
        fields.fault("description", f"It says the name, {name}.")


def _check_sides(fields: Fields, measures: Mapping[Extent, Measure]) -> None:
    length, width = measures.get(Extent.LENGTH), measures.get(Extent.WIDTH)
    if length and width and width.high > length.high:
        problem = (
            f"The length, {length.high:g} cm, is less than the width, {width.high:g} cm; length is"
            " the longer of the two level sides."
        )
        fields.fault("measures.length", problem)


def _measure_problem(extent: Extent, text: str, ends: tuple[float, float] | None) -> str:
    if ends is None:
        return (
            f"{text!r} is no number and no range such as 20 to 26."
            " Use a point and no unit, such as 8.5."
        )
    low, high = ends
    if low > high:
        return f"The range begins with its larger end; write {range_text((high, low))}."
    if low <= 0:
        return "It must be more than 0."
    if high > MOST[extent]:
        unit = "g" if extent == Extent.MASS else "cm"
        return f"It may be {MOST[extent]:,.0f} {unit} at most."
    return ""


def _ends(text: str) -> tuple[float, float] | None:
    found = RANGE.fullmatch(text)
    try:
        low = float(found[1]) if found else None
        high = float(found[2]) if found and found[2] else low
    except ValueError:
        return None
    return None if low is None or high is None else (low, high)
