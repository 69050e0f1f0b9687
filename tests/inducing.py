"""A model that plays the three roles of an induction well, and specs for it, for tests."""

import re
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from uuid import uuid4

from evaluation.induction import prompts, specs
from evaluation.induction.specs import InductionSpec
from evaluation.kari import syntax, verbal
from evaluation.kari.implying import implies
from evaluation.kari.tree import Node, pairs
from evaluation.models import Induction
from evaluation.services import inducing, inductions
from games.llm.chat import Message, Options, Reply
from games.roles import Pair
from tests import make

SAMPLES = Path(__file__).parent / "data" / "knowledge"
CSKG, ARISTO = SAMPLES / "cskg_sample.tsv", SAMPLES / "aristo_sample.tsv"
WORDNET = Path("/usr/share/wordnet")

# Action -> the ways by which it can be done, as the model knows them.
WAYS: Mapping[str, Sequence[str]] = {
    "pierce through": (
        "PART(object, tip) AND SHAPE(tip, pointed) AND MADE_OF(tip, metal)",
        "PART(object, edge) AND SHAPE(edge, sharp) AND SIZE(edge, thin)",
        "PART(object, shaft) AND SHAPE(shaft, helical) AND MADE_OF(shaft, metallic)",
    ),
    "fold flat": (
        "SHAPE(object, flat) AND MADE_OF(object, paper)",
        "SHAPE(object, flat) AND MADE_OF(object, cloth)",
        "SHAPE(object, hinged_frame)",
        "SHAPE(object, creased_panels)",
    ),
    "hold liquid": (
        "SHAPE(object, deep_hollow) AND SURFACE(object, watertight)",
        "SURFACE(object, porous)",
    ),
    "dig hole in soil": (
        "PART(object, blade) AND SHAPE(blade, flat) AND MADE_OF(blade, metal)",
        "PART(object, tines) AND SHAPE(tines, pointy) AND MADE_OF(tines, metal)",
        "PART(object, scoop) AND SHAPE(scoop, flat) AND MADE_OF(scoop, plastic)",
    ),
    "slice butter": (
        "PART(object, edge) AND SIZE(edge, thin) AND MADE_OF(edge, metal)",
        "SHAPE(object, taut_wire)",
    ),
    "wipe dry": (
        "MADE_OF(object, fabric)",
        "MADE_OF(object, paper) AND SURFACE(object, soft)",
        "MADE_OF(object, leather) AND SURFACE(object, soft)",
    ),
}
SYNONYMS = {"metallic": "metal", "pointy": "pointed", "fabric": "cloth"}
# Value -> words in what sources say that tell it, beside the value's own.
TELLING: Mapping[str, Sequence[str]] = {
    "metal": ("steel", "brass", "aluminium", "iron", "wire", "drill", "knife", "auger", "punch"),
    "cloth": ("fabric", "wool", "cotton", "towel", "napkin", "handkerchief"),
    "pointed": ("tines", "prick", "dagger"),
    "sharp": ("sharp edge", "razor"),
    "thin": ("slender", "thin edge", "knife", "sheet"),
    "helical": ("screw", "boring", "drill", "auger", "bit "),
    "deep_hollow": ("container", "vessel", "bottle", "tank", "glass", "cup", "tub"),
    "watertight": ("glazed", "glass", "plastic", "ceramic", "container", "vessel", "bottle", "tub"),
    "flat": ("page", "sheet", "napkin", "towel", "cloth"),
}
_VALUES = {
    verbal.statement(pair): pair
    for ways in WAYS.values()
    for way in ways
    for pair in pairs(syntax.parse(way))
}


class GoodModel:
    """Knows the ways of six actions and reads what sources say. calls: what it was asked."""

    name = "good"

    def __init__(self) -> None:
        self.calls: list[tuple[Message, ...]] = []

    async def generate(self, messages: Sequence[Message], options: Options) -> Reply:
        self.calls.append(tuple(messages))
        text = self.say(messages[0].text, messages[1].text)
        return Reply(text, "good-1", prompt_tokens=100, completion_tokens=10)

    def say(self, system: str, asked: str) -> str:
        if system == prompts.load("validator").sections["system"]:
            return _validate(asked)
        if system == prompts.load("auditor").sections["system"]:
            return _audit(asked)
        return f"RULE: {_propose(asked)}"


def spec(**changes: Mapping[str, object]) -> InductionSpec:
    """Of the six actions over the sample files. changes: table -> keys that differ."""
    tables: dict[str, dict[str, object]] = {
        "induction": {"name": "good", "concurrency": 4},
        "model": {"address": "http://127.0.0.1:1/v1", "name": "good"},
        "sources": {"cskg": str(CSKG), "aristo": str(ARISTO)},
        "affordances": {"list": list(WAYS)},
    }
    for name, table in changes.items():
        tables[name] = {**tables.get(name, {}), **table}
    return specs.of_json(tables)


def created(wanted: InductionSpec | None = None) -> Induction:
    return inductions.create(wanted or spec(), key=uuid4(), now=make.NOW)


def house(model, *, at=make.NOW, seconds: float = 60.0) -> inducing.House:
    return inducing.House(lambda: at, seconds, lambda _: nullcontext(model))


def worked(row: Induction, model, **fields) -> Induction:
    """The induction after a slice."""
    inducing.work(row.pk, house(model, **fields))
    row.refresh_from_db()
    return row


def _propose(asked: str) -> str:
    action = re.search(r"^Action: (.+)$", asked, re.MULTILINE)
    standing = re.search(r"^Its rule so far:\n(.+)$", asked, re.MULTILINE)
    rule = syntax.parse(standing[1]) if standing else None
    things = re.split(r"^- ", asked, flags=re.MULTILINE)[1:]
    ways = WAYS[action[1]] if action else ()
    nodes = {way: syntax.parse(way) for way in ways}
    told = [
        way
        for way, node in nodes.items()
        if rule is None or not implies(_canonical(node), rule)
        if any(_all_told(thing, node) for thing in things)
    ]
    return " OR ".join(told) or ("NONE" if standing else ways[0])


def _canonical(node: Node) -> Node:
    text = syntax.render(node)
    for word, value in SYNONYMS.items():
        text = re.sub(rf"\b{word}\b", value, text)
    return syntax.parse(text)


def _all_told(said: str, node: Node) -> bool:
    return all(_told(said, pair) for pair in pairs(node))


def _told(said: str, pair: Pair) -> bool:
    value = SYNONYMS.get(pair.value, pair.value)
    words = (value.replace("_", " "), *TELLING.get(value, ()))
    return any(word in said.casefold() for word in words)


def _validate(asked: str) -> str:
    said, _, statements = asked.partition("Statements:\n")
    lines = [line.partition(". It ") for line in statements.splitlines()]
    return "\n".join(
        f"{number}. {'YES' if _told(said, _VALUES[words.rstrip('.')]) else 'NO'}"
        for number, _, words in lines
    )


def _audit(asked: str) -> str:
    known, _, proposed = asked.partition("Proposed words")
    listed = re.findall(r"^(\d+)\. (\w+) ", proposed, re.MULTILINE)
    there = {*re.findall(r"\w+", known), *(word for _, word in listed)}
    return "\n".join(
        f"{number}. {SYNONYMS[word] if SYNONYMS.get(word) in there else 'NEW'}"
        for number, word in listed
    )
