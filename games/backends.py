"""Builds who checks and who answers, from the settings; nobody else reads those settings."""

import os
from collections.abc import Callable
from functools import cache, lru_cache, partial

from django.conf import settings

from games import presets, selectors
from games.checkers import LexiconChecker
from games.llm import in_process, key_hosts
from games.llm.chat import ChatModel, ModelRefused
from games.llm.in_process import Weights
from games.llm.profiles import PLAIN, VLLM
from games.llm.served import VLLM_CONTEXT, Backend, ServedModel
from games.model_roles import CHECKER_TOKENS, ORACLE_TOKENS, ModelChecker, ModelOracle
from games.oracles import ChainOracle, TableOracle
from games.presets import Condition, Protocol
from games.roles import Checker, Oracle
from games.services.turns import Seats

# Log-probabilities further apart than this were right in 96% of a 1.5B model's answers.
DEFAULT_MARGIN = 1.0
Through = Callable[[ChatModel], ChatModel]


def _as_it_is(model: ChatModel) -> ChatModel:
    return model


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


def run_seats(
    catalogue_id: int,
    *,
    oracle_tokens: int = ORACLE_TOKENS,
    checker_tokens: int = CHECKER_TOKENS,
    through: Through = _as_it_is,
) -> Seats:
    """The same roles for a run of a model, which may set their limits; a version tells them.

    through: what their models are called through.
    """
    return Seats(
        checker=_checker(checker_tokens, through),
        oracle=_oracle(catalogue_id, oracle_tokens, through),
    )


def run_model(served: ServedModel) -> ChatModel:
    """A client of a run's model; one of a model in this process is closed after its use.

    Raises ModelRefused where the variable that holds its key is not set here, or where that key
    may not be sent to its server.
    """
    if served.backend != Backend.OPENAI:
        return _in_process(served)
    if why := key_refusal(served.key_variable, served.address):
        raise ModelRefused(why)
    key = os.environ.get(served.key_variable, "").strip() if served.key_variable else ""
    if served.key_variable and not key:
        raise ModelRefused(
            f"The environment variable {served.key_variable}, which holds the key of "
            f"{served.name}, is not set for this worker."
        )
    return _over_http(served, key)


def key_refusal(variable: str, address: str) -> str:
    """Why the key in this variable is not sent to this address; "" where it may be."""
    return key_hosts.refusal(variable, address, settings.MODEL_KEYS)


def candidate_oracle(
    catalogue_id: int,
    model: ChatModel | None,
    *,
    beside_table: bool,
    margin: float,
    constrained: bool,
) -> Oracle:
    """An Oracle that is tried beside others, the same as settings of this meaning would make.

    model: None for the table alone. beside_table: whether the table answers first.
    """
    if model is None:
        return table_oracle(catalogue_id)
    asked = ModelOracle(model, margin=margin, constrained=constrained)
    return ChainOracle(table_oracle(catalogue_id), asked) if beside_table else asked


@lru_cache(maxsize=1)
def checker() -> Checker:
    return _checker(CHECKER_TOKENS, _as_it_is)


@lru_cache(maxsize=8)
def oracle(catalogue_id: int | None) -> Oracle:
    """The Oracle for one catalogue, whose vocabulary decides what the table can tell.

    Without a catalogue: the same Oracle over the whole lexicon, as it is scored.
    """
    return _oracle(catalogue_id, ORACLE_TOKENS, _as_it_is)


def _checker(max_tokens: int, through: Through) -> Checker:
    if settings.CHECKER == "lexicon":
        return LexiconChecker()
    return ModelChecker(through(chat_model(settings.CHECKER_MODEL)), max_tokens=max_tokens)


def _oracle(catalogue_id: int | None, max_tokens: int, through: Through) -> Oracle:
    if settings.ORACLE == "table":
        return table_oracle(catalogue_id)
    asked = model_oracle(margin=_margin(), max_tokens=max_tokens, through=through)
    if settings.ORACLE == "model":
        return asked
    return ChainOracle(table_oracle(catalogue_id), asked)


def roles_ask_models() -> tuple[bool, bool]:
    """Whether the Oracle and the Checker do: else no limit of their replies counts."""
    return settings.ORACLE != "table", settings.CHECKER != "lexicon"


def oracle_model_name() -> str:
    return str(settings.ORACLE_MODEL)


def model_oracle(
    *, margin: float, max_tokens: int = ORACLE_TOKENS, through: Through = _as_it_is
) -> ModelOracle:
    return ModelOracle(
        through(chat_model(settings.ORACLE_MODEL)),
        margin=margin,
        constrained=settings.STRUCTURED_REPLIES,
        max_tokens=max_tokens,
    )


@lru_cache(maxsize=8)
def table_oracle(catalogue_id: int | None) -> TableOracle:
    return TableOracle(None if catalogue_id is None else selectors.vocabulary_of(catalogue_id))


@cache
def chat_model(name: str) -> ChatModel:
    """The client of a model; what is heavy is imported only where it is asked for.

    It is never closed: a model in this process stays loaded once a role or a drafter needed it.
    """
    profile = VLLM if settings.STRUCTURED_REPLIES else PLAIN
    served = ServedModel(
        Backend(settings.MODEL_BACKEND),
        name,
        address=settings.OPENAI_BASE_URL,
        profile=profile,
        timeout_seconds=settings.MODEL_TIMEOUT_SECONDS,
    )
    if served.backend == Backend.OPENAI:
        return _over_http(served, settings.OPENAI_API_KEY)
    return _in_process(served)


def forget() -> None:
    """Build everything anew, for tests that change settings or catalogues."""
    for kept in (checker, oracle, table_oracle, chat_model):
        kept.cache_clear()
    in_process.close_all()


def _margin() -> float:
    """The setting, else what calibration stored for the model, else 1."""
    if settings.ORACLE_MARGIN is not None:
        return float(settings.ORACLE_MARGIN)
    stored = selectors.margin_of(settings.ORACLE_MODEL)
    return DEFAULT_MARGIN if stored is None else stored


def _over_http(served: ServedModel, key: str) -> ChatModel:
    from games.llm.openai_http import OpenAIHTTP

    return OpenAIHTTP(
        served.address,
        served.name,
        api_key=key,
        timeout_seconds=served.timeout_seconds,
        system_role=served.system_role,
        alternate=served.alternate,
        profile=served.profile,
    )


def _in_process(served: ServedModel) -> ChatModel:
    return in_process.client(served, partial(_weights, served))


def _weights(served: ServedModel) -> Weights:
    if served.backend == Backend.TRANSFORMERS:
        from games.llm.local import LocalModel

        return LocalModel(served.name, revision=served.revision)
    from games.llm.vllm_engine import VLLMEngine

    context = served.context or VLLM_CONTEXT
    return VLLMEngine(served.name, revision=served.revision, context=context)
