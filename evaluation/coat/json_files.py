"""The eleven files of a catalogue: their names, and their bytes as JSON with every fault noted."""

import json
from dataclasses import dataclass

from games.formats.lines import Json, json_of
from games.formats.rows import RowError

UTILITIES = "utilities.json"
OBJECTS = "objects.json"
TASKS = "tasks.json"
CONTEXT = "oracle.json"
COMMON = "task-1/common_var_responses.json"
CONFIGURATIONS = "task-1/possible_configurations_v1.json"
CHOICE_IDEAL = "task-1/choice_config_oracle.json"
IDEALS = "task-1/pouch_config_oracle.json"
IDEAL_VALUES = "task-2/3_var_ideal_config.json"
PREFERENCES = "task-2/material_preference.json"
SUBOPTIMAL = "task-2/pouch_suboptimal.json"

FILES = (
    UTILITIES,
    OBJECTS,
    TASKS,
    CONTEXT,
    COMMON,
    CONFIGURATIONS,
    CHOICE_IDEAL,
    IDEALS,
    IDEAL_VALUES,
    PREFERENCES,
    SUBOPTIMAL,
)

DERIVED = (CONFIGURATIONS, CHOICE_IDEAL, IDEALS, SUBOPTIMAL)
"""What follows from the others, or repeats one of them."""


@dataclass(frozen=True)
class _Object:
    """The entries of a JSON object as they stand in the text, twice the same key included."""

    entries: list[tuple[str, Json]]


def json_in(data: bytes, file: str, noted: list[RowError]) -> Json:
    """What the file holds; None where it is no JSON.

    A key that stands twice in an object is noted with its path; the last one is taken.
    """
    try:
        text = data.decode("utf-8")
        return _plain(json_of(text, _Object), "", file, noted)
    except UnicodeDecodeError as error:
        problem = f"Byte {error.start + 1} is no UTF-8."
        noted.append(RowError(data.count(b"\n", 0, error.start) + 1, "", problem, file))
    except json.JSONDecodeError as error:
        problem = f"No JSON at character {error.colno}: {error.msg}."
        noted.append(RowError(error.lineno, "", problem, file))
    except ValueError as error:
        noted.append(RowError(0, "", str(error), file))
    except RecursionError:
        noted.append(RowError(0, "", "The JSON is nested too deeply.", file))
    return None


def document(value: Json) -> str:
    """The text of a JSON file, indented as the published ones are."""
    return json.dumps(value, ensure_ascii=False, indent=4) + "\n"


def within(path: str, key: str | int) -> str:
    """The path of an entry: `a["b c"][0]`; keys stand as they are written in JSON."""
    return f"{path}[{key if isinstance(key, int) else json.dumps(key, ensure_ascii=False)}]"


def _plain(value: "Json | _Object", path: str, file: str, noted: list[RowError]) -> Json:
    if isinstance(value, _Object):
        plain: dict[str, Json] = {}
        for key, inner in value.entries:
            place = within(path, key)
            if key in plain:
                noted.append(RowError(0, place, "This key stands here more than once.", file))
            plain[key] = _plain(inner, place, file, noted)
        return plain
    if isinstance(value, list):
        return [_plain(inner, within(path, at), file, noted) for at, inner in enumerate(value)]
    return value
