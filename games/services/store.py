"""The answer store: the same question about the same object gets one answer, for everybody."""

import hashlib
import re
import unicodedata

from django.db import IntegrityError, transaction

from games.models import StoredAnswer, StoredRuling
from games.roles import Pair, Ruling, Verdict
from games.rules import Reason
from games.sheets import Dimension


def question_key(question: str) -> str:
    """The question after NFKC, case folding, spaces and final punctuation."""
    folded = unicodedata.normalize("NFKC", question).casefold()
    return re.sub(r"[\s?!.]+$", "", " ".join(folded.split()))


def question_sha256(question: str) -> str:
    """What stands for a question in the store's constraints."""
    return _sha256(question_key(question))


def _sha256(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def known_ruling(question: str, checker_version: str) -> Ruling | None:
    row = StoredRuling.objects.filter(
        question_sha256=question_sha256(question), checker_version=checker_version
    ).first()
    if row is None:
        return None
    pairs = tuple(Pair(Dimension(dimension), value) for dimension, value in row.pairs)
    return Ruling(reason=Reason(row.reason) if row.reason else None, pairs=pairs)


def keep_ruling(question: str, checker_version: str, ruling: Ruling) -> None:
    key = question_key(question)
    row = StoredRuling(
        question_key=key,
        question_sha256=_sha256(key),
        checker_version=checker_version,
        reason=ruling.reason or "",
        pairs=[[pair.dimension, pair.value] for pair in ruling.pairs],
    )
    StoredRuling.objects.bulk_create([row], ignore_conflicts=True)


def known_answer(object_sha256: str, question: str, oracle_version: str) -> StoredAnswer | None:
    """The highest revision that is stored."""
    return (
        StoredAnswer.objects.filter(
            object_sha256=object_sha256,
            question_sha256=question_sha256(question),
            oracle_version=oracle_version,
        )
        .order_by("revision")
        .last()
    )


def keep_answer(
    object_sha256: str, question: str, oracle_version: str, verdict: Verdict, *, probe: str
) -> StoredAnswer:
    """Store an Oracle's answer; return the row that holds, the first one if two came at once."""
    key = question_key(question)
    row = StoredAnswer(
        object_sha256=object_sha256,
        question_key=key,
        question_sha256=_sha256(key),
        oracle_version=oracle_version,
        answer=verdict.answer,
        forced=verdict.forced,
        source=verdict.source,
        confidence=verdict.confidence,
        probe=probe,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        first = known_answer(object_sha256, question, oracle_version)
        assert first is not None
        return first
    return row
