"""The values that an object commonly has, or at best has (COAT, D.3 and D.4a)."""

from collections.abc import Mapping, Sequence

from annotation.kinds import coat_cards, snapshots
from annotation.kinds.base import (
    Answer,
    BadSnapshot,
    Field,
    Form,
    Kind,
    Level,
    Question,
    Snapshot,
)
from games.formats.fields import shown

MOST_VALUES = 40
MOST_GLOSSES = 100

TEXTS = {
    "common": {
        "mass": "How heavy is it commonly?",
        "material": "Of what is it commonly made?",
        "temperature": "How warm is it commonly found?",
        "in_use": "Is it commonly found free or in use?",
        "condition": "In what condition is it commonly found?",
    },
    "ideal": {
        "temperature": "How warm is it when it is ready to serve?",
        "in_use": "Free or in use: when is it ready to serve?",
        "condition": "In what condition is it ready to serve?",
    },
}

GUIDELINES = """\
## The question

An object is named, with a few variables. For each, tick **all the values that apply**, at least
one. The card says which of two questions it asks. The sentence beside a value is its meaning.

## Common values

- Tick what you would not be surprised to find in an ordinary household.
- *Mass*: the object alone and empty, by the bands that stand beside the values.
- *Material*: what its main part is made of. A small handle, screw or print does not count.
- *Temperature*: as it is found when somebody comes to use it, not how hot it could be made.
- *In use*: reversible use can be ended soon and without loss (a full pail is emptied);
  irreversible use cannot (the match is burnt, the flag is sewn to the sail).
- *Condition*: a thing that cannot be dirty or broken does not get these values.

## Ideal values

- Only values that were found common are shown. Tick those in which it can be used **at once**.
- Ideal is for the object in its usual service, not for one task.
- What is ticked when the card opens is a proposal; change it where it is wrong.
- Several values may be ideal: tea is drunk hot as well as iced.

## What does not count

- A rare make, a museum piece, a toy of it; a thing that a person could have made to order.
- Price, taste and custom.

## On the border

- If you hesitate, ask: of ten such objects, would one or more be so? Then tick it.
- If the object has no values at all, or you do not know it, skip it; a skip is no answer.

## Examples

- *Pail*: light; metal, plastic; room temperature; free, reversible use; clean, dirty, broken.
- *Match*, ideal: room temperature, free, clean.
"""

FIELDS = (
    *coat_cards.OBJECT,
    Field("form", "what is asked: common or ideal values", "common"),
    Field(
        "variables",
        "what is to choose from: mass, material, temperature, in_use and condition, each with"
        " its values",
        {
            "mass": ["light", "medium"],
            "material": ["Hemp", "Nylon", "Cotton"],
            "temperature": ["RoomTemp"],
            "in_use": ["free", "reversible-using"],
            "condition": ["clean", "dirty", "broken"],
        },
        form="common",
    ),
    Field(
        "variables",
        "temperature, in_use and condition, each with the values that were found common",
        {"temperature": ["RoomTemp"], "in_use": ["free"], "condition": ["clean", "dirty"]},
        form="ideal",
    ),
    Field(
        "glosses",
        "value -> what it means, shown beside it",
        {"free": "nobody uses it"},
        needed=False,
    ),
    Field(
        "defaults",
        "variable -> values that are ticked when the card opens",
        {"condition": ["clean"]},
        needed=False,
        form="ideal",
    ),
)


class VariableValues:
    """The consolidated answers of form common become task-1/common_var_responses.json, those of
    form ideal task-2/3_var_ideal_config.json and its equal, task-1/choice_config_oracle.json. In
    all of these in_use is called already_in_use.
    """

    key = "variable_values"
    title = "Values of an object"
    purpose = "Which values does an object commonly have, or at best have?"
    guidelines = GUIDELINES
    fields: Sequence[Field] = FIELDS
    expected: Mapping[str, Answer] = {
        "common": {
            "mass": ["light"],
            "material": ["Hemp", "Nylon"],
            "temperature": ["RoomTemp"],
            "in_use": ["free", "reversible-using"],
            "condition": ["clean", "dirty"],
        },
        "ideal": {"temperature": ["RoomTemp"], "in_use": ["free"], "condition": ["clean"]},
    }

    def check(self, snapshot: Snapshot) -> None:
        snapshots.only(snapshot, FIELDS)
        coat_cards.check_object(snapshot)
        values = _variables(snapshot)
        _check_glosses(_glosses(snapshot), values)
        if "defaults" in snapshot:
            _check_defaults(snapshot, values)

    def questions(self, snapshot: Snapshot) -> tuple[Question, ...]:
        texts = TEXTS[str(snapshot["form"])]
        glosses = _glosses(snapshot)
        return tuple(
            Question(
                name,
                texts[name],
                Form.SOME,
                Level.SETS,
                coat_cards.choices(values, glosses),
                most=None,
            )
            for name, values in _variables(snapshot).items()
        )

    def refuse(self, snapshot: Snapshot, answer: Answer) -> None:
        """The variables do not depend on each other."""

    def block(self, snapshot: Snapshot) -> str:
        return str(snapshot["object"])


def _variables(snapshot: Snapshot) -> dict[str, list[str]]:
    """In the order of the published files, whatever the order of the snapshot."""
    names = TEXTS[snapshots.one_of(snapshot, "form", tuple(TEXTS))]
    given = snapshots.mapping(snapshot, "variables", most=len(coat_cards.VARIABLES))
    if set(given) != set(names):
        raise BadSnapshot(f"variables: It has {', '.join(names)}, these and no others.")
    return {
        name: snapshots.checked_texts(
            f"variables.{name}",
            given[name],
            most=MOST_VALUES,
            longest=coat_cards.KEY_LENGTH,
            least=1,
        )
        for name in names
    }


def _glosses(snapshot: Snapshot) -> dict[str, str]:
    if "glosses" not in snapshot:
        return {}
    given = snapshots.mapping(snapshot, "glosses", most=MOST_GLOSSES)
    return {
        value: snapshots.checked_text(f"glosses.{value}", text, most=coat_cards.TEXT_LENGTH)
        for value, text in given.items()
    }


def _check_glosses(glosses: dict[str, str], values: dict[str, list[str]]) -> None:
    known = {value for each in values.values() for value in each}
    for value in glosses:
        if value not in known:
            raise BadSnapshot(f"glosses: {shown(value)} is no value of any variable.")


def _check_defaults(snapshot: Snapshot, values: dict[str, list[str]]) -> None:
    for name, given in snapshots.mapping(snapshot, "defaults", most=len(values)).items():
        if name not in values:
            raise BadSnapshot(f"defaults: {shown(name)} is none of {', '.join(values)}.")
        for value in snapshots.checked_texts(f"defaults.{name}", given, most=len(values[name])):
            if value not in values[name]:
                problem = f"{shown(value)} is none of the variable's values."
                raise BadSnapshot(f"defaults.{name}: {problem}")


KIND: Kind = VariableValues()
