"""The packaged suite: the paper's fifteen Questioners, each of which makes a sound spec."""

from collections import Counter

import pytest

from evaluation import specs, suites
from evaluation.suites import UnknownModel

SUITE = suites.load("affordance20q-2026")
GAMES = {"games": {"catalogue": "open-1"}}


def test_it_has_the_fifteen_models_of_the_paper():
    assert len(SUITE.models) == 15
    groups = Counter((model.group, model.architecture) for model in SUITE.models)
    assert groups == {("open", "dense"): 8, ("open", "moe"): 2, ("closed", ""): 5}


def test_no_two_share_a_key_or_a_name():
    assert len({model.key for model in SUITE.models}) == 15
    assert len({model.name for model in SUITE.models}) == 15


@pytest.mark.parametrize("model", SUITE.models, ids=lambda model: model.key)
def test_each_makes_a_sound_spec(model):
    address = {"model": {"address": "http://127.0.0.1:8000/v1"}}
    spec = specs.of_json(suites.filled(GAMES, model.tables(), address))
    assert (spec.run.player, spec.model.name) == (model.player, model.name)
    assert spec.model.group == model.group


def test_a_closed_model_brings_its_address_and_the_name_of_its_variable():
    model = SUITE.model("gpt-5")
    assert (model.address, model.key_variable) == ("https://api.openai.com/v1", "OPENAI_API_KEY")


def test_a_base_keeps_what_the_suite_does_not_say():
    base = {**GAMES, "run": {"concurrency": 64, "title": "Mine"}}
    merged = suites.filled(base, SUITE.model("phi-4").tables())
    assert merged["run"] == {"concurrency": 64, "title": "Phi-4", "player": "Phi-4"}
    assert base["run"] == {"concurrency": 64, "title": "Mine"}


def test_another_model_is_not_in_it():
    with pytest.raises(UnknownModel, match="no model 'gpt-2'; it has qwen3-8b, qwen3-14b"):
        SUITE.model("gpt-2")


def test_another_suite_is_not_there():
    with pytest.raises(UnknownModel, match="no suite 'coat'; there is affordance20q-2026"):
        suites.load("coat")
