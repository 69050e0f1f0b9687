"""What physics asks of labels, as rules that a catalogue ships, and where a catalogue breaks them.

The file checks.toml of a catalogue holds rules and reasons. A rule says what an object that has
(or lacks) an affordance must be like. Rules find mistakes; no label is ever made by them. A reason
explains why one finding of a check may stand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite

from games.catalogue_checks import Finding
from games.formats import CatalogueContent, broader_values, labels_of, toml
from games.labels import Label
from games.roles import Pair
from games.sheets import Dimension, Extent, ObjectSheet

CONSISTENCY = "consistency"
STALE = "stale reason"


class BadChecks(ValueError):
    """A checks.toml that cannot be used; the message names the entry and the field."""


class Side(StrEnum):
    """What a rule measures: the three sides by size, the height as it stands, the mass."""

    LONGEST = "longest"
    MIDDLE = "middle"
    SMALLEST = "smallest"
    HEIGHT = "height"
    MASS = "mass"


@dataclass(frozen=True)
class Rule:
    """An object whose label of the affordance is `answer` must meet every condition given.

    any_of: it has one of these properties, or of what is narrower. none_of: it has none of them.
    lacks: affordances it may not have too. least, most: limits of a measure, in cm or g; a
    measure with a range meets a limit with either end.
    """

    says: str
    affordance: str
    answer: Label
    any_of: frozenset[Pair] = frozenset()
    none_of: frozenset[Pair] = frozenset()
    lacks: tuple[str, ...] = ()
    least: Mapping[Side, float] | None = None
    most: Mapping[Side, float] | None = None


@dataclass(frozen=True)
class Reason:
    """Why the finding of this kind about this subject may stand."""

    check: str
    subject: str
    text: str


@dataclass(frozen=True)
class Checks:
    rules: tuple[Rule, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Weighed:
    """explained: each finding with the reason for it. open: those without one."""

    explained: tuple[tuple[Finding, Reason], ...]
    open: tuple[Finding, ...]


def read_checks(data: bytes) -> Checks:
    """Raises BadChecks for what is no TOML, for unknown fields, values and missing fields."""
    try:
        document = toml.tables_of(data)
    except ValueError as error:
        raise BadChecks(f"checks.toml is no TOML: {error}.") from error
    unknown = sorted(document.keys() - {"rule", "reason"})
    if unknown:
        raise BadChecks(f"checks.toml has the unknown tables {', '.join(unknown)}.")
    return Checks(
        rules=tuple(_rule(entry, at) for at, entry in _tables(document, "rule")),
        reasons=tuple(_reason(entry, at) for at, entry in _tables(document, "reason")),
    )


def broken_rules(content: CatalogueContent, rules: Sequence[Rule]) -> Iterator[Finding]:
    """A finding for each object that breaks a rule; its subject is `object affordance`.

    Raises BadChecks for a rule on an affordance or a property that the catalogue has not.
    """
    known = {row.key for row in content.affordances}
    values = {Pair(row.dimension, row.value) for row in content.vocabulary}
    for rule in rules:
        missing = sorted({rule.affordance, *rule.lacks} - known)
        if missing:
            raise BadChecks(f"The rule {rule.says!r} names {', '.join(missing)}: no affordance.")
        if strange := (rule.any_of | rule.none_of) - values:
            raise BadChecks(f"The rule {rule.says!r} names {_named(strange)}: no such value.")
    labels = labels_of(content.labels)
    broader = {(row.dimension, row.value): row.broader for row in content.vocabulary}
    for row in sorted(content.objects, key=lambda row: row.sheet.key):
        told = labels[row.sheet.key]
        held = _held(row.sheet, broader)
        for rule in rules:
            if told[rule.affordance] != rule.answer:
                continue
            for problem in _problems(rule, row.sheet, held, told):
                subject = f"{row.sheet.key} {rule.affordance}"
                yield Finding(CONSISTENCY, subject, f"{rule.says} {problem}")


def weigh(findings: Iterable[Finding], reasons: Sequence[Reason]) -> Weighed:
    """Put the findings that have a reason apart; a reason for no finding is a finding itself.

    A reason explains one finding: two of a kind about one subject need two.
    """
    left = list(reasons)
    explained, undecided = [], []
    for finding in findings:
        reason = next(
            (
                each
                for each in left
                if (each.check, each.subject) == (finding.kind, finding.subject)
            ),
            None,
        )
        if reason is None:
            undecided.append(finding)
        else:
            left.remove(reason)
            explained.append((finding, reason))
    undecided += [
        Finding(STALE, reason.subject, f"Its {reason.check} is explained, but nothing is found.")
        for reason in left
    ]
    return Weighed(tuple(explained), tuple(undecided))


def _problems(
    rule: Rule, sheet: ObjectSheet, held: frozenset[Pair], told: Mapping[str, Label]
) -> Iterator[str]:
    if rule.any_of and rule.any_of.isdisjoint(held):
        yield f"It is {rule.answer} and has none of {_named(rule.any_of)}."
    if wrong := rule.none_of & held:
        yield f"It is {rule.answer} and has {_named(wrong)}."
    for other in rule.lacks:
        if told[other] == Label.YES:
            yield f"It is {rule.answer} and {other} is yes, too."
    yield from _out_of_limits(rule, sheet)


def _out_of_limits(rule: Rule, sheet: ObjectSheet) -> Iterator[str]:
    sides = _sides(sheet)
    for side, limit in (rule.least or {}).items():
        if sides[side][1] < limit:
            yield f"It is {rule.answer} with {side} {sides[side][1]:g}, below {limit:g}."
    for side, limit in (rule.most or {}).items():
        if sides[side][0] > limit:
            yield f"It is {rule.answer} with {side} {sides[side][0]:g}, above {limit:g}."


def _held(
    sheet: ObjectSheet, broader: Mapping[tuple[Dimension, str], tuple[str, ...]]
) -> frozenset[Pair]:
    listed = {(p.dimension, p.value) for p in sheet.properties}
    return frozenset(
        Pair(dimension, each)
        for dimension, value in listed
        for each in (value, *broader_values(dimension, value, broader))
    )


def _sides(sheet: ObjectSheet) -> dict[Side, tuple[float, float]]:
    lows = sorted(sheet.measures[e].low for e in Extent if e != Extent.MASS)
    highs = sorted(sheet.measures[e].high for e in Extent if e != Extent.MASS)
    height, mass = sheet.measures[Extent.HEIGHT], sheet.measures[Extent.MASS]
    return {
        Side.SMALLEST: (lows[0], highs[0]),
        Side.MIDDLE: (lows[1], highs[1]),
        Side.LONGEST: (lows[2], highs[2]),
        Side.HEIGHT: (height.low, height.high),
        Side.MASS: (mass.low, mass.high),
    }


def _named(pairs: Iterable[Pair]) -> str:
    return ", ".join(sorted(f"{pair.dimension}:{pair.value}" for pair in pairs))


CONDITIONS = {"any_of", "none_of", "lacks", "least", "most"}
RULE_FIELDS = {"says", "affordance", "answer"} | CONDITIONS


def _tables(
    document: Mapping[str, object], name: str
) -> Iterator[tuple[int, Mapping[str, object]]]:
    entries = document.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise BadChecks(f"{name} is no list of tables: each begins with [[{name}]].")
    yield from enumerate(entries, 1)


def _rule(entry: Mapping[str, object], at: int) -> Rule:
    place = f"Rule {at}"
    _only(entry, RULE_FIELDS, place)
    answer = _text(entry, "answer", place)
    if answer not in Label.__members__.values():
        raise BadChecks(f"{place}: answer {answer!r} is none of {', '.join(Label)}.")
    if not any(entry.get(name) for name in CONDITIONS):
        raise BadChecks(f"{place} has no condition: one of {', '.join(sorted(CONDITIONS))}.")
    return Rule(
        says=_text(entry, "says", place),
        affordance=_text(entry, "affordance", place),
        answer=Label(answer),
        any_of=frozenset(_pair(each, place) for each in _texts(entry, "any_of", place)),
        none_of=frozenset(_pair(each, place) for each in _texts(entry, "none_of", place)),
        lacks=tuple(_texts(entry, "lacks", place)),
        least=_limits(entry, "least", place),
        most=_limits(entry, "most", place),
    )


def _reason(entry: Mapping[str, object], at: int) -> Reason:
    place = f"Reason {at}"
    _only(entry, {"check", "subject", "text"}, place)
    return Reason(*(_text(entry, field, place) for field in ("check", "subject", "text")))


def _only(entry: Mapping[str, object], known: set[str], place: str) -> None:
    unknown = sorted(entry.keys() - known)
    if unknown:
        raise BadChecks(f"{place} has the unknown fields {', '.join(unknown)}.")


def _text(entry: Mapping[str, object], field: str, place: str) -> str:
    value = entry.get(field)
    if not isinstance(value, str) or not value.strip():
        raise BadChecks(f"{place}: {field} is no text.")
    return value


def _texts(entry: Mapping[str, object], field: str, place: str) -> list[str]:
    value = entry.get(field, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadChecks(f"{place}: {field} is no list of texts.")
    return value


def _pair(text: str, place: str) -> Pair:
    dimension, _, value = text.partition(":")
    if dimension not in Dimension.__members__.values() or not value:
        raise BadChecks(f"{place}: {text!r} is no `dimension:value`.")
    return Pair(Dimension(dimension), value)


def _limits(entry: Mapping[str, object], field: str, place: str) -> dict[Side, float] | None:
    value = entry.get(field)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise BadChecks(f"{place}: {field} is no table of measures.")
    for side, limit in value.items():
        is_number = isinstance(limit, int | float) and not isinstance(limit, bool)
        if side not in Side.__members__.values() or not is_number or not isfinite(limit):
            raise BadChecks(f"{place}: {field}.{side} is no measure with a number.")
    return {Side(side): float(limit) for side, limit in value.items()}
