"""Which rule each candidate of a run takes, found once by its worker and frozen in its facts."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from evaluation.encoders import Encoding
from evaluation.kari import matching
from evaluation.kari.matching import THRESHOLD
from evaluation.kari.rule_sets import Rule
from evaluation.models import RuleSet, RuleVectors, Run
from evaluation.services import rule_sets
from evaluation.spec_values import QuestionerKind
from games.models import Game

T = TypeVar("T")
Vectors = NDArray[np.float32]
BY_KEY, BY_TEXT = "key", "text"


class Waiting(Protocol):
    """Gives the result of what may take minutes."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T: ...


class Encoders(Protocol):
    """Gives the encoder of this process; raises encoders.NoEncoder."""

    def __call__(self) -> Encoding: ...


@dataclass(frozen=True)
class Taken:
    """rule: the affordance whose rule it is. by: "key" where both are one, else "text"."""

    rule: str
    similarity: float
    by: str


def words_of(affordance: str) -> str:
    return affordance.replace("_", " ")


def facts_with(run: Run, encoders: Encoders, wait: Waiting) -> dict[str, object]:
    """The run's facts of its rules with what each of its candidates takes.

    A model is shown what says most nearly the same; the Questioner `rules` goes by the keys
    first, and needs no encoder where they are all there.
    Raises encoders.NoEncoder.
    """
    known = run.facts["rules"]
    row = rule_sets.by_label(known["label"])
    by_key = run.spec["questioner"]["kind"] == QuestionerKind.RULES
    candidates = candidates_of(run)
    exact = _by_key(row, candidates) if by_key else {}
    left = [each for each in candidates if each not in exact]
    found = {**known, "threshold": THRESHOLD}
    if left:
        encoding = encoders()
        found["encoder"] = {"name": encoding.encoder.name, "sha256": encoding.sha256}
        exact |= _by_text(row, left, encoding, wait)
    found["matched"] = {each: asdict(exact[each]) for each in candidates if each in exact}
    return found


def taken_in(facts: Mapping[str, Any]) -> dict[str, Taken]:
    """Affordance -> what it takes, of a run's facts; empty for a run without rules."""
    matched = (facts.get("rules") or {}).get("matched") or {}
    return {affordance: Taken(**taken) for affordance, taken in matched.items()}


def rules_in(facts: Mapping[str, Any]) -> dict[str, Rule]:
    """Affordance -> the rule that it takes. Raises rule_sets.NoRules where the set is gone."""
    taken = taken_in(facts)
    if not taken:
        return {}
    value = rule_sets.value_of(rule_sets.by_label(facts["rules"]["label"]))
    by_affordance = {rule.affordance: rule for rule in value.rules}
    return {affordance: by_affordance[each.rule] for affordance, each in taken.items()}


def vectors_of(row: RuleSet, encoding: Encoding, wait: Waiting) -> Vectors:
    """(rules, dimensions): the texts of the set's rules, encoded once for all runs."""
    key = {
        "rule_set": row,
        "encoder": encoding.encoder.name,
        "encoder_sha256": encoding.sha256,
    }
    stored = RuleVectors.objects.filter(**key).first()
    if stored is None:
        texts = [rule.text for rule in rule_sets.value_of(row).rules]
        found = _encoded(texts, encoding, wait)
        content = {"dimensions": found.shape[1], "vectors": found.astype("<f4").tobytes()}
        stored, _ = RuleVectors.objects.get_or_create(**key, defaults=content)
    flat = np.frombuffer(bytes(stored.vectors), dtype="<f4")
    return flat.reshape(-1, stored.dimensions).astype(np.float32)


def candidates_of(run: Run) -> list[str]:
    """Of all games of the run, sorted."""
    games = Game.objects.filter(episodes__run=run).distinct()
    listed = games.values_list("candidates", flat=True)
    return sorted({candidate for candidates in listed for candidate in candidates})


def _by_key(row: RuleSet, candidates: Sequence[str]) -> dict[str, Taken]:
    known = {rule.affordance for rule in rule_sets.value_of(row).rules}
    return {each: Taken(each, 1.0, BY_KEY) for each in candidates if each in known}


def _by_text(
    row: RuleSet, candidates: Sequence[str], encoding: Encoding, wait: Waiting
) -> dict[str, Taken]:
    rules = rule_sets.value_of(row).rules
    asked = _encoded([words_of(each) for each in candidates], encoding, wait)
    found = matching.match(asked, vectors_of(row, encoding, wait))
    return {
        candidate: Taken(rules[one.rule].affordance, round(one.similarity, 4), BY_TEXT)
        for candidate, one in zip(candidates, found, strict=True)
        if one is not None
    }


def _encoded(texts: Sequence[str], encoding: Encoding, wait: Waiting) -> Vectors:
    """In another thread, for loading the weights takes longer than a short lease."""
    return wait(asyncio.to_thread(encoding.encoder.encode, texts))
