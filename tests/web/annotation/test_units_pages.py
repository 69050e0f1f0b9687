"""A researcher's pages of a study's units."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation import forms
from annotation.models import Study, Unit
from annotation.pages import units as pages
from tests import make, studies
from tests.studies import NOW
from tests.web.annotation.test_service_units import lines, row

pytestmark = pytest.mark.django_db
UNITS = "/annotations/vrelk/1/units/"
UPLOAD, STORED = f"{UNITS}upload/", f"{UNITS}catalogue/"


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def send(client, data, step="check", name="a.jsonl"):
    file = SimpleUploadedFile(name, data)
    response = client.post(UPLOAD, {"file": file, "step": step})
    assert response.status_code == 200
    return response


def text(response):
    return response.content.decode()


def post(client, **sent):
    return text(client.post(STORED, {"seed": "1", "step": "add"} | sent))


def test_a_study_without_units_says_where_they_come_from(researcher):
    studies.study(units=0)
    assert "Here will be what raters judge." in page(researcher, UNITS)


def test_units_are_listed_with_their_seats_and_marks(researcher):
    study = studies.study(units=2, seats_a_unit=3)
    Unit.objects.create(study=study, key="g1", snapshot={}, gold={"label": "yes"})
    Unit.objects.create(study=study, key="t1", snapshot={}, training=True)
    studies.judged(study.units.get(key="u0"), studies.rater(study))
    shown = page(researcher, UNITS)
    assert "1 of 3" in shown and "0 of 3" in shown
    assert "hidden gold</span>" in shown and "training</span>" in shown


@pytest.mark.parametrize(
    ("query", "found", "missing"),
    [
        ("q=U1", ["u1"], ["u0", "t1"]),
        ("show=training", ["t1"], ["u0"]),
        ("show=finished", ["u0"], ["u1", "t1"]),
        ("show=unfinished", ["u1"], ["u0", "t1"]),
        ("show=splindow", ["u0", "u1", "t1"], []),
        ("q=%00", ["u0", "u1", "t1"], []),
        ("page=99", ["u0", "u1", "t1"], []),
    ],
)
def test_the_list_can_be_narrowed_down(researcher, query, found, missing):
    study = studies.study(units=2, seats_a_unit=1)
    Unit.objects.create(study=study, key="t1", snapshot={}, training=True)
    studies.judged(study.units.get(key="u0"), studies.rater(study))
    shown = page(researcher, f"{UNITS}?{query}")
    assert all(f">{key}</a>" in shown for key in found)
    assert not any(f">{key}</a>" in shown for key in missing)


def test_a_search_without_hits_leads_back(researcher):
    studies.study()
    assert "No unit fits that." in page(researcher, f"{UNITS}?q=splindow")


def test_a_long_list_has_pages_and_a_fixed_number_of_queries(researcher, django_assert_num_queries):
    studies.study(units=70)
    assert "Page 1 of 2" in page(researcher, UNITS)
    # Session, account, study, raters, count, units, questions that wait.
    with django_assert_num_queries(6):
        researcher.get(f"{UNITS}?page=2")


def test_a_unit_is_shown_with_what_is_asked_and_expected(researcher):
    study = studies.study(units=0)
    send(researcher, lines(row(0, gold={"label": "yes"})), "add")
    shown = page(researcher, f"{UNITS}{study.units.get().pk}/")
    assert "A hollow ball of cork." in shown and "Can this be done with it?" in shown
    assert "Expected: <b>Yes</b>" in shown and "hidden gold" in shown


def test_a_unit_of_another_study_is_not_found_here(researcher):
    studies.study()
    other = studies.study(slug="gnorb").units.first()
    assert researcher.get(f"{UNITS}{other.pk}/").status_code == 404


def test_a_file_is_checked_and_then_stored(researcher):
    study = studies.study(units=0)
    checked = send(researcher, lines(row(0), row(1)))
    assert "Nothing is stored yet." in text(checked) and "Store the 2 new" in text(checked)
    assert not Unit.objects.exists()
    kept = checked.context["checked"].initial
    for sentence in ("2 units stored.", "Nothing new: all 2 units are stored already."):
        assert sentence in text(researcher.post(UPLOAD, kept))
    assert study.units.count() == 2


def test_a_check_says_what_is_new_same_and_conflicting(researcher):
    studies.study(units=0)
    send(researcher, lines(row(0), row(1)), "add")
    shown = text(send(researcher, lines(row(0), row(1, object="other"), row(2))))
    assert "Nothing was stored." in shown
    assert "a.jsonl:2: key: u1 is stored with other content." in shown
    assert Unit.objects.count() == 2


def test_a_broken_last_row_of_1001_keeps_all_out(researcher):
    studies.study(units=0)
    rows = [row(number) for number in range(1000)]
    shown = text(send(researcher, lines(*rows, row(1000, affordance=7)), "add"))
    assert "a.jsonl:1001: affordance: A text is needed here." in shown
    assert shown.count("<li>") == 1
    assert not Unit.objects.exists()


def test_every_fault_is_listed_with_line_and_field(researcher):
    studies.study(units=0)
    shown = text(send(researcher, lines(row(0, gold={"label": "x"}), row(1), {"key": "u2"})))
    assert "a.jsonl:1: gold.label: " in shown and "a.jsonl:3: object, affordance, " in shown


@pytest.mark.parametrize(
    ("data", "name", "problem"),
    [
        (b"", "a.jsonl", "The file is empty"),
        (b"key;object\n", "a.csv", "parted by semicolons"),
        (b"x", "a.xlsx", "ends in none of .jsonl, .csv, .tsv"),
    ],
)
def test_a_file_that_is_none_is_refused(researcher, data, name, problem):
    studies.study(units=0)
    assert problem in text(send(researcher, data, name=name)).replace("&#x27;", "'")


def test_a_table_comes_in_too(researcher):
    study = studies.study(units=0)
    cells = row(0, object='a, "b"\nc')
    table = (
        "\t".join(cells)
        + "\n"
        + "\t".join(f'"{v}"' for v in cells.values()).replace('a, "b"', 'a, ""b""')
    )
    send(researcher, table.encode("utf-16"), "add", name="a.tsv")
    assert study.units.get().snapshot["object"] == 'a, "b"\nc'


def test_the_upload_page_names_the_fields_and_gives_an_example(researcher):
    studies.study(units=0)
    shown = page(researcher, UPLOAD)
    assert ">conditions</th>" in shown and "may be empty" in shown
    for file_format in ("csv", "jsonl"):
        response = researcher.get(f"{UNITS}example.{file_format}")
        assert f"example.{file_format}" in response.headers["Content-Disposition"]
        stored = send(researcher, response.content, "add", name=f"a.{file_format}")
        assert "Nothing was stored" not in text(stored)
    assert Unit.objects.count() == 2
    assert researcher.get(f"{UNITS}example.xml").status_code == 404


def test_a_training_unit_without_gold_is_refused(researcher):
    studies.study(units=0)
    assert "A training unit needs the answer" in text(
        send(researcher, lines(row(0, training=True)))
    )


def test_a_file_has_its_limit(researcher, monkeypatch):
    studies.study(units=0)
    monkeypatch.setattr(forms.UploadForm, "most", 3)
    assert "3 at most" in text(send(researcher, b"four"))


def test_a_large_file_is_chosen_again(researcher, monkeypatch):
    studies.study(units=0)
    monkeypatch.setattr(pages, "PACKED_LENGTH", 10)
    shown = text(send(researcher, lines(row(0))))
    assert "choose it once more" in shown and "Store the 1 new" not in shown


@pytest.mark.parametrize("packed", ["", "no base64", "eJw=", "AAAA"])
def test_what_did_not_come_back_whole_is_not_stored(researcher, packed):
    studies.study(units=0)
    shown = text(researcher.post(UPLOAD, {"name": "a.jsonl", "packed": packed}))
    assert "did not come back whole" in shown
    assert not Unit.objects.exists()


def test_a_locked_study_takes_no_units(researcher):
    studies.study(units=0, locked_at=NOW)
    assert "locked since its first judgement" in page(researcher, UNITS)
    assert "locked since its first judgement" in text(send(researcher, lines(row(0)), "add"))
    assert not Unit.objects.exists()


def test_pairs_of_a_catalogue_are_counted_and_added(researcher):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    studies.study(units=0, catalogue=catalogue)
    assert "Which pairs" in page(researcher, STORED)
    assert '<option value="open-1">Sample of open-1</option>' in page(researcher, STORED)
    assert ">From the catalogue</a>" in page(researcher, UNITS)
    counted = post(researcher, pairing="all", step="check")
    assert "Nothing is stored yet." in counted and not Unit.objects.exists()
    for sentence in ("10 units stored.", "Nothing new: all 10 units are stored already."):
        assert sentence in post(researcher, pairing="all")
    assert "3 not in invented-1" not in post(researcher, pairing="all", objects="whimplet")


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({"pairing": "all", "count": "11"}, "11 pairs asked of 10."),
        ({"pairing": "all", "objects": "a, b"}, "2 not in invented-1: a, b."),
        ({"pairing": "not_deducible"}, "invented-1 has nothing that fits."),
        ({"pairing": "listed", "sample": "open-1"}, "not in invented-1: "),
        ({"pairing": "listed", "sample": ""}, "Choose the sample."),
        ({"pairing": "splindow"}, "not one of the available choices"),
        ({"pairing": "all", "count": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_wish_that_cannot_be_met_says_why(researcher, sent, problem):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    studies.study(units=0, catalogue=catalogue)
    assert problem in post(researcher, **sent)
    assert not Unit.objects.exists()


def test_an_empty_form_adds_nothing_before_all_pairs_are_chosen(researcher):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    studies.study(units=0, catalogue=catalogue)
    assert " checked" not in page(researcher, STORED)
    assert "Choose which pairs; all of them is a choice, too." in post(researcher)
    assert not Unit.objects.exists()


def test_affordances_are_listed_with_their_keys_and_can_be_named_in_words(researcher):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    key = catalogue.affordances.first().key
    studies.study(units=0, catalogue=catalogue)
    assert f">{key}</td>" in page(researcher, STORED)
    post(researcher, pairing="all", affordances=key.replace("_", " ").title())
    assert [unit.key for unit in Unit.objects.all()] == [f"whimplet {key}"]
    assert "1 not in invented-1: hang on hook." in post(
        researcher, pairing="all", affordances="hang on hook"
    )


def test_a_study_without_a_catalogue_is_told_to_choose_one(researcher):
    studies.study(units=0)
    assert "names no catalogue" in page(researcher, STORED)


def test_the_oracles_answers_have_a_form_of_their_own(researcher):
    study = studies.study(units=0)
    Study.objects.filter(pk=study.pk).update(kind="oracle_answer")
    assert "Those that a player doubted" in page(researcher, STORED)
    assert "No player&#x27;s doubt is stored" in post(researcher, doubted="yes")


def test_a_packed_file_comes_back_as_it_was():
    data = json.dumps(row(0)).encode()
    assert pages.unpack(pages.pack(data)) == data


@pytest.mark.parametrize("way", ["upload", "catalogue"])
def test_a_locked_study_offers_no_form_for_units(researcher, way):
    studies.study(units=0, locked_at=NOW, catalogue=make.catalogue())
    shown = page(researcher, f"{UNITS}{way}/")
    assert "new units go into its next version" in shown
    assert f'action="{UNITS}{way}/"' not in shown


def test_keys_are_listed_as_words_and_found_by_them(researcher):
    study = studies.study(units=0)
    pair = {"object": "wooden chair", "affordance": "sit_on"}
    Unit.objects.create(study=study, key="wooden_chair sit_on", snapshot=pair)
    Unit.objects.create(study=study, key="row_7", snapshot=pair)
    shown = page(researcher, UNITS)
    assert shown.count(">wooden chair: sit on</a>") == 2 and "wooden_chair" not in shown
    assert '<small class="quiet">row_7</small>' in shown
    found = page(researcher, f"{UNITS}?q=Wooden+chair%3A+sit+on")
    assert ">wooden chair: sit on</a>" in found and "row_7" not in found
