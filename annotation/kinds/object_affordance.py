"""Whether an object has an affordance: the label of a pair."""

from collections.abc import Mapping, Sequence

from annotation.kinds.base import Answer, Choice, Field, Form, Level, Question, Snapshot
from annotation.kinds.snapshots import only, text, words

GUIDELINES = """\
## The question

Can this be done with this thing, as the definition says and under its conditions?
Judge by the description and everyday sense of how bodies behave, by nothing else.

## What counts

* What the description tells: form, material, parts, numbers, surface, weight.
* What surely follows from it: a thin steel sheet is stiff, and it leads heat.
* Numbers are meant as they stand, and a limit itself is still inside.
* Conditions belong to the definition. Where the two differ, the conditions decide.

## What does not count

* **function or use**: that people do it, or never would, says nothing;
* **social**: manners, price, law, who owns it, whether it would be a pity;
* **electronic**: what current, a battery or a circuit does;
* **chemical**: burning fuel, glue that sets, what dissolves;
* **hidden mechanism**: what parts inside do that nobody can see from outside.

## Borderline

* One adult does it with bare hands, unless the definition names something else.
* The thing is empty, dry, clean and in the state that the description tells.
* A lid may come off if the act needs the inside. Taking a thing apart is not allowed.
* What works once in ten tries is **no**.
* If the act spoils the thing, it is no where the definition asks that it stays whole.
* One part is enough, unless the definition says the whole or the main part, the largest by volume.

## Unsure, or skip

* **Unsure** is an answer: the description leaves out what decides, and it could well be either.
  It counts as no rating. Hard to work out is not unsure: take the likelier answer.
* **Skip** what you do not understand or what is faulty, such as half a sentence.

## Examples

*Lies without rolling on a slope*, a pencil with six flat sides: **yes**; a round one: **no**.
*Fills with water to the brim*, a clay pot "with a drain in its floor": **no**.
*Floats*, "a toy boat" and no word on its material: **unsure**.
"""

FIELDS = (
    Field("object", "what raters read as its name; its units follow each other", "wok"),
    Field("affordance", "what is asked about, in words or as a key", "hold liquid"),
    Field(
        "description",
        "what raters read of the object",
        "A shallow bowl of thin steel, 32 cm across, with two loops below its rim.",
    ),
    Field(
        "definition",
        "what is done, in one sentence",
        "It keeps half a litre of water for ten minutes.",
    ),
    Field("conditions", "what it must be like; may be empty", "It stands as it usually does."),
)


class ObjectAffordance:
    key = "object_affordance"
    title = "Labels of objects and affordances"
    purpose = "Can this be done with this object? Yes, no or unsure."
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"label": "yes"}}

    def check(self, snapshot: Snapshot) -> None:
        only(snapshot, FIELDS)
        text(snapshot, "object", most=100)
        text(snapshot, "affordance", most=100)
        text(snapshot, "description", most=4000)
        text(snapshot, "definition", most=1000)
        text(snapshot, "conditions", most=1000, least=0)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        choices = (
            Choice("yes", "Yes", "y", "it can be done, reliably, under the conditions"),
            Choice("no", "No", "n", "it cannot, or only by luck"),
            Choice("unsure", "Unsure", "3", "the description leaves out what decides"),
        )
        asked, action = "Can this be done with it?", words(str(snapshot.get("affordance", "")))
        unsure = frozenset({"unsure"})
        return (
            Question(
                "label", asked, Form.ONE, Level.NOMINAL, choices, missing=unsure, about=action
            ),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """One question alone cannot clash."""

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


KIND = ObjectAffordance()
