"""What an induction is asked to do: from TOML or JSON to its value and back."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum

from evaluation import spec_readers, specs
from evaluation.induction.values import Caps, Role
from evaluation.spec_tables import Problem, SpecError, Table, table_of
from evaluation.spec_values import ModelSpec
from games.candidates import key_of
from games.llm.profiles import PROFILES
from games.llm.served import ServedModel

TABLES = ("induction", "model", "sampling", "sources", "affordances", "limits")
WORDINGS = "wordings"
MOST_AFFORDANCES = 5_000
MOST_WORDINGS = 30
LONGEST_WORDING = 100
_NAME = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*")
_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class OnBroken(StrEnum):
    STOP = "stop"
    SKIP = "skip"


@dataclass(frozen=True)
class Sampling:
    """Limits in tokens, of a reply's visible text."""

    temperature: float = 0.0
    proposer_tokens: int = 600
    auditor_tokens: int = 300
    validator_tokens: int = 300

    def tokens_of(self, role: Role) -> int:
        return {
            Role.PROPOSER: self.proposer_tokens,
            Role.AUDITOR: self.auditor_tokens,
            Role.VALIDATOR: self.validator_tokens,
        }[role]


@dataclass(frozen=True)
class Sources:
    """Paths as the worker sees them: WordNet's folder, files of CSKG and of Aristo's tuples.

    catalogue: a stored one whose labels and sheets count as evidence, "" for none; the set is
    then contaminated for its games.
    """

    wordnet: str = ""
    cskg: str = ""
    aristo: str = ""
    catalogue: str = ""
    broken: OnBroken = OnBroken.STOP


@dataclass(frozen=True)
class Affordances:
    """catalogue: a stored one whose affordances are meant, "" for those of `texts`.

    only: keys of those that are wanted, none for all. wordings: key -> other words for it.
    """

    catalogue: str = ""
    texts: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class InductionSpec:
    """name: of the rule set that comes of it. things, facts: how many are kept of each
    affordance, and of each thing. hold: whether it waits once the sources are read. tokens:
    where it is paused, None for no limit.
    """

    name: str
    title: str
    model: ModelSpec
    caps: Caps
    sampling: Sampling
    sources: Sources
    affordances: Affordances
    things: int = 30
    facts: int = 12
    concurrency: int = 8
    hold: bool = False
    tokens: int | None = None


def read_toml(data: bytes) -> InductionSpec:
    """Return the spec of a TOML file; raises SpecError with all that is wrong with it."""
    return of_json(specs.tables_of(data))


def of_json(tables: Mapping[str, object]) -> InductionSpec:
    """Return the spec that these tables are; raises SpecError with all that is wrong with them."""
    known = (*TABLES, WORDINGS)
    noted = [
        Problem(str(name)[:40], f"This table is unknown; there are {', '.join(known)}.")
        for name in tables
        if name not in known
    ]
    head, model, sampling, sources, affordances, limits = (
        table_of(tables, name, noted) for name in TABLES
    )
    name = head.needed("name", "name the rule set that comes of it")
    if name and not _NAME.fullmatch(name):
        head.fault("name", "Write small letters, digits and single underscores.")
    spec = InductionSpec(
        name=name,
        title=head.text("title", name),
        model=spec_readers.model(model),
        caps=_caps(head),
        sampling=_sampling(sampling),
        sources=_sources(sources),
        affordances=_affordances(affordances, tables.get(WORDINGS), noted),
        things=head.whole("things", InductionSpec.things),
        facts=head.whole("facts", InductionSpec.facts),
        concurrency=head.whole("concurrency", InductionSpec.concurrency),
        hold=head.flag("hold"),
        tokens=limits.optional_whole("tokens"),
    )
    for table in (head, model, sampling, sources, affordances, limits):
        table.finish()
    if noted:
        raise SpecError(noted)
    return spec


def as_json(spec: InductionSpec) -> dict[str, object]:
    """Return the tables of the spec, defaults written out; `of_json` reads them back."""
    head = {
        "name": spec.name,
        "title": spec.title,
        **asdict(spec.caps),
        **{name: getattr(spec, name) for name in ("things", "facts", "concurrency", "hold")},
    }
    named = spec.affordances
    lists = {"catalogue": named.catalogue, "list": list(named.texts), "only": list(named.only)}
    tables: dict[str, Mapping[str, object]] = {
        "induction": head,
        "model": asdict(spec.model),
        "sampling": asdict(spec.sampling),
        "sources": {**asdict(spec.sources), "broken": str(spec.sources.broken)},
        "affordances": lists,
        WORDINGS: {key: list(words) for key, words in named.wordings.items()},
        "limits": {"tokens": spec.tokens},
    }
    written = {
        name: {key: value for key, value in table.items() if value not in (None, "", [])}
        for name, table in tables.items()
    }
    return {name: table for name, table in written.items() if table}


def served(spec: InductionSpec) -> ServedModel:
    """Return what its model's client is built from."""
    model = spec.model
    return ServedModel(
        backend=model.backend,
        name=model.folder or model.name,
        address=model.address,
        key_variable=model.key_variable,
        revision=model.revision,
        profile=PROFILES[model.profile],
        context=model.context,
        timeout_seconds=model.timeout_seconds,
    )


def _caps(table: Table) -> Caps:
    return Caps(
        rounds=table.whole("rounds", Caps.rounds),
        asks=table.whole("asks", Caps.asks),
        shown=table.whole("shown", Caps.shown),
        proposals=table.whole("proposals", Caps.proposals),
        ways=table.whole("ways", Caps.ways),
    )


def _sampling(table: Table) -> Sampling:
    temperature = table.number("temperature")
    return Sampling(
        temperature=Sampling.temperature if temperature is None else temperature,
        proposer_tokens=table.whole("proposer_tokens", Sampling.proposer_tokens),
        auditor_tokens=table.whole("auditor_tokens", Sampling.auditor_tokens),
        validator_tokens=table.whole("validator_tokens", Sampling.validator_tokens),
    )


def _sources(table: Table) -> Sources:
    found = Sources(
        wordnet=table.text("wordnet", most=1000),
        cskg=table.text("cskg", most=1000),
        aristo=table.text("aristo", most=1000),
        catalogue=_slug(table, "catalogue"),
        broken=table.choice("broken", OnBroken, OnBroken.STOP),
    )
    if not (found.wordnet or found.cskg or found.aristo or found.catalogue):
        table.fault("wordnet", "Name a source: wordnet, cskg, aristo or catalogue.")
    return found


def _affordances(table: Table, wordings: object, noted: list[Problem]) -> Affordances:
    found = Affordances(
        catalogue=_slug(table, "catalogue"),
        texts=table.texts("list", each=LONGEST_WORDING, most=MOST_AFFORDANCES),
        only=table.texts("only", each=LONGEST_WORDING, most=MOST_AFFORDANCES),
        wordings=_wordings(wordings, noted),
    )
    if found.catalogue and found.texts:
        table.fault("catalogue", "There are a catalogue and a list; leave one of them out.")
    said = {"affordances", "affordances.catalogue", "affordances.list"}
    if not (found.catalogue or found.texts or said & {problem.key for problem in noted}):
        table.fault("list", "Name the affordances: write a list, or name a stored catalogue.")
    keys = [key_of(text) for text in found.texts]
    for text, key in zip(found.texts, keys, strict=True):
        if not _NAME.fullmatch(key) or keys.count(key) > 1:
            table.fault("list", f"{text[:40]} gives no key of its own.")
    return found


def _wordings(said: object, noted: list[Problem]) -> dict[str, tuple[str, ...]]:
    if said is None:
        return {}
    if not isinstance(said, Mapping):
        noted.append(Problem(WORDINGS, f"Write a table: a line [{WORDINGS}] and its keys below."))
        return {}
    table = Table(WORDINGS, said, noted)
    return {
        str(key): table.texts(str(key), each=LONGEST_WORDING, most=MOST_WORDINGS) for key in said
    }


def _slug(table: Table, key: str) -> str:
    value = table.text(key, most=100)
    if value and not _SLUG.fullmatch(value):
        table.fault(key, "Write its short name: letters, digits, hyphens and dots.")
        return ""
    return value
