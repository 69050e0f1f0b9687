"""What a run over a question set comes to here: which questions, in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from evaluation import coat_stored, facts
from evaluation.coat import set_files
from evaluation.coat.variations import FULL
from evaluation.models import QuestionSet
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.services.run_refusals import refused

Status = QuestionSet.Status


@dataclass(frozen=True)
class QuestionPlan:
    """questions: ids in the run's order."""

    question_set: QuestionSet
    questions: Sequence[int]
    facts: Mapping[str, object]


def plan_of(spec: QuestionRunSpec) -> QuestionPlan:
    """Raises RunRefused where the set is not there, not ready, or not one of the set-up."""
    row = _ready(spec.questions.set)
    if spec.questions.modular and row.kind not in FULL:
        kinds = ", ".join(sorted(FULL))
        why = f"{row.slug} is of {row.kind}, which has no modular set-up; {kinds} have one."
        raise refused("questions.set_up", why)
    numbers, ids = _questions(row, spec)
    of_set = {
        "version": row.slug,
        "sha256": row.sha256,
        "asked": len(numbers),
        "order_sha256": facts.sha256_of("\n".join(map(str, numbers))),
    }
    known = facts.of_questions(spec.questions.prompts)
    return QuestionPlan(row, ids, {**known, "question_set": of_set})


def sha256_now(row: QuestionSet) -> str:
    """Return what the hash of its lines is, whatever its row says."""
    return set_files.lines_sha256(coat_stored.lines_of(row))


def _ready(slug: str) -> QuestionSet:
    row = QuestionSet.objects.filter(slug=slug).first()
    if row is None:
        ready = QuestionSet.objects.filter(status=Status.READY)
        stored = ", ".join(ready.order_by("-pk").values_list("slug", flat=True)[:20])
        said = f"No question set {slug} is stored; the newest are: {stored or 'none'}."
        raise refused("questions.set", said)
    if row.status == Status.FAILED:
        raise refused("questions.set", f"The set {slug} could not be made: {row.reason}")
    if row.status != Status.READY:
        raise refused("questions.set", f"The set {slug} is still being made; wait for it.")
    return row


def _questions(row: QuestionSet, spec: QuestionRunSpec) -> tuple[list[int], list[int]]:
    """Their numbers and ids, shuffled by the seed; the same in every database."""
    found = list(row.questions.order_by("number").values_list("number", "pk"))
    limit = spec.questions.limit
    if limit is not None and limit > len(found):
        said = f"{row.slug} has {len(found):,} questions: write {len(found):,} at most, "
        raise refused("questions.limit", f"{said}or leave this out.")
    Random(spec.run.seed).shuffle(found)
    chosen = found[:limit]
    return [number for number, _ in chosen], [pk for _, pk in chosen]
