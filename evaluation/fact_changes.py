"""Whether a run still depends on what it was frozen with: two trees of facts beside each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

# Games and questions under another of these are of another run: other words, readings, models.
# All else, versions of packages or of the code, may change where the run's card says so.
OTHER_GAMES = (
    "prompts",
    "reader",
    "catalogue",
    "fixed_list",
    "model",
    "stage_model",
    "question_set",
    "asked",
)
# A service may give its model another name, which stands beside each of its replies.
ANSWERS_AS = "answers_as"
HASH_LENGTHS = (40, 64)
HASH_SHOWN = 12


@dataclass(frozen=True)
class Change:
    """fact: the names on the way to it, as in "packages torch"."""

    fact: str
    was: str
    found: str

    @property
    def comparable(self) -> bool:
        """Whether games before and after it may stand in one figure, where it is told."""
        words = self.fact.split(" ")
        return words[0] not in OTHER_GAMES or words[-1] in (ANSWERS_AS, "context")

    def __str__(self) -> str:
        return f"{self.fact.replace('_', ' ')} was {_short(self.was)} and is {_short(self.found)}"


def changes(frozen: Mapping[str, object], found: Mapping[str, object]) -> list[Change]:
    """Every fact that both know and that differs; what one of them does not say is passed over."""
    known = dict(_leaves(frozen))
    return [
        Change(fact, known[fact], value)
        for fact, value in _leaves(found)
        if known.get(fact, value) != value
    ]


def sentence(changes: Sequence[Change]) -> str:
    """What differs, old and new; "" for nothing."""
    return f"{'; '.join(map(str, changes))}." if changes else ""


def all_comparable(changes: Iterable[Change]) -> bool:
    return all(change.comparable for change in changes)


def _leaves(facts: Mapping[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in facts.items():
        fact = f"{path} {name}".strip()
        if fact == "code" and isinstance(value, Mapping):
            yield fact, _code(value)
        elif isinstance(value, Mapping):
            yield from _leaves(value, fact)
        elif value not in (None, ""):
            yield fact, str(value)


def _code(code: Mapping[str, object]) -> str:
    """As one fact: a checkout and a copy without its history have no key in common."""
    if "commit" not in code:
        return f"version {code.get('version', 'unknown')}"
    return f"{code['commit']}{' with changed files' if code.get('dirty') else ''}"


def _short(value: str) -> str:
    """Hashes by their beginnings."""
    return " ".join(
        word[:HASH_SHOWN] if len(word) in HASH_LENGTHS and " " not in word else word
        for word in value.split(" ")
    )
