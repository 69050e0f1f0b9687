"""The models and roles of runs, built from the settings and the environment."""

from dataclasses import replace

import pytest

from games import backends
from games.llm.chat import ModelRefused
from games.llm.in_process import InProcess
from games.llm.openai_http import OpenAIHTTP
from games.llm.served import Backend, ServedModel
from tests import make

SERVED = ServedModel(Backend.OPENAI, "small", address="http://127.0.0.1:1/v1")
SHARED_NOT = ServedModel(Backend.TRANSFORMERS, "owner/model", revision="abc123")
WITH_KEY = replace(SERVED, address="http://h/v1", key_variable="SPLINDOW_KEY")


@pytest.fixture
def allowed(settings):
    settings.MODEL_KEYS = {"SPLINDOW_KEY": ("http://h",)}


def test_a_server_s_model_is_asked_over_http():
    model = backends.run_model(SERVED)
    assert isinstance(model, OpenAIHTTP) and model.name == "small"


@pytest.mark.parametrize("backend", [Backend.TRANSFORMERS, Backend.VLLM])
def test_a_model_in_process_is_made_without_loading_it(backend):
    model = backends.run_model(ServedModel(backend, "owner/model", revision="abc123"))
    assert isinstance(model, InProcess) and model.name == "owner/model@abc123"


def test_a_role_and_a_run_share_the_same_weights(settings):
    settings.MODEL_BACKEND = "transformers"
    role = backends.chat_model("owner/model")
    player = backends.run_model(ServedModel(Backend.TRANSFORMERS, "owner/model"))
    assert player._weights is role._weights
    assert backends.run_model(SHARED_NOT)._weights is not role._weights


def test_a_key_that_is_not_set_is_named(monkeypatch, allowed):
    monkeypatch.delenv("SPLINDOW_KEY", raising=False)
    with pytest.raises(ModelRefused, match="The environment variable SPLINDOW_KEY, which holds"):
        backends.run_model(WITH_KEY)


def test_the_key_is_read_from_its_variable(monkeypatch, allowed):
    monkeypatch.setenv("SPLINDOW_KEY", " sk-1 ")
    assert backends.run_model(WITH_KEY)._headers() == {"Authorization": "Bearer sk-1"}


def test_a_key_that_may_not_go_to_the_server_makes_no_client(monkeypatch, allowed):
    monkeypatch.setenv("SPLINDOW_KEY", "sk-1")
    elsewhere = replace(WITH_KEY, address="http://elsewhere/v1")
    with pytest.raises(ModelRefused, match="SPLINDOW_KEY is not sent to http://elsewhere"):
        backends.run_model(elsewhere)


def test_the_lab_s_own_secrets_are_no_keys(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "splindow")
    with pytest.raises(ModelRefused, match="MODEL_KEYS of this lab lets it go to no server"):
        backends.run_model(replace(SERVED, key_variable="SECRET_KEY"))


@pytest.mark.django_db
def test_a_run_has_the_roles_that_people_have():
    catalogue = make.catalogue()
    seats = backends.run_seats(catalogue.pk)
    assert seats.oracle.version == backends.oracle(catalogue.pk).version
    assert seats.checker.version == backends.checker().version


@pytest.mark.django_db
def test_other_limits_are_other_versions(settings):
    settings.ORACLE, settings.CHECKER = "model", "model"
    settings.ORACLE_MODEL = settings.CHECKER_MODEL = "small"
    usual = backends.run_seats(1)
    other = backends.run_seats(1, oracle_tokens=40, checker_tokens=60)
    assert usual.oracle.version == backends.oracle(1).version
    assert other.oracle.version.endswith(" 40 tokens")
    assert other.checker.version.endswith(" 60 tokens")
