"""What a model is asked about an object's utilities, and what its reply says."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from evaluation.coat import prompts
from evaluation.coat.labels import Labels
from evaluation.coat.modular import read_objects
from evaluation.coat.records import Judged
from games.formats.lines import Json
from games.llm.chat import Message

PROMPT = "utilities"


@dataclass(frozen=True)
class Asked:
    """An object with what a model is told of it. regex: that its reply has to match, "" for none.

    sha256: of both.
    """

    object_key: str
    messages: tuple[Message, ...]
    regex: str = ""

    @property
    def sha256(self) -> str:
        told = [[each.role, each.text] for each in self.messages]
        if self.regex:
            told.append(["regex", self.regex])
        return sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True)
class Suggested:
    """utilities: those that the reply names. unknown: names that were not offered.

    read: whether the reply was a list at all.
    """

    utilities: tuple[str, ...] = ()
    unknown: int = 0
    read: bool = True


def asked_of(judged: Judged, labels: Labels, *, constrained: bool = False) -> list[Asked]:
    """A question for each object, in the order of the catalogue; the list comes first in all.

    constrained: whether the reply has to be such a list, where a backend can see to that.
    """
    told = prompts.load(PROMPT)
    purposes = "\n".join(
        f"- {labels.utility(key)}: {labels.phrase(key)}" for key in judged.utilities
    )
    regex = _pattern([labels.utility(key) for key in judged.utilities]) if constrained else ""
    system = Message("system", told.sections["system"])
    return [
        Asked(name, (system, _user(purposes, labels.object(name))), regex)
        for name in dict.fromkeys((*judged.objects, *judged.common))
    ]


def _user(purposes: str, name: str) -> Message:
    return Message("user", prompts.load(PROMPT).render("user", purposes=purposes, object=name))


def _pattern(names: Sequence[str]) -> str:
    """Of a JSON object as the prompt asks for it."""
    one = f'"({"|".join(map(re.escape, names))})"'
    more = f"(, {one}){{0,{len(names) - 1}}}"
    return rf'\{{"purposes": \[({one}{more})?\]\}}'


def suggested(reply: str, judged: Judged, labels: Labels) -> Suggested:
    found = read_objects(reply, {key: labels.utility(key) for key in judged.utilities})
    if found is None:
        return Suggested(read=False)
    return Suggested(found.named, found.unknown)


@dataclass(frozen=True)
class Beside:
    """Suggestions beside what the catalogue holds: pairs of object and utility."""

    both: int
    suggested_alone: int
    held_alone: int


def beside(judged: Judged, suggestions: Mapping[str, Sequence[str]]) -> Beside:
    """Of the objects that have suggestions."""
    said = {(name, utility) for name, of in suggestions.items() for utility in of}
    held = {
        (name, utility)
        for utility, names in judged.objects_of.items()
        for name in names
        if name in suggestions
    }
    return Beside(len(said & held), len(said - held), len(held - said))


def answer_lines(model: str, suggestions: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """A line an object, as a study of the kind object_utility takes the answers of a model."""
    for name, of in suggestions.items():
        answer: dict[str, Json] = {"utilities": [*of]}
        row: dict[str, Json] = {"unit": name, "rater": model, "answer": answer}
        yield json.dumps(row, ensure_ascii=False) + "\n"
