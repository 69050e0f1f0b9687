"""Builds who checks and who answers, from the settings; nobody else reads those settings."""

from functools import lru_cache

from django.conf import settings

from games import presets, selectors
from games.checkers import LexiconChecker
from games.llm.chat import ChatModel
from games.model_roles import ModelChecker, ModelOracle
from games.oracles import ChainOracle, TableOracle
from games.presets import Condition, Protocol
from games.roles import Checker, Oracle
from games.services.turns import Seats

# Log-probabilities further apart than this were right in 96% of a 1.5B model's answers.
DEFAULT_MARGIN = 1.0


def seats(catalogue_id: int) -> Seats:
    return Seats(checker=checker(), oracle=oracle(catalogue_id))


def protocol(catalogue_id: int) -> Protocol:
    """The protocol that a play started now runs under."""
    return presets.of_preset(
        settings.PLAY_PRESET, oracle=oracle(catalogue_id).version, checker=checker().version
    )


def campaign_protocol(catalogue_id: int, *, preset: str, condition: str) -> Protocol:
    """The protocol that a campaign opened now would freeze."""
    return presets.of_preset(
        preset,
        oracle=oracle(catalogue_id).version,
        checker=checker().version,
        condition=Condition(condition),
    )


@lru_cache(maxsize=1)
def checker() -> Checker:
    if settings.CHECKER == "lexicon":
        return LexiconChecker()
    return ModelChecker(chat_model(settings.CHECKER_MODEL))


@lru_cache(maxsize=8)
def oracle(catalogue_id: int | None) -> Oracle:
    """The Oracle for one catalogue, whose vocabulary decides what the table can tell.

    Without a catalogue: the same Oracle over the whole lexicon, as it is scored.
    """
    if settings.ORACLE == "table":
        return table_oracle(catalogue_id)
    asked = model_oracle(margin=_margin())
    if settings.ORACLE == "model":
        return asked
    return ChainOracle(table_oracle(catalogue_id), asked)


def oracle_model_name() -> str:
    return str(settings.ORACLE_MODEL)


def model_oracle(*, margin: float) -> ModelOracle:
    model = chat_model(settings.ORACLE_MODEL)
    return ModelOracle(model, margin=margin, constrained=settings.STRUCTURED_REPLIES)


@lru_cache(maxsize=8)
def table_oracle(catalogue_id: int | None) -> TableOracle:
    return TableOracle(None if catalogue_id is None else selectors.vocabulary_of(catalogue_id))


@lru_cache(maxsize=4)
def chat_model(name: str) -> ChatModel:
    """The client of a model; what is heavy is imported only where it is asked for."""
    if settings.MODEL_BACKEND == "openai":
        return _over_http(name)
    return _in_process(name)


def forget() -> None:
    """Build everything anew, for tests that change settings or catalogues."""
    for kept in (checker, oracle, table_oracle, chat_model):
        kept.cache_clear()


def _margin() -> float:
    """The setting, else what calibration stored for the model, else 1."""
    if settings.ORACLE_MARGIN is not None:
        return float(settings.ORACLE_MARGIN)
    stored = selectors.margin_of(settings.ORACLE_MODEL)
    return DEFAULT_MARGIN if stored is None else stored


def _over_http(name: str) -> ChatModel:
    from games.llm.openai_http import OpenAIHTTP

    return OpenAIHTTP(
        settings.OPENAI_BASE_URL,
        name,
        api_key=settings.OPENAI_API_KEY,
        timeout_seconds=settings.MODEL_TIMEOUT_SECONDS,
        structured=settings.STRUCTURED_REPLIES,
    )


def _in_process(name: str) -> ChatModel:
    if settings.MODEL_BACKEND == "transformers":
        from games.llm.local import LocalModel

        return LocalModel(name)
    from games.llm.vllm_engine import VLLMEngine

    return VLLMEngine(name)
