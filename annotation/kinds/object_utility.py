"""What an object commonly serves for (COAT, D.1)."""

from collections.abc import Mapping, Sequence

from annotation.kinds import coat_cards, snapshots
from annotation.kinds.base import Answer, Field, Form, Kind, Level, Question, Snapshot

MOST_UTILITIES = 60

GUIDELINES = """\
## The question

An object is named. Tick **every utility that it commonly serves**. None at all is an answer too.

## What counts

- The object as an ordinary household has it: whole, clean, at hand and in working order.
- A use that people make of it as a matter of course, even if it was not made for that use.
- What it does by its own power counts, if everybody knows it: a hair dryer dries.
- The sentence beside a utility is its meaning. It decides, not the word above it.

## What does not count

- What would work once, with luck, or only in want of anything better: a brick as a pillow.
- What only one rare make of it can do, or what needs a second object to work.
- What it means to people: a present, a memory, a sign of wealth.
- What was true of another object that you have just seen. Each object stands alone.

## On the border

- A tool and a container are different utilities: what stirs is not what the stirring happens in.
- Several utilities are usual; there is no number to reach.
- "Can be used" is not enough: ask whether you would be surprised to see it used so.
- If you do not know the object, skip it. A skip is a missing answer, not an empty one.

## Examples

- *Ladder*: standing higher. Hanging washing on it happens, but is not common.
- *Wheelbarrow*: carrying; mixing mortar in it is common too. Sitting on it: no.
"""

FIELDS = (
    *coat_cards.OBJECT,
    Field(
        "utilities",
        "what is to choose from: a list of {key, label, phrase}; the phrase is what it means",
        [
            {"key": "binding", "label": "Binding", "phrase": "ties things together"},
            {"key": "cutting", "label": "Cutting", "phrase": "parts things with an edge"},
        ],
    ),
)


class ObjectUtility:
    """The consolidated answers become objects.json: under each utility, what has it."""

    key = "object_utility"
    title = "Utilities of an object"
    purpose = "What does an object commonly serve for?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"utilities": ["binding"]}}

    def check(self, snapshot: Snapshot) -> None:
        snapshots.only(snapshot, FIELDS)
        coat_cards.check_object(snapshot)
        _utilities(snapshot)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        return (
            Question(
                "utilities",
                f"What does this object commonly serve for: {snapshot['name']}?",
                Form.SOME,
                Level.SETS,
                coat_cards.choices_of(_utilities(snapshot)),
                least=0,
                most=None,
            ),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """Any set of utilities is an answer, the empty one too."""

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


def _utilities(snapshot: Snapshot) -> list[dict[str, str]]:
    fields = ("key", "label", "phrase")
    return coat_cards.entries(snapshot, "utilities", fields=fields, most=MOST_UTILITIES)


KIND: Kind = ObjectUtility()
