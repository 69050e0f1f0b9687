"""A rule in plain sentences, as a Questioner's prompt and a page say it."""

import re
from collections.abc import Iterable, Sequence

from evaluation.kari.tree import OBJECT, And, Atom, Node, Or, Part
from games.pool import question_text
from games.roles import Pair

# The pool asks of each property in one of these forms; a rule states the same.
_STATEMENTS = (
    (re.compile(r"Is any part of it (.+)\?"), "is {}"),
    (re.compile(r"Is it (.+)\?"), "is {}"),
    (re.compile(r"Does its surface have (.+)\?"), "has {} on its surface"),
    (re.compile(r"Does it have (.+)\?"), "has {}"),
    (re.compile(r"Does it fit (.+)\?"), "fits {}"),
)
_COUNTED = re.compile(r"_\d+$")


def verbalise(affordance: str, node: Node) -> str:
    """What the rule says of the affordance, a line for each way where there are several.

    affordance: a key or words.
    """
    action = affordance.replace("_", " ")
    ways = node.members if isinstance(node, Or) else (node,)
    if len(ways) == 1:
        return f"{action}: possible where {_clauses(ways[0])}."
    lines = [f"{at}. {_capitalised(_clauses(way))}." for at, way in enumerate(ways, start=1)]
    return "\n".join([f"{action}: possible in any of these {len(ways)} ways.", *lines])


def verbalise_all(rules: Iterable[tuple[str, Node]]) -> str:
    """Several rules, parted by blank lines."""
    return "\n\n".join(verbalise(affordance, node) for affordance, node in rules)


def statement(pair: Pair) -> str:
    """What a thing with the property does or is: `is made of steel`, `has a hole through it`."""
    question = question_text(pair)
    for form, words in _STATEMENTS:
        if found := form.fullmatch(question):
            return words.format(found[1])
    raise ValueError(f"{question!r} has no form that could be stated.")


def _clauses(node: Node) -> str:
    return _joined(node, {}, "; ")


def _joined(node: Node, owners: dict[str, str], between: str) -> str:
    """Members of an AND by subject, in the order of the text, then its alternatives.

    owners: part -> what it is a part of, as far as it was said before.
    """
    if isinstance(node, Or):
        return f"either {', or '.join(_joined(each, owners, ' and ') for each in node.members)}"
    members = node.members if isinstance(node, And) else (node,)
    owners = owners | {part.name: part.of for part in members if isinstance(part, Part)}
    said: dict[str, list[str]] = {}
    for member in members:
        if isinstance(member, Atom):
            said.setdefault(member.of, []).append(statement(member.pair))
    facts = [f"{_subject(of, owners)} {_listed(what)}" for of, what in said.items()]
    inner = [_joined(each, owners, between) for each in members if _branches(each)]
    return between.join([*facts, *inner])


def _branches(node: Node) -> bool:
    return isinstance(node, And | Or)


def _subject(of: str, owners: dict[str, str]) -> str:
    """`it`, `its blade`, `the edge of its blade`."""
    names: list[str] = []
    while of != OBJECT and of not in names:
        names.append(of)
        of = owners.get(of, OBJECT)
    words = [_COUNTED.sub("", name).replace("_", " ") for name in names]
    if not words:
        return "it"
    return "".join(f"the {word} of " for word in words[:-1]) + f"its {words[-1]}"


def _listed(what: Sequence[str]) -> str:
    return what[0] if len(what) == 1 else f"{', '.join(what[:-1])} and {what[-1]}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
