"""A study's counted judgements, read in one pass."""

import uuid

import pytest
from django.utils import timezone

from annotation import study_answers
from annotation.label_passes import RaterKind
from annotation.models import Change, Judgement, Rater, Unit
from tests import studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db

COAT = {"task": "t", "task_text": "To fetch water", "utility": "u", "utility_text": "carrying"}


def of_kind(kind):
    """A study of this kind without units."""
    made = studies.study(units=0)
    made.kind = kind
    made.save()
    return made


def model(study, name="machine"):
    return studies.rater(study, name, kind=Rater.Kind.MODEL)


def only(study, **options):
    (asked,) = study_answers.answers_of(study, **options).questions
    return asked


def test_answers_stand_by_unit_and_rater():
    study = studies.study()
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    first, second, _ = study.units.order_by("pk")
    studies.judged(first, ana, "yes")
    studies.judged(first, ben, "unsure")
    studies.judged(second, ben, "no")
    answers = study_answers.answers_of(study)
    (asked,) = answers.questions
    assert (answers.units, asked.name, asked.labels) == (3, "label", ("yes", "no"))
    assert asked.given == {"u0": {"ana": "yes", "ben": None}, "u1": {"ben": "no"}}


def test_skips_extras_gold_and_left_out_raters_count_nowhere():
    study = studies.study()
    ana, ben = studies.rater(study, "ana"), studies.rater(study, "ben")
    out = studies.rater(study, "out", left_out_at=NOW, left_out_reason="A test.")
    first, second, third = study.units.order_by("pk")
    studies.judged(first, ana, "yes")
    studies.judged(second, ana, skip_reason="unclear")
    studies.judged(third, ben, "no", extra="late")
    studies.judged(first, out, "no", extra="left_out")
    gold = Unit.objects.create(study=study, key="g", snapshot={}, gold={"label": "yes"})
    studies.judged(gold, ana, "no")
    answers = study_answers.answers_of(study)
    assert answers.questions[0].given == {"u0": {"ana": "yes"}}
    assert (answers.units, answers.left_out, answers.extra) == (3, 1, 1)
    told = {rater.name: (rater.counted, rater.skips, rater.extra) for rater in answers.raters}
    assert told == {"ana": (1, 1, 0), "ben": (0, 0, 1)}
    assert only(study, extra=True).given["u2"] == {"ben": "no"}


def test_hidden_gold_units_tell_how_often_a_rater_is_right():
    study = studies.study()
    ana = studies.rater(study, "ana")
    for n, label in enumerate(("yes", "no", "yes")):
        unit = Unit.objects.create(study=study, key=f"g{n}", snapshot={}, gold={"label": "yes"})
        studies.judged(unit, ana, label)
    trained = Unit.objects.create(study=study, key="t", snapshot={}, gold={"label": "yes"},
                                  training=True)  # fmt: skip
    studies.judged(trained, ana, "no")
    (rater,) = study_answers.answers_of(study).raters
    assert rater.gold == {"label": (2, 3)}


def test_speed_is_the_median_of_what_was_measured():
    study = studies.study()
    ana = studies.rater(study)
    for unit, seconds in zip(study.units.all(), (2, 9, None), strict=True):
        studies.judged(unit, ana, seconds=seconds)
    (rater,) = study_answers.answers_of(study).raters
    assert rater.seconds == 5.5


def test_people_stand_before_models():
    study = studies.study()
    unit = study.units.first()
    studies.judged(unit, model(study, "a machine"))
    studies.judged(unit, studies.rater(study, "zoe"))
    assert [rater.name for rater in study_answers.answers_of(study).raters] == ["zoe", "a machine"]


def test_the_oracle_s_stored_answer_sits_in_as_a_rater_where_others_judged():
    study = of_kind("oracle_answer")
    told = {"object": "cup", "description": "A cup.", "question": "Round?"}
    for n, answer in enumerate(("yes", "no")):
        snapshot = told | {"answer": answer}
        Unit.objects.create(study=study, key=str(n), block="cup", snapshot=snapshot)
    ana = studies.rater(study)
    Judgement.objects.create(
        unit=study.units.first(), rater=ana, answer={"answer": "no"}, key=uuid.uuid4(), at=NOW
    )
    answers = study_answers.answers_of(study)
    assert answers.questions[0].given == {"0": {"ana": "no", "oracle": "yes"}}
    assert answers.names(RaterKind.MODEL) == ("oracle",)


def test_the_materials_of_a_card_are_units_of_one_question():
    study = of_kind("configuration_rating")
    snapshot = COAT | {"object": "pail", "name": "Pail", "form": "materials",
                       "materials": ["Metal", "Paper"]}  # fmt: skip
    unit = Unit.objects.create(study=study, key="pail", block="t / u", snapshot=snapshot)
    answer = {"material_Metal": "ideal", "material_Paper": "bad"}
    rater = studies.rater(study)
    Judgement.objects.create(unit=unit, rater=rater, answer=answer, key=uuid.uuid4(), at=NOW)
    asked = only(study)
    assert (asked.name, asked.labels) == ("material", ("bad", "moderate", "ideal"))
    assert asked.given == {"pail Metal": {"ana": "ideal"}, "pail Paper": {"ana": "bad"}}
    assert asked.part == {"pail Metal": "Metal", "pail Paper": "Paper"}


def test_a_pair_is_told_apart_by_its_key_or_its_snapshot():
    study = studies.study(units=0)
    unit = Unit.objects.create(study=study, key="cup roll_far", snapshot={})
    named = Unit.objects.create(study=study, key="x", snapshot={"object": "cup", "affordance": "f"})
    ana = studies.rater(study)
    for each in (unit, named):
        Judgement.objects.create(
            unit=each, rater=ana, answer={"label": "yes"}, key=uuid.uuid4(), at=NOW
        )
    found = only(study).units
    assert (found["cup roll_far"].object, found["cup roll_far"].affordance) == ("cup", "roll_far")
    assert (found["x"].object, found["x"].affordance) == ("cup", "f")


def test_an_edition_changes_with_judgements_changes_raters_and_units():
    study = studies.study()
    ana = studies.rater(study)
    seen = [study_answers.edition_of(study)]

    def changed():
        seen.append(study_answers.edition_of(study))
        return seen[-1] not in seen[:-1]

    assert study_answers.edition_of(study) == seen[0]
    judgement = studies.judged(study.units.first(), ana)
    assert changed()
    Judgement.objects.filter(pk=judgement.pk).update(answer={"label": "no"}, revision=2)
    assert changed()
    Change.objects.create(unit=judgement.unit, rater=ana, old={}, new={}, at=timezone.now())
    assert changed()
    Rater.objects.filter(pk=ana.pk).update(left_out_at=NOW, left_out_reason="A test.")
    assert changed()
    study.units.filter(key="u1").update(training=True)
    assert changed()


@pytest.mark.parametrize("units", [2, 9])
def test_queries_do_not_grow_with_the_judgements(units, django_assert_num_queries):
    study = studies.study(units=units)
    for name in ("ana", "ben"):
        who = studies.rater(study, name)
        for unit in study.units.all():
            studies.judged(unit, who)
    with django_assert_num_queries(7):
        study_answers.answers_of(study)
