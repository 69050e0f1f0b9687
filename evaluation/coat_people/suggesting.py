"""What a model is asked about an object's utilities, and what its reply says."""

import json
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
    """An object with what a model is told of it; sha256: of these messages."""

    object_key: str
    messages: tuple[Message, ...]

    @property
    def sha256(self) -> str:
        told = [[each.role, each.text] for each in self.messages]
        return sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True)
class Suggested:
    """utilities: those that the reply names. unknown: names that were not offered.

    read: whether the reply was a list at all.
    """

    utilities: tuple[str, ...] = ()
    unknown: int = 0
    read: bool = True


def asked_of(judged: Judged, labels: Labels) -> list[Asked]:
    """A question for each object, in the order of the catalogue; the list comes first in all."""
    told = prompts.load(PROMPT)
    purposes = "\n".join(
        f"- {labels.utility(key)}: {labels.phrase(key)}" for key in judged.utilities
    )
    return [
        Asked(
            name,
            (
                Message("system", told.sections["system"]),
                Message("user", told.render("user", purposes=purposes, object=labels.object(name))),
            ),
        )
        for name in dict.fromkeys((*judged.objects, *judged.common))
    ]


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
