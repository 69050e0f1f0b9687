"""What a study asks, where that is the same for all its units."""

from annotation.kinds.base import Form, Question
from annotation.kinds.registry import KINDS
from annotation.models import Study


def questions_of(study: Study) -> tuple[Question, ...]:
    """Those of the study's first unit: which of a kind's are orders or texts, and what is no
    rating, is the same for all its units. None where the study has no unit."""
    first = study.units.order_by("pk").values_list("snapshot", flat=True).first()
    return () if first is None else tuple(KINDS[study.kind].questions(first))


def text_questions(study: Study) -> frozenset[str]:
    """The names of the questions that are answered in words."""
    return frozenset(each.name for each in questions_of(study) if each.form == Form.TEXT)
