"""What the right answer to a player's question is, judged without sight of the Oracle's."""

from collections.abc import Mapping, Sequence

from annotation.kinds.base import Answer, Choice, Field, Form, Level, Question, Snapshot
from annotation.kinds.snapshots import one_of, only, text

GUIDELINES = """\
## The question

A player who cannot see a thing asks about it. You can read its description.
What is the right answer? Others answered before you; you are not shown what they said.

## What counts

* What the description tells: form, material, parts, numbers, surface, weight.
* What surely follows from it by everyday sense: what is of steel is of metal.
* The usual meaning of the player's words, not the strictest and not the loosest one.

## What does not count

* function or use: what it is for, or which kind of thing it must be;
* social: price, taste, custom, owner;
* electronic, chemical, or a hidden mechanism inside;
* what things of this sort are mostly like, against the description;
* why the player asks, or what would help the player.

## Borderline

* **Material, form, surface:** yes if the whole thing has it, or one of its parts.
* **Size and weight:** the whole thing, in the state that the description tells.
* *Mostly, entirely, mainly* ask for more than a part; take them as they stand.
* *Larger than a hand*: compare with an adult's. *At least, at most* take in the limit itself.
* *Flat, heavy, soft* and the like: compare with things of the house, held in a hand.
* A badly worded question is answered in the sense that the player most likely meant.
* *Is it not wooden?*: **yes** means not wooden. *Isn't it wooden?* asks whether it is wooden.

## Cannot tell

A real answer, and it counts as one: the description neither says it nor leaves it to reason.
It is right when a player would be misled by yes and by no alike.
It is not for your own doubt: where one answer is clearly likelier, give that.

## Examples

A tray "of beech, 40 cm long, oiled". *Is it made of wood?* **yes**. *Is it shorter than a
hand?* **no**. *Has it rounded corners?* **cannot tell**, if nothing is said of them.
"""

FIELDS = (
    Field("object", "the object's name; its units follow each other", "wok"),
    Field(
        "description",
        "what raters read of the object",
        "A shallow bowl of thin steel, 32 cm across, with two loops below its rim.",
    ),
    Field("question", "what the player asked", "Is it wider than a hand?"),
    Field(
        "answer",
        "what the Oracle said: yes, no or cannot_tell; kept to be published, never shown to raters",
        "no",
    ),
)


LONGEST_QUESTION = 500
"""Characters; people may ask no longer ones, models do now and then."""


class OracleAnswer:
    key = "oracle_answer"
    title = "Answers of the Oracle"
    purpose = "What is the right answer to a player's question?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"answer": "yes"}}

    def check(self, snapshot: Snapshot) -> None:
        only(snapshot, FIELDS)
        text(snapshot, "object", most=100)
        text(snapshot, "description", most=4000)
        text(snapshot, "question", most=LONGEST_QUESTION)
        one_of(snapshot, "answer", ("yes", "no", "cannot_tell"))

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        choices = (
            Choice("yes", "Yes", "y", "so it is, by the description"),
            Choice("no", "No", "n", "so it is not, by the description"),
            Choice("cannot_tell", "Cannot tell", "3", "nothing in the description decides it"),
        )
        asked = "What is the right answer?"
        about = str(snapshot.get("question", ""))
        return (Question("answer", asked, Form.ONE, Level.NOMINAL, choices, about=about),)

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """One question alone cannot clash."""

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


KIND = OracleAnswer()
