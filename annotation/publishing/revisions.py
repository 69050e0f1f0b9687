"""Decided units into the catalogue that they are about: objects, definitions, properties, labels.

Games are not looked at here; `refill` keeps those that are still right.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from annotation.label_passes import Pair, pair_of
from annotation.pass_labels import Settled, label_rows
from annotation.publishing.settled import Change, Misfit, SettledUnit
from games.formats import AffordanceRow, CatalogueContent, LabelRow, ObjectRow
from games.labels import Decided, Label, Raters
from games.sheets import Dimension, Property

NOT_DISCRETE, HIDDEN_MECHANISM = "not_discrete", "hidden_mechanism"


@dataclass(frozen=True)
class Revised:
    """misfits: units about what the catalogue has not; with any, the content is of no use."""

    content: CatalogueContent
    changes: tuple[Change, ...] = ()
    misfits: tuple[Misfit, ...] = ()


Revise = Callable[[CatalogueContent, Sequence[SettledUnit]], Revised]


def filter_objects(content: CatalogueContent, units: Sequence[SettledUnit]) -> Revised:
    """Without the objects that are not discrete or rest on a hidden mechanism."""
    known = {row.sheet.key for row in content.objects}
    misfits = _unknown(units, known, "object")
    changes = [
        Change(unit.key, unit.key, "kept", f"dropped: {found}", _why_filtered(unit))
        for unit in units
        if (found := _dropped_for(unit))
    ]
    gone = {change.subject for change in changes}
    kept = replace(
        content,
        objects=tuple(row for row in content.objects if row.sheet.key not in gone),
        labels=tuple(row for row in content.labels if row.object_key not in gone),
    )
    return Revised(kept, tuple(changes), misfits)


def refine_definitions(content: CatalogueContent, units: Sequence[SettledUnit]) -> Revised:
    """With new texts of definitions, and without dropped affordances and their labels."""
    rows = {row.key: row for row in content.affordances}
    misfits = _unknown(units, rows, "affordance")
    changes: list[Change] = []
    for unit in units:
        row = rows.get(unit.key)
        verdict = unit.text("verdict")
        if row is not None and verdict == "change":
            rows[unit.key] = _reworded(row, unit)
            changes += _rewordings(row, rows[unit.key], unit)
        if row is not None and verdict == "drop":
            del rows[unit.key]
            why = unit.text("reason") or unit.reason("verdict")
            changes.append(Change(unit.key, unit.key, "kept", "dropped", why))
    labels = (_without(row, rows) for row in content.labels)
    kept = replace(
        content,
        affordances=tuple(rows.values()),
        labels=tuple(row for row in labels if row.answers()),
    )
    return Revised(kept, tuple(changes), misfits)


def refine_properties(content: CatalogueContent, units: Sequence[SettledUnit]) -> Revised:
    """Without the values that are wrong, with those that are missing, which the whole has."""
    rows = {row.sheet.key: row for row in content.objects}
    vocabulary = {f"{row.dimension.value}:{row.value}" for row in content.vocabulary}
    misfits = [*_unknown(units, rows, "object")]
    changes: list[Change] = []
    for unit in units:
        if unit.key not in rows:
            continue
        row = rows[unit.key]
        listed = {f"{found.dimension.value}:{found.value}" for found in row.sheet.properties}
        misfits += _unfit_values(unit, listed, vocabulary)
        rows[unit.key] = _corrected(row, unit, vocabulary)
        changes += _corrections(unit)
    return Revised(replace(content, objects=tuple(rows.values())), tuple(changes), tuple(misfits))


def relabel(content: CatalogueContent, units: Sequence[SettledUnit]) -> Revised:
    """With the labels that people gave, and how they were decided.

    An adjudicated *unsure* says that the description leaves out what decides: not deducible.
    """
    standing = _standing(content.labels)
    misfits = _unknown(units, {pair.unit for pair in standing}, "pair")
    changes: list[Change] = []
    for unit in units:
        pair = pair_of(unit.key)
        if pair not in standing:
            continue
        before, after = standing[pair], _label_of(unit)
        if before.label != after.label:
            why = unit.reason("label")
            changes.append(Change(unit.key, unit.key, before.label, after.label, why))
        standing[pair] = after
    labels = label_rows(standing)
    return Revised(replace(content, labels=labels), tuple(changes), misfits)


REVISIONS: Mapping[str, Revise] = {
    "object_filter": filter_objects,
    "affordance_definition": refine_definitions,
    "object_properties": refine_properties,
    "object_affordance": relabel,
}


def _unknown(units: Iterable[SettledUnit], known: Iterable[str], what: str) -> tuple[Misfit, ...]:
    there = frozenset(known)
    return tuple(
        Misfit(unit.key, f"The catalogue has no such {what}.")
        for unit in units
        if unit.key not in there
    )


def _dropped_for(unit: SettledUnit) -> str:
    if unit.text("discrete") == "no":
        return NOT_DISCRETE
    return HIDDEN_MECHANISM if unit.text("hidden_mechanism") == "yes" else ""


def _why_filtered(unit: SettledUnit) -> str:
    return unit.reason("discrete" if unit.text("discrete") == "no" else "hidden_mechanism")


def _reworded(row: AffordanceRow, unit: SettledUnit) -> AffordanceRow:
    return replace(row, definition=unit.text("definition"), conditions=unit.text("conditions"))


def _rewordings(old: AffordanceRow, new: AffordanceRow, unit: SettledUnit) -> list[Change]:
    why = unit.reason("verdict", "definition", "conditions")
    texts = (
        ("definition", old.definition, new.definition),
        ("conditions", old.conditions, new.conditions),
    )
    return [
        Change(unit.key, f"{unit.key}, {name}", before, after, why)
        for name, before, after in texts
        if before != after
    ]


def _without(row: LabelRow, affordances: Mapping[str, AffordanceRow]) -> LabelRow:
    return replace(
        row,
        yes=tuple(key for key in row.yes if key in affordances),
        no=tuple(key for key in row.no if key in affordances),
        not_deducible={k: why for k, why in row.not_deducible.items() if k in affordances},
    )


def _unfit_values(unit: SettledUnit, listed: set[str], vocabulary: set[str]) -> list[Misfit]:
    gone = [value for value in unit.texts("wrong") if value not in listed]
    unknown = [value for value in unit.texts("missing") if value not in vocabulary]
    return [
        *(Misfit(unit.key, f"The catalogue does not list {value} for it.") for value in gone),
        *(Misfit(unit.key, f"The vocabulary has no {value}.") for value in unknown),
    ]


def _corrected(row: ObjectRow, unit: SettledUnit, vocabulary: set[str]) -> ObjectRow:
    wrong = set(unit.texts("wrong"))
    right = {p for p in row.sheet.properties if f"{p.dimension.value}:{p.value}" not in wrong}
    added = {_property(value) for value in unit.texts("missing") if value in vocabulary}
    return replace(row, sheet=replace(row.sheet, properties=frozenset(right | added)))


def _property(value: str) -> Property:
    dimension, _, name = value.partition(":")
    return Property(Dimension(dimension), name)


def _corrections(unit: SettledUnit) -> list[Change]:
    wrong, missing = unit.reason("wrong"), unit.reason("missing")
    return [
        *(Change(unit.key, unit.key, value, "", wrong) for value in unit.texts("wrong")),
        *(Change(unit.key, unit.key, "", value, missing) for value in unit.texts("missing")),
    ]


def _standing(rows: Iterable[LabelRow]) -> dict[Pair, Settled]:
    return {
        Pair(row.object_key, key): Settled(
            label, row.decided, row.raters, row.not_deducible.get(key, "")
        )
        for row in rows
        for key, label in row.answers().items()
    }


def _label_of(unit: SettledUnit) -> Settled:
    value = unit.values["label"]
    if value.adjudicated:
        label = Label.NOT_DEDUCIBLE if value.value == "unsure" else Label(unit.text("label"))
        return Settled(label, Decided.ADJUDICATION, Raters.PEOPLE, value.reason)
    # Votes of models were counted where more answered than there are people.
    raters = Raters.MODEL if value.answered > unit.people else Raters.PEOPLE
    return Settled(Label(unit.text("label")), Decided.CONSENSUS, raters)
