"""Whether the properties listed for an object are the right ones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.kinds.answers import texts
from annotation.kinds.base import (
    Answer,
    BadSnapshot,
    Choice,
    Field,
    Form,
    Level,
    Question,
    Snapshot,
)
from annotation.kinds.consolidation import Outcome
from annotation.kinds.snapshots import checked_mapping, checked_texts, mapping, only, text
from games.formats.lines import Json

GUIDELINES = """\
## The question

A draft lists the properties of a thing. Tick what is wrong in it, and what is missing from it.
Players' questions are answered from this list, so each value should be safe to say yes to.

## What counts

* Only what the description says or what surely follows from it: form, material, parts,
  measures, surface, weight.
* A value is right if the whole thing has it, or one of its parts. The part stands beside it.
* Read a value in its plain, everyday sense, and in the same sense for every object.
* The thing is empty, dry, clean and as the description tells it.

## What does not count

* function or use: what it is for makes no property;
* what people like, pay or expect; who owns it;
* electronics, chemistry, a mechanism inside that cannot be seen;
* what most things of this sort are like, if the description says otherwise or nothing at all.

## Borderline

* **Wrong** means that the answer yes would mislead. True but unimportant is not wrong.
* A right value at the wrong part is not wrong here: say so in the comment.
* A broader word comes with its narrower one: where *steel* is listed, *metal* is not missing.
* **Missing** is only what a player might well ask about, not every detail that could be said.
* Only words of the vocabulary can be missing. If it lacks a word, name it in the comment.

Nothing to change? Leave both empty. There is no unsure: leave what you doubt as it is,
and say in the comment what the description should tell.

## Examples

A mug "of glazed stoneware, with a loop to hold it by": *glass* is wrong, for a glaze is a coat.
*handle* is missing, if it is not listed: a loop to hold it by is one.
*drinking vessel* is neither: it tells a use.
"""

FIELDS = (
    Field("object", "what raters read as its name", "wok"),
    Field(
        "description",
        "what raters read of it",
        "A shallow bowl of thin steel, 32 cm across, with two loops below its rim.",
    ),
    Field(
        "properties",
        "what is listed: dimension -> value -> the parts that have it, none for the whole object",
        {"material": {"steel": []}, "part": {"handle": ["loops"]}},
    ),
    Field(
        "values",
        "what could be listed: dimension -> all its values",
        {"material": ["steel", "glass"], "part": ["handle", "lid"]},
    ),
)


class ObjectProperties:
    """Choices are written dimension:value."""

    key = "object_properties"
    title = "Properties of objects"
    purpose = "Which listed properties of an object are wrong, and which are missing?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"wrong": [], "missing": ["part:lid"]}}

    def check(self, snapshot: Snapshot) -> None:
        only(snapshot, FIELDS)
        text(snapshot, "object", most=100)
        text(snapshot, "description", most=4000)
        values = mapping(snapshot, "values", most=10)
        if not values:
            raise BadSnapshot("values: 1 dimension or more is needed.")
        for dimension, known in values.items():
            if ":" in dimension:
                raise BadSnapshot(f"values.{dimension}: A dimension's name has no colon.")
            checked_texts(f"values.{dimension}", known, most=1000, longest=100)
        for dimension, listed in mapping(snapshot, "properties", most=10).items():
            if dimension not in values:
                raise BadSnapshot(f"properties.{dimension}: values has no such dimension.")
            _check_listed(f"properties.{dimension}", listed, values[dimension])

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        properties = _object(snapshot["properties"])
        wrong, missing = [], []
        for dimension, known in sorted(_object(snapshot["values"]).items()):
            listed = _object(properties.get(dimension))
            for value in texts(known):
                if value in listed:
                    wrong.append(_choice(dimension, value, ", ".join(texts(listed[value]))))
                else:
                    missing.append(_choice(dimension, value))
        return (
            _some("wrong", "Which of these are wrong?", tuple(wrong)),
            _some("missing", "Which of these are missing?", tuple(missing)),
            Question("comment", "Comment", Form.TEXT, Level.NONE, least=0, most=1000),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """What is wrong is listed and what is missing is not, so that they never clash."""

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """A comment is read by whoever decides the rest; nothing is decided about it."""
        return {**outcomes, "comment": replace(outcomes["comment"], value="")}

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


def _check_listed(place: str, listed: Json, known: Json) -> None:
    for value, parts in checked_mapping(place, listed, most=1000).items():
        if value not in texts(known):
            raise BadSnapshot(f"{place}.{value}: The vocabulary has no such value.")
        checked_texts(f"{place}.{value}", parts, most=50, longest=100)


def _choice(dimension: str, value: str, parts: str = "") -> Choice:
    label = value.replace("_", " ")
    return Choice(f"{dimension}:{value}", label, definition=parts, group=dimension)


def _some(name: str, asked: str, choices: tuple[Choice, ...]) -> Question:
    return Question(name, asked, Form.SOME, Level.SETS, choices, least=0, most=None)


def _object(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else {}


KIND = ObjectProperties()
