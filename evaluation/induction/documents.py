"""Evidence, vocabularies and rounds as texts that are stored, and back."""

import json
from collections.abc import Sequence

from evaluation.induction.asking import Messages
from evaluation.kari import rule_sets
from evaluation.kari.coverage import Round
from evaluation.kari.evidence import Thing
from evaluation.kari.facts import Fact, Kind, Origin
from evaluation.kari.rule_sets import Word
from evaluation.kari.vocabulary import Vocabulary, of_values
from games.formats.lines import Json
from games.llm.chat import Message, Role
from games.roles import Pair
from games.sheets import Dimension

EMPTY = of_values(())


def of_things(things: Sequence[Thing]) -> str:
    rows: list[Json] = [
        {
            "name": thing.name,
            "why": [_fact_row(fact) for fact in thing.why],
            "facts": [_fact_row(fact) for fact in thing.facts],
        }
        for thing in things
    ]
    return json.dumps(rows, ensure_ascii=False)


def things(text: str) -> tuple[Thing, ...]:
    rows = json.loads(text)
    return tuple(
        Thing(
            row["name"],
            tuple(_fact(each) for each in row["why"]),
            tuple(_fact(each) for each in row["facts"]),
        )
        for row in rows
    )


def of_vocabulary(vocabulary: Vocabulary) -> str:
    rows: list[Json] = [
        [str(word.pair.dimension), word.pair.value, list(word.synonyms)]
        for word in rule_sets.words_of(vocabulary)
    ]
    return json.dumps(rows)


def vocabulary(text: str) -> Vocabulary:
    """ "" is the empty one."""
    rows = json.loads(text) if text else []
    words = [Word(Pair(Dimension(d), value), tuple(others)) for d, value, others in rows]
    return rule_sets.vocabulary_of(words)


def of_rounds(rounds: Sequence[Round]) -> list[Json]:
    return [
        {
            "number": each.number,
            "covered": [[name, way] for name, way in each.covered],
            "uncovered": list(each.uncovered),
            "unknown": list(each.unknown),
        }
        for each in rounds
    ]


def of_messages(messages: Messages) -> str:
    return json.dumps([[each.role, each.text] for each in messages], ensure_ascii=False)


def messages(text: str) -> Messages:
    rows: list[tuple[Role, str]] = json.loads(text)
    return tuple(Message(role, said) for role, said in rows)


def _fact_row(fact: Fact) -> Json:
    origin = fact.origin
    return [str(fact.kind), fact.thing, fact.words, origin.source, origin.line, origin.raw,
            origin.synset]  # fmt: skip


def _fact(row: Sequence[Json]) -> Fact:
    kind, thing, words, source, line, raw, synset = row
    assert isinstance(line, int)  # As `_fact_row` wrote it.
    origin = Origin(str(source), line, str(raw), str(synset))
    return Fact(Kind(str(kind)), str(thing), str(words), origin)
