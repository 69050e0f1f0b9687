"""The models and roles of runs, built from the settings and the environment."""

import pytest

from games import backends
from games.llm.chat import ModelRefused
from games.llm.local import LocalModel
from games.llm.openai_http import OpenAIHTTP
from games.llm.served import Backend, ServedModel
from games.llm.vllm_engine import VLLMEngine
from tests import make

SERVED = ServedModel(Backend.OPENAI, "small", address="http://127.0.0.1:1/v1")


def test_a_server_s_model_is_asked_over_http():
    model = backends.run_model(SERVED)
    assert isinstance(model, OpenAIHTTP) and model.name == "small"


@pytest.mark.parametrize(
    ("backend", "kind"), [(Backend.TRANSFORMERS, LocalModel), (Backend.VLLM, VLLMEngine)]
)
def test_a_model_in_process_is_made_without_loading_it(backend, kind):
    model = backends.run_model(ServedModel(backend, "owner/model"))
    assert isinstance(model, kind) and model.name == "owner/model"


def test_a_key_that_is_not_set_is_named(monkeypatch):
    monkeypatch.delenv("SPLINDOW_KEY", raising=False)
    served = ServedModel(
        Backend.OPENAI, "small", address="http://h/v1", key_variable="SPLINDOW_KEY"
    )
    with pytest.raises(ModelRefused, match="The environment variable SPLINDOW_KEY, which holds"):
        backends.run_model(served)


def test_the_key_is_read_from_its_variable(monkeypatch):
    monkeypatch.setenv("SPLINDOW_KEY", " sk-1 ")
    served = ServedModel(
        Backend.OPENAI, "small", address="http://h/v1", key_variable="SPLINDOW_KEY"
    )
    assert backends.run_model(served)._headers() == {"Authorization": "Bearer sk-1"}


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
