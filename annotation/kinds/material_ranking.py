"""The materials of an object from the worst to the best for a task (COAT, D.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.kinds import coat_cards, consolidation, snapshots
from annotation.kinds.base import Answer, BadAnswer, Field, Form, Kind, Level, Question, Snapshot
from annotation.kinds.consolidation import Outcome

MOST_MATERIALS = 20

GUIDELINES = """\
## The question

A task is told, what an object is needed for in it, and the materials that the object comes in.
Put aside the **bad** materials, then order the others **from the worst to the best**.

## The order

- The first is the least suitable, **the last the most suitable**. The page says so on both ends.
- Each material stands exactly once, in the order or among the bad; at least one in the order.
- No two share a place. Where two are alike, think of the harder moment of the task.
- Take the object as free, clean, whole and of its usual size. Only the material differs.

## Bad

- It fails, or spoils the object or the thing that is worked on, or hurts somebody.
- A material that works poorly is not bad: it comes first in the order.
- No bad material at all is usual.

## What counts and what does not

- How heat, water, weight, blows and edges act on the material; how it is held and cleaned.
- Not price, custom, beauty or what is said to be healthy; not what you own yourself.
- Not a coating, brand or hidden part that the card does not name.

## On the border

- Think of the common make of the object in each material, not of the best that can be bought.
- If two are alike for the task itself, the one that lasts longer is better.
- Then the one that is lighter to handle is better. Then choose freely; other raters settle it.
- If you do not understand the card, skip it; a skip is a missing answer.

## Examples

- *Mooring a boat for a year, rope*: paper is bad; then cotton, hemp, nylon, the best last.
- *Digging in loose sand, trowel*: none is bad; wood, plastic, metal.
"""

FIELDS = (
    *coat_cards.PAIR,
    *coat_cards.OBJECT,
    Field("materials", "what is to put in order: a list, two or more", coat_cards.MATERIALS),
)


class MaterialRanking:
    """The consolidated order becomes the `good` list of task-2/material_preference.json, the best
    last; materials that are bad by consensus are taken out of it and stand in its `bad` list.
    """

    key = "material_ranking"
    title = "Materials in order"
    purpose = "In which order do an object's materials suit a task, worst to best?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"order": ["Hemp", "Nylon"], "bad": ["Paper"]}}

    def check(self, snapshot: Snapshot) -> None:
        snapshots.only(snapshot, FIELDS)
        coat_cards.check_pair(snapshot)
        coat_cards.check_object(snapshot)
        _materials(snapshot)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        choices = coat_cards.choices(_materials(snapshot))
        return (
            Question(
                "order",
                "Order the materials: the worst first, the best last",
                Form.ORDER,
                Level.RANKS,
                choices,
                most=None,
            ),
            Question(
                "bad",
                "Which materials are bad, and so stand in no order?",
                Form.SOME,
                Level.SETS,
                choices,
                least=0,
                most=None,
            ),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        order = coat_cards.chosen(answer, "order")
        bad = coat_cards.chosen(answer, "bad")
        for material in _materials(snapshot):
            if material in order and material in bad:
                raise BadAnswer("bad", f"{material} is called bad and stands in the order.")
            if material not in order and material not in bad:
                raise BadAnswer("order", f"{material} is missing; it has a place or is bad.")

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """Materials that are bad by majority are taken out of each order before places are counted.

        Of two at an equal mean place the one that fewer call bad is better. While it is open what
        is bad, so is the order; and where all are bad, both are, for one must be left.
        """
        order, bad = outcomes["order"], outcomes["bad"]
        if bad.value is None:
            return {"order": replace(order, value=None, open=bad.open), "bad": bad}
        out = coat_cards.chosen({"bad": bad.value}, "bad")
        left = [
            [material for material in coat_cards.chosen(each, "order") if material not in out]
            for each in answers
        ]
        found = consolidation.ordered(left, against=bad.votes)
        settled = replace(order, value=found.value, open=found.open)
        nothing_left = len(out) == len(_materials(snapshot))
        return {"order": settled, "bad": consolidation.left_open(bad) if nothing_left else bad}

    def block(self, snapshot: Snapshot) -> str:
        return coat_cards.block_of_pair(snapshot)


def _materials(snapshot: Snapshot) -> list[str]:
    longest = coat_cards.KEY_LENGTH
    return snapshots.texts(snapshot, "materials", most=MOST_MATERIALS, longest=longest, least=2)


KIND: Kind = MaterialRanking()
