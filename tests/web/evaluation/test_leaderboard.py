"""Who stands on the leaderboard, with what beside the figures, and who stands apart."""

import pytest

from evaluation import entries, leaderboard
from evaluation.entries import Kind
from evaluation.metrics.comparison import Side, compare
from evaluation.metrics.intervals import Undefined
from evaluation.models import Run
from games import oracle_gate
from games.models import OracleScore
from games.services import campaigns
from games.services.plays import freeze_protocol
from tests import make, runs
from tests.web.evaluation.conftest import ended


@pytest.fixture
def baseline(db):
    """People's games, under the very protocol that the runs here have."""
    return make.campaign(games=2, practice=False, baseline=True, preset="paper")


def finished(slug: str, games, *outcomes: str, **fields) -> Run:
    return runs.finish(runs.run(games=games, slug=slug, **fields), *outcomes)


def only_group():
    (group,) = leaderboard.groups()
    return group


def test_the_best_run_stands_first_with_its_figures(db):
    games = runs.games(2)
    finished("weak", games, "lost", "won")
    finished("strong", games, "won", "won")
    group = only_group()
    assert [row.entry.name for row in group.rows] == ["strong", "weak"]
    weak = group.rows[1].figures
    assert (weak.score.rate.value, weak.score.rate.n, weak.games) == (1 / 2, 2, 2)
    assert (weak.players, weak.repeats) == (1, 1)
    assert weak.score.turns_of_all.value == (20 + 1) / 2


def test_people_stand_beside_models_with_the_average_over_players(baseline):
    # One player solved both, the other lost one: (1 + 0) / 2 over players, 2 of 3 pooled.
    ended(make.volunteer(baseline), "won", "won")
    ended(make.volunteer(baseline), "lost")
    games = [row.game for row in baseline.campaign_games.select_related("game")]
    finished("model", games, "won", "lost")
    rows = {row.entry.kind: row for row in only_group().rows}
    people = rows[Kind.HUMANS].figures
    assert (people.score.rate.value, people.players) == (1 / 2, 2)
    assert people.pooled.rate.value == pytest.approx(2 / 3)
    assert rows[Kind.MODEL].figures.score.rate.value == 1 / 2


def test_a_program_is_a_baseline_and_a_model_has_its_group(db):
    games = runs.games(1)
    model = {"backend": "openai", "name": "m", "group": "open", "architecture": "moe", "size": "8B"}
    finished("m", games, "won", spec={**runs.SPEC, "model": model})
    finished("greedy", games, "won", spec={"questioner": {"kind": "greedy"}, "games": {}})
    by_name = {row.entry.name: row.entry for row in only_group().rows}
    assert by_name["greedy"].kind == Kind.BASELINE
    found = by_name["m"]
    assert (found.kind, found.openness, found.architecture, found.size) == (
        Kind.MODEL, "open", "moe", "8B"
    )  # fmt: skip


def test_rows_of_another_protocol_stand_in_a_group_of_their_own(db):
    games = runs.games(1)
    finished("a", games, "won")
    finished("b", games, "won", protocol=freeze_protocol(make.protocol("house")))
    assert [[row.entry.name for row in group.rows] for group in leaderboard.groups()] in (
        [["a"], ["b"]], [["b"], ["a"]]
    )  # fmt: skip


def test_rows_of_another_catalogue_stand_in_a_group_of_their_own(db):
    first, second = make.catalogue("invented-1"), make.catalogue("invented-2")
    finished("a", runs.games(1, first), "won")
    finished("b", runs.games(1, second), "won")
    assert {group.catalogue for group in leaderboard.groups()} == {"invented-1", "invented-2"}


def test_a_run_that_goes_on_is_provisional_and_shows_how_far_it_is(db):
    row = runs.run(games=runs.games(3))
    runs.finish(row, "won")
    (entry,) = [each.entry for each in only_group().rows]
    assert (entry.provisional, entry.ended, entry.planned) == (True, 1, 3)


def test_a_complete_run_is_not_provisional(db):
    finished("done", runs.games(1), "won")
    (entry,) = [each.entry for each in only_group().rows]
    assert (entry.provisional, entry.status) == (False, "complete")


def test_who_has_no_ended_play_is_not_on_it(baseline):
    runs.run(games=runs.games(1))
    assert leaderboard.groups() == []
    assert {each.kind for each in entries.entries()} == {Kind.HUMANS, Kind.MODEL}


def test_people_of_other_studies_are_not_on_it(db):
    campaign = make.campaign(games=1, practice=False)
    ended(make.volunteer(campaign), "won")
    assert leaderboard.groups() == []


def test_a_simulated_baseline_says_so(db):
    campaign = make.campaign(games=1, practice=False, baseline=True, simulated=True)
    ended(make.volunteer(campaign), "won")
    (row,) = only_group().rows
    assert (row.entry.simulated, row.entry.provisional) == (True, True)


def test_a_closed_baseline_is_not_provisional(baseline):
    ended(make.volunteer(baseline), "won")
    campaigns.close(baseline, now=make.NOW, rng=make.CHANCE)
    (row,) = only_group().rows
    assert (row.entry.provisional, row.entry.reference) == (False, f"campaign/{baseline.slug}")


def measured(right: int) -> None:
    OracleScore.objects.create(
        oracle_version="table-fixed", question_set=oracle_gate.question_set("invented-1"),
        questions=100, answered=90, right_answered=min(90, right), right_forced=right,
    )  # fmt: skip


def test_how_right_the_oracle_was_stands_on_every_row(db):
    finished("a", runs.games(1), "won")
    measured(92)
    quality = only_group().rows[0].entry.oracle
    assert (quality.version, quality.own, quality.right.value) == ("table-fixed", True, 0.92)
    assert (quality.answered.value, quality.practice) == (0.9, False)


def test_a_poor_or_unmeasured_oracle_is_of_practice_quality(db):
    finished("a", runs.games(1), "won")
    unmeasured = only_group().rows[0].entry.oracle
    assert (unmeasured.practice, unmeasured.right) == (True, Undefined("not_measured"))
    measured(89)
    assert only_group().rows[0].entry.oracle.practice


def test_code_and_contamination_come_from_the_runs_facts(db):
    code = {"commit": "0123456789abcdef", "dirty": True}
    finished("a", runs.games(1), "won", facts={"code": code, "contaminated": "rules-1"})
    (row,) = only_group().rows
    assert (row.entry.code, row.entry.contaminated) == ("0123456789ab+changed", "rules-1")


def test_figures_are_computed_once_until_another_play_ends(db, django_assert_max_num_queries):
    row = runs.run(games=runs.games(3))
    runs.finish(row, "won")
    assert only_group().rows[0].rate.value == 1
    with django_assert_max_num_queries(4):
        only_group()
    runs.end(row.episodes.get(number=2), "lost")
    assert only_group().rows[0].rate.value == 1 / 2


def test_queries_do_not_grow_with_the_runs(db, django_assert_max_num_queries):
    games = runs.games(1)
    for number in range(6):
        finished(f"run-{number}", games, "won")
    leaderboard.groups()
    with django_assert_max_num_queries(4):
        assert len(only_group().rows) == 6


@pytest.mark.parametrize("reference", ["run/none", "campaign/none", "else/x", "", "run"])
def test_what_is_not_there_has_no_entry(db, reference):
    assert entries.entry_of(reference) is None


def test_an_entry_is_found_by_its_reference(baseline):
    row = finished("a", runs.games(1), "won")
    for reference in (f"run/{row.slug}", f"campaign/{baseline.slug}"):
        assert entries.entry_of(reference).reference == reference


def test_people_and_a_model_are_compared_on_their_games(baseline):
    # The model meets one game of the people's two, and one of its own.
    won, _ = ended(make.volunteer(baseline), "won", "lost")
    shared = won.game
    finished("model", [shared, *runs.games(1)], "lost", "won")
    people, model = (
        entries.entry_of(reference) for reference in (f"campaign/{baseline.slug}", "run/model")
    )
    assert entries.why_not_comparable(people, model) == ""
    found = compare(
        Side(people.name, entries.plays_of(people.reference)),
        Side(model.name, entries.plays_of(model.reference)),
        leaderboard.OF_RUN,
    )
    assert (found.games.both, found.games.only_second) == ((shared.key,), ("run-1",))
    assert found.success.paired.value == 1


def test_settings_that_differ_are_named(db):
    games = runs.games(1)
    finished("a", games, "won")
    finished("b", games, "won", protocol=freeze_protocol(make.protocol("house")))
    first, second = entries.entry_of("run/a"), entries.entry_of("run/b")
    found = {each.setting: (each.first, each.second) for each in _differences(first, second)}
    assert found["preset"] == ("paper", "house")
    assert found["cannot_tell"] == ("no", "yes")
    assert "oracle" not in found
    assert _differences(first, first) == []


def _differences(first, second):
    return entries.setting_differences(first, second)


def test_players_of_two_catalogues_are_not_compared(db):
    finished("a", runs.games(1, make.catalogue("invented-1")), "won")
    finished("b", runs.games(1, make.catalogue("invented-2")), "won")
    why = entries.why_not_comparable(entries.entry_of("run/a"), entries.entry_of("run/b"))
    assert why == ("a played games of invented-1, b of invented-2: they have no game in common.")


def test_nobody_is_compared_with_themselves(db):
    finished("a", runs.games(1), "won")
    entry = entries.entry_of("run/a")
    assert "choose two players" in entries.why_not_comparable(entry, entry)
