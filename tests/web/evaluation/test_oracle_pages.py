"""The pages of Oracles beside people: what they show, what their forms do."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import oracle_agreement, oracle_specs, tasks
from evaluation.models import OracleChoice, OracleTrial
from evaluation.pages import oracle_trials as pages
from evaluation.services import oracle_samples
from games.rules import Answer
from games.services.plays import freeze_protocol
from tests import make, runs, studies, trials
from tests.make import FixedOracle

pytestmark = pytest.mark.django_db

OTHER = oracle_specs.of_json(
    {"oracle": {"kind": "model"}, "model": {"address": "http://127.0.0.1:1/v1", "name": "tiny"}}
)


@pytest.fixture
def study():
    game = runs.games(1)[0]
    made = trials.answer_study(game.catalogue)
    for question in trials.QUESTIONS:
        trials.asked(trials.stored(game, question), game)
    return made


@pytest.fixture
def sampled(study):
    oracle_samples.sample(study, count=3, seed=4, now=make.NOW)
    return study


@pytest.fixture
def sent(monkeypatch) -> list[int]:
    """Trials for which a message was sent, for there is no broker here."""
    ids: list[int] = []
    monkeypatch.setattr(tasks.try_oracle, "delay", ids.append)
    return ids


def at(view: str, *args) -> str:
    return reverse(f"oracles:{view}", args=args)


def of(study, view="study") -> str:
    return at(view, study.slug, study.version)


def read(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_the_list_names_studies_of_the_oracles_answers_alone(sampled, researcher):
    studies.study(slug="pairs")
    page = read(researcher, at("studies"))
    assert of(sampled) in page
    assert "pairs" not in page


def test_a_sample_is_drawn_from_its_form(study, researcher):
    response = researcher.post(of(study, "sample"), {"count": "2", "seed": "4"})
    assert response.status_code == 302
    page = read(researcher, of(study))
    assert "2 questions of plays" in page and "seed 4" in page
    assert 'name="seed"' not in page


def test_a_sample_that_cannot_be_drawn_says_why_and_keeps_the_form(study, researcher):
    page = researcher.post(of(study, "sample"), {"count": "300", "seed": "4"}).content.decode()
    assert "300 questions are asked for; 3 can be drawn" in page
    assert 'value="300"' in page


def test_a_candidate_is_made_from_its_form_and_sent_for(
    sampled, researcher, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        researcher.post(of(sampled, "try"), {"oracle_kind": "table"})
    trial = OracleTrial.objects.get()
    assert (trial.title, sent) == ("table", [trial.pk])


def test_what_is_wrong_with_a_candidate_stands_beside_its_field(sampled, researcher):
    said = {"oracle_kind": "chain", "model_backend": "openai", "model_address": "splindow"}
    page = researcher.post(of(sampled, "try"), said).content.decode()
    assert "Nothing was made" in page
    assert 'href="#id_model_name"' in page and 'value="splindow"' in page
    assert not OracleTrial.objects.exists()


def test_candidates_stand_below_peoples_agreement_with_each_other(sampled, researcher):
    trials.tried(sampled, FixedOracle(Answer.YES, Answer.NO, Answer.CANNOT_TELL))
    trials.judged(sampled, "yes", "yes", "no")
    page = read(researcher, of(sampled))
    ceiling = page.index("People with each other")
    assert ceiling < page.index("3 of 3 answered")
    # In each question one of three pairs agrees; the candidate agrees with 2, 1 and 0 of three.
    assert "33.3%" in page[ceiling : ceiling + 200]
    assert "material" in page and "people" in page
    assert "Majority yes</dt><dd>3<" in page


def test_the_questions_that_differ_are_listed_with_both_answers(sampled, researcher):
    trial = trials.tried(sampled, FixedOracle(Answer.YES, Answer.NO, Answer.CANNOT_TELL))
    trials.judged(sampled, "yes", "yes", "no")
    page = read(researcher, at("trial", trial.pk))
    assert "2 questions that two or more people judged" in page
    assert "ana yes</span>, <span>ben yes</span>, <span>cem no" in page
    assert "<code>ORACLE</code></dt><dd><code>table</code>" in page


def test_a_paused_candidate_says_what_to_do_and_goes_on(
    sampled, researcher, sent, django_capture_on_commit_callbacks
):
    trial = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    OracleTrial.objects.filter(pk=trial.pk).update(
        status="paused", reason="model_refused", ended_at=None
    )
    assert "a wrong key" in read(researcher, at("trial", trial.pk))
    with django_capture_on_commit_callbacks(execute=True):
        researcher.post(at("resume", trial.pk))
    assert sent == [trial.pk]


def test_a_choice_is_shown_with_who_made_it_and_why(sampled, researcher):
    trial = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    trials.tried(sampled, FixedOracle(*[Answer.NO] * 3), OTHER)
    trials.judged(sampled, "yes", "yes", "no")
    key = "0b7f7d3e-6d0a-4a0f-9d5f-0d6a5f1c2b3a"
    for _ in range(2):
        researcher.post(at("choose", trial.pk), {"reason": "It agrees <most>.", "key": key})
    assert OracleChoice.objects.count() == 1
    page = read(researcher, of(sampled))
    assert "by researcher: It agrees &lt;most&gt;." in page
    assert "answered; chosen" in page


def test_a_choice_without_grounds_is_refused_in_words(sampled, researcher):
    trial = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    key = "0b7f7d3e-6d0a-4a0f-9d5f-0d6a5f1c2b3a"
    page = researcher.post(at("choose", trial.pk), {"reason": "Best.", "key": key})
    assert "3 of 3 questions were not judged by 2 people yet" in page.content.decode()
    assert "Best." in page.content.decode()


def test_the_candidates_are_polled_while_one_goes_on(sampled, researcher):
    trial = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    assert "hx-trigger" not in read(researcher, of(sampled))
    OracleTrial.objects.filter(pk=trial.pk).update(status="queued", ended_at=None)
    assert 'hx-trigger="every 3s"' in read(researcher, of(sampled))
    polled = researcher.get(of(sampled, "candidates"), headers={"HX-Request": "true"})
    assert polled.content.decode().lstrip().startswith('<section id="_oracle_candidates"')


def polled(client: Client, study, stamp: str):
    address = f"{of(study, 'candidates')}?seen={stamp}"
    return client.get(address, headers={"HX-Request": "true"})


def test_a_poll_gets_nothing_until_something_has_changed(sampled, researcher):
    trial = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    stamp = pages.stamp_of(sampled)
    assert f"?seen={stamp}" not in read(researcher, of(sampled))
    assert polled(researcher, sampled, stamp).status_code == 204
    trials.judged(sampled, "yes", "yes", "no")
    assert polled(researcher, sampled, stamp).status_code == 200
    stamp = pages.stamp_of(sampled)
    OracleTrial.objects.filter(pk=trial.pk).update(status="queued", ended_at=None)
    going_on = polled(researcher, sampled, stamp)
    assert going_on.status_code == 200
    assert f"?seen={pages.stamp_of(sampled)}" in going_on.content.decode()
    trial.answers.first().delete()
    assert polled(researcher, sampled, pages.stamp_of(sampled)).status_code == 204
    assert "2 of 3 answered" in read(researcher, of(sampled))


def test_an_unchanged_poll_reads_no_answer_and_no_judgement(sampled, researcher):
    trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    trials.judged(sampled, "yes", "yes", "no")
    stamp = pages.stamp_of(sampled)
    with CaptureQueriesContext(connection) as asked:
        assert polled(researcher, sampled, stamp).status_code == 204
    assert len(asked) <= 12
    rows = [each["sql"] for each in asked if "answer" in each["sql"].partition(" FROM ")[0]]
    assert all("COUNT(" in sql for sql in rows)


def test_only_the_candidate_that_went_on_is_measured_again(sampled, monkeypatch):
    first = trials.tried(sampled, FixedOracle(*[Answer.YES] * 3))
    trials.tried(sampled, FixedOracle(*[Answer.NO] * 3), OTHER)
    trials.judged(sampled, "yes", "yes", "no")
    pages.study_page(sampled)
    measured = []
    real = oracle_agreement.figures_of
    monkeypatch.setattr(
        oracle_agreement, "figures_of", lambda *given: measured.append(given) or real(*given)
    )
    pages.study_page(sampled)
    assert not measured
    first.answers.first().delete()
    shown = pages.study_page(sampled)
    assert len(measured) == 1
    assert [line.answered for line in shown.candidates] == [2, 3]


def test_a_study_of_another_kind_has_no_such_page(researcher):
    pairs = studies.study(slug="pairs")
    assert researcher.get(of(pairs)).status_code == 404


def test_a_run_against_the_chosen_oracle_says_so(sampled, researcher):
    oracle = FixedOracle(*[Answer.YES] * 3)
    trial = trials.tried(sampled, oracle)
    game = sampled.catalogue.games.get()
    run = runs.run(games=[game], protocol=freeze_protocol(make.protocol("paper")))
    address = reverse("runs:run", args=[run.slug])
    assert "chosen beside people" not in read(researcher, address)
    OracleChoice.objects.create(trial=trial, reason="It agrees most.", made_at=make.NOW)
    assert "table-fixed" in oracle.version
    assert "chosen beside people" in read(researcher, address)
