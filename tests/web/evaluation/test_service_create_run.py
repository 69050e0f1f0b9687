"""A run is made once, whole, from what is stored here; its hash comes with the pre-flight."""

import uuid
from datetime import timedelta

import pytest

from evaluation import specs
from evaluation.models import Episode, Run, RunPlayer, RunWorker, StoredReply
from evaluation.services import forecasts, runs
from evaluation.services.runs import RunRefused
from games.models import Game, ModelCall, Participant
from tests import make
from tests import runs as made

GREEDY = {"questioner": {"kind": "greedy"}, "games": {"catalogue": "invented-1"}}
MODEL = {
    "model": {"address": "http://127.0.0.1:1/v1", "name": "tiny", "profile": "vllm"},
    "games": {"catalogue": "invented-1"},
}

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[Game]:
    return made.games(6)


def create(base=GREEDY, *, key=None, **tables) -> Run:
    merged = {name: {**base.get(name, {}), **tables.get(name, {})} for name in {*base, *tables}}
    return runs.create_run(specs.of_json(merged), key=key or uuid.uuid4(), now=make.NOW)


def refused(base=GREEDY, **tables) -> dict[str, str]:
    with pytest.raises(RunRefused) as raised:
        create(base, **tables)
    assert not Run.objects.exists() and not Participant.objects.exists()
    return {problem.key: problem.sentence for problem in raised.value.problems}


def keys(run: Run, repeat: int = 1) -> list[str]:
    return list(run.episodes.filter(repeat=repeat).values_list("game__key", flat=True))


def test_a_run_has_its_whole_plan(games):
    run = create(MODEL, run={"repeats": 2, "workers": 3, "concurrency": 8, "hold": True})
    assert (run.status, run.sha256, run.checked) == ("queued", "", None)
    assert (run.concurrency, run.hold, run.created_at) == (8, True, make.NOW)
    assert list(run.episodes.values_list("number", flat=True)) == list(range(1, 13))
    assert list(run.workers.values_list("number", flat=True)) == [1, 2, 3]
    assert list(run.players.values_list("repeat", flat=True)) == [1, 2]


def test_each_repeat_is_a_participant_of_its_own(games):
    create(run={"repeats": 3})
    assert RunPlayer.objects.values("participant").distinct().count() == 3


def test_the_same_key_gives_the_same_run(games):
    key = uuid.uuid4()
    assert create(key=key) == create(key=key)
    assert (Run.objects.count(), Episode.objects.count(), RunWorker.objects.count()) == (1, 6, 1)


def test_runs_of_one_title_have_addresses_of_their_own(games):
    one, other = (create(run={"title": "Greedy, évening"}) for _ in range(2))
    assert one.slug.startswith("greedy-evening-")
    assert one.slug != other.slug


def test_a_title_without_a_latin_letter_still_has_an_address(games):
    assert create(run={"title": "評価"}).slug.startswith("run-")


def test_the_order_follows_the_seed_alone(games):
    one, same, other = (create(run={"seed": seed}) for seed in (1, 1, 2))
    assert keys(one) == keys(same)
    assert sorted(keys(one)) == sorted(keys(other))
    assert keys(one) != keys(other)


def test_every_repeat_plays_the_same_games(games):
    run = create(run={"repeats": 2}, games={"limit": 4})
    assert keys(run, 1) == keys(run, 2)
    assert len(keys(run)) == 4


def test_a_split_is_played_alone(games):
    Game.objects.filter(pk=games[0].pk).update(split="test")
    assert keys(create(games={"split": "test"})) == [games[0].key]


def test_a_campaign_s_games_are_played(games):
    campaign = make.campaign(games=2, practice=False)
    run = create(games={"campaign": campaign.slug})
    assert sorted(keys(run)) == ["study-1", "study-2"]


def test_a_catalogue_that_is_not_stored_is_named_with_those_that_are(games):
    assert refused(games={"catalogue": "open-9"}) == {
        "games.catalogue": "No catalogue open-9 is stored; there is invented-1."
    }


def test_a_key_that_may_not_be_sent_to_the_server_is_refused(games):
    model = {**MODEL["model"], "key_variable": "DATABASE_URL"}
    said = refused(MODEL, model=model)["model.key_variable"]
    assert "DATABASE_URL is not sent to http://127.0.0.1:1: the setting MODEL_KEYS" in said


def test_a_campaign_that_is_not_there_is_named(games):
    assert refused(games={"campaign": "none"}) == {"games.campaign": "There is no campaign none."}


def test_a_campaign_of_another_catalogue_is_refused(games):
    campaign = make.campaign(games=2, practice=False)
    make.catalogue("invented-2")
    Participant.objects.all().delete()
    assert refused(games={"campaign": campaign.slug, "catalogue": "invented-2"}) == {
        "games.campaign": f"{campaign.slug} plays invented-1, not invented-2."
    }


def test_a_split_without_games_is_named(games):
    assert refused(games={"split": "test"}) == {
        "games": "There is no game in the test split of invented-1."
    }


def test_a_list_that_is_not_there_is_named(games):
    found = refused({"questioner": {"kind": "fix20q", "list": "mine"}, "games": GREEDY["games"]})
    assert found == {"questioner.list": "There is no list 'mine'."}


def test_rules_that_are_not_there_are_refused(games):
    assert list(refused(MODEL, protocol={"rules": "kari/1"})) == ["protocol.rules"]


def test_answered_questions_on_several_properties_are_part_of_the_protocol(games):
    usual, allowing = create(), create(protocol={"multi_property": "allow"})
    assert allowing.protocol.settings["multi_property"] == "allow"
    assert allowing.protocol.sha256 != usual.protocol.sha256


def test_the_protocol_is_frozen_with_the_lab_s_oracle_and_checker(games):
    run = create(MODEL, protocol={"constrained": True})
    settings = run.protocol.settings
    assert settings["preset"] == "paper" and settings["constrained"] is True
    assert settings["oracle"] == run.facts["oracle"] != ""
    assert settings["checker"] == run.facts["checker"] != ""


def test_the_facts_name_what_figures_depend_on(games):
    facts = create(MODEL).facts
    assert facts["catalogue"]["version"] == "invented-1"
    assert facts["games"]["count"] == 6
    assert set(facts["prompts"]) == {"questioner", "oracle", "checker"}
    assert facts["packages"]["Django"]
    assert "commit" in facts["code"] or "version" in facts["code"]


def test_the_spec_is_stored_as_it_is_read_back(games):
    run = create(MODEL, run={"seed": 9})
    run.refresh_from_db()
    assert specs.of_json(run.spec).run.seed == 9


def test_limits_are_the_row_s_own_so_that_they_may_change(games):
    run = create(MODEL, limits={"tokens": 1000, "cost": 0.1}, price={"input": 1, "output": 2})
    run.refresh_from_db()
    assert (run.token_limit, str(run.cost_limit)) == (1000, "0.1000")


def test_the_hash_comes_once_with_the_pre_flight(games):
    run = create(MODEL)
    assert runs.freeze(run, {"root": "hub/tiny"}, checked={"passed": True}) is True
    run.refresh_from_db()
    first = run.sha256
    assert runs.freeze(run, {"root": "hub/other"}, checked={"passed": True}) is False
    run.refresh_from_db()
    assert (run.sha256, run.facts["model"]) == (first, {"root": "hub/tiny"})
    assert len(first) == 64 and run.facts["oracle"]


def test_another_model_behind_the_same_spec_is_another_hash(games):
    hashes = set()
    for root in ("hub/tiny", "hub/tiny-2"):
        run = create(MODEL)
        runs.freeze(run, {"root": root}, checked={})
        hashes.add(Run.objects.get(pk=run.pk).sha256)
    assert len(hashes) == 2


def test_a_pre_flight_that_failed_is_kept_and_freezes_nothing(games):
    run = create(MODEL)
    runs.keep_checked(run, {"passed": False})
    run.refresh_from_db()
    assert (run.checked, run.sha256) == ({"passed": False}, "")


def test_a_frozen_run_keeps_its_pre_flight(games):
    run = create(MODEL)
    runs.freeze(run, {}, checked={"passed": True})
    runs.keep_checked(run, {"passed": False})
    run.refresh_from_db()
    assert run.checked == {"passed": True}


def test_making_a_run_takes_the_same_queries_for_any_number_of_games(
    games, django_assert_max_num_queries
):
    with django_assert_max_num_queries(25):
        create(run={"repeats": 20})


def test_the_forecast_counts_the_trial_games(games):
    # Each ended game: one question and the guess, 2 replies of 110 tokens, in one minute.
    run = create(MODEL, run={"concurrency": 2}, price={"input": 10, "output": 100})
    made.finish(run, "won", "won", "won", "lost")
    found = forecasts.forecast_run(run)
    assert (found.games, found.trials) == (6, 3)
    assert found.tokens.likely == 6 * 220
    assert found.seconds.likely == 6 / 2 * 60
    # 200 in at 10 and 20 out at 100 the million: 0.004 a game.
    assert found.cost.likely == pytest.approx(6 * 0.004)


def test_the_oracle_s_tokens_count_and_are_not_priced(games):
    run = create(MODEL, price={"input": 10, "output": 100})
    made.finish(run, "won")
    turn = run.episodes.get(number=1).play.turns.get()
    ModelCall.objects.create(
        turn=turn, role="oracle", role_version="o", model="m", text="Yes", prompt_tokens=70,
        completion_tokens=10, finish_reason="stop", latency_seconds=0.1,
    )  # fmt: skip
    found = forecasts.forecast_run(run)
    assert (found.tokens.likely, round(found.cost.likely, 6)) == (6 * 300, 0.024)


def test_waiting_for_a_first_reply_counts(games):
    run = create(MODEL, run={"concurrency": 1})
    play = made.end(run.episodes.get(number=1), "won")
    type(play).objects.filter(pk=play.pk).update(started_at=make.NOW - timedelta(seconds=0.1))
    # Two replies of 0.2 seconds each.
    assert forecasts.forecast_run(run).seconds.likely == pytest.approx(6 * 0.4)


def test_an_aborted_trial_says_nothing(games):
    run = create(MODEL)
    made.end(run.episodes.get(number=1), "aborted")
    run.episodes.filter(number=1).update(fault="infrastructure")
    assert forecasts.forecast_run(run) is None


def test_a_forecast_is_kept(games):
    run = create(MODEL)
    made.finish(run, "won")
    forecasts.keep_forecast(run, forecasts.forecast_run(run))
    run.refresh_from_db()
    assert run.forecast["tokens"]["likely"] == 6 * 220


def test_games_of_a_program_are_forecast_as_fast_as_its_trial_games_were(games):
    # Nothing waits for a server: 6 games, 3 beside each other, a minute each.
    run = create(run={"concurrency": 16})
    made.finish(run, "won", "won", "won")
    StoredReply.objects.all().delete()
    assert forecasts.forecast_run(run).seconds.likely == 6 / 3 * 60
