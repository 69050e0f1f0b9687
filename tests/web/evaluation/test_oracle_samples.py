"""Questions drawn from plays into a study of the Oracle's answers."""

import pytest
from django.core.management import CommandError, call_command

from evaluation.models import OracleSample
from evaluation.services import oracle_samples
from evaluation.services.oracle_samples import SampleRefused
from games.models import Participant
from tests import make, runs, trials

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return runs.games(1)[0]


@pytest.fixture
def study(game):
    return trials.answer_study(game.catalogue)


def asked(game, number: int, *, kind="study", by=None, probe="MATERIAL:metal", **fields):
    row = trials.stored(game, f"Is it like number {number}?", probe=probe, **fields)
    trials.asked(row, game, kind=kind, by=by)
    return row


def draw(study, count, seed=1):
    return oracle_samples.sample(study, count=count, seed=seed, now=make.NOW)


def player_of(game, kind: str) -> Participant:
    spec = {**runs.SPEC, "questioner": {"kind": kind}}
    run = runs.run(games=[game], slug=kind, spec=spec)
    return run.players.get().participant


def test_people_models_and_programs_give_alike(study, game):
    model = [player_of(g, "model") for g in [game]]
    for number in range(4):
        asked(game, number)
    asked(game, 10, kind="run", by=model[0])
    asked(game, 20, kind="run", by=player_of(game, "greedy"), probe="SIZE:long")
    drawn = draw(study, 3)
    assert sorted(map(tuple, drawn.strata.values())) == [
        ("material", "models"),
        ("material", "people"),
        ("size", "programs"),
    ]
    assert study.units.count() == 3


def test_practice_free_excluded_and_simulated_plays_give_nothing(study, game):
    asked(game, 1, kind="practice")
    asked(game, 2, kind="free")
    asked(game, 3, by=Participant.objects.create(excluded_reason="A bot."))
    simulated = make.campaign(games=1, practice=False)
    simulated.simulated = True
    simulated.save()
    asked(game, 4, by=make.volunteer(simulated))
    kept = asked(game, 5)
    draw(study, 1)
    assert [unit.key for unit in study.units.all()] == [str(kept.pk)]


def test_a_question_about_an_object_is_drawn_once_whatever_oracles_answered(study, game):
    asked(game, 1)
    newer = asked(game, 1, oracle_version="table-newer")
    draw(study, 1)
    assert study.units.get().key == str(newer.pk)
    with pytest.raises(SampleRefused, match="The study has its sample: 1 questions by seed 1"):
        draw(study, 2)


def test_too_few_are_told_with_both_numbers_and_nothing_is_stored(study, game):
    asked(game, 1)
    with pytest.raises(SampleRefused, match="300 questions are asked for; 1 can be drawn"):
        draw(study, 300)
    assert (study.units.count(), OracleSample.objects.count()) == (0, 0)


def test_twice_is_once(study, game):
    asked(game, 1)
    assert draw(study, 1) == draw(study, 1)
    assert study.units.count() == 1


def test_a_study_without_a_catalogue_is_refused(game):
    with pytest.raises(SampleRefused, match="names no catalogue"):
        draw(trials.answer_study(None), 1)


def test_a_locked_study_takes_none(study, game):
    asked(game, 1)
    study.locked_at = make.NOW
    study.save()
    with pytest.raises(SampleRefused, match="locked"):
        draw(study, 1)
    assert not OracleSample.objects.exists()


def test_the_command_says_what_was_drawn(study, game, capsys):
    asked(game, 1)
    call_command("sample_oracle_questions", "answers", "1", "--count", "1", "--seed", "3")
    assert capsys.readouterr().out.splitlines() == [
        "material, asked by people: 1",
        "1 questions are in the study answers 1.",
    ]


def test_the_command_ends_with_the_reason(study):
    with pytest.raises(CommandError, match="0 can be drawn"):
        call_command("sample_oracle_questions", "answers", "1")
