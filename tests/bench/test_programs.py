"""The players that are no models, through Checker and table Oracle, beside their own book-keeping.

`baseline_plays` plays with answers from the pool; here each question is put into words, checked
and answered. What differs is listed in tests/unit/test_pool_questions.py.
"""

import time

import pytest

from evaluation import baseline_plays, programs
from games import fixed_list, wilson
from games.labels import Split
from games.llm.loop import wait_for
from games.rules import Outcome
from tests import played

pytestmark = pytest.mark.bench
VERSION = "open-1"
SEED = 1


def ways(shipped):
    pool, facts = shipped.world.questions, shipped.world.facts
    dev = [each.deal for game, each in shipped.programs if game.split == Split.DEV]
    places = fixed_list.fixed_list(facts, pool, dev)
    found = {
        "OPTIMAL": lambda program, key: programs.Optimal(program),
        "greedy": lambda program, key: programs.greedy(program),
    }
    for skill in reversed(baseline_plays.SKILLS):
        found[f"noisy greedy, skill {skill:g}"] = lambda program, key, skill=skill: programs.noisy(
            program, skill=skill, seed=f"{SEED}/{key}/1"
        )
    found["FIX20Q"] = lambda program, key: programs.Lister(program, places)
    found["random"] = lambda program, key: programs.AtRandom(f"{SEED}/{key}/1")
    return found


async def all_games(shipped, way):
    return [
        await played.play(
            way(program, game.key),
            game.spec,
            oracle=shipped.oracle,
            sheet=shipped.sheets[game.spec.object_key],
        )
        for game, program in shipped.programs
    ]


def test_every_program_succeeds_as_often_as_expected():
    shipped = played.shipped(VERSION)
    expected = {
        each.player: each.plays for each in baseline_plays.play_all(shipped.content, seed=7)
    }
    print(
        f"\n{'player':28}{'games':>6}{'won':>8}{'expected':>10}{'turns':>7}{'refused':>9}{'s':>7}"
    )
    for name, way in ways(shipped).items():
        started = time.perf_counter()
        ended = wait_for(all_games(shipped, way))
        seconds = time.perf_counter() - started
        won = sum(state.outcome == Outcome.WON for state in ended)
        book = [play.outcome == Outcome.WON for play in expected[name]]
        refused = sum(turn.reason is not None for state in ended for turn in state.turns)
        turns = sum(state.spent for state in ended) / len(ended)
        share = sum(book) / len(book)
        print(
            f"{name:28}{len(ended):6}{won / len(ended):8.1%}{share:10.1%}"
            f"{turns:7.2f}{refused:9}{seconds:7.1f}"
        )
        around = wilson.interval(won, len(ended))
        assert around.low <= share <= around.high, name
