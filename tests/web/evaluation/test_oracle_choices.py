"""A choice of an Oracle: only with evidence, all that is missing named, and made once."""

import uuid

import pytest

from evaluation import oracle_specs
from evaluation.models import OracleChoice, OracleTrial
from evaluation.services import oracle_choices, oracle_samples, oracle_trials
from evaluation.services.oracle_trials import TrialRefused
from games.rules import Answer
from tests import make, runs, trials
from tests.make import FixedOracle

pytestmark = pytest.mark.django_db
OTHER = oracle_specs.of_json(
    {"oracle": {"kind": "model"}, "model": {"address": "http://127.0.0.1:1/v1", "name": "tiny"}}
)
ALONE = "No other Oracle has answered every question of the study"
UNJUDGED = "3 of 3 questions were not judged by 2 people yet"


@pytest.fixture
def study():
    game = runs.games(1)[0]
    made = trials.answer_study(game.catalogue)
    for question in trials.QUESTIONS:
        trials.asked(trials.stored(game, question), game)
    oracle_samples.sample(made, count=3, seed=1, now=make.NOW)
    return made


def tried(study, spec=trials.TABLE) -> OracleTrial:
    return trials.tried(study, FixedOracle(*[Answer.YES] * 3), spec)


def choose(trial, reason="It agrees most.", key=None) -> OracleChoice:
    return oracle_choices.choose(trial, reason, key=key or uuid.uuid4(), now=make.NOW, by=None)


def refused(trial, reason="It agrees most.") -> str:
    with pytest.raises(TrialRefused) as raised:
        choose(trial, reason)
    assert not OracleChoice.objects.exists()
    return str(raised.value)


def test_one_of_two_that_people_judged_is_chosen_with_a_reason(study):
    trial, _ = tried(study), tried(study, OTHER)
    trials.judged(study, "yes", "no")
    choose(trial, " It agrees most. ")
    assert OracleChoice.objects.get().reason == "It agrees most."


def test_a_copy_is_the_same_choice(study):
    trial, other = tried(study), tried(study, OTHER)
    trials.judged(study, "yes", "yes")
    key = uuid.uuid4()
    made = choose(trial, key=key)
    OracleTrial.objects.filter(pk=other.pk).update(status="queued", ended_at=None)
    assert choose(trial, key=key) == made
    assert OracleChoice.objects.count() == 1


def test_all_that_is_missing_is_said_at_once(study):
    begun = oracle_trials.create(study, trials.TABLE, now=make.NOW)
    said = refused(begun, " ")
    for words in ("Say why", "It has not answered every question yet", ALONE, UNJUDGED):
        assert words in said


def test_a_candidate_alone_is_no_choice(study):
    trial = tried(study)
    trials.judged(study, "yes", "yes", "no")
    assert (
        refused(trial) == f"{ALONE}, so there is nothing to compare it with. Try at least one more."
    )


def test_another_candidate_that_has_not_answered_everything_is_no_comparison(study):
    trial = tried(study)
    oracle_trials.create(study, OTHER, now=make.NOW)
    trials.judged(study, "yes", "yes", "no")
    assert ALONE in refused(trial)


def test_one_person_is_no_majority(study):
    trial, _ = tried(study), tried(study, OTHER)
    trials.judged(study, "yes")
    assert refused(trial) == f"{UNJUDGED}, so they have no majority."


def test_people_must_have_judged_every_question(study):
    trial, _ = tried(study), tried(study, OTHER)
    trials.judged(study, "yes", "yes")
    study.units.order_by("pk").first().judgements.first().delete()
    assert "1 of 3 questions were not judged by 2 people yet" in refused(trial)
