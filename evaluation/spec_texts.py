"""A spec's tables written out as TOML, which reads back as the same spec."""

import json
import re
from collections.abc import Iterator, Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(tables: Mapping[str, object]) -> str:
    """tables: of texts, numbers, truths, lists: as `evaluation.specs.as_json` gives."""
    return "\n".join(_lines(tables)) + "\n"


def _lines(tables: Mapping[str, object]) -> Iterator[str]:
    for name, values in tables.items():
        if isinstance(values, Mapping) and values:
            yield f"[{name}]"
            yield from (f"{_key(key)} = {_value(value)}" for key, value in values.items())


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    # A text of TOML is written as one of JSON is, but for this character.
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
