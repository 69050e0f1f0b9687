"""Rule sets are stored: imported from files, induced, edited rule by rule; none ever changes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from evaluation.kari import faults, rule_set_files, rule_sets, syntax, vocabulary
from evaluation.kari.faults import Standard
from evaluation.kari.rule_set_files import Opened
from evaluation.kari.rule_sets import Rule, Used
from evaluation.kari.syntax import RuleUnreadable
from evaluation.kari.tree import Node, pairs
from evaluation.models import RuleSet
from games.formats import RowError

NOTE_LENGTH = 500


class NoRules(Exception):
    """There is no set of rules of this name and version; the message says which there are."""


class FileRefused(Exception):
    """Nothing of the file was stored; `errors` lists all that is wrong with it, by line."""

    def __init__(self, errors: Sequence[RowError]) -> None:
        super().__init__("\n".join(map(str, errors)))
        self.errors = tuple(errors)


class RuleRefused(Exception):
    """The edited rule is none; `problems` lists all that is wrong with it, with their places."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Stored:
    """new: whether this call stored it."""

    row: RuleSet
    new: bool


@dataclass(frozen=True)
class Edit:
    """One rule written anew.

    words: the affordance in words. grow: whether values that the set's vocabulary lacks go into
    it. looked_at: the catalogue whose labels its writer has seen, "" for none.
    """

    affordance: str
    words: str
    rule: str
    note: str = ""
    grow: bool = False
    looked_at: str = ""


def import_file(data: bytes, *, file: str, made_by: User | None = None, note: str = "") -> Stored:
    """Store the set of a file, sign by sign; the same file again changes nothing.

    Raises FileRefused with all that is wrong, also where its name and version are of other rules.
    """
    reading = rule_set_files.read(data, file)
    if reading.content is None:
        raise FileRefused(reading.errors)
    row = _row_of(reading.content, data, source=RuleSet.Source.IMPORTED)
    row.note, row.made_by = note[:NOTE_LENGTH], made_by
    return _stored(row, reading.content, file)


def keep_induced(
    rule_set: rule_sets.RuleSet, *, note: str = "", made_by: User | None = None
) -> Stored:
    """Store a set that an induction made. Raises FileRefused where its file would be refused."""
    data = rule_set_files.write(rule_set)
    reading = rule_set_files.read(data)
    if reading.content is None:
        raise FileRefused(reading.errors)
    row = _row_of(rule_set, data, source=RuleSet.Source.INDUCED)
    row.note, row.made_by = note[:NOTE_LENGTH], made_by
    return _stored(row, rule_set, rule_set_files.FILE)


def edit(parent: RuleSet, edited: Edit, *, made_by: User | None = None) -> Stored:
    """Store the set with one rule written anew as the next version of its name.

    The same edit of the same version again gives what the first one made.
    Raises RuleRefused for a rule that is none, and for one that is as it was.
    """
    before = value_of(parent)
    made = _edited(before, edited)
    if made.rules == before.rules:
        raise RuleRefused([f"Nothing changed: this is the rule as {parent.label} has it."])
    if (known := _same_edit(parent, made)) is not None:
        return Stored(known, new=False)
    try:
        with transaction.atomic():
            return Stored(_next(parent, made, edited.note, made_by), new=True)
    except IntegrityError:
        # A copy of the same form was first, or another edit of this name.
        if (known := _same_edit(parent, made)) is not None:
            return Stored(known, new=False)
        raise RuleRefused(["Somebody stored another version just now; send it again."]) from None


def edited_rule(parent: RuleSet, edited: Edit) -> Rule:
    """The rule as `edit` would store it. Raises RuleRefused for one that is none."""
    made = _edited(value_of(parent), edited).rule_of(edited.affordance)
    assert made
    return made


def next_version(name: str) -> int:
    """The version that a new set of this name takes."""
    newest = RuleSet.objects.filter(name=name).order_by("-version").first()
    return newest.version + 1 if newest else 1


def by_label(label: str) -> RuleSet:
    """The stored set that a spec names as `name/version`; raises NoRules."""
    name, _, version = label.rpartition("/")
    wanted = int(version) if version.isdecimal() and len(version) < 10 else 0
    if (row := RuleSet.objects.filter(name=name, version=wanted).first()) is not None:
        return row
    known = [row.label for row in RuleSet.objects.only("name", "version")[:20]]
    raise NoRules(f"No set of rules {label} is stored; there is {', '.join(known) or 'none'}.")


def value_of(row: RuleSet) -> rule_sets.RuleSet:
    """The set as a value, read once by a process: a stored set never changes."""
    return _value_of(row.pk, row.sha256)


def opened(row: RuleSet) -> Opened:
    """The set, of which single rules are read: a large one takes seconds as a whole."""
    return _opened(row.pk, row.sha256)


def bytes_of(row: RuleSet) -> bytes:
    """The file that was imported, or that the edit or the induction made."""
    return row.text.encode()


def forget() -> None:
    """Empty what this process keeps, for tests that make their own sets."""
    _value_of.cache_clear()
    _opened.cache_clear()


@lru_cache(maxsize=16)
def _value_of(pk: int, sha256: str) -> rule_sets.RuleSet:
    reading = rule_set_files.read(RuleSet.objects.get(pk=pk).text.encode())
    if reading.content is None:
        raise FileRefused(reading.errors)
    return reading.content


@lru_cache(maxsize=16)
def _opened(pk: int, sha256: str) -> Opened:
    return rule_set_files.opened(RuleSet.objects.get(pk=pk).text.encode())


def _row_of(rule_set: rule_sets.RuleSet, data: bytes, *, source: RuleSet.Source) -> RuleSet:
    return RuleSet(
        name=rule_set.name,
        version=rule_set.version,
        text=data.decode(),
        sha256=hashlib.sha256(data).hexdigest(),
        rules=len(rule_set.rules),
        source=source,
    )


def _stored(row: RuleSet, rule_set: rule_sets.RuleSet, file: str) -> Stored:
    """The row, or the one that says the same already; raises FileRefused for another one."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        known = RuleSet.objects.get(name=row.name, version=row.version)
        if value_of(known) == rule_set:
            return Stored(known, new=False)
        problem = f"{row.label} is stored with other rules; a set never changes: count on."
        raise FileRefused([RowError(1, "version", problem, file)]) from None
    return Stored(row, new=True)


def _edited(before: rule_sets.RuleSet, edited: Edit) -> rule_sets.RuleSet:
    """The set with the rule in place of the old one, still under its own version."""
    old = before.rule_of(edited.affordance)
    if old is None:
        raise RuleRefused([f"{before.label} has no rule for {edited.affordance}."])
    node = _read(edited.rule)
    grown = _grown(before, node) if edited.grow else before
    _require_sound(node, grown, edited.affordance)
    said = set(pairs(node))
    evidence = tuple(each for each in old.evidence if each.pair in said)
    rule = Rule(old.affordance, edited.words.strip() or old.text, node, evidence)
    return replace(
        grown,
        rules=tuple(rule if each is old else each for each in before.rules),
        made_with=(*_without(before, "edited_from"), ("edited_from", before.label)),
        used=_with_labels(before.used, edited.looked_at),
    )


def _read(text: str) -> Node:
    try:
        return syntax.parse(text)
    except RuleUnreadable as error:
        raise RuleRefused([str(error)]) from error


def _grown(before: rule_sets.RuleSet, node: Node) -> rule_sets.RuleSet:
    """With the rule's new values; what is another word for a value stays that, and a fault."""
    if not before.vocabulary:
        return before
    known = rule_sets.vocabulary_of(before.vocabulary)
    for pair in vocabulary.new_words(node, known):
        if not known.dimensions_of(pair.value):
            known = vocabulary.with_value(known, pair)
    return replace(before, vocabulary=rule_sets.words_of(known))


def _require_sound(node: Node, rule_set: rule_sets.RuleSet, affordance: str) -> None:
    words = rule_set.vocabulary
    standard = Standard(
        affordance,
        tuple(rule.affordance for rule in rule_set.rules),
        rule_sets.vocabulary_of(words) if words else None,
    )
    if found := faults.faults(node, standard):
        raise RuleRefused([str(fault) for fault in found])


def _without(rule_set: rule_sets.RuleSet, name: str) -> list[tuple[str, str]]:
    return [(each, text) for each, text in rule_set.made_with if each != name]


def _with_labels(used: tuple[Used, ...], catalogue: str) -> tuple[Used, ...]:
    """With the labels of a catalogue among what the set was made with."""
    if not catalogue:
        return used
    known = [each for each in used if each.catalogue == catalogue]
    objects = known[0].objects if known else ()
    others = tuple(each for each in used if each.catalogue != catalogue)
    return (*others, Used(catalogue, objects, labels=True))


def _same_edit(parent: RuleSet, made: rule_sets.RuleSet) -> RuleSet | None:
    """The version that this very edit of the parent made before, as a copied form would again."""
    for row in parent.edits.order_by("version"):
        if replace(value_of(row), version=made.version) == made:
            return row
    return None


def _next(parent: RuleSet, made: rule_sets.RuleSet, note: str, made_by: User | None) -> RuleSet:
    numbered = replace(made, version=next_version(parent.name))
    data = rule_set_files.write(numbered)
    reading = rule_set_files.read(data)
    if reading.content is None:
        raise RuleRefused([error.problem for error in reading.errors])
    row = _row_of(numbered, data, source=RuleSet.Source.EDITED)
    row.parent, row.note, row.made_by = parent, note[:NOTE_LENGTH], made_by
    row.save(force_insert=True)
    return row
