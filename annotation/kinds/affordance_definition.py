"""Whether an affordance is defined well enough to be labelled by."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.kinds.base import (
    Answer,
    BadAnswer,
    Choice,
    Field,
    Form,
    Level,
    Question,
    Snapshot,
)
from annotation.kinds.consolidation import Outcome
from annotation.kinds.snapshots import only, text

TEXTS_OF = {"keep": (), "change": ("definition", "conditions"), "drop": ("reason",)}
"""The texts that a verdict needs."""

GUIDELINES = """\
## The question

An affordance is something that can be done with a thing, with a definition of one sentence.
Conditions say more closely what the thing must be like. Can objects be labelled by this?

## What a good definition is like

* It says what is done, to what, and what must come of it, in one sentence.
* Two people who know the thing well give the same answer.
* It can be answered from form, material, parts, measures, surface and weight.
* Where it is a matter of degree it gives a number: "carries 1 kg", not "carries a lot".
* One adult does it with bare hands, unless the sentence names something else.
* Some things have it and some have not, and which ones can be worked out.

## What makes it bad

* what a thing is meant for or usually used for;
* custom, taste, price, manners, who owns it;
* electricity, chemistry, or a mechanism that cannot be seen;
* two actions in one, joined by "and" or "or";
* the name of the object that it was thought of for.

## The answers

**Keep:** good as it stands. Wording that you merely like less is no reason to change it.

**Change:** the action is fit, the text is not. Write definition *and* conditions, both whole,
even if you mend only one of them. The action must stay the same.

**Drop:** no wording would help. Say why in a few words.

* Too easy or too hard to have is no reason to drop it; that is looked at later, by counts.
* If only the conditions are vague, that is still a change.

## Examples

*Can be used to draw a straight line* tells a use. Changed: *A pen led along its edge draws a
line of 15 cm that is straight to a millimetre.*
*Makes a good present* rests on custom: drop.
"""

FIELDS = (
    Field("affordance", "what raters read as its name, in words", "hold liquid"),
    Field(
        "definition",
        "what is done, in one sentence",
        "It keeps half a litre of water for ten minutes.",
    ),
    Field("conditions", "what it must be like; may be empty", "It stands as it usually does."),
)


class AffordanceDefinition:
    key = "affordance_definition"
    title = "Definitions of affordances"
    purpose = "Is an affordance defined well enough to be labelled by? Keep, change or drop it."
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"verdict": "keep"}}

    def check(self, snapshot: Snapshot) -> None:
        only(snapshot, FIELDS)
        text(snapshot, "affordance", most=100)
        text(snapshot, "definition", most=1000)
        text(snapshot, "conditions", most=1000, least=0)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        verdicts = (
            Choice("keep", "Keep", "1", "good as it stands"),
            Choice("change", "Change", "2", "the action is fit, the text is not"),
            Choice("drop", "Drop", "3", "no wording would help"),
        )
        asked = "Can objects be labelled by this definition?"
        return (
            Question("verdict", asked, Form.ONE, Level.NOMINAL, verdicts),
            _text("definition", "The definition as it should read", most=500),
            _text("conditions", "The conditions as they should read", most=500),
            _text("reason", "Why?", most=500),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        verdict = answer["verdict"]
        for name in ("definition", "conditions"):
            if verdict == "change" and name not in answer:
                raise BadAnswer(name, "A change needs definition and conditions, both whole.")
            if verdict != "change" and name in answer:
                raise BadAnswer(name, "Only a change has a new text; choose Change or clear it.")
        if verdict == "drop" and "reason" not in answer:
            raise BadAnswer("reason", "Say why it should be dropped.")

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """Only the texts that the verdict needs are open; all that were written, where it is."""
        verdict = outcomes["verdict"].value
        if verdict is None:
            return dict(outcomes)
        needed = ("verdict", *TEXTS_OF[str(verdict)])
        return {
            name: each if name in needed else replace(each, value="")
            for name, each in outcomes.items()
        }

    def block(self, snapshot: Snapshot) -> str:
        return ""


def _text(name: str, asked: str, *, most: int) -> Question:
    return Question(name, asked, Form.TEXT, Level.NONE, least=0, most=most)


KIND = AffordanceDefinition()
