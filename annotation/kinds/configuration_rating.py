"""How well an object's materials, or one configuration of it, suit a task (COAT, D.4b, D.4c)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.kinds import coat_cards, consolidation, snapshots
from annotation.kinds.base import (
    Answer,
    BadAnswer,
    BadSnapshot,
    Choice,
    Field,
    Form,
    Kind,
    Level,
    Question,
    Snapshot,
)
from annotation.kinds.consolidation import Outcome

MOST_MATERIALS = 20
VALUES = ("bad", "moderate", "ideal")

DEFINITIONS = {
    "materials": (
        "it fails, is spoilt, or spoils or endangers something",
        "it works, but clearly less well than another material would",
        "nothing that this object is made of would work clearly better",
    ),
    "whole": (
        "it cannot be made ready, or only in many times the time that the task takes",
        "it is ready after some cleaning, emptying, warming, cooling or waiting",
        "an agent can begin with it at once",
    ),
}

GUIDELINES = """\
## The question

A task is told, what an object is needed for in it, and an object that can serve. Call each
material, or the one configuration that the card shows, **bad, moderate or ideal**.

## Materials

- Take the object as free, clean, whole and of its usual size. Only the material differs.
- *Ideal*: none of the materials shown would do clearly better. Several may be ideal.
- *Moderate*: it does the job, but slips, bends, cools, soaks or wears more than need be.
- *Bad*: it fails, or spoils the object or the thing worked on, or hurts somebody.
- At least one material must be moderate or ideal: the object was found fit for the task.

## A whole configuration

- Think of **the time an agent needs before it can begin**, with what a household has at hand.
- *Ideal*: no time. *Moderate*: minutes, for washing, emptying, warming or letting cool.
- *Bad*: it is broken, used up, or of a material that fails; waiting does not help.
- Judge all five values together. One that cannot be mended makes the whole bad.
- Weight counts only where it keeps the agent from beginning.

## What counts and what does not

- Heat, water, weight, strength, edge, grip: what follows from the material and the state.
- Not price, custom, beauty or what is said to be healthy; not what you own yourself.
- Not a coating, brand or hidden part that the card does not name.

## On the border

- Between ideal and moderate: would you put it back if the better one lay beside it? Moderate.
- Between moderate and bad: would you rather leave the task undone than use it? Bad.
- If you do not understand the card, skip it; a skip is a missing answer, not a middle one.

## Examples

- *Digging a hole for a shrub, trowel*: metal ideal, wood moderate, paper bad.
- *Fetching water from a well, pail*: full of sand it is moderate; without its bottom, bad.
"""

FIELDS = (
    *coat_cards.PAIR,
    *coat_cards.OBJECT,
    Field("form", "what is rated: materials, or whole for one configuration", "materials"),
    Field(
        "materials", "what is rated: a list, two or more", coat_cards.MATERIALS, form="materials"
    ),
    Field(
        "configuration",
        "what is rated: mass, material, temperature, in_use and condition, each with its value",
        {
            "mass": "light",
            "material": "Hemp",
            "temperature": "RoomTemp",
            "in_use": "free",
            "condition": "dirty",
        },
        form="whole",
    ),
)


class ConfigurationRating:
    """The consolidated answers of form materials become the `bad` lists of
    task-2/material_preference.json and, by the materials called ideal, the rows of
    task-1/pouch_config_oracle.json. Those of form whole become no published file: they are
    compared with the categories that the penalties give task-2/pouch_suboptimal.json.
    """

    key = "configuration_rating"
    title = "Suitable for a task?"
    purpose = "How well do an object's materials, or one whole configuration, suit a task?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {
        "materials": {
            "material_Hemp": "moderate",
            "material_Nylon": "ideal",
            "material_Paper": "bad",
        },
        "whole": {"configuration": "moderate"},
    }

    def check(self, snapshot: Snapshot) -> None:
        snapshots.only(snapshot, FIELDS)
        form = snapshots.one_of(snapshot, "form", tuple(DEFINITIONS))
        coat_cards.check_pair(snapshot)
        coat_cards.check_object(snapshot)
        if form == "materials":
            _materials(snapshot)
        else:
            _check_configuration(snapshot)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        if snapshot["form"] == "whole":
            text = f"How suitable is this {snapshot['name']}, as it is?"
            return (_rating("configuration", text, "whole"),)
        return tuple(
            _rating(question_of(material), f"{snapshot['name']} made of {material}", "materials")
            for material in _materials(snapshot)
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        if snapshot["form"] != "materials":
            return
        names = [question_of(material) for material in _materials(snapshot)]
        if all(answer.get(name) == "bad" for name in names):
            raise BadAnswer("", "All materials are bad; one or more must be moderate or ideal.")

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """The most frequent category, half of the raters or fewer as well; level ones stay open."""
        return {name: _most_frequent(each) for name, each in outcomes.items()}

    def block(self, snapshot: Snapshot) -> str:
        return coat_cards.block_of_pair(snapshot)


def _most_frequent(outcome: Outcome) -> Outcome:
    first = consolidation.most_frequent(outcome.votes)
    if len(first) == 1:
        return replace(outcome, value=first[0], open=())
    if not first:
        return outcome
    return replace(outcome, value=None, open=first, proposal=_median(outcome.votes))


def _median(votes: Mapping[str, int]) -> str:
    """Halfway between the middle two of an even number, of neighbours the lower."""
    given = [place for place, value in enumerate(VALUES) for _ in range(votes.get(value, 0))]
    middle = (given[(len(given) - 1) // 2] + given[len(given) // 2]) // 2
    return VALUES[middle]


def question_of(material: str) -> str:
    """The name of the question that rates a material."""
    return f"material_{material}"


def _rating(name: str, text: str, form: str) -> Question:
    choices = tuple(
        Choice(value, value.capitalize(), coat_cards.digit(place), DEFINITIONS[form][place])
        for place, value in enumerate(VALUES)
    )
    return Question(name, text, Form.ONE, Level.ORDINAL, choices)


def _materials(snapshot: Snapshot) -> list[str]:
    longest = coat_cards.KEY_LENGTH
    return snapshots.texts(snapshot, "materials", most=MOST_MATERIALS, longest=longest, least=2)


def _check_configuration(snapshot: Snapshot) -> None:
    known = coat_cards.VARIABLES
    given = snapshots.mapping(snapshot, "configuration", most=len(known))
    if set(given) != set(known):
        raise BadSnapshot(f"configuration: It has {', '.join(known)}, these and no others.")
    for name, value in given.items():
        snapshots.checked_text(f"configuration.{name}", value, most=coat_cards.KEY_LENGTH)


KIND: Kind = ConfigurationRating()
