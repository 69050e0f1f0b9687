"""A rule in plain sentences, as a Questioner's prompt and a page say it."""

import re
from collections.abc import Iterable, Sequence

from evaluation.kari.plurals import is_plural
from evaluation.kari.tree import OBJECT, And, Atom, Node, Or, Part
from games.pool import question_text
from games.roles import Pair

# The pool asks of each property in one of these forms; a rule states the same, of one or several.
_STATEMENTS = (
    (re.compile(r"Is any part of it (.+)\?"), "is {}", "are {}"),
    (re.compile(r"Is it (.+)\?"), "is {}", "are {}"),
    (
        re.compile(r"Does its surface have (.+)\?"),
        "has {} on its surface",
        "have {} on their surface",
    ),
    (re.compile(r"Does it have (.+)\?"), "has {}", "have {}"),
    (re.compile(r"Does it fit (.+)\?"), "fits {}", "fit {}"),
)
_COUNTED = re.compile(r"_\d+$")
_IT_AT_LAST = re.compile(r" it$")


def verbalise(affordance: str, node: Node) -> str:
    """What the rule says of the affordance, a line for each way where there are several.

    affordance: a key or words.
    """
    first, *lines = _said(node)
    return "\n".join([f"{affordance.replace('_', ' ')}: {first}", *lines])


def sentences(node: Node) -> list[str]:
    """The same line by line, where the affordance is named already."""
    first, *lines = _said(node)
    return [_capitalised(first), *lines]


def verbalise_all(rules: Iterable[tuple[str, Node]]) -> str:
    """Several rules, parted by blank lines."""
    return "\n\n".join(verbalise(affordance, node) for affordance, node in rules)


def statement(pair: Pair, *, plural: bool = False) -> str:
    """What a thing with the property does or is: `is made of steel`, `has a hole through it`.

    plural: of several things: `are made of steel`, `have a hole through them`.
    """
    question = question_text(pair)
    for form, of_one, of_several in _STATEMENTS:
        if found := form.fullmatch(question):
            if plural:
                return of_several.format(_IT_AT_LAST.sub(" them", found[1]))
            return of_one.format(found[1])
    raise ValueError(f"{question!r} has no form that could be stated.")


def name_of(part: str) -> str:
    """A part's name in words, without the number that tells it from others of the name."""
    return _COUNTED.sub("", part).replace("_", " ")


def _said(node: Node) -> list[str]:
    ways = node.members if isinstance(node, Or) else (node,)
    if len(ways) == 1:
        return [f"possible where {_clauses(ways[0])}."]
    lines = [f"{at}. {_capitalised(_clauses(way))}." for at, way in enumerate(ways, start=1)]
    return [f"possible in any of these {len(ways)} ways.", *lines]


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
            words = statement(member.pair, plural=is_plural(name_of(member.of)))
            said.setdefault(member.of, []).append(words)
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
    words = [name_of(name) for name in names]
    if not words:
        return "it"
    return "".join(f"the {word} of " for word in words[:-1]) + f"its {words[-1]}"


def _listed(what: Sequence[str]) -> str:
    return what[0] if len(what) == 1 else f"{', '.join(what[:-1])} and {what[-1]}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
