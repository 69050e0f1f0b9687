"""A run's player built from its spec, at stored games."""

from dataclasses import replace
from pathlib import Path

import pytest

from evaluation import briefings, players
from evaluation.players import NoPlayer, player_of
from evaluation.services import fixed_lists
from evaluation.spec_values import (
    GamesSpec,
    Guess,
    ModelSpec,
    ProtocolSpec,
    QuestionerKind,
    QuestionerSpec,
    RunSettings,
    RunSpec,
    SamplingSpec,
)
from games import presets, rules, selectors
from games.llm.chat import Options
from games.llm.loop import wait_for
from games.llm.scripted import Scripted
from games.models import Catalogue
from games.presets import Condition, MultiProperty
from games.roles import Guess as Guessed
from games.roles import Question
from games.rules import Answer, State
from games.services import catalogue as catalogues

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"
PROGRAMS = [kind for kind in QuestionerKind if kind != QuestionerKind.MODEL]


@pytest.fixture
def catalogue(db) -> Catalogue:
    catalogues.import_catalogue(catalogues.files_in(MINI))
    return Catalogue.objects.get()


def spec(kind=QuestionerKind.MODEL, *, questioner=None, sampling=None, protocol=None, seed=1):
    return RunSpec(
        run=RunSettings("Invented run", "tiny", seed=seed),
        questioner=QuestionerSpec(kind, **(questioner or {})),
        model=None,
        games=GamesSpec("mini"),
        sampling=SamplingSpec(**(sampling or {})),
        protocol=ProtocolSpec(**(protocol or {})),
    )


def state_of(game) -> State:
    return State(selectors.frozen_game(game.pk).spec)


def move(questioner, state):
    return wait_for(questioner.move(rules.questioner_view(state))).move


def texts(questioner, state, *, limit=20):
    """The questions until the guess, every one of them answered yes."""
    said = []
    while isinstance(due := move(questioner, state), Question) and len(said) < limit:
        said.append(due.text)
        state = rules.reply(rules.ask(state, due.text), Answer.YES)
    return said


def test_a_model_is_told_the_game_and_asked_within_its_limits(catalogue):
    game = catalogue.games.first()
    model = Scripted(["QUESTION: Is it flat?"])
    player = player_of(spec(sampling={"questioner_tokens": 99}), catalogue.pk, model)
    assert move(player.questioner(game.pk), state_of(game)) == Question("Is it flat?")
    messages, options = model.requests[0]
    assert messages[0].text.endswith("\n".join(game.candidates))
    assert options == Options(max_tokens=99)
    assert player.name == "tiny"


def test_each_repeat_of_a_model_that_samples_has_a_seed_of_its_own(catalogue):
    game = catalogue.games.first()
    model = Scripted(["QUESTION: Is it flat?"] * 2)
    player = player_of(spec(sampling={"temperature": 0.7}, seed=5), catalogue.pk, model)
    for repeat in (1, 2):
        move(player.questioner(game.pk, repeat), state_of(game))
    assert [options.seed for _, options in model.requests] == [5, 6]


def test_belief_and_constraint_are_as_the_spec_says(catalogue):
    game = catalogue.games.first()
    wanted = replace(
        spec(sampling={"belief": True}, protocol={"constrained": True}),
        model=ModelSpec(address="http://127.0.0.1:8000/v1", name="tiny", profile="vllm"),
    )
    questioner = player_of(wanted, catalogue.pk, Scripted([])).questioner(game.pk)
    assert (questioner.asks_belief, questioner.constrained) == (True, True)


def test_a_model_is_told_where_questions_on_several_properties_are_answered(catalogue):
    game = catalogue.games.first()
    model = Scripted(["QUESTION: Is it flat?"])
    wanted = spec(protocol={"multi_property": MultiProperty.ALLOW})
    move(player_of(wanted, catalogue.pk, model).questioner(game.pk), state_of(game))
    assert "about two or more properties at once" in model.requests[0][0][0].text


def test_the_house_s_preset_tells_a_model_what_people_are_told(catalogue):
    game = catalogue.games.first()
    model = Scripted(["QUESTION: Is it flat?"])
    player = player_of(spec(protocol={"preset": "house"}), catalogue.pk, model)
    move(player.questioner(game.pk), state_of(game))
    definition = selectors.frozen_game(game.pk).definitions[game.candidates[0]]
    assert f"{game.candidates[0]}: {definition}" in model.requests[0][0][0].text


@pytest.mark.parametrize("condition", [c for c in Condition if c != Condition.QUESTIONS])
def test_a_control_condition_gives_what_it_names_and_nothing_else(catalogue, condition):
    game = catalogue.games.first()
    sheet = selectors.sheets_of(catalogue.pk)[game.physical_object_id]
    protocol = presets.of_preset("paper", oracle="", checker="", condition=condition)
    opening = briefings.briefing_of(game.pk, protocol).opening
    assert (sheet.name in opening) == (condition == Condition.NAME_SHOWN)
    assert (sheet.description in opening) == (condition == Condition.FULL_SHEET)


def test_a_full_sheet_is_told_in_the_lines_that_people_read(catalogue):
    game = catalogue.games.first()
    sheet = selectors.sheets_of(catalogue.pk)[game.physical_object_id]
    protocol = presets.of_preset("paper", oracle="", checker="", condition=Condition.FULL_SHEET)
    lines = briefings.briefing_of(game.pk, protocol).opening.splitlines()
    told = {line.partition(":")[0] for line in lines}
    assert {each.dimension.title() for each in sheet.properties} <= told
    assert ("Weight" in told) == ("mass" in sheet.measures)


@pytest.mark.parametrize("kind", PROGRAMS)
def test_every_program_plays_a_stored_game_to_its_guess(catalogue, kind):
    game = catalogue.games.first()
    skill = {"skill": 0.5} if kind == QuestionerKind.NOISY else {}
    player = player_of(spec(kind, questioner=skill), catalogue.pk, None)
    state = state_of(game)
    while isinstance(due := move(player.questioner(game.pk), state), Question):
        state = rules.reply(rules.ask(state, due.text), Answer.NO)
    assert due.affordance in game.candidates


def test_chance_falls_alike_for_a_seed_whatever_was_played_before(catalogue):
    game, other = catalogue.games.all()[:2]
    noisy = spec(QuestionerKind.NOISY, questioner={"skill": 0.0})
    player = player_of(noisy, catalogue.pk, None)
    first = texts(player.questioner(game.pk), state_of(game))
    texts(player.questioner(other.pk), state_of(other))
    again = player_of(noisy, catalogue.pk, None)
    assert texts(again.questioner(game.pk), state_of(game)) == first


@pytest.mark.parametrize("change", ["repeat", "seed"])
def test_chance_falls_otherwise_in_another_repeat_and_for_another_seed(catalogue, change):
    game = catalogue.games.first()

    def played(repeat=1, seed=1):
        noisy = spec(QuestionerKind.NOISY, questioner={"skill": 0.0}, seed=seed)
        questioner = player_of(noisy, catalogue.pk, None).questioner(game.pk, repeat)
        return texts(questioner, state_of(game))

    assert played() != played(**{change: 2})


def test_fix20q_asks_the_shipped_list(catalogue):
    game = catalogue.games.first()
    questioner = player_of(spec(QuestionerKind.FIX20Q), catalogue.pk, None).questioner(game.pk)
    shipped = [question.text for question in fixed_lists.shipped(catalogue.pk).questions]
    assert texts(questioner, state_of(game)) == shipped


def test_a_model_may_guess_for_fix20q(catalogue):
    game = catalogue.games.first()
    model = Scripted([f"FINAL_GUESS: {game.candidates[3]}"] * 2)
    wanted = spec(QuestionerKind.FIX20Q, questioner={"guess": Guess.MODEL})
    questioner = player_of(wanted, catalogue.pk, model).questioner(game.pk)
    state = state_of(game)
    for text in texts(questioner, state, limit=20):
        state = rules.reply(rules.ask(state, text), Answer.YES)
    assert move(questioner, state) == Guessed(game.candidates[3])
    assert "No questions are left" in model.requests[-1][0][-1].text


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (spec(), "asks a model, and there is none"),
        (spec(QuestionerKind.FIX20Q, questioner={"list": "none"}), "no list 'none'"),
    ],
)
def test_what_is_not_there_is_named(catalogue, wanted, told):
    with pytest.raises(NoPlayer, match=told):
        player_of(wanted, catalogue.pk, None)


def test_rules_that_are_not_there_are_named(catalogue):
    with pytest.raises(NoPlayer, match="no set of rules 'induced/1'"):
        player_of(spec(protocol={"rules": "induced/1"}), catalogue.pk, Scripted([]))


def test_games_that_no_questions_settle_are_counted(catalogue):
    assert players.unsettled_games(catalogue.pk) == []
