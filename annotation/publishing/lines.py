"""Bytes of what is published, as text: equal content gives equal text."""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

from annotation.publishing.settled import Change, SettledUnit, Value
from games.formats.lines import Json


def lines(rows: Iterable[Mapping[str, Json]]) -> str:
    """A JSON object a line."""
    return "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)


def document(value: Json) -> str:
    """One JSON document, indented as COAT's files are."""
    return json.dumps(value, ensure_ascii=False, indent=4) + "\n"


def sha256_of(files: Mapping[str, str]) -> str:
    """The hash of names and bytes: of what sha256sum prints for the files in order of names."""
    sums = (f"{sha256(files[name].encode()).hexdigest()}  {name}\n" for name in sorted(files))
    return sha256("".join(sums).encode()).hexdigest()


def provenance(units: Iterable[SettledUnit], *, left_out: frozenset[str]) -> str:
    """A line a value: how it came to stand. It names no rater.

    left_out: keys of the units that do not fit, whose values are in no other file.
    """
    return lines(
        _provenance(unit, value, unit.key in left_out)
        for unit in units
        for value in unit.values.values()
    )


def changes(found: Iterable[Change]) -> str:
    return lines(
        {
            "unit": each.unit,
            "subject": each.subject,
            "before": each.before,
            "after": each.after,
            "reason": each.reason,
        }
        for each in found
    )


def _provenance(unit: SettledUnit, value: Value, left_out: bool) -> dict[str, Json]:
    second: Json = None
    if value.second_agrees is not None:
        second = {"agrees": value.second_agrees, "note": value.second_note}
    return {
        "unit": unit.key,
        "question": value.question,
        "value": value.value,
        "votes": dict(sorted(value.votes.items())),
        "answered": value.answered,
        "source": "adjudicated" if value.adjudicated else "counted",
        "reason": value.reason,
        "second_look": second,
        "raters": {"person": unit.people, "model": unit.models},
        "left_out": left_out,
    }
