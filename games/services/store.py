"""The answer store: the same question about the same object gets one answer, for everybody."""

import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef

from games.models import StoredAnswer, StoredRuling, Turn
from games.roles import Pair, Ruling, Verdict
from games.rules import Reason
from games.sheets import Dimension

# (the object's sha256, the question's sha256)
AnswerKey = tuple[str, str]


def question_key(question: str) -> str:
    """The question after NFKC, case folding, spaces and final punctuation."""
    folded = unicodedata.normalize("NFKC", question).casefold()
    return re.sub(r"[\s?!.]+$", "", " ".join(folded.split()))


def question_sha256(question: str) -> str:
    """What stands for a question in the store's constraints."""
    return _sha256(question_key(question))


def _sha256(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def storable(text: str) -> str:
    """The text without what PostgreSQL does not take: NUL, and halves of surrogate pairs."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def known_ruling(question: str, checker_version: str) -> Ruling | None:
    row = StoredRuling.objects.filter(
        question_sha256=question_sha256(question), checker_version=checker_version
    ).first()
    return ruling_of(row) if row else None


def ruling_of(row: StoredRuling) -> Ruling:
    pairs = tuple(Pair(Dimension(dimension), value) for dimension, value in row.pairs)
    return Ruling(reason=Reason(row.reason) if row.reason else None, pairs=pairs)


def keep_ruling(question: str, checker_version: str, ruling: Ruling) -> None:
    keep_rulings([new_ruling(question, checker_version, ruling)])


def keep_rulings(rows: Iterable[StoredRuling]) -> None:
    """Store those that nobody stored before."""
    StoredRuling.objects.bulk_create(rows, ignore_conflicts=True)


def known_rulings(questions: Collection[str], checker_version: str) -> dict[str, Ruling]:
    """Question -> what the Checker said of it, for those that are stored."""
    keys = {question: question_sha256(question) for question in questions}
    rows = StoredRuling.objects.filter(
        question_sha256__in=keys.values(), checker_version=checker_version
    )
    found = {row.question_sha256: ruling_of(row) for row in rows}
    return {question: found[key] for question, key in keys.items() if key in found}


def new_ruling(question: str, checker_version: str, ruling: Ruling) -> StoredRuling:
    """A Checker's ruling, not stored yet."""
    key = question_key(question)
    return StoredRuling(
        question_key=key,
        question_sha256=_sha256(key),
        checker_version=checker_version,
        reason=ruling.reason or "",
        pairs=[[pair.dimension, pair.value] for pair in ruling.pairs],
    )


def forget_rulings(questions: Iterable[str]) -> None:
    """Delete what Checkers said of these questions; whoever asks one again has it ruled anew."""
    keys = {question_sha256(question) for question in questions}
    StoredRuling.objects.filter(question_sha256__in=keys).delete()


def forget_answers(questions: Iterable[str], object_sha256s: Iterable[str]) -> None:
    """Delete what Oracles answered to these questions about these objects, if no turn has it.

    All revisions of an answer stay while a turn holds one of them. The rows are locked first:
    a worker that is about to give one to a turn either has given it, or will find it gone.
    """
    keys = {question_sha256(question) for question in questions}
    rows = StoredAnswer.objects.filter(
        object_sha256__in=set(object_sha256s), question_sha256__in=keys
    )
    locked = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    given = Turn.objects.filter(
        stored_answer__object_sha256=OuterRef("object_sha256"),
        stored_answer__question_sha256=OuterRef("question_sha256"),
        stored_answer__oracle_version=OuterRef("oracle_version"),
    )
    rows.filter(~Exists(given), pk__in=locked).delete()


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


def known_answers(
    keys: Collection[AnswerKey], oracle_version: str
) -> dict[AnswerKey, StoredAnswer]:
    """The highest revisions of those that are stored."""
    rows = StoredAnswer.objects.filter(
        object_sha256__in={object_sha256 for object_sha256, _ in keys},
        question_sha256__in={question_sha256 for _, question_sha256 in keys},
        oracle_version=oracle_version,
    )
    return {(row.object_sha256, row.question_sha256): row for row in rows.order_by("revision")}


def new_answer(
    object_sha256: str, question: str, oracle_version: str, verdict: Verdict, *, probe: str
) -> StoredAnswer:
    """An Oracle's answer as the first revision, not stored yet."""
    key = question_key(question)
    return StoredAnswer(
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
