"""From a run's rows to the figures of its question set, by repeat and over repeats."""

import pytest

from evaluation import coat_results, entries, question_casting, question_specs, run_records
from evaluation.coat import score
from evaluation.coat.tables import accuracies
from evaluation.coat.variations import Kind
from evaluation.metrics.intervals import Undefined
from evaluation.models import Run
from evaluation.pages import runs as run_pages
from evaluation.runner import spending
from games.llm.chat import ModelRefused
from tests import asking, coat_rows, runs
from tests.asking import Answerer

pytestmark = pytest.mark.django_db


def answered(row, script, **tables) -> Run:
    return asking.play(asking.run(row, **tables), Answerer(script))


def always(letter: str):
    return lambda call: letter


def test_figures_are_those_of_the_choices():
    row = coat_rows.made(Kind.TASK_1, "1", size=10)
    right = asking.right(row)
    wrong = list(asking.knows(row))[:3]
    # Seven of ten are answered right, one not at all, two with the letter after the right one.
    texts = {wrong[0]: "none of these"} | {
        text: "ABCDEA"["ABCDE".index(asking.knows(row)[text]) + 1] for text in wrong[1:]
    }
    run = answered(row, lambda call: texts.get(call.text) or right(call))
    found = coat_results.of_run(run)
    assert (found.count.planned, found.count.done, found.count.aborted) == (10, 10, 0)
    assert found.accuracy.mean == pytest.approx(0.7)
    assert found.invalid.mean == pytest.approx(0.1)
    assert not found.provisional and not found.like_chance
    assert found.repeats.keys() == {1}


def test_one_letter_for_all_is_chance_and_says_so():
    row = coat_rows.made(Kind.TASK_1, "1", size=20)
    found = coat_results.of_run(answered(row, always("A")))
    assert found.like_chance
    assert found.repeats[1].chosen == {"A": 20, "B": 0, "C": 0, "D": 0, "E": 0}


def test_repeats_are_told_by_their_mean_and_deviation():
    row = coat_rows.made(Kind.TASK_1, "11", size=4)
    right = asking.right(row)
    # Seeds of the second repeat begin eleven later: there every answer is the other letter.
    run = answered(
        row,
        lambda call: right(call) if call.options.seed < 12 else "BA"["AB".index(right(call))],
        run={"repeats": 2, "seed": 1},
        sampling={"temperature": 0.5},
    )
    found = coat_results.of_run(run)
    assert [rates.accuracy.value for rates in found.repeats.values()] == [1.0, 0.0]
    # Mean of 1 and 0; their deviation with n - 1 is the root of (0.25 + 0.25) / 1.
    assert (found.accuracy.mean, found.accuracy.runs) == (0.5, 2)
    assert found.accuracy.deviation == pytest.approx(0.5**0.5)


def test_a_broken_off_question_has_no_answer_and_is_counted():
    row = coat_rows.made(Kind.TASK_1, "1", size=8)
    first = next(iter(asking.knows(row)))
    right = asking.right(row)
    run = answered(row, lambda c: ModelRefused("no", 400) if c.text == first else right(c))
    found = coat_results.of_run(run)
    assert found.count.aborted == 1
    assert found.accuracy.mean == found.repeats[1].accuracy.value == pytest.approx(7 / 8)


def test_a_run_that_goes_on_is_told_of_what_is_done():
    row = coat_rows.made(Kind.TASK_1, "1", size=8)
    waiting = asking.run(row)
    nothing = coat_results.of_run(waiting)
    assert nothing.repeats == {} and isinstance(nothing.accuracy, Undefined)
    run = asking.play(waiting, Answerer(asking.right(row)), slices_at_most=1)
    found = coat_results.of_run(run)
    assert found.provisional and found.count.done == run.trial_size == 4
    assert found.repeats[1].questions == 4 and found.accuracy.mean == 1


def test_chosen_ranks_are_of_task_2_and_looked_up_on_demand():
    row = coat_rows.made(Kind.TASK_2, "3", size=6)
    run = answered(row, asking.right(row))
    assert isinstance(coat_results.of_run(run).repeats[1].rank, Undefined)
    ranked = coat_results.of_run(run, ranked=True)
    # Whoever is always right chooses the best of each question.
    assert ranked.repeats[1].rank.value == 1
    assert ranked.bad.mean == 0


def test_the_first_stage_of_a_modular_run_has_its_figures():
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=6)
    named = Answerer(
        lambda call: call.text.split("Objects:\n")[1].replace("- ", "") if call.lists else "A"
    )
    run = asking.play(asking.run(full, questions={"set_up": "modular"}), named)
    stages = coat_results.of_run(run).repeats[1].stages
    # Every object is named, so none is lost.
    assert (stages.recall.value, stages.lost, stages.no_list, stages.unknown) == (1, 0, 0, 0)


def test_results_of_runs_make_the_tables_of_the_paper():
    first = coat_rows.made(Kind.TASK_1, "11", size=4)
    second = coat_rows.made(Kind.TASK_1, "12", size=4)
    done = [answered(first, asking.right(first)), answered(second, asking.right(second))]
    (result,) = coat_results.results_of(coat_results.of_runs(done))
    assert (result.model, result.kind, set(result.runs)) == ("tiny", Kind.TASK_1, {"11", "12"})
    row = next(r for r in accuracies.by_variation(Kind.TASK_1, [result]).rows if r.label == "tiny")
    assert row.cells["accuracy-mean-2"].value == 1


def test_people_are_scored_as_models_are():
    row = coat_rows.made(Kind.TASK_1, "1", size=8)
    asked = coat_results.questions_in(row.pk)
    found = coat_results.rates_of(row, {1: score.Choice(asked[1].letter), 2: score.Choice(None)})
    assert (found.questions, found.accuracy.value, found.invalid.value) == (2, 0.5, 0.5)


def test_figures_of_several_runs_take_three_queries(django_assert_num_queries):
    row = coat_rows.made(Kind.TASK_1, "1", size=8)
    done = [answered(row, always(letter)) for letter in "AB"]
    coat_results.of_runs(done)
    with django_assert_num_queries(3):
        coat_results.of_runs(done)


def test_tokens_and_cost_are_told_by_stage(django_assert_num_queries):
    full = coat_rows.made(Kind.FULL_MODERATE, "2-1-0", size=4)
    named = Answerer(
        lambda call: call.text.split("Objects:\n")[1].replace("- ", "") if call.lists else "A"
    )
    price = {"input": 1000, "output": 1000}
    run = asking.play(asking.run(full, questions={"set_up": "modular"}, price=price), named)
    prices = question_casting.prices_of(question_specs.of_json(run.spec))
    with django_assert_num_queries(1):
        usage = run_records.usage_of(run)
    calls = {name: role.calls for name, role in usage.roles.items()}
    assert calls == {"answers": 4, "objects": 4}
    # Eight calls of 90 + 10 tokens, a thousandth of a unit each.
    assert (usage.tokens, usage.cost) == (800, pytest.approx(0.8))
    assert usage.cost == pytest.approx(spending.of_run(run.pk, prices).cost)


def test_lists_of_runs_of_games_leave_runs_over_question_sets_out(researcher):
    run = answered(coat_rows.made(Kind.TASK_1, "1", size=8), always("A"))
    of_games = runs.run(games=runs.games(1))
    assert [line.run for line in run_pages.listed({}).lines] == [of_games]
    assert [entry.reference for entry in entries.entries()] == [f"run/{of_games.slug}"]
    assert entries.entry_of(f"run/{run.slug}") is None
    for address in ("", "card/", "figures/", "games/", "replies/", "export/"):
        assert researcher.get(f"/runs/{run.slug}/{address}").status_code == 404
