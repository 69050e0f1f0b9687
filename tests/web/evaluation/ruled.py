"""Small sets of rules for tests, and an encoder whose vectors are known."""

from collections.abc import Mapping, Sequence

import numpy as np

from evaluation.encoders import Encoding
from evaluation.kari import rule_set_files
from evaluation.kari.rule_sets import Rule, RuleSet, Used
from evaluation.kari.syntax import parse
from evaluation.models import RuleSet as Row
from evaluation.services import rule_sets

PIERCE = "PART(object, tip) AND SHAPE(tip, pointed) OR SHAPE(object, sharp)"
FOLD = "MADE_OF(object, flexible) AND SHAPE(object, flat)"


def value(
    rules: Mapping[str, str] | None = None,
    *,
    name: str = "trial",
    version: int = 1,
    used: Sequence[Used] = (),
) -> RuleSet:
    """rules: affordance -> text of its rule; its words are those of its key."""
    given = {"fold_flat": FOLD, "pierce_through": PIERCE} if rules is None else rules
    made = [Rule(key, key.replace("_", " "), parse(text)) for key, text in sorted(given.items())]
    return RuleSet(name, version, tuple(made), used=tuple(used))


def stored(rules: Mapping[str, str] | None = None, **fields) -> Row:
    data = rule_set_files.write(value(rules, **fields))
    return rule_sets.import_file(data, file="rules.jsonl").row


class Letters:
    """A vector for each letter of a text: texts of the same letters are the same."""

    name = "letters"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        counts = np.array([[t.count(chr(97 + at)) for at in range(26)] for t in texts], dtype=float)
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        return (counts / np.maximum(lengths, 1e-9)).astype(np.float32)


def letters() -> Encoding:
    return Encoding(Letters(), "0" * 64)
