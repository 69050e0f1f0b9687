"""What one row of a catalogue says of another: keys once, values known, every pair labelled."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from games.formats.readers import Placed
from games.formats.rows import GameRow, LabelRow, ObjectRow, RowError, VocabularyValue
from games.labels import Label
from games.sheets import Dimension

T = TypeVar("T")

LISTED = 5


def check_unique(rows: Sequence[Placed[T]], field: str, *, key_of: Callable[[T], Hashable]) -> None:
    """Note each row whose key an earlier row has; a key that could not be read is none."""
    first: dict[Hashable, int] = {}
    for placed in rows:
        key = key_of(placed.row)
        earlier = first.setdefault(key, placed.fields.line)
        if earlier != placed.fields.line and key:
            placed.fields.fault(field, f"{key} stands on line {earlier} already.")


def check_vocabulary(rows: Sequence[Placed[VocabularyValue]]) -> None:
    """Note values that stand twice, broader values that are unknown, and circles."""
    broader = {(p.row.dimension, p.row.value): p.row.broader for p in rows}
    check_unique(rows, "value", key_of=_named_value)
    for placed in rows:
        row = placed.row
        for value in row.broader:
            if (row.dimension, value) not in broader:
                placed.fields.fault("broader", f"{value} is no {row.dimension} of this file.")
        if row.value in broader_values(row.dimension, row.value, broader):
            placed.fields.fault("broader", f"{row.value} is broader than itself.")


def broader_values(
    dimension: Dimension, value: str, broader: Mapping[tuple[Dimension, str], tuple[str, ...]]
) -> frozenset[str]:
    """All values that hold where this one does, at any remove; in a circle, itself too."""
    found: set[str] = set()
    waiting = list(broader.get((dimension, value), ()))
    while waiting:
        wider = waiting.pop()
        if wider not in found:
            found.add(wider)
            waiting += broader.get((dimension, wider), ())
    return frozenset(found)


def check_values(
    objects: Sequence[Placed[ObjectRow]], vocabulary: Sequence[Placed[VocabularyValue]]
) -> None:
    """Note every property whose value the vocabulary has not under that dimension."""
    known = {(placed.row.dimension, placed.row.value) for placed in vocabulary}
    for placed in objects:
        values = {(p.dimension, p.value) for p in placed.row.sheet.properties if p.value}
        for dimension, value in sorted(values - known):
            problem = f"{value} is no {dimension} of the vocabulary."
            placed.fields.fault(f"properties.{dimension}.{value}", problem)


def check_labels(
    rows: Sequence[Placed[LabelRow]], objects: Collection[str], *, affordances: Collection[str]
) -> None:
    """Note unknown keys, and each pair that has no label or more than one.

    An object may have a row for each way of deciding; together they label every affordance.
    """
    check_unique(rows, "object", key_of=_named_decision)
    of_object: dict[str, list[Placed[LabelRow]]] = defaultdict(list)
    for placed in rows:
        key = placed.row.object_key
        if key not in objects and key:
            placed.fields.fault("object", f"{key} is no object of the catalogue.")
        _check_keys(placed, affordances)
        of_object[key].append(placed)
    for group in of_object.values():
        if all(placed.fields.sound for placed in group):
            _check_each_once(group, affordances)


def unlabelled(
    rows: Sequence[Placed[LabelRow]], objects: Sequence[str], *, file: str
) -> list[RowError]:
    """An error for each object that no row of the labels speaks of."""
    labelled = {placed.row.object_key for placed in rows}
    return [
        RowError(0, "object", f"No row labels {key}.", file)
        for key in objects
        if key not in labelled
    ]


def check_games(
    rows: Sequence[Placed[GameRow]],
    labels: Mapping[str, Mapping[str, Label]],
    *,
    affordances: Collection[str],
) -> None:
    """Note keys that are unknown, and candidates whose labels forbid the game.

    labels: object key -> affordance key -> label.
    """
    for placed in rows:
        if placed.fields.sound:
            _check_game(placed, labels, affordances)


def check_frozen(rows: Sequence[Placed[GameRow]], stored: Mapping[str, GameRow]) -> None:
    """Note each game that is stored under its key with other content."""
    for placed in rows:
        row = placed.row
        if placed.fields.sound and stored.get(row.key, row) != row:
            problem = f"{row.key} is stored with other content, and stored games never change."
            placed.fields.fault("key", problem)


def _check_game(
    placed: Placed[GameRow],
    labels: Mapping[str, Mapping[str, Label]],
    affordances: Collection[str],
) -> None:
    spec = placed.row.spec
    if spec.object_key not in labels:
        placed.fields.fault("object", f"{spec.object_key} is no object of the catalogue.")
        return
    for key in spec.candidates:
        wanted = Label.YES if key == spec.target else Label.NO
        label = labels[spec.object_key].get(key)
        if key not in affordances:
            placed.fields.fault("candidates", f"{key} is no affordance of the catalogue.")
        elif label not in (wanted, None):
            field = "target" if key == spec.target else "candidates"
            problem = f"{key} is {label} for {spec.object_key}; it must be {wanted}."
            placed.fields.fault(field, problem)


def _named_value(row: VocabularyValue) -> str:
    return row.value and f"{row.dimension}:{row.value}"


def _named_decision(row: LabelRow) -> str:
    return row.object_key and f"{row.object_key} ({row.decided}, {row.raters})"


def _check_keys(placed: Placed[LabelRow], affordances: Collection[str]) -> None:
    row = placed.row
    for field, keys in (("yes", row.yes), ("no", row.no), ("not_deducible", row.not_deducible)):
        unknown = [key for key in keys if key not in affordances]
        if unknown:
            problem = f"No affordance of the catalogue: {_listed(unknown)}."
            placed.fields.fault(field, problem)


def _check_each_once(group: Sequence[Placed[LabelRow]], affordances: Collection[str]) -> None:
    last = group[-1]
    times: Counter[str] = Counter()
    for placed in group:
        row = placed.row
        times.update((*row.yes, *row.no, *row.not_deducible))
    twice = [key for key, count in times.items() if count > 1]
    missing = [key for key in affordances if key not in times]
    if twice:
        last.fields.fault("", f"{last.row.object_key} has two labels for {_listed(twice)}.")
    if missing:
        last.fields.fault("", f"{last.row.object_key} has no label for {_listed(missing)}.")


def _listed(keys: Sequence[str]) -> str:
    more = len(keys) - LISTED
    return ", ".join(keys[:LISTED]) + (f" and {more} more" if more > 0 else "")
