"""FIX20Q's lists: shipped, curated from runs, on their pages and as files."""

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from evaluation.models import FixedList
from evaluation.pages import fixed_lists as pages
from evaluation.services import fixed_lists
from evaluation.services.fixed_lists import Listed, ListedQuestion, NoList
from games import fixed_list
from games.checkers import rule
from games.labels import Split
from games.models import Catalogue, PhysicalObject, Property, Turn
from games.services import baselines
from games.services import catalogue as catalogues
from games.sheets import Dimension
from tests import make, runs

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"


@pytest.fixture
def catalogue(db) -> Catalogue:
    catalogues.import_catalogue(catalogues.files_in(MINI))
    row = Catalogue.objects.get()
    row.games.update(split=Split.DEV)
    return row


@pytest.fixture
def pool(catalogue):
    return baselines.pool_of(catalogue.pk).questions


def recorded(catalogue, pool, places, *, slug="loud", probes=None):
    """A run whose first game's play asked these pool questions."""
    row = runs.run(games=list(catalogue.games.all()[:2]), slug=slug)
    episode = row.episodes.order_by("number").first()
    runs.end(episode, "won", questions=[pool[place].text for place in places])
    for number, place in enumerate(places, start=1):
        probe = (probes or {}).get(place, str(pool[place].pair))
        Turn.objects.filter(play__episode=episode, number=number).update(probe=probe)
    return row


def spread(pool, *, count=20):
    """Places of so many questions, of all four dimensions by turns."""
    of_each = [[p for p, q in enumerate(pool) if q.pair.dimension == d] for d in Dimension]
    longest = max(map(len, of_each))
    turns = [group[at] for at in range(longest) for group in of_each if at < len(group)]
    return turns[:count]


def curate(row, name="asked-most", split=Split.DEV):
    return fixed_lists.curate(name, [row] if not isinstance(row, list) else row, split)


def test_the_shipped_list_is_what_the_dev_games_make(catalogue, pool):
    deals = [each.deal for each in baselines.deals_of(catalogue.pk)]
    facts = baselines.facts_of(catalogue.pk)
    places = fixed_list.fixed_list(facts, baselines.pool_of(catalogue.pk), deals)
    shipped = fixed_lists.shipped(catalogue.pk)
    assert [question.text for question in shipped.questions] == [pool[at].text for at in places]
    assert (shipped.name, shipped.split) == ("", "dev")


def test_without_dev_games_there_is_no_shipped_list(catalogue):
    catalogue.games.update(split=Split.TEST)
    with pytest.raises(NoList, match="dev split, and it has no games"):
        fixed_lists.shipped(catalogue.pk)


def test_a_curated_list_is_the_most_asked_first_with_counts_and_sources(catalogue, pool):
    places = spread(pool)
    loud = recorded(catalogue, pool, places)
    soft = recorded(catalogue, pool, places[3:5], slug="soft")
    made = curate([loud, soft])
    questions = fixed_lists.listed(made.row).questions
    assert len(questions) == 20
    assert {questions[0].text, questions[1].text} == {pool[place].text for place in places[3:5]}
    assert (questions[0].count, questions[0].sources) == (2, {"loud": 1, "soft": 1})
    assert (questions[-1].count, questions[-1].sources) == (1, {"loud": 1})
    assert (made.asked, made.outside) == (22, 0)


def test_a_curated_list_covers_all_four_dimensions(catalogue, pool):
    curate(recorded(catalogue, pool, spread(pool)))
    pairs = [question["pair"] for question in FixedList.objects.get().questions]
    assert {pair.partition(":")[0] for pair in pairs} == {each.name for each in Dimension}


def test_a_question_counts_under_the_words_that_the_checker_reads_in_it(catalogue):
    # The catalogue calls a bump a matter of shape, the Checker one of the surface.
    thing = PhysicalObject.objects.filter(catalogue=catalogue).first()
    Property.objects.create(physical_object=thing, dimension="shape", value="bump")
    pool = baselines.pool_of(catalogue.pk).questions
    bump = [str(question.pair) for question in pool].index("SHAPE:bump")
    assert [*map(str, rule(pool[bump].text).pairs)] == ["SURFACE:bump"]
    places = list(dict.fromkeys([bump, *spread(pool)]))[:20]
    made = curate(recorded(catalogue, pool, places, probes={bump: "SURFACE:bump"}))
    assert made.outside == 0
    assert "SHAPE:bump" in [question["pair"] for question in made.row.questions]


def test_questions_outside_the_pool_are_counted_and_left_out(catalogue, pool):
    places = spread(pool, count=20)
    extra = recorded(catalogue, pool, places[:1], slug="odd", probes={places[0]: "SHAPE:quombish"})
    made = curate([recorded(catalogue, pool, places), extra])
    assert (made.asked, made.outside) == (21, 1)


def test_refused_questions_do_not_count(catalogue, pool):
    places = spread(pool)
    row = recorded(catalogue, pool, places)
    turn = Turn.objects.filter(play__episode__run=row).first()
    Turn.objects.filter(pk=turn.pk).update(
        status="refused", answer="", reason="not_physical", stored_answer=None
    )
    with pytest.raises(NoList, match="19 different questions"):
        curate(row)


def test_games_of_the_other_split_do_not_count(catalogue, pool):
    row = recorded(catalogue, pool, spread(pool))
    with pytest.raises(NoList, match="0 different questions of the pool were asked, a list has 20"):
        curate(row, split=Split.TEST)
    assert not FixedList.objects.exists()


def test_a_dimension_that_nobody_asked_about_is_named():
    counts = {place: Counter(loud=1) for place in range(20)}
    dimensions = [Dimension.MATERIAL, Dimension.SHAPE, Dimension.SIZE, Dimension.SHAPE] * 5
    with pytest.raises(NoList, match="No question on surface was asked"):
        fixed_lists.most_asked(counts, dimensions)


def test_two_of_each_dimension_are_kept_however_seldom_they_were_asked():
    # 22 of material asked thrice, three of each other dimension once: six of the last are kept.
    others = [dimension for dimension in Dimension if dimension != Dimension.MATERIAL] * 3
    counts = {place: Counter(loud=3 if place < 22 else 1) for place in range(31)}
    places = fixed_lists.most_asked(counts, [Dimension.MATERIAL] * 22 + others)
    assert places == (*range(14), *range(22, 28))


def test_a_list_never_changes(catalogue, pool):
    row = recorded(catalogue, pool, spread(pool))
    curate(row)
    with pytest.raises(NoList, match="is there already"):
        curate(row)
    assert FixedList.objects.count() == 1


def test_runs_of_two_catalogues_make_no_list(catalogue, pool):
    row = recorded(catalogue, pool, spread(pool))
    other = runs.run(games=[make.game(row=make.catalogue())], slug="other")
    with pytest.raises(NoList, match="one catalogue, not of"):
        curate([row, other])


def test_a_list_of_another_catalogue_is_refused(catalogue, pool):
    curate(recorded(catalogue, pool, spread(pool)))
    with pytest.raises(NoList, match="is of the catalogue"):
        fixed_lists.list_of("asked-most", make.catalogue().pk)


def test_the_command_stores_a_list_and_says_what_it_counted(catalogue, pool, capsys):
    recorded(catalogue, pool, spread(pool))
    call_command("curate_fix20q", "mine", runs=["loud"], split="dev")
    out = capsys.readouterr().out
    assert FixedList.objects.get().name == "mine"
    assert "of 20 valid questions; 0 of them" in out


@pytest.mark.parametrize(
    ("name", "run", "told"),
    [("mine", "none", "There is no run 'none'"), ("not a slug", "loud", "'not a slug'")],
)
def test_the_command_says_what_is_wrong_and_stores_nothing(catalogue, pool, name, run, told):
    recorded(catalogue, pool, spread(pool))
    with pytest.raises(CommandError, match=told):
        call_command("curate_fix20q", name, runs=[run], split="dev")
    assert not FixedList.objects.exists()


def test_the_page_of_lists_names_them_all(researcher, catalogue, pool):
    curate(recorded(catalogue, pool, spread(pool)))
    page = researcher.get("/runs/lists/").content.decode()
    assert f"Shipped list for {catalogue.version}" in page
    assert 'href="/runs/lists/asked-most/"' in page


def test_the_page_of_lists_says_what_will_be_there(researcher, db):
    assert "there is none yet" in researcher.get("/runs/lists/").content.decode()


def test_a_curated_list_s_page_shows_counts_and_sources(researcher, catalogue, pool):
    curate(recorded(catalogue, pool, spread(pool)))
    page = researcher.get("/runs/lists/asked-most/").content.decode()
    assert pool[spread(pool)[0]].text in page
    assert "loud 1" in page


def test_the_shipped_list_s_page_says_that_no_run_was_looked_at(researcher, catalogue):
    page = researcher.get(f"/runs/lists/of/{catalogue.version}/").content.decode()
    assert "no run was looked at" in page
    assert "By the runs" not in page


@pytest.mark.parametrize("which", ["asked-most", "of/{version}"])
def test_a_list_s_files_hold_what_its_page_shows(researcher, catalogue, pool, which):
    curate(recorded(catalogue, pool, spread(pool)))
    address = "/runs/lists/" + which.format(version=catalogue.version)
    said = json.loads(researcher.get(f"{address}.json").content)
    rows = [*csv.DictReader(io.StringIO(researcher.get(f"{address}.csv").content.decode()))]
    assert [row["question"] for row in rows] == [each["text"] for each in said["questions"]]
    assert len(rows) == 20
    assert said["catalogue"] == catalogue.version
    assert len(said["sha256"]) == 64


def test_a_question_that_a_spreadsheet_would_run_is_made_harmless():
    question = ListedQuestion("SHAPE:round", "=cmd()")
    listed = Listed("odd", "invented-1", Split.DEV, [question])
    (row,) = csv.DictReader(io.StringIO(pages.as_csv(listed)))
    assert row["question"] == "'=cmd()"


ADDRESSES = (
    "/runs/lists/",
    "/runs/lists/asked-most/",
    "/runs/lists/asked-most.json",
    "/runs/lists/of/{version}/",
    "/runs/lists/of/{version}.csv",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_strangers_are_led_to_sign_in_and_nothing_is_posted(researcher, catalogue, pool, address):
    curate(recorded(catalogue, pool, spread(pool)))
    address = address.format(version=catalogue.version)
    assert researcher.get(address).status_code == 200
    assert researcher.post(address).status_code == 405
    stranger = Client().get(address)
    assert (stranger.status_code, "/login" in stranger["Location"]) == (302, True)


@pytest.mark.parametrize("address", ["/runs/lists/none/", "/runs/lists/of/none/"])
def test_a_list_that_is_not_there_is_not_found(researcher, db, address):
    assert researcher.get(address).status_code == 404


def test_a_catalogue_without_dev_games_has_no_page_of_a_list(researcher, catalogue):
    catalogue.games.update(split=Split.TEST)
    assert researcher.get(f"/runs/lists/of/{catalogue.version}/").status_code == 404


def test_the_page_of_lists_takes_as_many_queries_for_many_lists(
    researcher, catalogue, pool, django_assert_num_queries
):
    row = recorded(catalogue, pool, spread(pool))
    for name in ("first", "second", "third"):
        curate(row, name)
    with django_assert_num_queries(4):
        researcher.get("/runs/lists/")
