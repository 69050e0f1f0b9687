"""The list of stored catalogues, one of them, its objects and its files."""

import io
import zipfile
from pathlib import Path

import pytest

from games import formats
from games.models import BaselinePlay, Catalogue, Game
from games.services import catalogue as services

pytestmark = pytest.mark.django_db
MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"
ADDRESSES = (
    "/catalogues/",
    "/catalogues/mini-1/",
    "/catalogues/mini-1/objects/",
    "/catalogues/mini-1/objects/glass_marble/",
    "/catalogues/mini-1/files.zip",
)


@pytest.fixture
def stored() -> Catalogue:
    return services.import_catalogue({p.name: p.read_bytes() for p in MINI.iterdir()}).catalogue


def page_of(researcher, address: str) -> str:
    return researcher.get(address).content.decode()


def test_without_a_catalogue_the_list_says_how_to_store_one(researcher):
    assert "import_catalogue" in page_of(researcher, "/catalogues/")


def test_the_list_says_whose_labels_a_catalogue_has(researcher, stored):
    page = page_of(researcher, "/catalogues/")
    assert "Draft, model-labelled, not yet confirmed by people" in page


@pytest.mark.parametrize("address", ADDRESSES)
def test_strangers_sign_in_first(client, stored, address):
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_are_only_read(researcher, stored, address):
    assert researcher.get(address).status_code == 200
    assert researcher.post(address).status_code == 405


@pytest.mark.parametrize("address", ["none-1/", "none-1/objects/", "mini-1/objects/none/"])
def test_what_is_not_stored_is_not_found(researcher, stored, address):
    assert researcher.get(f"/catalogues/{address}").status_code == 404


def test_a_catalogue_s_page_counts_labels_balance_and_games(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "3 objects, 9 affordances, 27 labelled pairs" in page
    assert "5 yes, 21 no, 1 not deducible." in page
    assert "3 dev, 2 test" in page
    # One of three objects conducts heat; none stands on its end.
    assert "33.3%" in page and "0.0%<small>outside</small>" in page


def test_programs_and_their_wins_are_shown(researcher, stored):
    for game in Game.objects.all():
        BaselinePlay.objects.create(game=game, player="greedy", won=True, questions=2)
    page = page_of(researcher, "/catalogues/mini-1/")
    assert "100.0%<small>5 of 5</small>" in page


def test_an_oracle_that_was_not_measured_is_said_to_be_so(researcher, stored):
    assert "It was not measured" in page_of(researcher, "/catalogues/mini-1/")


def test_objects_are_found_by_their_words(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/?q=steel")
    assert "kebab skewer" in page and "glass marble" not in page
    assert "No object holds these words" in page_of(
        researcher, "/catalogues/mini-1/objects/?q=uranium"
    )


def test_an_object_s_page_has_its_sheet_and_its_labels_with_reasons(researcher, stored):
    page = page_of(researcher, "/catalogues/mini-1/objects/wool_blanket/")
    assert "fuzzy" in page and "mass 1700 to 1900 g" in page
    assert "It depends on how much air the yarn traps" in page


def test_the_files_are_those_that_were_imported(researcher, stored):
    answer = researcher.get("/catalogues/mini-1/files.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        files = {name.removeprefix("mini-1/"): packed.read(name) for name in packed.namelist()}
    content = formats.read_catalogue(files).content
    assert formats.catalogue_sha256(content) == stored.sha256
    assert answer.content == researcher.get("/catalogues/mini-1/files.zip").content


def test_queries_do_not_grow_with_objects(researcher, stored, django_assert_num_queries):
    with django_assert_num_queries(4):  # session, user, catalogues, games
        researcher.get("/catalogues/")
    with django_assert_num_queries(5):  # session, user, catalogue, count, objects
        researcher.get("/catalogues/mini-1/objects/")
    # session, user, catalogue, ways, objects, balance with its games, splits, programs, Oracle
    with django_assert_num_queries(10):
        researcher.get("/catalogues/mini-1/")
