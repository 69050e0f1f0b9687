"""Which Oracle is tried: from TOML or JSON to its value and back, and to settings of plays."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum

from evaluation import spec_readers, specs
from evaluation.spec_tables import Problem, SpecError, Table, table_of
from evaluation.spec_values import ModelSpec
from games.llm.profiles import PLAIN, VLLM
from games.llm.served import Backend, ServedModel

TABLES = ("oracle", "model")
# What the setting of plays takes too.
LONGEST_TIMEOUT = 600
# What an Oracle's model has no use for: nothing of it is printed, and settings know no profile.
_USELESS = ("profile", "group", "architecture", "size", "revision", "context")


class OracleKind(StrEnum):
    TABLE = "table"
    MODEL = "model"
    CHAIN = "chain"


@dataclass(frozen=True)
class OracleSpec:
    """kind: the table, a model, or the table where it is certain and else the model.

    margin: how far apart log P(yes) and log P(no) must be for an answer.
    structured: whether the server takes constrained replies and gives log-probabilities.
    model: None for the table alone.
    """

    kind: OracleKind
    title: str
    margin: float = 1.0
    structured: bool = True
    model: ModelSpec | None = None


def read_toml(data: bytes) -> OracleSpec:
    """Return the spec of a TOML file; raises SpecError with all that is wrong with it."""
    return of_json(specs.tables_of(data))


def of_json(tables: Mapping[str, object]) -> OracleSpec:
    """Return the spec that these tables are; raises SpecError with all that is wrong with them."""
    noted: list[Problem] = [
        Problem(str(name)[:40], "This table is unknown; there are oracle, model.")
        for name in tables
        if name not in TABLES
    ]
    oracle, place = (table_of(tables, name, noted) for name in TABLES)
    kind = oracle.choice("kind", OracleKind, OracleKind.TABLE)
    title = oracle.text("title")
    margin = oracle.number("margin")
    structured = oracle.flag("structured", True)
    oracle.finish()
    model = None if kind == OracleKind.TABLE else _model(place)
    if kind == OracleKind.TABLE and (tables.get("model") or oracle.has("margin")):
        noted.append(Problem("oracle.kind", "The table asks no model; leave model and margin out."))
    if noted:
        raise SpecError(noted)
    return OracleSpec(
        kind=kind,
        title=title or _title(kind, model),
        margin=OracleSpec.margin if margin is None else margin,
        structured=structured,
        model=model,
    )


def as_json(spec: OracleSpec) -> dict[str, object]:
    """Return the tables of the spec, defaults written out; `of_json` reads them back."""
    oracle: dict[str, object] = {"kind": spec.kind.value, "title": spec.title}
    if spec.model is None:
        return {"oracle": oracle}
    place = {
        key: value
        for key, value in asdict(spec.model).items()
        if value not in (None, "") and key not in _USELESS
    }
    return {
        "oracle": {**oracle, "margin": spec.margin, "structured": spec.structured},
        "model": place,
    }


def sha256(spec: OracleSpec) -> str:
    """Of all but the title: equal ones are one Oracle."""
    tables = as_json(spec)
    oracle = {key: value for key, value in _table(tables["oracle"]).items() if key != "title"}
    return specs.sha256({**tables, "oracle": oracle})


def served(spec: OracleSpec) -> ServedModel | None:
    """Return what its model's client is built from; None for the table."""
    if spec.model is None:
        return None
    return ServedModel(
        backend=spec.model.backend,
        name=spec.model.folder or spec.model.name,
        address=spec.model.address,
        key_variable=spec.model.key_variable,
        profile=VLLM if spec.structured else PLAIN,
        timeout_seconds=spec.model.timeout_seconds,
    )


def settings_of(spec: OracleSpec) -> list[tuple[str, str]]:
    """Return the environment variables, with their values, that make this the Oracle of plays.

    A key's value is never known here: its line names the variable that holds it.
    """
    lines = [("ORACLE", spec.kind.value)]
    model = served(spec)
    if model is None:
        return lines
    lines += [("MODEL_BACKEND", model.backend.value), ("ORACLE_MODEL", model.name)]
    if model.backend == Backend.OPENAI:
        lines.append(("OPENAI_BASE_URL", model.address))
    lines.append(("MODEL_TIMEOUT_SECONDS", f"{model.timeout_seconds:g}"))
    if model.key_variable:
        lines.append(("OPENAI_API_KEY", f"${model.key_variable}"))
    lines.append(("ORACLE_MARGIN", f"{spec.margin:g}"))
    lines.append(("STRUCTURED_REPLIES", "1" if spec.structured else "0"))
    return lines


def _model(table: Table) -> ModelSpec:
    for key in _USELESS:
        if table.has(key):
            table.fault(key, "An Oracle's model has no use for this; leave it out.")
    model = spec_readers.model(table)
    if model.timeout_seconds > LONGEST_TIMEOUT:
        table.fault("timeout_seconds", f"Write a whole number from 1 to {LONGEST_TIMEOUT}.")
    table.finish()
    return model


def _title(kind: OracleKind, model: ModelSpec | None) -> str:
    if model is None:
        return "table"
    name = model.name or model.folder.rstrip("/").rpartition("/")[2] or "model"
    return f"table, else {name}" if kind == OracleKind.CHAIN else name


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
