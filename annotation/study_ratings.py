"""The judgements of a study as agreement takes them: a rating a unit, rater and question."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from annotation.agreement.ratings import Rating
from annotation.judged import EVERYBODY, judgements_of
from annotation.kinds import answers
from annotation.kinds.base import Form, Kind, Question
from annotation.kinds.registry import KINDS
from annotation.models import Rater, Study, Unit


@dataclass(frozen=True)
class Asked:
    """A question of one choice, with all choices that any unit of the study offers for it."""

    name: str
    text: str
    level: str
    labels: tuple[str, ...]


def questions_of(study: Study) -> tuple[Asked, ...]:
    """The questions of one choice that the study's units ask, in the order of the page."""
    kind = KINDS[study.kind]
    found: dict[str, tuple[Question, dict[str, None]]] = {}
    for snapshot in study.units.order_by("pk").values_list("snapshot", flat=True).iterator():
        for question in kind.questions(snapshot):
            if question.form == Form.ONE:
                _, labels = found.setdefault(question.name, (question, {}))
                labels |= {
                    choice.value: None
                    for choice in question.choices
                    if choice.value not in question.missing
                }
    return tuple(
        Asked(name, question.text, question.level.value, tuple(labels))
        for name, (question, labels) in found.items()
    )


def ratings_of(
    study: Study,
    question: str,
    *,
    kinds: Iterable[Rater.Kind] = EVERYBODY,
    extra: bool = False,
) -> Iterator[Rating]:
    """Every rating of a question that counts; missing ones have no label."""
    kind = KINDS[study.kind]
    for row in judgements_of(study, kinds=kinds, extra=extra).iterator():
        asked = _question(kind, row.unit, question)
        if asked is not None:
            label = answers.rating(asked, row.answer)
            yield Rating(
                row.unit.key, row.rater.pseudonym, label if isinstance(label, str) else None
            )


def _question(kind: Kind, unit: Unit, name: str) -> Question | None:
    return next((each for each in kind.questions(unit.snapshot) if each.name == name), None)
