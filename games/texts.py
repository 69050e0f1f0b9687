"""What participants of a campaign typed, and what was decided about each text."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from games.models import Participant, Turn
from games.person_signs import Sign, signs_of_a_person

# Demographic questions that are answered in one's own words.
FREE_ANSWERS = ("gender",)
# Many people type the same words; a cache of one reading, so that nothing typed outlives it.
_SIGNS_KEPT = 4096
SignsOf = Callable[[str], tuple[Sign, ...]]
_OF_TURN = (
    "pk",
    "question",
    "number",
    "attempt",
    "play__game__key",
    "play__participant__pseudonym",
    "review__removed",
    "review__wording",
)


@dataclass(frozen=True)
class Typed:
    """One text. key: names it in a form. where: the question of which game, or of whom it is.

    removed: what was decided since it was typed; None where nobody looked.
    times: how often it was typed, where each wording is listed once (`once_each`).
    """

    key: str
    text: str
    participant: str
    where: str
    removed: bool | None
    signs: tuple[Sign, ...]
    times: int = 1

    @property
    def seen(self) -> str:
        return mark_of(self.text)

    @property
    def field(self) -> str:
        """What was filled in: "turn", or the name of a demographic question."""
        return self.key.rpartition("-")[0]


@dataclass(frozen=True)
class TextCounts:
    """flagged: shows signs of a person. open: flagged, and nobody looked at it."""

    total: int = 0
    flagged: int = 0
    reviewed: int = 0
    removed: int = 0
    open: int = 0


def mark_of(text: str) -> str:
    """What a form sends back to say which wording was decided on."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def typed_in(turns: QuerySet[Turn], participants: QuerySet[Participant]) -> Iterator[Typed]:
    """All texts, those about the participants first, then the questions, in the order of rows."""
    signs_of = lru_cache(_SIGNS_KEPT)(signs_of_a_person)
    said = participants.exclude(demographics={}).order_by("pk")
    for pk, pseudonym, demographics in said.values_list(
        "pk", "pseudonym", "demographics"
    ).iterator():
        yield from _said(pk, pseudonym, demographics, signs_of)
    for row in turns.order_by("pk").values(*_OF_TURN).iterator():
        yield _asked(row, signs_of)


def counted(texts: Iterable[Typed]) -> TextCounts:
    total = flagged = reviewed = removed = unseen = 0
    for text in texts:
        total += 1
        flagged += bool(text.signs)
        reviewed += text.removed is not None
        removed += bool(text.removed)
        unseen += bool(text.signs) and text.removed is None
    return TextCounts(total, flagged, reviewed, removed, unseen)


def once_each(texts: Iterable[Typed]) -> list[Typed]:
    """Each wording once, in the place of its first.

    Its decision is the one that holds for every time it was typed, else None.
    """
    wordings: dict[tuple[str, str], list[Typed]] = {}
    for text in texts:
        wordings.setdefault((text.field, text.text), []).append(text)
    return [_as_one(typed) for typed in wordings.values()]


def _as_one(typed: Sequence[Typed]) -> Typed:
    decided = {text.removed for text in typed}
    removed = decided.pop() if len(decided) == 1 else None
    return replace(typed[0], times=len(typed), removed=removed)


def flagged_first(texts: Sequence[Typed]) -> list[Typed]:
    """Those that may name a person, then the rest; decisions change no place."""
    return sorted(texts, key=lambda text: not text.signs)


def decision(question: str, removed: bool | None, wording: str | None) -> bool | None:
    """Whether a question was removed; None where nobody looked at its present wording."""
    return removed if wording == mark_of(question) else None


def decision_on_answer(demographics: Mapping[str, Any], name: str) -> bool | None:
    """Whether a demographic answer was removed; it is kept beside the answers, which replace it."""
    found = demographics.get(f"{name}_removed")
    return found if isinstance(found, bool) else None


def _asked(row: Mapping[str, Any], signs_of: SignsOf) -> Typed:
    text = row["question"]
    return Typed(
        key=f"turn-{row['pk']}",
        text=text,
        participant=row["play__participant__pseudonym"],
        where=f"{row['play__game__key']}, question {row['number']}.{row['attempt']}",
        removed=decision(text, row["review__removed"], row["review__wording"]),
        signs=signs_of(text),
    )


def _said(
    pk: int, pseudonym: str, demographics: Mapping[str, Any], signs_of: SignsOf
) -> Iterator[Typed]:
    for name in FREE_ANSWERS:
        text = demographics.get(name)
        if text:
            yield Typed(
                key=f"{name}-{pk}",
                text=str(text),
                participant=pseudonym,
                where=name,
                removed=decision_on_answer(demographics, name),
                signs=signs_of(str(text)),
            )
