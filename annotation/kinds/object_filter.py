"""Whether a collected object belongs in a catalogue at all."""

from collections.abc import Mapping, Sequence

from annotation.kinds.base import Answer, Choice, Field, Form, Level, Question, Snapshot
from annotation.kinds.snapshots import only, text

GUIDELINES = """\
## The question

We collect things for a game about what can be done with a thing, judged by its body alone.
Say of each candidate whether it is such a thing.

## One discrete, human-made physical thing

**Yes:** people make it, it has a body with an edge, and you can point at one of it.
It may have several parts, as long as they stay together in use: a pan with its lid.

**No:**

* stuff without a form of its own: flour, water, paint;
* what grows or lives: an apple, a dog;
* places and what cannot be told from them: a kitchen, a corner, an abbey;
* what has no body: a song, a file, a promise, a Monday;
* a word for many unlike things: furniture, tool, toy;
* a mere set of separate things: cutlery, luggage.

A natural material that people have given a form is human-made: a wooden spoon, a wool scarf.

## A hidden mechanism

Ask what people use the thing for. Could you work that out from form, material, parts,
measures, surface and weight?

**Yes, hidden:** a motor, a circuit, a battery, a chemical or parts inside do it.
A torch shines and an alarm clock rings because of something that no outside shows.

**No:** the body itself does it, also by moving parts that one can see.
A hinge, a screw, a spring or a wheel in plain view is not hidden: think of a corkscrew.

* A hidden part that hardly matters for what the thing can do is no hidden mechanism.
* A label, a price, a custom or a law is not a mechanism: leave it out of account.

## Unsure

For a name that may mean two different things, or a description that leaves out what decides.
It counts as no rating. It is not for "it depends": then take the most usual thing of that name.
"""

FIELDS = (
    Field("object", "the object's key: in a catalogue, what the catalogue calls it", "wok"),
    Field("name", "what raters read as its name", "wok"),
    Field(
        "description",
        "what raters read of it; may be empty",
        "A shallow bowl of thin steel, 32 cm across, with two loops below its rim.",
    ),
)


class ObjectFilter:
    key = "object_filter"
    title = "Which objects belong in"
    purpose = "Does a collected object belong in a catalogue, and does it hide a mechanism?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"discrete": "yes", "hidden_mechanism": "no"}}

    def check(self, snapshot: Snapshot) -> None:
        only(snapshot, FIELDS)
        text(snapshot, "object", most=100)
        text(snapshot, "name", most=100)
        text(snapshot, "description", most=4000, least=0)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        discrete = "Is it one discrete, human-made physical thing?"
        hidden = "Does what it can do rest on a hidden mechanism?"
        return (
            _question(
                "discrete",
                discrete,
                yes="people make it, and one can point at one of it",
                no="stuff, living, a place, without a body, or many unlike things",
            ),
            _question(
                "hidden_mechanism",
                hidden,
                yes="a motor, circuit, battery, chemical or parts inside do it",
                no="its visible body does it, moving parts included",
            ),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """Each answer to one question goes with each to the other."""

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


def _question(name: str, asked: str, *, yes: str, no: str) -> Question:
    choices = (
        Choice("yes", "Yes", "y", yes),
        Choice("no", "No", "n", no),
        Choice("unsure", "Unsure", "3", "name or description leave open what decides"),
    )
    return Question(name, asked, Form.ONE, Level.NOMINAL, choices, missing=frozenset({"unsure"}))


KIND = ObjectFilter()
