"""What each role is told: its static text first, then the case, so that a server can keep it."""

from collections.abc import Iterable, Sequence

from evaluation.induction import prompts
from evaluation.induction.values import Role, Topic
from evaluation.kari import syntax, verbal
from evaluation.kari.evidence import Thing
from evaluation.kari.facts import Kind
from evaluation.kari.tree import Node
from evaluation.kari.vocabulary import Vocabulary
from games.llm.chat import Message
from games.roles import Pair
from games.sheets import Dimension

Messages = tuple[Message, ...]
FACTS_OF_A_KIND = 6
_LEADS = {
    Kind.MATERIAL: "made of",
    Kind.PART: "has",
    Kind.PROPERTY: "is",
    Kind.DESCRIPTION: "described as",
}


def hashes() -> dict[str, str]:
    """Role -> the hash of what it is told."""
    return {role: prompts.load(role).sha256 for role in Role}


def system_of(role: Role) -> str:
    """What the role is told of every case."""
    return prompts.load(role).sections["system"]


def drafting(topic: Topic, things: Sequence[Thing], vocabulary: Vocabulary) -> Messages:
    """Asks the proposer for an affordance's first rule."""
    case = prompts.load(Role.PROPOSER).render("draft", action=topic.text)
    return _put(Role.PROPOSER, *_known(vocabulary), _things(things), case)


def extending(
    topic: Topic, things: Sequence[Thing], vocabulary: Vocabulary, *, rule: Node
) -> Messages:
    """Asks the proposer for ways that hold for these things; rule: what stands."""
    prompt = prompts.load(Role.PROPOSER)
    standing = prompt.render("standing", action=topic.text, rule=syntax.render(rule))
    return _put(
        Role.PROPOSER, *_known(vocabulary), standing, _things(things), prompt.sections["extend"]
    )


def auditing(words: Sequence[Pair], vocabulary: Vocabulary) -> Messages:
    """Asks the auditor which value, or which other of the words, each is another word for."""
    prompt = prompts.load(Role.AUDITOR)
    values = values_of(vocabulary, {word.dimension for word in words})
    known = (prompt.render("known", values=values),) if values else ()
    listed = _numbered(f"{word.value} ({word.dimension})" for word in words)
    return _put(Role.AUDITOR, *known, prompt.render("proposed", words=listed))


def validating(thing: Thing, pairs: Sequence[Pair]) -> Messages:
    """Asks the validator whether the thing has each of the properties."""
    prompt = prompts.load(Role.VALIDATOR)
    statements = _numbered(f"It {verbal.statement(pair)}." for pair in pairs)
    return _put(
        Role.VALIDATOR,
        prompt.render("thing", thing=thing.name, facts="\n".join(_said(thing))),
        prompt.render("statements", statements=statements),
    )


def again(role: Role, messages: Messages, *, reply: str, problem: str) -> Messages:
    """The same once more, with what was wrong. messages: the first ones, reply: the last one."""
    asked = prompts.load(role).render("again", problem=problem)
    # A server takes no empty message of the assistant.
    said = reply.strip() or "(nothing)"
    return (*messages, Message("assistant", said), Message("user", asked))


def values_of(vocabulary: Vocabulary, dimensions: Iterable[Dimension] = Dimension) -> str:
    """A line a dimension; "" where it has no value."""
    found = [(each, vocabulary.values(each)) for each in sorted(dimensions)]
    return "\n".join(f"{each}: {', '.join(values)}" for each, values in found if values)


def _put(role: Role, *parts: str) -> Messages:
    return Message("system", system_of(role)), Message("user", "\n\n".join(parts))


def _known(vocabulary: Vocabulary) -> tuple[str, ...]:
    values = values_of(vocabulary)
    return (prompts.load(Role.PROPOSER).render("vocabulary", values=values),) if values else ()


def _things(things: Sequence[Thing]) -> str:
    said = "\n".join("\n".join([f"- {thing.name}", *_said(thing)]) for thing in things)
    return prompts.load(Role.PROPOSER).render("things", things=said)


def _said(thing: Thing) -> list[str]:
    return [
        f"  {lead}: {'; '.join(words[:FACTS_OF_A_KIND])}"
        for kind, lead in _LEADS.items()
        if (words := thing.of_kind(kind))
    ]


def _numbered(lines: Iterable[str]) -> str:
    return "\n".join(f"{n}. {line}" for n, line in enumerate(lines, start=1))
