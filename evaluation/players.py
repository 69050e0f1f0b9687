"""A run's player, built from its spec."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from evaluation import briefings, programs, rule_players
from evaluation.kari.rule_sets import Rule
from evaluation.programs import Program, World
from evaluation.questioners import ModelQuestioner
from evaluation.seats import Player, Questioner
from evaluation.services import fixed_lists
from evaluation.spec_values import Guess, QuestionerKind, RunSpec
from games import players, presets
from games.llm.chat import ChatModel, Options
from games.models import Game
from games.players import Deal
from games.services import baselines

Maker = Callable[[int, int], Questioner]


class NoPlayer(Exception):
    """The spec's player cannot be built here; the message says why."""


@dataclass(frozen=True)
class _Player:
    """make: (game id, repeat) -> its Questioner."""

    name: str
    make: Maker

    def questioner(self, game_id: int, repeat: int = 1) -> Questioner:
        return self.make(game_id, repeat)


@dataclass(frozen=True, eq=False)
class _Catalogue:
    """world: what programs know of it. deals, keys: of each game by its id."""

    world: World
    deals: Mapping[int, Deal]
    keys: Mapping[int, str]

    def program(self, game_id: int) -> Program:
        return Program(self.world, self.deals[game_id])

    def seed(self, spec: RunSpec, game_id: int, repeat: int) -> str:
        """Of one game in one repeat, the same in every database."""
        return f"{spec.run.seed}/{self.keys[game_id]}/{repeat}"


def player_of(
    spec: RunSpec,
    catalogue_id: int,
    model: ChatModel | None,
    rules: Mapping[str, Rule] | None = None,
) -> Player:
    """Return the player of a spec for a catalogue.

    model: None where the spec's player asks none. rules: what each candidate takes.
    Raises NoPlayer where it wants a model, a list or rules that are not there.
    """
    kind = spec.questioner.kind
    if spec.protocol.rules and rules is None:
        raise NoPlayer(f"There is no set of rules {spec.protocol.rules!r}.")
    if kind == QuestionerKind.MODEL:
        return _Player(spec.run.player, _models(spec, model, rules or {}))
    if kind == QuestionerKind.RULES:
        return _Player(spec.run.player, rule_players.askers(rules or {}))
    known = _catalogue(catalogue_id)
    if kind == QuestionerKind.FIX20Q:
        return _Player(spec.run.player, _listers(spec, catalogue_id, known, model))
    return _Player(spec.run.player, _programs(spec, known)[kind])


def unsettled_games(catalogue_id: int) -> list[int]:
    """Ids of the games that no questions of the pool settle; OPTIMAL loses them."""
    facts = baselines.facts_of(catalogue_id)
    deals = baselines.deals_of(catalogue_id)
    return [each.game_id for each in deals if players.inseparable(facts, each.deal)]


def _models(spec: RunSpec, model: ChatModel | None, rules: Mapping[str, Rule]) -> Maker:
    if model is None:
        raise NoPlayer(f"{spec.run.player} asks a model, and there is none.")
    protocol = presets.of_preset(
        spec.protocol.preset,
        oracle="",
        checker="",
        condition=spec.protocol.condition,
        multi_property=spec.protocol.multi_property,
    )

    def questioner(game_id: int, repeat: int) -> ModelQuestioner:
        return ModelQuestioner(
            model,
            briefings.briefing_of(game_id, protocol, rules),
            _options(spec, repeat),
            constrained=spec.protocol.constrained,
            asks_belief=spec.asks_belief,
        )

    return questioner


def _options(spec: RunSpec, repeat: int) -> Options:
    """A model that takes the likeliest token needs no seed, and some servers refuse one."""
    sampling = spec.sampling
    seed = spec.run.seed + repeat - 1 if sampling.temperature else None
    return Options(
        max_tokens=sampling.questioner_tokens, temperature=sampling.temperature, seed=seed
    )


def _programs(spec: RunSpec, known: _Catalogue) -> Mapping[QuestionerKind, Maker]:
    skill = 1.0 if spec.questioner.skill is None else spec.questioner.skill
    return {
        QuestionerKind.OPTIMAL: lambda game_id, _: programs.Optimal(known.program(game_id)),
        QuestionerKind.GREEDY: lambda game_id, _: programs.greedy(known.program(game_id)),
        QuestionerKind.NOISY: lambda game_id, repeat: programs.noisy(
            known.program(game_id), skill=skill, seed=known.seed(spec, game_id, repeat)
        ),
        QuestionerKind.RANDOM: lambda game_id, repeat: programs.AtRandom(
            known.seed(spec, game_id, repeat)
        ),
    }


def _listers(spec: RunSpec, catalogue_id: int, known: _Catalogue, model: ChatModel | None) -> Maker:
    try:
        questions = fixed_lists.list_of(spec.questioner.list, catalogue_id).questions
    except fixed_lists.NoList as error:
        raise NoPlayer(str(error)) from error
    places = [known.world.place_of_pair[question.pair] for question in questions]
    guesses = _models(spec, model, {}) if spec.questioner.guess == Guess.MODEL else None

    def questioner(game_id: int, repeat: int) -> programs.Lister:
        guesser = guesses(game_id, repeat) if guesses else None
        return programs.Lister(known.program(game_id), places, guesser)

    return questioner


def _catalogue(catalogue_id: int) -> _Catalogue:
    return _Catalogue(
        world=World(baselines.facts_of(catalogue_id), baselines.pool_of(catalogue_id)),
        deals={each.game_id: each.deal for each in baselines.deals_of(catalogue_id)},
        keys=dict(Game.objects.filter(catalogue_id=catalogue_id).values_list("pk", "key")),
    )
