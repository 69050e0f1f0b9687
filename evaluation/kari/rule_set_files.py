"""Rule sets as files: JSON Lines, a head and then one rule a line, with a hash of the bytes."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from evaluation.kari import faults, rule_sets, syntax
from evaluation.kari.facts import Origin
from evaluation.kari.faults import Standard
from evaluation.kari.rule_sets import Cited, Rule, RuleSet, Used, Word
from evaluation.kari.syntax import RuleUnreadable
from evaluation.kari.tree import Node, pairs
from evaluation.kari.vocabulary import Vocabulary, WordTaken
from games.formats import Reading, RowError
from games.formats.fields import NAME_LENGTH, UNSTORABLE, Fields
from games.formats.lines import Json, Line, lines_of
from games.roles import Pair
from games.sheets import Dimension

FORMAT = "affordance-rules/1"
FILE = "rules.jsonl"
MOST = 1_000_000_000


@dataclass(frozen=True)
class _Placed:
    """A rule on its way in. node: None where its text is no rule."""

    fields: Fields
    affordance: str
    text: str
    node: Node | None
    evidence: tuple[Cited, ...]


@dataclass(frozen=True, eq=False)
class Opened:
    """A file that was read before, without a fault: its rules are read as they are wanted.

    head: the set without its rules. lines: affordance -> its line, in the order of the keys.
    """

    head: RuleSet
    lines: Mapping[str, bytes]

    def rule_of(self, affordance: str) -> Rule | None:
        line = self.lines.get(affordance)
        return _rule(_placed(_fields(line))) if line else None


def opened(data: bytes) -> Opened:
    """The file, of which nothing is checked again."""
    head, *rows = (line for line in data.split(b"\n") if line)
    keyed = sorted((_fields(row).key("affordance"), row) for row in rows)
    return Opened(_head(_fields(head)), dict(keyed))


def write(rule_set: RuleSet) -> bytes:
    """The set's canonical bytes: equal sets give equal bytes, and `read` gives the set back."""
    rules = sorted(rule_set.rules, key=lambda rule: rule.affordance)
    return b"".join(map(_line, [_head_row(rule_set), *map(_rule_row, rules)]))


def sha256(rule_set: RuleSet) -> str:
    """Of the canonical bytes."""
    return hashlib.sha256(write(rule_set)).hexdigest()


def read(data: bytes, file: str = FILE) -> Reading[RuleSet]:
    """The set in these bytes, or everything that is wrong with them, by line."""
    noted: list[RowError] = []
    rows = [Fields(line, file, noted) for line in lines_of(data, file, noted)]
    if not rows:
        return Reading(None, tuple(noted))
    head = _head(rows[0])
    placed = [_placed(fields) for fields in rows[1:]]
    for fields in rows:
        fields.finish()
    _check(placed, _meanings(rows[0], head))
    if noted:
        return Reading(None, tuple(sorted(noted, key=lambda error: error.line)))
    rules = [rule for each in placed if (rule := _rule(each))]
    return Reading(
        RuleSet(
            name=head.name,
            version=head.version,
            rules=tuple(sorted(rules, key=lambda rule: rule.affordance)),
            vocabulary=head.vocabulary,
            made_with=head.made_with,
            used=head.used,
        )
    )


def _fields(line: bytes) -> Fields:
    """Of a line of a file without a fault."""
    return Fields(Line(1, json.loads(line)), FILE, [])


def _rule(placed: _Placed) -> Rule | None:
    if placed.node is None:
        return None
    return Rule(placed.affordance, placed.text, placed.node, placed.evidence)


def _head(fields: Fields) -> RuleSet:
    """The set without its rules."""
    if fields.text("format", most=100) not in (FORMAT, ""):
        fields.fault("format", f"The file is of another format than {FORMAT}.")
    name, version = fields.key("name"), fields.count("version", MOST)
    if len(f"{name}/{version}") > NAME_LENGTH:
        fields.fault("name", f"Name and version have more than {NAME_LENGTH} characters together.")
    made_with = fields.mapping("made_with")
    used = [_used(fields, f"used[{at}]", each) for at, each in enumerate(fields.items("used"))]
    return RuleSet(
        name=name,
        version=version,
        rules=(),
        vocabulary=_vocabulary(fields),
        made_with=tuple(
            (fields.check_text("made_with", name), fields.check_text(f"made_with.{name}", text))
            for name, text in made_with.items()
        ),
        used=tuple(used),
    )


def _used(fields: Fields, place: str, value: Json) -> Used:
    row = _inner(fields, place, value, ("catalogue", "objects", "labels"))
    labels = row["labels"]
    if not isinstance(labels, bool):
        fields.fault(f"{place}.labels", "This is not true or false.")
    return Used(
        catalogue=fields.check_text(f"{place}.catalogue", row["catalogue"], 100),
        objects=tuple(sorted(fields.check_keys(f"{place}.objects", row["objects"]))),
        labels=labels is True,
    )


def _vocabulary(fields: Fields) -> tuple[Word, ...]:
    """Dimension -> value -> its other words."""
    words: list[Word] = []
    for name, values in fields.mapping("vocabulary").items():
        place = f"vocabulary.{name}"
        dimension = fields.check_choice(place, name, Dimension)
        for value, synonyms in fields.check_mapping(place, values).items():
            pair = Pair(dimension, fields.check_key(place, value))
            others = fields.check_keys(f"{place}.{value}", synonyms)
            words.append(Word(pair, tuple(sorted(others))))
    return tuple(sorted(words, key=lambda word: (word.pair.dimension, word.pair.value)))


def _placed(fields: Fields) -> _Placed:
    affordance = fields.key("affordance")
    text = fields.text("text", most=200)
    node = _node(fields)
    items = fields.items("evidence")
    evidence = tuple(_cited(fields, f"evidence[{n}]", each) for n, each in enumerate(items))
    return _Placed(fields, affordance, text, node, evidence)


def _node(fields: Fields) -> Node | None:
    written = fields.text("rule", most=syntax.LONGEST)
    if not written:
        return None
    try:
        return syntax.parse(written)
    except RuleUnreadable as error:
        fields.fault("rule", str(error))
        return None


def _cited(fields: Fields, place: str, value: Json) -> Cited:
    row = _inner(
        fields, place, value, ("dimension", "value", "thing", "source", "line", "raw", "synset")
    )
    line = row["line"]
    if not isinstance(line, int) or isinstance(line, bool) or line < 1:
        fields.fault(f"{place}.line", "This is not a whole number from 1 on.")
    synset = row["synset"]
    return Cited(
        pair=Pair(
            fields.check_choice(f"{place}.dimension", row["dimension"], Dimension),
            fields.check_key(f"{place}.value", row["value"]),
        ),
        thing=fields.check_text(f"{place}.thing", row["thing"]),
        origin=Origin(
            source=fields.check_text(f"{place}.source", row["source"]),
            line=line if isinstance(line, int) else 1,
            raw=_raw(fields, f"{place}.raw", row["raw"]),
            synset="" if synset == "" else fields.check_text(f"{place}.synset", synset, 20),
        ),
    )


def _raw(fields: Fields, place: str, value: Json) -> str:
    """A line as the source has it, of any length and with any sign that can be stored."""
    if isinstance(value, str) and not UNSTORABLE.search(value):
        return value
    fields.fault(place, "This is no text that can be stored.")
    return ""


def _inner(fields: Fields, place: str, value: Json, names: tuple[str, ...]) -> Mapping[str, Json]:
    """An object of exactly these fields; what is missing becomes null and is a fault."""
    row = fields.check_mapping(place, value)
    for name in row:
        if name not in names:
            fields.fault(f"{place}.{name}", "This field is unknown here.")
    return {name: row.get(name) for name in names}


def _check(placed: list[_Placed], vocabulary: Vocabulary | None) -> None:
    """Hold the rules against each other, the vocabulary and the language."""
    seen: set[str] = set()
    affordances = tuple(each.affordance for each in placed if each.affordance)
    for each in placed:
        if each.affordance in seen:
            each.fields.fault("affordance", f"{each.affordance} has a rule above already.")
        seen.add(each.affordance)
        if each.node is not None:
            standard = Standard(each.affordance, affordances, vocabulary)
            for fault in faults.faults(each.node, standard):
                each.fields.fault("rule", str(fault))
            _check_evidence(each, each.node)


def _meanings(fields: Fields, head: RuleSet) -> Vocabulary | None:
    try:
        return rule_sets.vocabulary_of(head.vocabulary) if head.vocabulary else None
    except WordTaken as taken:
        fields.fault("vocabulary", str(taken))
        return None


def _check_evidence(placed: _Placed, node: Node) -> None:
    said = set(pairs(node))
    for at, each in enumerate(placed.evidence):
        if each.pair not in said:
            problem = f"The rule does not speak of {each.pair}."
            placed.fields.fault(f"evidence[{at}]", problem)


def _head_row(rule_set: RuleSet) -> dict[str, Json]:
    vocabulary: dict[str, Json] = {}
    for dimension in sorted({word.pair.dimension for word in rule_set.vocabulary}):
        vocabulary[dimension] = {
            word.pair.value: list(word.synonyms)
            for word in rule_set.vocabulary
            if word.pair.dimension == dimension
        }
    return {
        "format": FORMAT,
        "name": rule_set.name,
        "version": rule_set.version,
        "made_with": dict(rule_set.made_with),
        "used": [
            {"catalogue": used.catalogue, "objects": list(used.objects), "labels": used.labels}
            for used in rule_set.used
        ],
        "vocabulary": vocabulary,
    }


def _rule_row(rule: Rule) -> dict[str, Json]:
    return {
        "affordance": rule.affordance,
        "text": rule.text,
        "rule": syntax.render(rule.node),
        "evidence": [
            {
                "dimension": str(each.pair.dimension),
                "value": each.pair.value,
                "thing": each.thing,
                "source": each.origin.source,
                "line": each.origin.line,
                "raw": each.origin.raw,
                "synset": each.origin.synset,
            }
            for each in rule.evidence
        ],
    }


def _line(row: Mapping[str, Json]) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"
