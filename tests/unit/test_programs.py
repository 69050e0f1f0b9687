"""Questioners that are no models, on the starter catalogue's games with Checker and Oracle."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evaluation import programs
from evaluation.seats import Moved
from games import players, rules
from games.llm.loop import wait_for
from games.players import Deal, Facts
from games.roles import Guess, Question, Unparseable
from games.rules import Answer, GameSpec, Limits, Outcome, Reason, State
from tests import played

STARTER = played.shipped("starter-1")
GAMES = STARTER.programs[:12]
LIST = tuple(range(0, 100, 5))


def play(questioner, game, **limits):
    sheet = STARTER.sheets[game.spec.object_key]
    return wait_for(
        played.play(questioner, game.spec, oracle=STARTER.oracle, sheet=sheet, **limits)
    )


def move(questioner, state):
    return wait_for(questioner.move(rules.questioner_view(state))).move


def asked(state):
    return [turn.question for turn in state.turns]


def ways(game, program):
    return {
        "optimal": programs.Optimal(program),
        "greedy": programs.greedy(program),
        "noisy": programs.noisy(program, skill=0.5, seed=f"1/{game.key}/1"),
        "list": programs.Lister(program, LIST),
        "random": programs.AtRandom(f"1/{game.key}/1"),
    }


@pytest.mark.parametrize("name", ["optimal", "greedy", "noisy", "list", "random"])
def test_a_game_that_is_taken_up_at_any_position_goes_on_as_it_would_have(name):
    for game, program in GAMES[:4]:
        whole = play(ways(game, program)[name], game)
        for stop in range(len(whole.turns) + 1):
            resumed = rules.fold(game.spec, whole.turns[:stop], None, limits=whole.limits)
            due = move(ways(game, program)[name], resumed)
            if stop < len(whole.turns):
                assert due == Question(whole.turns[stop].question)
            else:
                assert due == Guess(whole.guessed)


def test_optimal_asks_the_fewest_questions_that_settle_the_game_and_wins():
    for game, program in GAMES:
        state = play(programs.Optimal(program), game)
        fewest = players.find_optimum(STARTER.world.facts, program.deal).questions
        assert state.outcome == Outcome.WON
        assert len(state.turns) == len(fewest)


def test_optimal_loses_what_no_questions_settle():
    # Objects 0 and 1 answer alike; the one has candidate 0, the other candidate 1.
    facts = Facts(np.eye(2, dtype=bool), np.ones((2, 1), dtype=bool))
    world = programs.World(facts, replace(STARTER.world.questions))
    questioner = programs.Optimal(programs.Program(world, Deal(0, (0, 1), 0)))
    assert move(questioner, State(GameSpec("thing", ("a", "b"), "a"))) == Guess("b")


def test_optimal_does_without_a_question_that_is_refused():
    game, program = GAMES[0]
    first = move(programs.Optimal(program), State(game.spec))
    refused = rules.refuse(rules.ask(State(game.spec), first.text), Reason.NOT_PHYSICAL)
    assert move(programs.Optimal(program), refused) != first


def test_greedy_asks_what_its_own_book_keeping_asks():
    for game, program in GAMES:
        book = players.play_greedy(STARTER.world.facts, program.deal)
        texts = [STARTER.world.questions.questions[place].text for place in book.asked]
        assert asked(play(programs.greedy(program), game)) == texts


def test_noisy_greedy_of_skill_1_is_greedy():
    for game, program in GAMES[:4]:
        perfect = programs.noisy(program, skill=1.0, seed=game.key)
        assert asked(play(perfect, game)) == asked(play(programs.greedy(program), game))


def test_noisy_greedy_of_skill_0_asks_anything_but_nothing_twice():
    game, program = GAMES[0]
    texts = asked(play(programs.noisy(program, skill=0.0, seed="x"), game))
    assert len(texts) == len(set(texts))
    assert texts != asked(play(programs.noisy(program, skill=0.0, seed="y"), game))


def test_the_list_is_asked_to_its_end_in_order():
    game, program = GAMES[0]
    state = play(programs.Lister(program, LIST), game)
    questions = STARTER.world.questions.questions
    assert asked(state) == [questions[place].text for place in LIST]
    assert state.spent == 20


def test_the_list_s_guess_is_the_reference_observer_s():
    for game, program in GAMES:
        book = players.play_fixed(STARTER.world.facts, program.deal, LIST)
        position = program.deal.candidates.index(book.guessed)
        assert play(programs.Lister(program, LIST), game).guessed == game.spec.candidates[position]


class Says:
    """Says the same at each move, and counts how often it is asked."""

    def __init__(self, said):
        self.said, self.calls = said, 0

    async def move(self, view):
        self.calls += 1
        return Moved(self.said)


def test_a_model_may_guess_for_the_list():
    game, program = GAMES[0]
    model = Says(Guess(game.spec.candidates[5]))
    state = play(programs.Lister(program, LIST, model), game)
    assert (state.guessed, model.calls, state.spent) == (game.spec.candidates[5], 1, 20)


def test_a_model_that_asks_on_has_not_guessed():
    game, program = GAMES[0]
    model = Says(Question("Is it flat?"))
    state = play(programs.Lister(program, LIST, model), game)
    assert (state.outcome, model.calls) == (Outcome.OUT_OF_TURNS, 3)
    read = wait_for(programs.Lister(program, (), model).move(rules.questioner_view(state)))
    assert read.move == Unparseable("Is it flat?", "no_guess")


def test_a_refused_question_is_not_asked_again_and_tells_nothing():
    game, program = GAMES[0]
    first = move(programs.greedy(program), State(game.spec))
    refused = rules.refuse(rules.ask(State(game.spec), first.text), Reason.NOT_PHYSICAL)
    heard = program.heard(rules.questioner_view(refused))
    assert program.held(heard).tolist() == [1 / 8] * 8
    assert move(programs.greedy(program), refused) != first


def test_two_properties_that_are_asked_in_one_way_are_asked_once():
    game, program = GAMES[0]
    questions = STARTER.world.questions
    doubled = (*questions.questions[:5], *questions.questions[:5])
    columns = [*range(5), *range(5)]
    facts = Facts(STARTER.world.facts.labels, STARTER.world.facts.answers[:, columns])
    world = programs.World(facts, replace(questions, questions=doubled))
    for questioner in (
        programs.greedy(programs.Program(world, program.deal)),
        programs.Lister(programs.Program(world, program.deal), range(10)),
    ):
        texts = asked(play(questioner, game))
        assert len(texts) == len(set(texts))


def test_a_program_guesses_when_the_questions_are_spent():
    game, program = GAMES[0]
    state = State(game.spec, Limits(questions=1))
    first = move(programs.greedy(program), state)
    spent = rules.reply(rules.ask(state, first.text), Answer.NO)
    assert isinstance(move(programs.greedy(program), spent), Guess)


def test_without_questions_a_program_guesses_at_once():
    game, program = GAMES[0]
    assert isinstance(move(programs.greedy(program), State(game.spec, Limits(questions=0))), Guess)


def test_random_guesses_each_candidate_about_as_often():
    # 800 draws of 8: 100 each is expected, with a standard deviation of 9.4.
    state = State(GAMES[0][0].spec)
    drawn = Counter(move(programs.AtRandom(f"1/{at}/1"), state).affordance for at in range(800))
    assert len(drawn) == 8
    assert 60 < min(drawn.values()) <= max(drawn.values()) < 140
