"""Two players on the same games: what is compared, what is refused, where they differ."""

import pytest

from games.services.plays import freeze_protocol
from tests import make, runs
from tests.web.evaluation.conftest import ended

PAGE = "/runs/compare/"
BOTH = "?a=run/first&b=run/second"


def finished(slug: str, games, *outcomes: str, **fields):
    return runs.finish(runs.run(games=games, slug=slug, **fields), *outcomes)


@pytest.fixture
def games(db):
    return runs.games(3)


@pytest.fixture
def two(games):
    """The first solves two of three games, the second one of them."""
    finished("first", games, "won", "won", "lost")
    finished("second", games, "won", "lost", "lost")


def compared(client, query: str = BOTH):
    return client.get(PAGE + query).context["page"].compared


def problem(client, query: str) -> str:
    response = client.get(PAGE + query)
    assert response.status_code == 200
    return response.context["page"].problem


def test_before_anybody_has_played_it_says_what_will_be_here(researcher, db):
    assert "once two have ended some" in researcher.get(PAGE).content.decode()


def test_without_a_choice_it_asks_for_one(researcher, two):
    page = researcher.get(PAGE)
    assert "Choose two players" in page.content.decode()
    assert len(page.context["page"].choices) == 2


def test_the_difference_is_of_the_games_that_both_played(researcher, two):
    # 2 of 3 less 1 of 3; one game is solved by the first alone, so McNemar's p is 1.
    found = compared(researcher).comparison
    assert found.success.paired.value == pytest.approx(1 / 3)
    counts = found.mcnemar
    assert (counts.both, counts.only_first, counts.only_second, counts.neither) == (1, 1, 0, 1)
    assert "p = 1.0000" in researcher.get(PAGE + BOTH).content.decode()


def test_games_that_one_alone_played_are_counted_and_in_no_difference(researcher, games):
    finished("first", games, "won", "won", "won")
    finished("second", games[:1], "won")
    found = compared(researcher)
    assert found.comparison.success.paired.value == 0
    page = researcher.get(PAGE + BOTH).content.decode()
    assert "1 game that both played. Left out: 2 that only first played" in page


def test_the_games_where_they_differ_lead_to_both_replays(researcher, two):
    (game,) = compared(researcher).games
    assert [link.words for link in (*game.first, *game.second)] == ["solved", "wrong guess"]
    page = researcher.get(PAGE + BOTH).content.decode()
    for link in (*game.first, *game.second):
        assert f"/runs/replay/{link.play_id}/" in page
    side_by_side = researcher.get(game.beside).context["page"]
    assert [side.who for side in side_by_side.sides] == ["first", "second"]


def test_people_are_compared_as_a_group(researcher):
    campaign = make.campaign(games=2, practice=False, baseline=True, preset="paper")
    ended(make.volunteer(campaign), "won", "won")
    ended(make.volunteer(campaign), "won", "lost")
    games = [row.game for row in campaign.campaign_games.select_related("game")]
    finished("model", games, "lost", "lost")
    query = f"?a=campaign/{campaign.slug}&b=run/model"
    found = compared(researcher, query)
    # Players differ from the model by 1 and 1/2.
    assert found.comparison.success.over_players.value == 3 / 4
    assert "McNemar's test is not given" in researcher.get(PAGE + query).content.decode()
    assert [len(game.first) for game in found.games] == [2, 2]


def test_settings_that_differ_are_said(researcher, games):
    finished("first", games, "won", "won", "won")
    house = freeze_protocol(make.protocol("house"))
    finished("second", games, "lost", "won", "won", protocol=house)
    page = researcher.get(PAGE + BOTH).content.decode()
    assert "They played under different rules" in page
    assert "preset: paper for first, house for second" in page


def test_two_runs_of_one_player_are_told_apart_by_their_titles(researcher, games):
    finished("first", games, "won", "won", "won", player="m", title="Spring")
    finished("second", games, "won", "won", "lost", player="m", title="Autumn")
    found = compared(researcher).comparison
    assert (found.first, found.second) == ("m (Spring)", "m (Autumn)")


def test_two_runs_of_one_player_and_title_are_told_apart_by_their_addresses(researcher, games):
    finished("first", games, "won", "won", "won", player="m", title="m")
    finished("second", games, "won", "won", "lost", player="m", title="m")
    page = researcher.get(PAGE + BOTH).context["page"]
    found = page.compared.comparison
    assert (found.first, found.second) == ("m (first)", "m (second)")
    assert [each.words.partition(" (inv")[0] for each in page.choices] == [
        "m (second)",
        "m (first)",
    ]


def test_another_catalogue_is_refused_in_a_sentence(researcher, db):
    for slug, version in (("first", "invented-1"), ("second", "invented-2")):
        finished(slug, runs.games(1, make.catalogue(version)), "won")
    assert problem(researcher, BOTH).startswith("first played games of invented-1")


def test_no_game_in_common_is_refused_in_a_sentence(researcher, games):
    finished("first", games[:1], "won")
    finished("second", games[1:], "won", "won")
    assert problem(researcher, BOTH) == "first and second have ended no game in common."


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?a=run/first&b=run/first", "These are the same plays; choose two players."),
        (
            "?a=run/first&b=run/nobody",
            "There is no run nobody with an ended game.",
        ),
        ("?a=%00&b=run/first", ""),
        ("?a=run/first", ""),
    ],
)
def test_what_cannot_be_compared_is_said(researcher, two, query, sentence):
    assert problem(researcher, query) == sentence
    assert compared(researcher, query) is None


def test_the_gains_are_drawn_for_both(researcher, two):
    found = compared(researcher)
    drawn = researcher.get(found.picture.wide_light)
    assert drawn["Content-Type"] == "image/svg+xml"
    assert "first" in drawn.content.decode() and "second" in drawn.content.decode()
    assert [column.heading for column in found.gains.columns] == ["first", "second"]


@pytest.mark.parametrize("query", ["", "?a=run/first&b=run/first", "?a=run/first&b=run/nobody"])
def test_what_cannot_be_compared_is_not_drawn(researcher, two, query):
    assert researcher.get(f"{PAGE}gain/wide/light.svg{query}").status_code == 404


def test_once_computed_it_takes_few_queries(researcher, two, django_assert_max_num_queries):
    researcher.get(PAGE + BOTH)
    with django_assert_max_num_queries(9):
        researcher.get(PAGE + BOTH)


def test_a_sentence_says_who_is_better_and_whether_that_is_significant(researcher, two):
    # 2 of 3 less 1 of 3, on three games of three objects.
    assert compared(researcher).verdict.startswith(
        "first solves 33.3 percentage points more of these games than second. The difference is "
        "not significant at the 5% level (first less second: +33.3 ["
    )
    backwards = compared(researcher, "?a=run/second&b=run/first").verdict
    assert "second less first: -33.3 [" in backwards
    assert "McNemar's exact test p = 1.0000" in backwards


def test_a_clear_difference_is_called_significant(researcher, db):
    games = [make.game(key=f"g{at}", object_key=f"object-{at}") for at in range(20)]
    finished("first", games, *["won"] * 18, *["lost"] * 2)
    finished("second", games, *["lost"] * 20)
    assert "The difference is significant at the 5% level" in compared(researcher).verdict
    assert "p < 0.0001" in compared(researcher).verdict


def test_where_interval_and_test_say_different_things_it_is_undecided(researcher, db):
    games = [make.game(key=f"g{at}", object_key=f"object-{at}") for at in range(10)]
    finished("first", games, *["won"] * 5, *["lost"] * 5)
    finished("second", games, *["lost"] * 10)
    verdict = compared(researcher).verdict
    assert (
        "undecided at the 5% level: its interval leaves out 0, but the test finds none" in verdict
    )
    assert "p = 0.0625" in verdict


def test_differences_are_in_points_and_players_only_where_one_side_is_a_group(researcher, two):
    table = next(each for each in compared(researcher).tables if each.key == "differences")
    assert [row.label for row in table.rows] == ["Paired", "Over objects"]
    assert table.shown[0][1][0].main == "+33.3"


def test_a_choice_names_a_player_once_with_its_split(researcher, games):
    finished("first", games, "won", player="m", title="m, spring")
    (choice,) = researcher.get(PAGE).context["page"].choices
    assert choice.words == "m, spring (invented-1, dev games, 1 play)"


def test_a_run_with_rules_is_split_by_what_they_cover_and_by_affordance(researcher, games):
    # Both games share their target, which takes a rule, as do one or none of the other candidates.
    taken = {make.TARGET: {"rule": "r", "similarity": 0.9, "by": "text"}}
    known = {"rules": {"label": "trial/1", "contaminated": "", "matched": taken}}
    finished("first", games, "won", "won", "lost", facts=known)
    finished("second", games, "won", "lost", "lost")
    tables = {table.key: table for table in compared(researcher).tables}
    shown = {row.label: [cell.main for cell in cells] for row, cells in tables["rules"].shown}
    # 2 of 3 less 1 of 3; turns: 1, 1, 20 less 1, 20, 20.
    assert shown["The target takes a rule"][:5] == ["3", "66.7%", "33.3%", "+33.3", "-6.3"]
    assert list(shown) == ["The target takes a rule", "Some candidates do"]
    assert [row.label for row in tables["affordances"].rows] == [make.TARGET.replace("_", " ")]


def test_runs_without_rules_have_no_tables_of_rules(researcher, two):
    assert {table.key for table in compared(researcher).tables}.isdisjoint({"rules", "affordances"})
