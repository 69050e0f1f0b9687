"""A run's spec: read from TOML and back, and the client that is built from it."""

import json

import pytest

from evaluation import specs
from evaluation.spec_values import PriceSpec, QuestionerKind
from games.llm.served import Backend
from tests.unit.spec_texts import LEAST, WHOLE, least, program, read


def test_a_whole_spec_is_read():
    spec = read(WHOLE)
    assert (spec.run.repeats, spec.run.concurrency, spec.run.hold) == (2, 64, True)
    assert (spec.model.backend, spec.model.address) == (Backend.OPENAI, "http://127.0.0.1:8000/v1")
    assert (spec.games.split, spec.games.limit) == ("test", 100)
    assert spec.price == PriceSpec(input=0.5, output=1.5, cached=0.5, currency="USD")


def test_the_least_spec_plays_all_games_once_by_the_paper():
    spec = read(LEAST)
    assert (spec.run.title, spec.run.player, spec.run.repeats) == ("small", "small", 1)
    assert (spec.protocol.preset, spec.sampling.temperature) == ("paper", 0.0)
    assert (spec.games.split, spec.games.limit, spec.price) == (None, None, None)


@pytest.mark.parametrize("text", [WHOLE, LEAST, program("noisy", "skill = 0.5"), program("fix20q")])
def test_a_spec_comes_back_from_its_json(text):
    spec = read(text)
    assert specs.of_json(json.loads(json.dumps(specs.as_json(spec)))) == spec


def test_questions_on_more_than_one_property_may_be_allowed():
    allowing = read(LEAST + '[protocol]\nmulti_property = "allow"')
    assert (read(LEAST).protocol.multi_property, allowing.protocol.multi_property) == (
        "reject", "allow"
    )  # fmt: skip
    assert specs.of_json(json.loads(json.dumps(specs.as_json(allowing)))) == allowing
    assert specs.sha256(specs.as_json(allowing)) != specs.sha256(specs.as_json(read(LEAST)))


def test_a_spec_from_before_there_was_the_choice_refuses_them():
    tables = specs.as_json(read(LEAST))
    del tables["protocol"]["multi_property"]
    assert specs.of_json(tables) == read(LEAST)


def test_a_model_in_process_comes_back_from_its_json():
    spec = read('[model]\nbackend = "vllm"\nfolder = "/m/x"\n[games]\ncatalogue = "open-1"')
    assert specs.of_json(specs.as_json(spec)) == spec
    assert spec.run.player == "x"


def test_the_same_spec_has_the_same_hash_whatever_its_order():
    one, two = {"a": {"x": 1, "y": 2}}, {"a": {"y": 2, "x": 1}}
    assert specs.sha256(one) == specs.sha256(two)
    assert specs.sha256(one) != specs.sha256(one, {})


@pytest.mark.parametrize(
    ("kind", "more", "player"),
    [
        ("optimal", "", "OPTIMAL"),
        ("greedy", "", "Greedy"),
        ("noisy", "skill = 0.5", "Noisy 0.5"),
        ("fix20q", "", "FIX20Q"),
        ("random", "", "Random"),
    ],
)
def test_a_program_has_its_name_and_no_model(kind, more, player):
    spec = read(program(kind, more))
    assert (spec.questioner.kind, spec.run.player, spec.model) == (kind, player, None)


def test_fix20q_may_have_a_model_guess():
    spec = read(LEAST + '[questioner]\nkind = "fix20q"\nguess = "model"')
    assert (spec.questioner.kind, spec.model.name) == (QuestionerKind.FIX20Q, "small")


def test_a_client_is_built_from_the_spec():
    served = specs.served(read(WHOLE))
    assert (served.name, served.key_variable) == ("Qwen/Qwen3-8B", "VLLM_KEY")
    assert (served.profile.name, served.system_role) == ("vllm-no-thinking", True)


def test_a_client_is_built_as_the_pre_flight_found_its_template():
    found = {"passed": True, "system_role": False, "alternate": True}
    served = specs.served(read(LEAST), found)
    assert (served.system_role, served.alternate) == (False, True)


def test_a_pre_flight_that_failed_says_nothing_of_the_template():
    served = specs.served(read(LEAST), {"passed": False, "system_role": False})
    assert served.system_role is True


def test_a_program_has_no_client():
    with pytest.raises(ValueError, match="greedy Questioner has no model"):
        specs.served(read(program("greedy")))


@pytest.mark.parametrize(
    ("profile", "sampling", "asks"),
    [
        ("plain", "belief = true", True),
        ("vllm", "belief = true", True),
        ("vllm", "belief = false", False),
        ("vllm", "belief = true\nreasoning_tokens = 200", False),
        ("vllm-thinking", "belief = true", False),
        ("vllm-thinking", "belief = true\nreasoning_tokens = 0", False),
    ],
)
def test_a_belief_is_asked_for_where_the_first_token_can_be_its_letter(profile, sampling, asks):
    spec = read(least(f"[sampling]\n{sampling}", profile=profile))
    assert spec.asks_belief is asks


def test_the_oracle_s_and_the_checker_s_models_have_a_price_of_their_own():
    # 100 in at 10 and 10 out at 20 the million: 1,200 millionths.
    text = least("[price]\ninput = 1\noutput = 2\nroles_input = 10\nroles_output = 20")
    spec = read(text)
    assert spec.price.roles.of(prompt=100, completion=10, cached=0) == pytest.approx(0.0012)
    assert specs.of_json(json.loads(json.dumps(specs.as_json(spec)))) == spec
    assert read(least("[price]\ninput = 1\noutput = 2")).price.roles is None


@pytest.mark.parametrize(
    ("profile", "said", "waits"),
    [
        ("gemini", "", True),
        ("gemini", "[run]\nhold = false", False),
        ("gemini", "[price]\ninput = 1\noutput = 2\n[limits]\ncost = 5", False),
        ("vllm", "", False),
    ],
)
def test_a_model_of_a_paid_service_waits_after_its_trial_games(profile, said, waits):
    assert read(least(said, profile=profile)).run.hold is waits
