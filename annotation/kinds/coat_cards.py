"""What the cards of COAT share: a task with its utility, an object, lists of entries, choices."""

from collections.abc import Iterable, Mapping, Sequence

from annotation.kinds import answers, snapshots
from annotation.kinds.base import Answer, BadSnapshot, Choice, Field, Snapshot
from games.formats.lines import Json

PAIR = (
    Field("task", "the task's key: so the published files call it", "moor_boat"),
    Field("task_text", "the task as raters read it", "Mooring a boat for a year"),
    Field("utility", "the key of what the object is needed for", "binding"),
    Field("utility_text", "the same as raters read it", "something that ties two things together"),
)
OBJECT = (
    Field("object", "the object's key: so the published files call it", "Rope"),
    Field("name", "the object as raters read it", "rope"),
)
MATERIALS: Json = ["Hemp", "Nylon", "Paper"]
VARIABLES = ("mass", "material", "temperature", "in_use", "condition")

KEY_LENGTH = 100
TEXT_LENGTH = 300
DIGITS = 9


def check_pair(snapshot: Snapshot) -> None:
    """Raises BadSnapshot where the task or its utility is no text that a card can show."""
    _check_texts(snapshot, keys=("task", "utility"), texts=("task_text", "utility_text"))


def check_object(snapshot: Snapshot) -> None:
    _check_texts(snapshot, keys=("object",), texts=("name",))


def block_of_pair(snapshot: Snapshot) -> str:
    return f"{snapshot['task']} / {snapshot['utility']}"


def entries(
    snapshot: Snapshot, field: str, *, fields: Sequence[str], most: int
) -> list[dict[str, str]]:
    """The entries of a list, each an object with these fields, all texts; `key` tells them apart.

    Raises BadSnapshot for none or more than most, and for a key that stands there twice.
    """
    value = snapshot.get(field)
    if not isinstance(value, list):
        raise BadSnapshot(f"{field}: A list is needed here.")
    if not 1 <= len(value) <= most:
        raise BadSnapshot(f"{field}: {len(value)} entries; 1 to {most} are allowed.")
    found = [_entry(f"{field}[{i}]", each, fields) for i, each in enumerate(value)]
    keys: list[Json] = [each["key"] for each in found]
    snapshots.checked_texts(f"{field}, the keys", keys, most=most)
    return found


def choices_of(found: Iterable[Mapping[str, str]]) -> tuple[Choice, ...]:
    """One choice an entry; a phrase, where it has one, becomes the definition."""
    return tuple(
        Choice(each["key"], each["label"], digit(place), each.get("phrase", ""))
        for place, each in enumerate(found)
    )


def choices(values: Iterable[str], glosses: Mapping[str, str] | None = None) -> tuple[Choice, ...]:
    """One choice a value, shown as it stands; its gloss, where it has one, is the definition."""
    told = glosses or {}
    return tuple(
        Choice(value, value, digit(place), told.get(value, ""))
        for place, value in enumerate(values)
    )


def digit(place: int) -> str:
    """The key of a choice: 1 to 9 for the first nine, none for what comes after."""
    return str(place + 1) if place < DIGITS else ""


def chosen(answer: Answer, question: str) -> list[str]:
    """What was chosen of several; nothing for a question that was left out."""
    return answers.texts(answer.get(question))


def _check_texts(snapshot: Snapshot, *, keys: Sequence[str], texts: Sequence[str]) -> None:
    for field in keys:
        snapshots.text(snapshot, field, most=KEY_LENGTH)
    for field in texts:
        snapshots.text(snapshot, field, most=TEXT_LENGTH)


def _entry(place: str, value: Json, fields: Sequence[str]) -> dict[str, str]:
    entry = snapshots.checked_mapping(place, value, most=len(fields))
    if set(entry) != set(fields):
        raise BadSnapshot(f"{place}: It has the fields {', '.join(fields)}, these and no others.")
    return {
        field: snapshots.checked_text(
            f"{place}.{field}", entry[field], most=KEY_LENGTH if field == "key" else TEXT_LENGTH
        )
        for field in fields
    }
