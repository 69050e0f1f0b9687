"""A run card's document as the lines of a page and of a text."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from evaluation.metrics.intervals import Figure, Undefined
from evaluation.pages.tables import REASONS, Unit, number

Document = Mapping[str, object]
# How page and text call what its key alone does not explain.
NAMES = {
    "canary": "canary, which finds the catalogue in a model's training data",
    "spared": "turns without a call",
    "hidden_tokens": "tokens of hidden reasoning",
    "dirty": "has uncommitted changes",
}


@dataclass(frozen=True)
class Line:
    """name: where it stands in its section of the document; empty where the section is one text."""

    name: str
    value: str

    @property
    def is_hash(self) -> bool:
        return self.name.endswith("sha256") or self.name.startswith("prompts")


@dataclass(frozen=True)
class Section:
    title: str
    lines: Sequence[Line]

    @property
    def named(self) -> bool:
        return all(line.name for line in self.lines)


def sections(
    card: Document, titles: Mapping[str, str], nothing: Mapping[str, str]
) -> list[Section]:
    """A section for each title, by the card's keys. nothing: what an empty one says."""
    return [
        Section(title, list(_lines("", card[name])) or [Line("", nothing.get(name, "None."))])
        for name, title in titles.items()
    ]


def as_json(card: Document) -> str:
    return json.dumps(card, indent=2, ensure_ascii=False) + "\n"


def as_text(shown: Sequence[Section]) -> str:
    """Plain text: a heading for each section, a line for each value."""
    parts = []
    for section in shown:
        lines = [
            f"{line.name}: {line.value}" if line.name else line.value for line in section.lines
        ]
        parts.append("\n".join([section.title, "-" * len(section.title), *lines]))
    return "\n\n".join(parts) + "\n"


def moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def figure(found: Figure) -> Document:
    if isinstance(found, Undefined):
        return {"undefined": REASONS[found.reason]}
    ends = found.interval
    if isinstance(ends, Undefined):
        return {"value": found.value, "n": found.n, "no_interval": REASONS[ends.reason]}
    return {"value": found.value, "low": ends.low, "high": ends.high, "n": found.n}


def _lines(name: str, value: object) -> Iterator[Line]:
    """A line for each value below this one; what is empty has none."""
    if isinstance(value, Mapping):
        if said := _figure_in_words(value):
            yield Line(name, said)
            return
        for key, each in value.items():
            called = NAMES.get(str(key), key)
            yield from _lines(f"{name} {called}".replace("_", " ").strip(), each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _item(name, each)
    elif value not in (None, ""):
        yield Line(name, _words(value))


def _item(name: str, item: object) -> Iterator[Line]:
    if isinstance(item, Mapping) and "sentence" in item:
        said = f"{item['state']}. {item['sentence']} {item.get('remedy', '')}"
        yield Line(str(item["name"]), said.strip())
    else:
        yield from _lines(name, item)


def _figure_in_words(value: Mapping[str, object]) -> str:
    """Of what `figure` gives; empty for any other mapping."""
    if "undefined" in value:
        return str(value["undefined"])
    if not {"value", "n"} <= value.keys():
        return ""
    share = number(float(str(value["value"])), Unit.SHARE)
    if "low" not in value:
        return f"{share}, {value['no_interval']}, n = {value['n']:,}"
    low, high = (number(float(str(value[end])), Unit.SHARE) for end in ("low", "high"))
    return f"{share}, 95% Wilson interval from {low} to {high}, n = {value['n']:,}"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else str(value)
