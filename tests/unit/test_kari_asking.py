import numpy as np
import pytest

from evaluation.kari import asking
from evaluation.kari.asking import ASKED_FOR, ELSE, RuleAsker
from evaluation.kari.syntax import parse
from games import rules
from games.llm.loop import wait_for
from games.roles import Guess, Pair, Question
from games.rules import Answer, GameSpec, Outcome, Reason, State, TurnStatus
from games.sheets import Dimension
from tests import played

FLAT = Pair(Dimension.SHAPE, "flat")
STEEL = Pair(Dimension.MATERIAL, "steel")
METAL = Pair(Dimension.MATERIAL, "metal")
FOLD = parse("SHAPE(object, flat) AND MADE_OF(object, paper)")
PIERCE = parse("PART(object, x) AND SHAPE(x, pointed) AND MADE_OF(x, steel)")
TWO = asking.ways_of([FOLD, PIERCE])
GAME = GameSpec("thing", ("fold", "pierce"), "pierce")


def play(ways, answers, game=GAME):
    """The questions that were asked and the guess, each answered as `answers` say, no else."""
    state = State(game)
    while True:
        move = wait_for(RuleAsker(ways).move(rules.questioner_view(state))).move
        if isinstance(move, Guess):
            return [turn.question for turn in state.turns], move.affordance
        said = Answer.YES if move.text in answers else Answer.NO
        state = rules.reply(rules.ask(state, move.text), said)


def test_a_yes_makes_the_candidate_likelier_whose_rule_asks_for_it():
    place = TWO.pairs.index(FLAT)
    held = asking.held_by(TWO, asking.weigh(TWO, {place: Answer.YES}))
    # Both began at 1/2; 0.9 against 0.3.
    assert held == pytest.approx([ASKED_FOR / (ASKED_FOR + ELSE), ELSE / (ASKED_FOR + ELSE)])
    told = asking.weigh(TWO, {place: Answer.CANNOT_TELL})
    assert asking.held_by(TWO, told) == pytest.approx([0.5, 0.5])


def test_each_candidate_begins_alike_however_many_ways_it_has():
    ways = asking.ways_of([parse("SHAPE(object, a) OR SHAPE(object, b)"), FOLD, None])
    assert asking.held_by(ways, ways.start) == pytest.approx([1 / 3] * 3)


def test_a_way_that_is_ruled_out_leaves_the_other_ways_of_its_candidate():
    ways = asking.ways_of([parse("SHAPE(object, a) OR SHAPE(object, b)")])
    after = asking.chances_of(ways, asking.weigh(ways, {0: Answer.NO}))
    # Ways weigh 0.1 and 0.7: the second property is then asked for with chance 7/8.
    assert after[1, 0] == pytest.approx(ELSE / 8 + ASKED_FOR * 7 / 8)


def test_what_splits_the_candidates_is_asked_before_what_they_share():
    shared = [parse(f"SHAPE(object, hollow) AND SIZE(object, {size})") for size in ("big", "tiny")]
    ways = asking.ways_of(shared)
    place = asking.best_split(ways, {}, [])
    assert ways.pairs[place].dimension == Dimension.SIZE


def test_a_narrower_property_speaks_for_a_broader_one():
    ways = asking.ways_of([PIERCE, parse("MADE_OF(object, metal)")], {STEEL: ("metal",)})
    assert ways.chances[ways.pairs.index(METAL)].tolist() == [ASKED_FOR, ASKED_FOR]


def test_a_game_is_played_to_its_guess():
    questions, guess = play(TWO, {"Is any part of it pointed?", "Is it made of steel?"})
    assert guess == "pierce"
    assert len(questions) <= 4
    assert play(TWO, {"Is any part of it flat?", "Is it made of paper?"})[1] == "fold"


def test_it_guesses_where_nothing_splits_the_candidates():
    assert play(asking.ways_of([FOLD, FOLD]), set()) == ([], "fold")
    assert play(asking.ways_of([None, None]), set()) == ([], "fold")


def test_a_refused_question_is_not_asked_again():
    asker, state = RuleAsker(TWO), State(GAME)
    first = wait_for(asker.move(rules.questioner_view(state))).move
    state = rules.refuse(rules.ask(state, first.text), Reason.NOT_PHYSICAL)
    second = wait_for(asker.move(rules.questioner_view(state))).move
    assert isinstance(second, Question)
    assert second != first


def test_it_stops_at_its_budget():
    many = asking.ways_of(
        [parse(" AND ".join(f"SHAPE(object, a{n}x{c})" for n in range(20))) for c in range(8)]
    )
    asked = list(range(20))
    answers = dict.fromkeys(asked, Answer.CANNOT_TELL)
    assert asking.best_split(many, answers, asked) is None
    assert asking.best_split(many, answers, asked, budget=21) not in (None, *asked)


def test_a_game_is_played_through_checker_and_oracle():
    starter = played.shipped("starter-1")
    game, _ = starter.programs[0]
    ways = asking.ways_of([FOLD, PIERCE, *[None] * 6])
    sheet = starter.sheets[game.spec.object_key]
    state = wait_for(played.play(RuleAsker(ways), game.spec, oracle=starter.oracle, sheet=sheet))
    assert state.outcome in (Outcome.WON, Outcome.LOST)
    assert {turn.status for turn in state.turns} == {TurnStatus.ANSWERED}


def test_chances_are_chances():
    weights = asking.weigh(TWO, {0: Answer.YES, 1: Answer.NO})
    assert weights.sum() == pytest.approx(1)
    assert np.all((asking.chances_of(TWO, weights) > 0) & (asking.chances_of(TWO, weights) < 1))
