"""Oracles: the table that answers from an object's sheet, and the chain of table and model."""

from collections.abc import Iterable
from functools import lru_cache

from games import lexicon
from games.lexicon import ListedValue
from games.roles import Oracle, Verdict
from games.rules import Answer
from games.sheets import ObjectSheet
from games.table import deciding
from games.table.probe import All, AnyOf, Compare, Fits, HasValue, Holds, Not, Probe, Proportion
from games.table.reading import Reader

RULES = "table-3"
READ_AT_ONCE = 20_000


class TableOracle:
    """Answers from properties and measures alone; needs no model.

    vocabulary: the values that every object of the catalogue is decided on. An object has its
    listed values and their broader ones, and no other of them; a question outside them cannot
    be told. Without one, every value of the lexicon counts as decided.
    """

    costly = False

    def __init__(self, vocabulary: Iterable[ListedValue] | None = None) -> None:
        words = lexicon.load()
        version = f"{RULES}+{words.digest[:8]}"
        names: frozenset[str] | None = None
        if vocabulary is not None:
            listed = tuple(vocabulary)
            words = lexicon.with_vocabulary(words, listed)
            names = frozenset(each.value for each in listed)
            version += f"+{lexicon.vocabulary_digest(listed)[:8]}"
        self._reader = Reader(words, names)
        self._read = lru_cache(maxsize=READ_AT_ONCE)(self._reader.read)
        self._version = version

    @property
    def version(self) -> str:
        return self._version

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict:
        return self.decide(self.read(question), sheet)

    def read(self, question: str) -> Probe:
        """What the question asks; kept, since the reference observer asks it of every object."""
        return self._read(question)

    def decide(self, probe: Probe, sheet: ObjectSheet) -> Verdict:
        finding = deciding.decide(probe, sheet)
        return Verdict(finding.answer, finding.likely, "table", finding.confidence)


class ChainOracle:
    """The table where it is certain, else the model; the verdict's source says which it was."""

    costly = True

    def __init__(self, table: TableOracle, model: Oracle) -> None:
        self._table = table
        self._model = model

    @property
    def version(self) -> str:
        return f"chain({self._table.version}, {self._model.version})"

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict:
        probe = self._table.read(question)
        verdict = self._table.decide(probe, sheet)
        if verdict.answer != Answer.CANNOT_TELL and is_strong(probe):
            return verdict
        return await self._model.answer(sheet, question)


def is_strong(probe: Probe) -> bool:
    """Whether the table's answer needs no second opinion: figures, and values it is decided on."""
    match probe:
        case Compare() | Proportion() | Fits() | Holds():
            return True
        case Not():
            return is_strong(probe.probe)
        case All() | AnyOf():
            return all(map(is_strong, probe.probes))
        case HasValue():
            return probe.closed
    return False
