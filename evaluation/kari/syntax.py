"""The text of a rule: read into a tree with every error placed, and printed in one way only."""

from collections.abc import Iterable
from functools import cache
from typing import NoReturn

from lark import Lark, Token, Transformer
from lark.exceptions import (
    UnexpectedCharacters,
    UnexpectedInput,
    UnexpectedToken,
)

from evaluation.kari.tree import (
    PREDICATE_OF,
    PREDICATES,
    And,
    Atom,
    Node,
    Or,
    Part,
    Place,
    all_of,
    any_of,
)
from games.roles import Pair

LONGEST = 20_000
DEEPEST = 40

GRAMMAR = r"""
start: any
any: all (OR all)*
all: operand (AND operand)*
?operand: atom
        | part
        | "(" any ")"
        | AND "(" any ("," any)* ")" -> all_listed
        | OR "(" any ("," any)* ")" -> any_listed
atom: PREDICATE "(" NAME "," NAME ")"
part: PART "(" NAME "," NAME ")"

PREDICATE: "MADE_OF" | "SHAPE" | "SIZE" | "SURFACE"
PART: "PART"
AND: "AND"
OR: "OR"
NAME: /[a-z0-9]+(?:_[a-z0-9]+)*/
%ignore /[ \t\r\n]+/
"""

_TOKENS = {
    "LPAR": "“(”",
    "RPAR": "“)”",
    "COMMA": "“,”",
    "NAME": "a name in snake_case",
    "PREDICATE": "MADE_OF, SHAPE, SIZE, SURFACE",
    "PART": "PART",
    "AND": "AND",
    "OR": "OR",
    "$END": "the end of the rule",
}


class RuleUnreadable(Exception):
    """A text that is no rule.

    place: where reading stopped. expected: what could stand there, in words.
    """

    def __init__(self, place: Place, problem: str, expected: tuple[str, ...] = ()) -> None:
        wanted = f" Expected: {', '.join(expected)}." if expected else ""
        super().__init__(f"{str(place).capitalize()}: {problem}{wanted}")
        self.place = place
        self.expected = expected


def parse(text: str) -> Node:
    """The rule's tree. Whether it means anything, `faults` says.

    Raises RuleUnreadable, also for texts over LONGEST characters or nested deeper than DEEPEST.
    """
    _check_size(text)
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        _refuse(text, error)
    assert isinstance(tree, Atom | Part | And | Or)  # The transformer leaves no tree of lark's.
    return tree


def render(node: Node) -> str:
    """The rule in its one printed form, on one line; `parse` gives the same tree back."""
    if isinstance(node, Atom):
        return f"{PREDICATE_OF[node.pair.dimension]}({node.of}, {node.pair.value})"
    if isinstance(node, Part):
        return f"PART({node.of}, {node.name})"
    if isinstance(node, Or):
        return " OR ".join(map(render, node.members))
    return " AND ".join(map(_as_operand, node.members))


def _as_operand(node: Node) -> str:
    return f"({render(node)})" if isinstance(node, Or) else render(node)


class _Builder(Transformer[Token, Node]):
    """Builds the tree while the text is read, so that nothing recurses."""

    def start(self, children: list[Node]) -> Node:
        return children[0]

    def any(self, children: list[Node | Token]) -> Node:
        return any_of(_nodes(children))

    def all(self, children: list[Node | Token]) -> Node:
        return all_of(_nodes(children))

    def any_listed(self, children: list[Node | Token]) -> Node:
        return any_of(_nodes(children))

    def all_listed(self, children: list[Node | Token]) -> Node:
        return all_of(_nodes(children))

    def atom(self, children: list[Token]) -> Node:
        predicate, of, value = children
        return Atom(str(of), Pair(PREDICATES[predicate], str(value)), _place(predicate))

    def part(self, children: list[Token]) -> Node:
        word, of, name = children
        return Part(str(of), str(name), _place(word))


def _nodes(children: Iterable[Node | Token]) -> list[Node]:
    return [child for child in children if not isinstance(child, Token)]


def _place(token: Token) -> Place:
    return Place(token.line or 1, token.column or 1)


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", transformer=_Builder(), maybe_placeholders=False)


def _check_size(text: str) -> None:
    if len(text) > LONGEST:
        problem = f"The rule has {len(text)} characters; {LONGEST} at most are allowed."
        raise RuleUnreadable(Place(1, 1), problem)
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth > DEEPEST:
            problem = f"The rule is nested deeper than {DEEPEST} brackets."
            raise RuleUnreadable(_place_at(text, at), problem)


def _refuse(text: str, error: UnexpectedInput) -> NoReturn:
    place, found, wanted = _place_at(text, len(text.rstrip())), "the rule ends too early", set()
    if isinstance(error, UnexpectedCharacters):
        place, wanted = Place(error.line, error.column), _acceptable(text[: error.pos_in_stream])
        found = f"{_word_at(text, error.pos_in_stream or 0)!r} cannot be read"
    elif isinstance(error, UnexpectedToken):
        wanted = set(error.accepts or error.expected)
        if error.token.type != "$END":
            place, found = _place(error.token), f"{str(error.token)!r} cannot stand here"
    names = tuple(words for name, words in _TOKENS.items() if name in wanted)
    raise RuleUnreadable(place, f"{found}.", names)


def _acceptable(text: str) -> set[str]:
    """What may follow this beginning of a rule; the lexer's own list knows no brackets' ends."""
    try:
        _parser().parse(text)
    except UnexpectedToken as error:
        return set(error.accepts or error.expected)
    return {"AND", "OR", "$END"}


def _place_at(text: str, at: int) -> Place:
    before = text[:at]
    return Place(before.count("\n") + 1, at - before.rfind("\n"))


def _word_at(text: str, at: int) -> str:
    """What stands there up to the next space or sign of the language, cut short."""
    rest = text[at : at + 30]
    word = next((rest[:end] for end in range(1, len(rest)) if rest[end] in " \t\r\n(),"), rest)
    return word
