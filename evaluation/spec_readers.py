"""Each table of a spec to its value; problems are noted in the table that they are in."""

import re
from urllib.parse import urlsplit

from evaluation.spec_tables import Table
from evaluation.spec_values import (
    QUESTIONER_TOKENS,
    Architecture,
    GamesSpec,
    Group,
    Guess,
    LimitsSpec,
    ModelSpec,
    Preset,
    PriceSpec,
    ProtocolSpec,
    QuestionerKind,
    QuestionerSpec,
    RunSettings,
    SamplingSpec,
)
from games.labels import Split
from games.llm.profiles import PROFILES
from games.llm.served import Backend
from games.model_roles import CHECKER_TOKENS, ORACLE_TOKENS
from games.presets import Condition

_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{1,63}")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
TOKENS_OF_A_REPLY = 100_000


def questioner(table: Table) -> QuestionerSpec:
    kind = table.choice("kind", QuestionerKind, QuestionerKind.MODEL)
    spec = QuestionerSpec(
        kind=kind,
        skill=table.number("skill", low=0, high=1),
        list=_slug(table, "list", table.text("list", most=100)),
        guess=table.choice("guess", Guess, Guess.OBSERVER),
    )
    if table.has("skill") != (kind == QuestionerKind.NOISY):
        table.fault("skill", "A noisy Questioner needs a skill from 0 to 1; no other has one.")
    if kind != QuestionerKind.FIX20Q and (spec.list or spec.guess == Guess.MODEL):
        table.fault("list" if spec.list else "guess", f"Only fix20q has this; the kind is {kind}.")
    return spec


def model(table: Table) -> ModelSpec:
    spec = ModelSpec(
        backend=table.choice("backend", Backend, Backend.OPENAI),
        address=_address(table),
        folder=table.text("folder", most=1000),
        name=table.text("name"),
        key_variable=_key_variable(table),
        profile=_profile(table),
        group=str(table.optional_choice("group", Group) or ""),
        architecture=str(table.optional_choice("architecture", Architecture) or ""),
        size=table.text("size", most=40),
        revision=table.text("revision"),
        context=table.optional_whole("context", low=512, high=10_000_000),
        timeout_seconds=table.whole("timeout_seconds", 300, low=1, high=3600),
    )
    _require_place(table, spec)
    return spec


def run(table: Table, player: str) -> RunSettings:
    """player: what it is called where the table does not say."""
    name = table.text("player", player)
    return RunSettings(
        title=table.text("title", name),
        player=name,
        repeats=table.whole("repeats", 1, low=1, high=100),
        seed=table.whole("seed", 1, low=0, high=2**31 - 1),
        concurrency=table.whole("concurrency", 16, low=1, high=1024),
        workers=table.whole("workers", 1, low=1, high=64),
        hold=table.flag("hold"),
    )


def sampling(table: Table) -> SamplingSpec:
    def tokens(key: str, default: int) -> int:
        return table.whole(key, default, low=1, high=TOKENS_OF_A_REPLY)

    temperature = table.number("temperature", low=0, high=2)
    return SamplingSpec(
        temperature=temperature or 0.0,
        questioner_tokens=tokens("questioner_tokens", QUESTIONER_TOKENS),
        oracle_tokens=tokens("oracle_tokens", ORACLE_TOKENS),
        checker_tokens=tokens("checker_tokens", CHECKER_TOKENS),
        belief=table.flag("belief"),
        effort=table.text("effort", most=20),
        reasoning_tokens=table.optional_whole("reasoning_tokens", low=0, high=TOKENS_OF_A_REPLY),
    )


def games(table: Table) -> GamesSpec:
    return GamesSpec(
        catalogue=_slug(table, "catalogue", table.needed("catalogue", "name a stored catalogue")),
        split=table.optional_choice("split", Split),
        campaign=_slug(table, "campaign", table.text("campaign", most=100)),
        limit=table.optional_whole("limit", low=1, high=1_000_000),
    )


def protocol(table: Table) -> ProtocolSpec:
    return ProtocolSpec(
        preset=table.choice("preset", Preset, Preset.PAPER),
        condition=table.choice("condition", Condition, Condition.QUESTIONS),
        constrained=table.flag("constrained"),
        rules=table.text("rules", most=100),
    )


def limits(table: Table) -> LimitsSpec:
    return LimitsSpec(
        tokens=table.optional_whole("tokens", low=1, high=10**15),
        cost=table.number("cost", low=0.0001, high=10_000_000),
    )


def price(table: Table) -> PriceSpec | None:
    into = table.number("input", low=0, high=1_000_000)
    out = table.number("output", low=0, high=1_000_000)
    cached = table.number("cached", low=0, high=1_000_000)
    currency = table.text("currency", "USD", most=3)
    if not re.fullmatch("[A-Z]{3}", currency):
        table.fault("currency", "Write the three capitals of a currency, such as USD.")
    for key in ("input", "output"):
        if not table.has(key):
            table.fault(key, "This is missing; write the price of a million tokens.")
    if into is None or out is None:
        return None
    return PriceSpec(into, out, into if cached is None else cached, currency)


def _address(table: Table) -> str:
    address = table.text("address", most=1000).rstrip("/")
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        table.fault("address", "Write an address such as http://127.0.0.1:8000/v1.")
    elif "@" in parts.netloc or parts.query or parts.fragment:
        table.fault(
            "address",
            "An address holds no password and no key here; name the variable that holds the key "
            "in key_variable.",
        )
    else:
        return address
    return ""


def _key_variable(table: Table) -> str:
    """The name of an environment variable; what may be the key itself is not repeated."""
    name = table.text("key_variable")
    if name and not _VARIABLE.fullmatch(name):
        table.fault(
            "key_variable",
            "Write the name of an environment variable, in capitals, such as OPENAI_API_KEY; "
            "the key itself never stands in a spec.",
        )
        return ""
    return name


def _profile(table: Table) -> str:
    name = table.text("profile", "plain")
    if name not in PROFILES:
        table.fault("profile", f"This profile is unknown; there are {', '.join(PROFILES)}.")
        return "plain"
    return name


def _require_place(table: Table, spec: ModelSpec) -> None:
    """Note what the backend needs and lacks, and what it has no use for."""
    served = spec.backend == Backend.OPENAI
    needed = ("address", "name") if served else ("folder",)
    useless = ("folder", "context") if served else ("address", "key_variable")
    for key in needed:
        if not table.has(key):
            table.fault(key, f"This is missing; the backend {spec.backend} needs it.")
    for key in useless:
        if table.has(key):
            table.fault(key, f"The backend {spec.backend} has no use for this; leave it out.")
    if not served and spec.profile != "plain":
        table.fault("profile", "Only a model at a server has a profile; leave it out.")


def _slug(table: Table, key: str, value: str) -> str:
    if value and not _SLUG.fullmatch(value):
        table.fault(key, "Write its short name: letters, digits, hyphens and dots.")
        return ""
    return value
