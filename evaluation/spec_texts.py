"""A spec's tables written out as TOML, which reads back as the same spec."""

import json
from collections.abc import Iterator, Mapping


def as_toml(tables: Mapping[str, object]) -> str:
    """tables: of texts, numbers, truths; what `evaluation.specs.as_json` gives."""
    return "\n".join(_lines(tables)) + "\n"


def _lines(tables: Mapping[str, object]) -> Iterator[str]:
    for name, values in tables.items():
        if isinstance(values, Mapping) and values:
            yield f"[{name}]"
            yield from (f"{key} = {_value(value)}" for key, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    # A text of TOML is written as one of JSON is, but for this character.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
