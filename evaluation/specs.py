"""A run's spec: from TOML or JSON to its value and back, with every problem named at once."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from evaluation import spec_readers, spec_rules
from evaluation.spec_tables import Problem, SpecError, table_of
from evaluation.spec_values import (
    QUESTIONER_TOKENS,
    LimitsSpec,
    ModelSpec,
    PriceSpec,
    ProtocolSpec,
    QuestionerKind,
    QuestionerSpec,
    RunSpec,
    SamplingSpec,
)
from games.formats import toml
from games.llm.profiles import PLAIN, PROFILES, Profile
from games.llm.served import Backend, ServedModel
from games.model_roles import CHECKER_TOKENS, ORACLE_TOKENS
from games.presets import MultiProperty

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SIZE_LIMIT = 65_536
TABLES = ("run", "questioner", "model", "sampling", "games", "protocol", "limits", "price")


def read_toml(data: bytes) -> RunSpec:
    """Return the spec of a TOML file; raises SpecError with all that is wrong with it."""
    return of_json(tables_of(data))


def tables_of(data: bytes) -> dict[str, object]:
    """Return the tables of a TOML file as they stand; raises SpecError where it is none."""
    if len(data) > SIZE_LIMIT:
        raise SpecError(
            [Problem("", f"The file has {len(data):,} bytes; {SIZE_LIMIT:,} at most are read.")]
        )
    try:
        return toml.tables_of(data)
    except ValueError as error:
        raise SpecError([Problem("", f"This is no TOML: {error}.")]) from error


def of_json(tables: Mapping[str, object]) -> RunSpec:
    """Return the spec that these tables are; raises SpecError with all that is wrong with them."""
    noted: list[Problem] = [
        Problem(str(name)[:40], f"This table is unknown; there are {', '.join(TABLES)}.")
        for name in tables
        if name not in TABLES
    ]
    read = {name: table_of(tables, name, noted) for name in TABLES}
    questioner = spec_readers.questioner(read["questioner"])
    asks = questioner.needs_model
    model = spec_readers.model(read["model"]) if asks else None
    limits = spec_readers.limits(read["limits"])
    protocol = spec_readers.protocol(read["protocol"])
    player = spec_rules.called(_player(questioner, model), questioner, protocol.rules)
    run = spec_readers.run(read["run"], player=player, waits=_may_cost(model, limits))
    spec = RunSpec(
        run=run,
        questioner=questioner,
        model=model,
        sampling=spec_readers.sampling(read["sampling"]),
        games=spec_readers.games(read["games"]),
        protocol=protocol,
        limits=limits,
        price=spec_readers.price(read["price"]) if tables.get("price") else None,
    )
    for name, table in read.items():
        if name != "model" or asks:
            table.finish()
    noted += [*_misfits(spec, tables), *spec_rules.misfits(questioner, protocol.rules)]
    if noted:
        raise SpecError(noted)
    return spec


def as_json(spec: "DataclassInstance") -> dict[str, object]:
    """Return the tables of a spec, defaults written out; `of_json` reads them back."""
    tables: dict[str, object] = {
        name: {key: value for key, value in table.items() if value not in (None, "")}
        for name, table in asdict(spec).items()
        if table
    }
    return tables


def sha256(*documents: Mapping[str, object]) -> str:
    """Return the hash of these documents' canonical JSON, one after the other."""
    lines = (json.dumps(each, sort_keys=True, separators=(",", ":")) for each in documents)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def served(spec: RunSpec, checked: Mapping[str, object] | None = None) -> ServedModel:
    """Return what the model's client is built from.

    checked: what a pre-flight found of its template; one that failed counts for nothing.
    Raises ValueError for a spec without a model.
    """
    if spec.model is None:
        raise ValueError(f"A {spec.questioner.kind} Questioner has no model.")
    return served_as(spec.model, spec.profile or PLAIN, checked)


def served_as(
    model: ModelSpec, profile: Profile, checked: Mapping[str, object] | None = None
) -> ServedModel:
    """See `served`; profile: with the run's own effort and allowance."""
    found = checked if checked and checked.get("passed") else {}
    return ServedModel(
        backend=model.backend,
        name=model.folder or model.name,
        address=model.address,
        key_variable=model.key_variable,
        revision=model.revision,
        profile=profile,
        context=model.context,
        timeout_seconds=model.timeout_seconds,
        system_role=found.get("system_role") is not False,
        alternate=found.get("alternate") is True,
    )


def deviations(spec: RunSpec) -> list[str]:
    """Return a sentence for all that is not the preset, temperature 0 and 512, 20 and 50 tokens."""
    found = _of_protocol(spec.protocol)
    if spec.model is None:
        return found
    profile, sampling = spec.profile or PLAIN, spec.sampling
    return [
        *found,
        *of_temperature(profile, sampling.temperature),
        *_of_limits(sampling),
        *of_reasoning(profile, sampling.questioner_tokens),
    ]


def _of_protocol(protocol: ProtocolSpec) -> list[str]:
    if protocol.multi_property == MultiProperty.REJECT:
        return []
    return [
        f"Questions on more than one property are answered, which the preset {protocol.preset} "
        "refuses."
    ]


def of_temperature(profile: Profile, wanted: float) -> list[str]:
    sent = profile.sent_temperature(wanted)
    if sent is None:
        return [f"No temperature is sent, for the profile {profile.name} takes none: it is not 0."]
    if sent != wanted:
        return [f"The temperature is {sent:g}, the lowest that {profile.name} takes, not 0."]
    return [f"The temperature is {wanted:g}, not 0."] if wanted else []


def _of_limits(sampling: SamplingSpec) -> list[str]:
    roles = (
        ("Questioner", sampling.questioner_tokens, QUESTIONER_TOKENS),
        ("Oracle", sampling.oracle_tokens, ORACLE_TOKENS),
        ("Checker", sampling.checker_tokens, CHECKER_TOKENS),
    )
    return [
        f"The {role}'s replies have at most {limit:,} tokens, not {usual}."
        for role, limit, usual in roles
        if limit != usual
    ]


def of_reasoning(profile: Profile, visible: int) -> list[str]:
    """visible: tokens that a reply's text may have."""
    allowance = profile.budget(visible) - visible
    if not allowance and not profile.effort:
        return []
    effort = f", effort {profile.effort}" if profile.effort else ""
    return [
        f"Hidden reasoning and text share a limit of {visible + allowance:,} tokens: {visible:,} "
        f"for the text and {allowance:,} for reasoning{effort}."
    ]


def _player(questioner: QuestionerSpec, model: ModelSpec | None) -> str:
    """What the player is called where the spec does not say."""
    if questioner.kind == QuestionerKind.MODEL and model:
        return model.name or model.folder.rstrip("/").rpartition("/")[2] or "model"
    if questioner.kind == QuestionerKind.NOISY:
        return f"Noisy {questioner.skill or 0:.2g}"
    if questioner.kind == QuestionerKind.FIX20Q:
        return f"FIX20Q {questioner.list}".strip() + (f", guess by {model.name}" if model else "")
    return {"optimal": "OPTIMAL"}.get(questioner.kind, str(questioner.kind).capitalize())


def _may_cost(model: ModelSpec | None, limits: LimitsSpec) -> bool:
    """Whether its games cost money and no limit is set to that."""
    return model is not None and PROFILES[model.profile].paid and limits.cost is None


def _misfits(spec: RunSpec, tables: Mapping[str, object]) -> list[Problem]:
    """What is sound in its own table and does not fit another."""
    if spec.model is not None:
        return [*_unpriced(spec), *_profile_misfits(spec, spec.model)]
    found = []
    if tables.get("model"):
        why = f"A {spec.questioner.kind} Questioner asks no model; leave this table out."
        found.append(Problem("model", why))
    if spec.protocol.constrained:
        found.append(Problem("protocol.constrained", "Only a model's replies are constrained."))
    return found


def _unpriced(spec: RunSpec) -> list[Problem]:
    if spec.limits.cost is None or spec.price is not None:
        return []
    return [
        Problem("limits.cost", "A limit of cost needs the price of tokens in and out, [price].")
    ]


def _profile_misfits(spec: RunSpec, model: ModelSpec) -> list[Problem]:
    found = []
    profile = PROFILES[model.profile]
    effort = spec.sampling.effort
    if effort and effort not in profile.efforts:
        known = ", ".join(profile.efforts) or "none"
        found.append(
            Problem("sampling.effort", f"The profile {profile.name} knows these efforts: {known}.")
        )
    if model.backend == Backend.OPENAI and spec.protocol.constrained and not profile.structured:
        found.append(
            Problem(
                "protocol.constrained",
                f"The profile {profile.name} takes no constrained replies; vllm does.",
            )
        )
    if spec.sampling.belief and not profile.logprobs:
        found.append(
            Problem(
                "sampling.belief",
                f"The profile {profile.name} gives no log-probabilities; leave this out.",
            )
        )
    return found


__all__ = [
    "PriceSpec",
    "Problem",
    "RunSpec",
    "SpecError",
    "as_json",
    "deviations",
    "of_json",
    "read_toml",
    "served",
    "sha256",
    "tables_of",
]
