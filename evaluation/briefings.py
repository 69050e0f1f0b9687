"""A stored game as a model is told it."""

from collections.abc import Iterator, Mapping

from django.utils import translation

from evaluation import prompting
from evaluation.kari import verbal
from evaluation.kari.rule_sets import Rule
from evaluation.prompting import Briefing
from games import selectors
from games.pages import given
from games.pages.given import Given, Group
from games.presets import Protocol


def briefing_of(
    game_id: int, protocol: Protocol, rules: Mapping[str, Rule] | None = None
) -> Briefing:
    """rules: what each affordance takes; those of the candidates are told, in their order."""
    game = selectors.frozen_game(game_id)
    candidates = {key: game.definitions[key] for key in game.spec.candidates}
    with translation.override("en"):
        told = given.given_under(protocol.condition, game)
    shown = verbal.verbalise_all(
        (key, rules[key].node) for key in candidates if rules and key in rules
    )
    return prompting.brief(protocol, candidates, given=_words(told), matched_rules=shown)


def sheet_text(told: Given) -> str:
    """Return an object's sheet as the play page gives it to a person, in lines."""
    return "\n".join(_lines(told))


def _words(told: Given | None) -> Mapping[str, str]:
    if told is None:
        return {}
    return {"name": told.name} if told.name else {"sheet": sheet_text(told)}


def _lines(told: Given) -> Iterator[str]:
    yield told.description
    for group in told.groups:
        yield f"{group.dimension}: {_values(group)}"
    for size in told.sizes:
        yield f"{size.extent}: {size.text}"


def _values(group: Group) -> str:
    return ", ".join(
        f"{value.words} ({', '.join(value.parts)})" if value.parts else value.words
        for value in group.values
    )
