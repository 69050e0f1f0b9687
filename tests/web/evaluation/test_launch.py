"""Launching a run from its form: all that is wrong at once, and one run for one form."""

import pytest

from evaluation import specs
from evaluation.launch_form import LaunchForm
from evaluation.models import Run
from games.models import Game
from tests import make
from tests.web.evaluation.launching import NEW, SERVED, errors, launch

pytestmark = pytest.mark.usefixtures("three_games", "sent_runs")


def test_a_form_makes_a_queued_run_and_sends_for_a_worker(researcher, sent_runs):
    page = launch(researcher)
    run = Run.objects.get()
    assert "Queued, 0 of 3 games done." in page
    assert (run.status, run.player, run.made_by.username) == ("queued", "tiny", "researcher")
    assert sent_runs == [run.pk]


def test_a_copy_of_the_form_makes_no_second_run(researcher):
    launch(researcher)
    launch(researcher)
    assert Run.objects.count() == 1


def test_a_form_without_its_key_comes_back_with_a_new_one(researcher):
    page = launch(researcher, key="nonsense")
    assert "This page was out of date" in page and not Run.objects.exists()
    assert 'value="nonsense"' not in page


def test_empty_fields_take_the_spec_s_defaults(researcher):
    launch(researcher, run_repeats="", sampling_questioner_tokens="")
    spec = specs.of_json(Run.objects.get().spec)
    assert (spec.run.repeats, spec.sampling.questioner_tokens, spec.run.concurrency) == (1, 512, 16)


def test_all_that_is_wrong_stands_beside_its_field(researcher):
    form = LaunchForm(
        SERVED
        | {
            "model_address": "nowhere",
            "model_key_variable": "sk-abc",
            "run_repeats": "1,5",
            "sampling_temperature": "warm",
            "limits_cost": "3",
        }
    )
    said = errors(form)
    assert said.keys() == {
        "model_address", "model_key_variable", "run_repeats", "sampling_temperature", "limits_cost",
    }  # fmt: skip
    assert said["run_repeats"] == "Write a whole number from 1 to 100."
    assert said["limits_cost"] == "A limit of cost needs the price of tokens in and out, [price]."


def test_what_is_wrong_makes_no_run_and_keeps_what_was_said(researcher):
    page = launch(researcher, model_name="", run_title="Kept")
    assert "Nothing was launched." in page and 'value="Kept"' in page
    assert 'href="#id_model_name"' in page
    assert not Run.objects.exists()


def test_a_key_is_never_repeated_in_what_is_wrong(researcher):
    form = LaunchForm(SERVED | {"model_key_variable": "sk-abc"})
    assert "sk-abc" not in errors(form)["model_key_variable"]
    assert "sk-abc" not in str(form["model_key_variable"])
    assert "TINY_KEY" in str(
        LaunchForm(SERVED | {"model_key_variable": "TINY_KEY"})["model_key_variable"]
    )


def test_a_key_that_may_not_go_to_the_server_is_said_beside_its_field(researcher):
    page = launch(researcher, model_key_variable="SECRET_KEY")
    assert 'href="#id_model_key_variable"' in page and not Run.objects.exists()
    assert "The key in SECRET_KEY is not sent to http://127.0.0.1:1" in page


def test_what_is_not_stored_is_said_beside_its_field(researcher):
    page = launch(researcher, games_catalogue="open-9")
    assert "No catalogue open-9 is stored" in page
    assert '<option value="open-9" selected>open-9</option>' in page


def test_a_player_that_there_is_not_is_said_above_the_form(researcher):
    form = LaunchForm(SERVED | {"questioner_kind": "oracle"})
    assert "questioner.kind: oracle is none of" in errors(form)["__all__"]


def test_a_campaign_s_games_are_offered(researcher):
    campaign = make.campaign(games=2, practice=False)
    form = researcher.get(NEW, {"start": "greedy"}).context["form"]
    offered = dict(form.fields["games_campaign"].widget.choices)
    assert campaign.slug in offered


@pytest.mark.parametrize(("text", "seed"), [("1_000", 1000), ("٣", 3), (" 7 ", 7), ("-0", 0)])
def test_a_whole_number_in_any_writing_is_read(text, seed):
    form = LaunchForm(SERVED | {"run_seed": text})
    assert form.is_valid() and form.spec.run.seed == seed


@pytest.mark.parametrize("text", ["9" * 400, "1e400", "nan", "1.5", "7.0", "0x10", "-1", "seven"])
def test_what_is_no_number_of_its_range_is_refused_beside_its_field(text):
    form = LaunchForm(SERVED | {"run_seed": text})
    assert errors(form) == {"run_seed": "Write a whole number from 0 to 2,147,483,647."}


def test_queries_of_the_form_are_few(researcher, django_assert_num_queries):
    # Session, researcher; catalogues, campaigns, sets of rules, lists.
    with django_assert_num_queries(6):
        researcher.get(NEW, {"start": "model"})


def test_catalogues_say_how_many_games_each_split_has(researcher, three_games):
    Game.objects.update(split="test")
    Game.objects.filter(pk=three_games[0].pk).update(split="dev")
    form = researcher.get(NEW, {"start": "greedy"}).context["form"]
    offered = dict(form.fields["games_catalogue"].widget.choices)
    assert offered["invented-1"] == "invented-1: 2 test and 1 dev games"


def test_more_games_than_there_are_are_refused(researcher):
    page = launch(researcher, games_limit="9999")
    assert "There are 3 games in invented-1: write 3 at most, or leave this out." in page
    assert not Run.objects.exists()


def test_what_is_wrong_keeps_the_player_in_the_heading(researcher):
    assert "<h1>Launch a run: A model at a server</h1>" in launch(researcher, model_name="")
    page = launch(researcher, questioner_kind="noisy", questioner_skill="9")
    assert "<h1>Launch a run: Noisy greedy</h1>" in page


def test_what_a_run_cannot_do_without_is_marked():
    labels = {name: field.label for name, field in LaunchForm(SERVED).fields.items()}
    needed = {name for name, label in labels.items() if str(label).endswith("(required)")}
    assert needed == {"model_address", "model_name", "games_catalogue"}


def test_numbers_say_what_they_are_where_they_are_left_empty():
    help_text = LaunchForm(SERVED).fields["sampling_oracle_tokens"].help_text
    assert help_text == "Another limit is another Oracle. Empty: 20."


@pytest.mark.parametrize(("oracle", "asked"), [("table", False), ("chain", True)])
def test_a_program_is_asked_for_an_oracle_s_tokens_only_where_that_is_a_model(
    settings, oracle, asked
):
    settings.ORACLE = oracle
    form = LaunchForm({"questioner_kind": "greedy", "games_catalogue": "invented-1"})
    assert ("sampling_oracle_tokens" in form.fields) is asked
