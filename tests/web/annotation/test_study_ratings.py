"""From judgements to the agreement on them."""

import pytest

from annotation import study_ratings
from annotation.agreement.bootstrap import Resampling
from annotation.agreement.ratings import rating_matrix
from annotation.agreement.tables import measure_agreement
from annotation.models import Rater
from annotation.services import judging
from annotation.services.units import import_units
from tests import studies
from tests.studies import NOW
from tests.web.annotation.test_service_units import lines, row

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    made = studies.study(units=0)
    import_units(
        made, lines(*(row(number) for number in range(4)), row(4, training=True)), "a.jsonl"
    )
    return made


def judge(study, name, labels, **fields):
    who = studies.rater(study, name)
    Rater.objects.filter(pk=who.pk).update(**fields)
    for unit, label in zip(study.units.order_by("pk"), labels, strict=False):
        shown = judging.form_key(who, unit)
        judging.judge(who, unit, studies.said(label, shown), now=NOW)
    return who


def ratings(study, **options):
    return [
        (each.unit, each.rater, each.label)
        for each in study_ratings.ratings_of(study, "label", **options)
    ]


def test_the_questions_have_their_labels_without_the_missing_ones(study):
    (asked,) = study_ratings.questions_of(study)
    assert (asked.name, set(asked.labels), asked.level) == ("label", {"yes", "no"}, "nominal")


def test_agreement_of_three_raters_by_hand(study):
    for name, labels in (("a", "yyny"), ("b", "yynn"), ("c", "yuny")):
        judge(study, name, [{"y": "yes", "n": "no", "u": "unsure"}[each] for each in labels])
    (asked,) = study_ratings.questions_of(study)
    given = study_ratings.ratings_of(study, "label")
    found = measure_agreement(rating_matrix(given, asked.labels), Resampling(10))
    # Units: 3 of 3 alike, 2 of 2 alike (one unsure), 3 of 3 alike, 1 of 3 pairs alike.
    assert found.percent.value == pytest.approx((1 + 1 + 1 + 1 / 3) / 4)


def test_unsure_is_missing_and_training_is_left_out(study):
    judge(study, "a", ["yes", "unsure", "no", "yes", "no"])
    assert ratings(study) == [
        ("u0", "a", "yes"), ("u1", "a", None), ("u2", "a", "no"), ("u3", "a", "yes"),
    ]  # fmt: skip


def test_models_and_extras_count_where_they_are_asked_for(study):
    judge(study, "person", ["yes"])
    judge(study, "machine", ["no"], kind=Rater.Kind.MODEL)
    late = studies.rater(study, "late")
    judging.judge(late, study.units.get(key="u3"), studies.said("no"), now=NOW)
    assert ratings(study, kinds=[Rater.Kind.PERSON]) == [("u0", "person", "yes")]
    assert {each[1] for each in ratings(study)} == {"person", "machine"}
    assert {each[1] for each in ratings(study, extra=True)} == {"person", "machine", "late"}
