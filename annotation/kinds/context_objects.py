"""Which objects of a utility fit a task (COAT, D.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from annotation.kinds import coat_cards, consolidation, snapshots
from annotation.kinds.base import (
    Answer,
    BadAnswer,
    Choice,
    Field,
    Form,
    Kind,
    Level,
    Question,
    Snapshot,
)
from annotation.kinds.consolidation import Outcome

MOST_OBJECTS = 60
SUGGESTION_LENGTH = 100

GUIDELINES = """\
## The question

A task is told, and what an object is needed for in it. Tick **every object that fits this task**.

## What counts

- All objects shown can serve the purpose in general. The task decides which of them fit.
- Each is as a household has it, free, clean, whole, and of the material that suits it best.
- It fits if a sensible person would take it for this task without looking for another.
- Size, form, weight, heat and water matter: sand wants a firm vessel, fish a tight one.

## What does not count

- That it would do in an emergency.
- Custom, manners, price and beauty: a plain pail carries water as well as a painted one.
- Whether you own one, or which of them you like best. Several may fit alike.
- What state it may happen to be in. Dirty or occupied things are judged on other cards.

## On the border

- If it does the job but spoils the object or the thing that is worked on, it does not fit.
- If it fits only part of the task that the purpose is about, it does not fit.
- If one object is clearly better, the others still fit where they do the job well.

## None of these

- If no object shown fits, choose **None of these fits**. One of the two must be given.
- If an object that is not shown fits, name it in the last field, whatever you ticked.
  A person reads it and decides; it is never counted.
- If you do not understand the task, skip it. A skip is a missing answer, not "none".

## Examples

- *Shelter*, for an hour out in pouring rain: umbrella and raincoat fit; a straw hat does not.
- *Binding*, for towing a boat: a rope fits; a ribbon does not, nor does a shoelace.
"""

FIELDS = (
    *coat_cards.PAIR,
    Field(
        "objects",
        "what is to choose from: a list of {key, label}; raters read the label",
        [{"key": "Rope", "label": "rope"}, {"key": "Ribbon", "label": "ribbon"}],
    ),
)


class ContextObjects:
    """The consolidated answers become oracle.json: under utility and task, the objects that fit."""

    key = "context_objects"
    title = "Objects for a task"
    purpose = "Which objects of a utility fit a task, if any?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {"": {"objects": ["Rope"], "none_fits": []}}

    def check(self, snapshot: Snapshot) -> None:
        snapshots.only(snapshot, FIELDS)
        coat_cards.check_pair(snapshot)
        _objects(snapshot)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        text = "Which of these objects fit this task?"
        return (
            Question(
                "objects",
                text,
                Form.SOME,
                Level.SETS,
                coat_cards.choices_of(_objects(snapshot)),
                least=0,
                most=None,
            ),
            # It measures nothing of its own: it says that the empty set of objects is meant.
            Question(
                "none_fits",
                "Or does none of them?",
                Form.SOME,
                Level.NONE,
                (Choice("none", "None of these fits", "n"),),
                least=0,
            ),
            Question(
                "suggestion",
                "Another object that fits better, if you know one",
                Form.TEXT,
                Level.NONE,
                least=0,
                most=SUGGESTION_LENGTH,
            ),
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        objects = coat_cards.chosen(answer, "objects")
        none_fits = coat_cards.chosen(answer, "none_fits")
        if objects and none_fits:
            raise BadAnswer("none_fits", f"None fits, but {len(objects)} are chosen; give one.")
        if not objects and not none_fits:
            raise BadAnswer("objects", "Choose the objects that fit, or say that none does.")

    def settle(
        self, snapshot: Snapshot, answers: Sequence[Answer], outcomes: Mapping[str, Outcome]
    ) -> dict[str, Outcome]:
        """Every task needs an object: where no majority names one, an adjudicator decides, also
        where a majority says that none fits."""
        objects, none_fits = outcomes["objects"], outcomes["none_fits"]
        if objects.value:
            return dict(outcomes)
        level = objects.open or consolidation.most_frequent(objects.votes)
        if none_fits.value:
            none_fits = consolidation.left_open(none_fits)
        unnamed = replace(objects, value=None, open=level)
        return {**outcomes, "objects": unnamed, "none_fits": none_fits}

    def block(self, snapshot: Snapshot) -> str:
        return coat_cards.block_of_pair(snapshot)


def _objects(snapshot: Snapshot) -> list[dict[str, str]]:
    fields = ("key", "label")
    return coat_cards.entries(snapshot, "objects", fields=fields, most=MOST_OBJECTS)


KIND: Kind = ContextObjects()
