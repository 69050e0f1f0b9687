"""The list of stored catalogues, one of them, its objects and its files."""

import io
import zipfile
from pathlib import Path

import pytest

from games import formats
from games.labels import Raters
from games.models import AffordanceLabel, BaselinePlay, Catalogue, Game, PhysicalObject, Play
from games.pages import catalogue_objects
from games.services import catalogue as services
from tests import make

pytestmark = pytest.mark.django_db
MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"
ADDRESSES = (
    "/catalogues/",
    "/catalogues/mini-1/",
    "/catalogues/mini-1/objects/",
    "/catalogues/mini-1/objects/glass_marble/",
    "/catalogues/mini-1/files.zip",
)
NOT_STORED = (
    "none-1/",
    "none-1/objects/",
    "mini-1/objects/none/",
    "mini-1/objects/?affordance=none",
)


@pytest.fixture
def stored() -> Catalogue:
    return services.import_catalogue({p.name: p.read_bytes() for p in MINI.iterdir()}).catalogue


def page_of(researcher, address: str) -> str:
    return researcher.get(address).content.decode()


def add_objects(catalogue: Catalogue, count: int) -> None:
    PhysicalObject.objects.bulk_create(
        PhysicalObject(catalogue=catalogue, key=f"thing_{number}", name=f"thing {number}")
        for number in range(count)
    )


def test_without_a_catalogue_the_list_says_how_to_store_one(researcher):
    assert "import_catalogue" in page_of(researcher, "/catalogues/")


def test_the_list_says_whose_labels_a_catalogue_has(researcher, stored):
    page = page_of(researcher, "/catalogues/")
    assert "labels by models" in page


def test_a_catalogue_that_people_labelled_in_part_says_how_many_labels_on_every_page(
    researcher, stored
):
    labels = AffordanceLabel.objects.filter(affordance__catalogue=stored)
    told = labels.first()
    labels.filter(pk=told.pk).update(raters=Raters.PEOPLE)
    sentence = f"1 of {labels.count()} labels by people, the others by models"
    for address in ("/catalogues/", "/catalogues/mini-1/"):
        assert sentence in page_of(researcher, address)


def test_a_game_of_the_catalogue_can_be_played_though_another_is_newer(researcher, stored):
    make.game(row=make.catalogue("newer-1"))
    answer = researcher.post("/catalogues/mini-1/play/", follow=True)
    assert Play.objects.get().game.catalogue == stored
    assert 'A game of the catalogue <span lang="en">mini-1</span>.' in answer.content.decode()


def test_a_game_of_a_catalogue_is_for_researchers_and_only_begun_by_a_post(
    client, researcher, stored
):
    assert researcher.get("/catalogues/mini-1/play/").status_code == 405
    researcher.logout()
    assert client.post("/catalogues/mini-1/play/").status_code == 302
    assert not Play.objects.exists()


@pytest.mark.parametrize("address", ADDRESSES)
def test_strangers_sign_in_first(client, stored, address):
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_are_only_read(researcher, stored, address):
    assert researcher.get(address).status_code == 200
    assert researcher.post(address).status_code == 405


@pytest.mark.parametrize("address", NOT_STORED)
def test_what_is_not_stored_is_not_found(researcher, stored, address):
    assert researcher.get(f"/catalogues/{address}").status_code == 404


def test_a_catalogue_s_page_counts_labels_balance_and_games(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "3 objects, 9 affordances, 27 labelled pairs" in page
    assert "5 yes, 21 no, 1 not deducible." in page
    assert "3 dev, 2 test" in page
    # One of three objects conducts heat; none stands on its end.
    assert "33.3%" in page and "0.0%<small>outside</small>" in page


def test_the_balance_says_how_many_lie_outside_and_where_the_reasons_are(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/")
    # One of three objects has each of five affordances; the other four fit none.
    assert "4 of 9 lie outside the usual 15% to 60%" in page
    assert "<code>checks.toml</code> and <code>card.md</code>" in page


def test_the_balance_explains_its_columns(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "Properties: how many properties it takes. Games: games whose target it is." in page


def test_canary_and_splits_are_explained(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "a model that can recite it" in page
    assert "The dev split is for trying out prompts" in page


def test_numbers_above_999_have_a_comma(researcher, stored):
    add_objects(stored, 997)
    assert "1,000 objects, 9 affordances" in page_of(researcher, "/catalogues/mini-1/")
    assert "1,000 objects" in page_of(researcher, "/catalogues/mini-1/objects/")
    assert ">1,000<" in page_of(researcher, "/catalogues/")


def test_programs_and_their_wins_are_shown(researcher, stored):
    for game in Game.objects.all():
        BaselinePlay.objects.create(game=game, player="greedy", won=True, questions=2)
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "100.0%<small>5 of 5</small>" in page
    assert "greedy<small>asks each time the question that tells most on average" in page


def test_an_oracle_that_was_not_measured_is_said_to_be_so(researcher, stored):
    assert "It was not measured" in page_of(researcher, "/catalogues/mini-1/")


def test_objects_are_found_by_their_words(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/?q=steel")
    assert "kebab skewer" in page and "glass marble" not in page
    assert "No object holds these words" in page_of(
        researcher, "/catalogues/mini-1/objects/?q=uranium"
    )


def test_an_object_is_listed_with_the_start_of_its_description(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/")
    assert "A small solid ball of clear glass with a twisted blue ribbon of colour inside." in page
    assert "1.6 centimetres" not in page


def test_a_long_first_sentence_is_cut_after_a_word():
    thing = PhysicalObject(key="rope", name="rope", description="long " * 40)
    # 23 words of 4 letters with their 22 spaces are 114, and the dots 1; one more word is 120.
    start = catalogue_objects.glimpse(thing).start
    assert len(start) <= 120 and start.endswith("long…")


def test_pages_of_objects_are_called_previous_and_next_and_keep_the_search(researcher, stored):
    add_objects(stored, 101)
    page = page_of(researcher, "/catalogues/mini-1/objects/?q=thing&page=2")
    assert 'href="?q=thing&amp;page=1" rel="prev">Previous<' in page
    assert 'href="?q=thing&amp;page=3" rel="next">Next<' in page


def test_an_affordance_of_the_balance_leads_to_the_objects_that_have_it(researcher, stored):
    address = "/catalogues/mini-1/objects/?affordance=conduct_heat"
    assert f'href="{address}"' in page_of(researcher, "/catalogues/mini-1/")
    page = page_of(researcher, address)
    assert "Objects with “conduct heat”</h1>" in page and "Show all objects" in page
    assert "kebab skewer" in page and "glass marble" not in page


def test_a_search_among_the_objects_of_an_affordance_stays_there(researcher, stored):
    address = "/catalogues/mini-1/objects/?affordance=conduct_heat"
    assert 'name="affordance" value="conduct_heat"' in page_of(researcher, address)
    assert "and has this affordance" in page_of(researcher, f"{address}&q=marble")


def test_an_affordance_that_no_object_has_says_so(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/?affordance=stand_on_end")
    assert "No object has this affordance." in page


def test_a_search_with_a_nul_is_a_search_without_it(researcher, stored):
    assert "kebab skewer" in page_of(researcher, "/catalogues/mini-1/objects/?q=ste%00el")


def test_an_object_s_labels_are_grouped_by_answer_yes_first(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/wool_blanket/")
    headings = (
        "Can be done: 1 of 9</h3>",
        "Cannot be done: 7 of 9</h3>",
        "Not deducible: 1 of 9</h3>",
    )
    places = [page.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "yes</span> fold flat" in page[: places[1]]


def test_an_object_s_page_leads_to_its_neighbours_by_name(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/kebab_skewer/")
    assert "Previous: glass marble" in page and "Next: wool blanket" in page
    assert "Previous:" not in page_of(researcher, "/catalogues/mini-1/objects/glass_marble/")


@pytest.mark.parametrize(
    "address", ["/catalogues/none-1/", "/workshop/none/", "/workshop/a/b/c/d/"]
)
def test_a_missing_page_of_a_researcher_leads_to_catalogues_and_workshop(researcher, address):
    answer = researcher.get(address)
    page = answer.content.decode()
    assert answer.status_code == 404 and "another browser" not in page
    assert "There is no such page here" in page
    assert 'href="/catalogues/"' in page and 'href="/workshop/"' in page


def test_an_object_s_page_has_its_sheet_and_its_labels_with_reasons(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/wool_blanket/")
    assert "fuzzy" in page and "mass 1,700 to 1,900 g" in page
    assert "It depends on how much air the yarn traps" in page


def test_the_files_are_those_that_were_imported(researcher, stored):
    answer = researcher.get("/catalogues/mini-1/files.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = {name.removeprefix("mini-1/"): packed.read(name) for name in packed.namelist()}
    content = formats.read_catalogue(files).content
    assert formats.catalogue_sha256(content) == stored.sha256
    assert answer.content == researcher.get("/catalogues/mini-1/files.zip").content


@pytest.mark.parametrize("more", [0, 40])
def test_queries_do_not_grow_with_objects(researcher, stored, django_assert_num_queries, more):
    add_objects(stored, more)
    with django_assert_num_queries(5):  # session, user, catalogues, games, labels
        researcher.get("/catalogues/")
    with django_assert_num_queries(5):  # session, user, catalogue, count, objects
        researcher.get("/catalogues/mini-1/objects/")
    with django_assert_num_queries(6):  # and the affordance
        researcher.get("/catalogues/mini-1/objects/?affordance=conduct_heat")
    # session, user, catalogue, ways, newest, objects, balance with its games, splits, programs,
    # Oracle
    with django_assert_num_queries(11):
        researcher.get("/catalogues/mini-1/")


@pytest.mark.parametrize("more", [0, 40])
def test_queries_of_an_object_do_not_grow_with_objects(
    researcher, stored, django_assert_num_queries, more
):
    address = "/catalogues/mini-1/objects/glass_marble/"
    add_objects(stored, more)
    researcher.get(address)  # the sheets of a catalogue are read once and kept
    with django_assert_num_queries(7):  # session, user, catalogue, object, labels, neighbours
        researcher.get(address)
