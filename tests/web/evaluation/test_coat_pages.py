"""Pages of COAT catalogues and penalties: what they show, what their forms do."""

import io
import uuid
import zipfile
from dataclasses import asdict

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from evaluation import coat_folders, coat_stored
from evaluation.coat.notices import Oddity
from evaluation.coat.partition import SCHEMES, Policy
from evaluation.coat.ranking import Order
from evaluation.models import CoatCatalogue, PenaltyScheme
from evaluation.pages import coat_catalogues, coat_pairs
from tests import coat_rows

pytestmark = pytest.mark.django_db


def at(view, *args):
    return reverse(f"coat:{view}", args=args)


def read(client, address, **query):
    response = client.get(address, query)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def queries(client, address) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)


def zipped(files) -> SimpleUploadedFile:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"mine/{name}", data)
    return SimpleUploadedFile("mine.zip", packed.getvalue())


@pytest.fixture
def files():
    return coat_folders.files_in(coat_folders.OWN)


@pytest.fixture
def own():
    return coat_rows.own()


def number_of(row, what, key):
    judged = coat_stored.catalogue_of(row.pk).judged
    return getattr(judged, what).index(key) + 1


def imported(client, *sent, **said):
    fields = {"key": uuid.uuid4(), "version": "mine", "title": "Mine", "licence": "mit", **said}
    return client.post(at("import"), {**fields, "upload": list(sent)})


def test_an_empty_list_says_how_to_begin(researcher):
    assert "Here will be the catalogues" in read(researcher, at("catalogues"))


def test_a_zip_of_the_files_is_imported(researcher, files):
    response = imported(researcher, zipped(files))
    assert response.url == at("catalogue", "mine")
    row = CoatCatalogue.objects.get()
    assert coat_stored.files_of(row) == files
    assert (row.licence, row.made_by.username) == ("mit", "researcher")


def test_the_files_themselves_are_imported_and_twice_is_once(researcher, files):
    key = uuid.uuid4()
    for _ in range(2):
        sent = [SimpleUploadedFile(name.split("/")[-1], data) for name, data in files.items()]
        assert imported(researcher, *sent, key=key).status_code == 302
    assert CoatCatalogue.objects.count() == 1


def test_wrong_files_come_back_in_the_form_with_all_that_is_wrong(researcher, files):
    del files["tasks.json"], files["oracle.json"]
    page = imported(researcher, zipped(files))
    said = page.content.decode()
    assert page.status_code == 200
    assert "tasks.json: This file is missing." in said
    assert "oracle.json: This file is missing." in said
    assert CoatCatalogue.objects.count() == 0


def test_no_file_a_broken_zip_and_a_taken_version_are_told(researcher, files, own):
    assert "Choose the files first." in imported(researcher).content.decode()
    broken = SimpleUploadedFile("mine.zip", b"PK no zip")
    assert "The ZIP file cannot be read" in imported(researcher, broken).content.decode()
    files["labels.json"] = files["labels.json"].replace(b"Portable", b"Carried")
    said = imported(researcher, zipped(files), version="own").content.decode()
    assert "own is stored already with other files" in said


def test_a_catalogue_shows_its_utilities_and_what_is_odd(researcher, own):
    page = read(researcher, at("catalogue", "own"))
    assert "8 utilities, 39 objects, 20 pairs" in page
    assert "669 configurations" in page
    assert "Portable light" in page  # its label
    assert "Questions are the same without it" in page


def test_menus_mark_where_one_is(researcher, own):
    here = {"catalogue": "Objects and tasks", "schemes": "Penalties", "sets": "Question sets"}
    for view, name in here.items():
        args = ["own"] if view == "catalogue" else []
        page = read(researcher, at(view, *args))
        assert f'aria-current="true">{name}<' in page
        assert 'aria-current="true">COAT<' in page
        assert page.count("aria-current") == 2


def test_every_oddity_says_what_it_does_to_questions():
    assert set(coat_catalogues.MEANS) == set(Oddity)


def test_the_download_holds_the_files(researcher, own, files):
    packed = researcher.get(at("files", "own")).content
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {f"own/{name}" for name in files} == set(archive.namelist())
        assert archive.read("own/tasks.json") == files["tasks.json"]


def test_a_utility_and_an_object_lead_to_each_other(researcher, own):
    rope = number_of(own, "objects", "Rope")
    binding = number_of(own, "utilities", "binding")
    assert at("object", "own", rope) in read(researcher, at("utility", "own", binding))
    page = read(researcher, at("object", "own", rope))
    assert at("utility", "own", binding) in page
    assert "Cotton &lt; Hemp &lt; Nylon" in page
    assert "room temperature" in page


@pytest.mark.parametrize("view", ["utility", "pair", "object"])
@pytest.mark.parametrize("number", [0, 999])
def test_what_the_catalogue_does_not_have_is_not_found(view, number, researcher, own):
    assert researcher.get(at(view, "own", number)).status_code == 404


def test_a_pair_ranks_its_configurations_with_their_penalties(researcher, own):
    page = read(researcher, at("pair", "own", 1), category="ideal")
    assert page.count('data-is="rank">1') == 1
    everything = read(researcher, at("pair", "own", 1))
    assert "moderate" in everything and "bad" in everything
    assert "from 500 on is bad" in everything
    assert at("schemes") in everything


def test_what_costs_the_same_stands_in_one_line_and_says_why(own):
    pools = coat_stored.pools_with(own.pk, Policy.CORRECTED, Order.LEXICOGRAPHIC)
    for number in (1, 2, 3):
        pair = pools.catalogue.judged.pairs[number - 1]
        page = coat_pairs.pair_page(own, number, pools, "")
        places = [(row.rank, row.time, row.material) for row in page.rows]
        assert len(set(places)) == len(places)
        # In order of time, then of material, a rank is one line; all before it are counted.
        assert [row.rank for row in page.rows] == [
            1 + sum(row.count for row in page.rows[:at]) for at in range(len(page.rows))
        ]
        held = sum(
            len(pools.catalogue.configurations_of[each])
            for each in pools.catalogue.judged.context_of[pair]
        )
        assert sum(row.count for row in page.rows) == held
        for row in page.rows:
            assert bool(row.why_time) == bool(row.time)
            assert bool(row.why_material) == bool(row.material)
            for why in row.why_time:
                parts = [int(part.rsplit(" ", 1)[1].replace(",", "")) for part in why.split(" + ")]
                assert sum(parts) == row.time


def test_a_material_s_reason_says_how_many_good_ones_there_are(own):
    pools = coat_stored.pools_with(own.pk, Policy.CORRECTED, Order.LEXICOGRAPHIC)
    why = {
        said.partition("): ")[2]
        for number in range(1, 21)
        for row in coat_pairs.pair_page(own, number, pools, "").rows
        for said in row.why_material
    }
    assert "bad for this task" in why
    assert "among the worst 1 of 3 good ones" in why


def test_a_table_of_one_s_own_is_linked_where_it_ranks(researcher, own):
    strict = coat_rows.scheme("strict", dirty=60)
    page = read(researcher, at("pair", "own", 1), scheme=strict.pk)
    assert at("scheme", "strict", 1) in page
    assert "dirty 60" in page


def test_other_policies_rank_otherwise(researcher, own):
    """Dirty steel costs 50 of time; under the sum it may pass what costs more of material."""
    address = at("pair", "own", 1)
    ranked = {
        order: read(researcher, address, order=order, category="moderate")
        for order in ("lexicographic", "sum")
    }
    assert ranked["sum"] != ranked["lexicographic"]
    strict = coat_rows.scheme("strict", dirty=500)
    shown = read(researcher, address, scheme=strict.pk, category="moderate")
    assert "· dirty" not in shown
    assert "· dirty" in ranked["sum"]


def test_nonsense_in_the_address_is_left_out(researcher, own):
    asked = {"partition": "x", "order": "y", "scheme": "z", "category": "w", "page": "no"}
    assert read(researcher, at("pair", "own", 1), **asked)


@pytest.mark.parametrize("view", ["catalogue", "utility", "pair", "object"])
def test_pages_of_a_catalogue_ask_few_queries(view, researcher, own):
    args = ("own",) if view == "catalogue" else ("own", 1)
    assert queries(researcher, at(view, *args)) <= 6


def test_the_list_asks_as_many_queries_for_two_as_for_one(researcher, own, files):
    one = queries(researcher, at("catalogues"))
    imported(researcher, zipped(files))
    assert queries(researcher, at("catalogues")) == one


# A version of one's own


def added(client, what, **said):
    fields = {"key": uuid.uuid4(), "version": "own-2", "title": "Ours, grown", **said}
    return client.post(at("add", "own", what), fields)


ROPE = {
    "name": "Chain",
    "utilities": ["binding"],
    "material": "Steel, Plastic",
    "common_mass": ["heavy"],
    "common_temperature": ["RoomTemp", "Cold"],
    "common_already_in_use": ["free", "reversible-using"],
    "common_condition": ["clean", "dirty"],
    "ideal_temperature": ["RoomTemp"],
    "ideal_already_in_use": ["free"],
    "ideal_condition": ["clean"],
}


def test_an_object_makes_a_new_version_with_its_configurations(researcher, own):
    assert added(researcher, "object", **ROPE).url == at("catalogue", "own-2")
    row = CoatCatalogue.objects.get(version="own-2")
    grown = coat_stored.catalogue_of(row.pk)
    # 1 mass, 2 materials, 2 temperatures, 2 availabilities, 2 conditions.
    assert len(grown.configurations_of["Chain"]) == 16
    assert (row.parent, CoatCatalogue.objects.count()) == (own, 2)
    assert len(coat_stored.catalogue_of(own.pk).judged.objects) == 39


def test_a_task_is_added_with_its_materials_in_order(researcher, own):
    said = {
        "name": "tie up a parcel",
        "utility": "binding",
        "context": ["Twine", "Tape"],
        "materials": "Twine: Paper < Hemp\nTape: Fabric < Plastic; bad: Paper",
    }
    assert added(researcher, "task", **said).status_code == 302
    row = CoatCatalogue.objects.get(version="own-2")
    judged = coat_stored.catalogue_of(row.pk).judged
    pair = next(each for each in judged.pairs if each.task == "tie up a parcel")
    assert judged.context_of[pair] == ("Twine", "Tape")
    assert judged.preferences[pair]["Tape"].bad == ("Paper",)


def test_a_utility_comes_with_its_first_task(researcher, own):
    said = {
        "name": "wrapping",
        "objects": ["Tape", "Twine"],
        "task": "wrap a present",
        "context": ["Tape"],
        "materials": "Tape: Fabric < Paper < Plastic",
    }
    assert added(researcher, "utility", **said).status_code == 302
    row = CoatCatalogue.objects.get(version="own-2")
    assert coat_stored.catalogue_of(row.pk).judged.utilities[-1] == "wrapping"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"materials": ""}, "Twine comes in Paper, Hemp"),
        ({"materials": "Twine Paper"}, "Line 1: write it as"),
        ({"materials": "Twine: Hemp"}, "put each of them in order"),
        ({"context": []}, "Choose one at least."),
        ({"version": "own"}, "own is stored already with other files"),
        ({"name": "moor a boat for the winter"}, "has the pair binding / moor a boat"),
    ],
)
def test_what_does_not_fit_comes_back_in_the_form(said, wrong, researcher, own):
    usual = {
        "name": "tie up a parcel",
        "utility": "binding",
        "context": ["Twine"],
        "materials": "Twine: Paper < Hemp",
    }
    page = added(researcher, "task", **{**usual, **said})
    assert page.status_code == 200
    assert wrong in page.content.decode()
    assert CoatCatalogue.objects.count() == 1


def scheme_fields(client, **said):
    form = client.get(at("new_scheme")).context["form"]
    shown = {field.name: field.value() for field in form}
    return {**shown, "slug": "mine", **said}


def test_a_table_is_stored_and_a_change_is_its_next_version(researcher):
    for dirty in (60, 70):
        sent = scheme_fields(researcher, condition_dirty=dirty)
        assert researcher.post(at("new_scheme"), sent).status_code == 302
    rows = PenaltyScheme.objects.order_by("version")
    assert [coat_stored.scheme_of(row.pk).condition["dirty"] for row in rows] == [60, 70]
    page = read(researcher, at("schemes"))
    assert "mine/1" in page and "mine/2" in page
    assert ">70<" in read(researcher, at("scheme", "mine", 2))


def test_the_built_in_table_stands_once_and_the_partitions_beside_each_other(researcher):
    page = read(researcher, at("schemes"))
    assert page.count("Time, in points") == page.count("Material, in points") == 1
    assert 'of 4 to 5 good ones, the best 2</th><td class="num">0<' in page
    assert "500 points or more of time, or of material, is bad" in page
    assert 'corrected">whichever is nearest</td><td data-is="legacy">the last one' in page


def test_the_built_in_partitions_differ_in_nothing_but_what_the_page_says():
    modes = ("temperature_mode", "material_mode")
    tables = [
        {key: value for key, value in asdict(scheme).items() if key not in modes}
        for scheme in SCHEMES.values()
    ]
    assert tables[0] == tables[1]


def test_a_form_begins_with_the_version_that_it_changes(researcher):
    coat_rows.scheme("mine", dirty=61)
    assert 'value="61"' in read(researcher, at("new_scheme"), of="mine/1")


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"threshold": 300}, "the threshold is 300"),
        ({"condition_dirty": -1}, "greater than or equal to 0"),
        ({"best_counts": "3: 1"}, "its most is null"),
        ({"best_counts": "many"}, "write it as 3: 1, 5: 2, any: 3."),
    ],
)
def test_a_table_that_the_core_refuses_comes_back(said, wrong, researcher):
    page = researcher.post(at("new_scheme"), scheme_fields(researcher, **said))
    assert page.status_code == 200
    assert wrong in page.content.decode()
    assert PenaltyScheme.objects.count() == 0


def test_the_list_of_tables_asks_as_many_queries_for_two_as_for_one(researcher):
    coat_rows.scheme("mine")
    one = queries(researcher, at("schemes"))
    coat_rows.scheme("other")
    assert queries(researcher, at("schemes")) == one
