"""Each table of a spec to its value; problems are noted in the table that they are in."""

import re
from urllib.parse import urlsplit

from evaluation.spec_tables import Table
from evaluation.spec_values import (
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
from games.llm import key_hosts
from games.llm.profiles import PROFILES
from games.llm.served import Backend
from games.presets import Condition, MultiProperty

_RULES = re.compile(r"[^\s/]+/[1-9][0-9]{0,8}")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def questioner(table: Table) -> QuestionerSpec:
    kind = table.choice("kind", QuestionerKind, QuestionerSpec.kind)
    spec = QuestionerSpec(
        kind=kind,
        skill=table.number("skill"),
        list=slug(table, "list", table.text("list", most=100)),
        guess=table.choice("guess", Guess, QuestionerSpec.guess),
    )
    if table.has("skill") != (kind == QuestionerKind.NOISY):
        table.fault("skill", "A noisy Questioner needs a skill from 0 to 1; no other has one.")
    if kind != QuestionerKind.FIX20Q and (spec.list or spec.guess == Guess.MODEL):
        table.fault("list" if spec.list else "guess", f"Only fix20q has this; the kind is {kind}.")
    return spec


def model(table: Table) -> ModelSpec:
    spec = ModelSpec(
        backend=table.choice("backend", Backend, ModelSpec.backend),
        address=_address(table),
        folder=table.text("folder", most=1000),
        name=table.text("name"),
        key_variable=_key_variable(table),
        profile=_profile(table),
        group=str(table.optional_choice("group", Group) or ""),
        architecture=str(table.optional_choice("architecture", Architecture) or ""),
        size=table.text("size", most=40),
        revision=table.text("revision"),
        context=table.optional_whole("context"),
        timeout_seconds=table.whole("timeout_seconds", ModelSpec.timeout_seconds),
    )
    _require_place(table, spec)
    return spec


def run(table: Table, player: str, *, waits: bool = False) -> RunSettings:
    """player, waits: what it is called, and whether it waits, where the table does not say."""
    name = table.text("player", player)
    return RunSettings(
        title=table.text("title", name),
        player=name,
        repeats=table.whole("repeats", RunSettings.repeats),
        seed=table.whole("seed", RunSettings.seed),
        concurrency=table.whole("concurrency", RunSettings.concurrency),
        workers=table.whole("workers", RunSettings.workers),
        hold=table.flag("hold", waits),
    )


def sampling(table: Table) -> SamplingSpec:
    temperature = table.number("temperature")
    return SamplingSpec(
        temperature=SamplingSpec.temperature if temperature is None else temperature,
        questioner_tokens=table.whole("questioner_tokens", SamplingSpec.questioner_tokens),
        oracle_tokens=table.whole("oracle_tokens", SamplingSpec.oracle_tokens),
        checker_tokens=table.whole("checker_tokens", SamplingSpec.checker_tokens),
        belief=table.flag("belief"),
        effort=table.text("effort", most=20),
        reasoning_tokens=table.optional_whole("reasoning_tokens"),
    )


def games(table: Table) -> GamesSpec:
    return GamesSpec(
        catalogue=slug(table, "catalogue", table.needed("catalogue", "name a stored catalogue")),
        split=table.optional_choice("split", Split),
        campaign=slug(table, "campaign", table.text("campaign", most=100)),
        limit=table.optional_whole("limit"),
    )


def protocol(table: Table) -> ProtocolSpec:
    spec = ProtocolSpec(
        preset=table.choice("preset", Preset, ProtocolSpec.preset),
        condition=table.choice("condition", Condition, ProtocolSpec.condition),
        multi_property=table.choice("multi_property", MultiProperty, ProtocolSpec.multi_property),
        constrained=table.flag("constrained"),
        rules=table.text("rules", most=100),
    )
    if spec.rules and not _RULES.fullmatch(spec.rules):
        table.fault("rules", "Write a stored set as name/version, such as by_hand/1.")
    if spec.condition != Condition.QUESTIONS and spec.multi_property == MultiProperty.ALLOW:
        table.fault("multi_property", f"The control {spec.condition} has no questions to allow.")
    return spec


def limits(table: Table) -> LimitsSpec:
    return LimitsSpec(
        tokens=table.optional_whole("tokens"),
        cost=table.number("cost"),
    )


def price(table: Table) -> PriceSpec | None:
    into = table.number("input")
    out = table.number("output")
    cached = table.number("cached")
    roles_into = table.number("roles_input")
    roles_out = table.number("roles_output")
    currency = table.text("currency", PriceSpec.currency, most=3)
    if not re.fullmatch("[A-Z]{3}", currency):
        table.fault("currency", "Write the three capitals of a currency, such as USD.")
    for key in ("input", "output"):
        if not table.has(key):
            table.fault(key, "This is missing; write the price of a million tokens.")
    if table.has("roles_input") != table.has("roles_output"):
        table.fault("roles_input", "Write both roles_input and roles_output, or neither.")
    if into is None or out is None:
        return None
    kept = into if cached is None else cached
    return PriceSpec(into, out, kept, currency, roles_into, roles_out)


def _address(table: Table) -> str:
    address = table.text("address", most=1000).rstrip("/")
    if not address:
        return ""
    try:
        key_hosts.origin_of(address)
        parts = urlsplit(address)
    except ValueError:
        table.fault("address", "Write an address such as http://127.0.0.1:8000/v1.")
        return ""
    if "@" in parts.netloc or parts.query or parts.fragment:
        table.fault(
            "address",
            "An address holds no password and no key here; name the variable that holds the key "
            "in key_variable.",
        )
        return ""
    return address


def _key_variable(table: Table) -> str:
    """The name of an environment variable; what may be the key itself is not repeated."""
    name = table.text("key_variable")
    if name and not key_hosts.VARIABLE.fullmatch(name):
        table.fault(
            "key_variable",
            "Write the name of an environment variable, in capitals, such as OPENAI_API_KEY; "
            "the key itself never stands in a spec.",
        )
        return ""
    return name


def _profile(table: Table) -> str:
    name = table.text("profile", ModelSpec.profile)
    if name not in PROFILES:
        table.fault("profile", f"This profile is unknown; there are {', '.join(PROFILES)}.")
        return "plain"
    return name


def _require_place(table: Table, spec: ModelSpec) -> None:
    """Note what the backend needs and lacks, and what it has no use for."""
    served = spec.backend == Backend.OPENAI
    needed = ("address", "name") if served else ("folder",)
    place = "a model at a server" if served else "a model in the worker's process"
    useless = ("folder", "context") if served else ("address", "key_variable")
    for key in needed:
        if not table.has(key):
            table.fault(key, f"This is missing; {place} needs it.")
    for key in useless:
        if table.has(key):
            table.fault(key, f"{place.capitalize()} has no use for this; leave it out.")
    if not served and spec.profile != "plain":
        table.fault("profile", "Only a model at a server has a profile; leave it out.")


def slug(table: Table, key: str, value: str) -> str:
    if value and not _SLUG.fullmatch(value):
        table.fault(key, "Write its short name: letters, digits, hyphens and dots.")
        return ""
    return value
