"""Files from a researcher's machine."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation import forms
from annotation.models import DraftAffordance, DraftObject
from annotation.services import drafts as drafts_service
from annotation.services import sheets
from tests import drafts, make

pytestmark = pytest.mark.django_db
CANDIDATES = "/workshop/vrelk-1/candidates/"
VOCABULARY = "/workshop/vrelk-1/vocabulary/"


def send(client, address, data, **more):
    file = SimpleUploadedFile("mine.txt", data)
    response = client.post(address, {"file": file, **more})
    assert response.status_code == 200
    return response.content.decode()


def test_a_list_of_objects_is_collected_and_twice_is_once(researcher, draft):
    listed = "\ufefftea towel\r\nkettle # old\r\n".encode()
    assert "2 candidates read, 2 of them new." in send(
        researcher, CANDIDATES, listed, kind="object"
    )
    again = send(researcher, CANDIDATES, listed, kind="object")
    assert "2 candidates read, 0 of them new." in again
    assert "There already, and left as it was: tea towel, kettle." in again
    rows = DraftObject.objects.values_list("key", "name", "origin", "stage")
    assert list(rows) == [
        ("kettle", "kettle", {"list": "mine.txt", "line": "2"}, "collected"),
        ("tea_towel", "tea towel", {"list": "mine.txt", "line": "1"}, "collected"),
    ]


def test_accents_keep_names_apart(researcher, draft):
    said = send(researcher, CANDIDATES, "Mütze\nMätze\nMaß\n".encode(), kind="object")
    assert "3 candidates read, 3 of them new." in said
    rows = DraftObject.objects.values_list("key", "name")
    assert list(rows) == [("mass", "Maß"), ("matze", "Mätze"), ("mutze", "Mütze")]


def test_two_names_of_one_key_are_both_said(researcher, draft):
    said = send(researcher, CANDIDATES, "Mütze\nMutze\nkettle\nkettle\n".encode(), kind="object")
    lost = "“Mutze” gives the key mutze, which “Mütze” has already. It was not taken"
    assert lost in said
    assert "More than once in the file, and taken once: kettle." in said
    said = send(researcher, CANDIDATES, b"Mutze\n", kind="object")
    assert lost in said and "There already" not in said


def test_many_known_names_are_named_up_to_ten(researcher, draft):
    listed = "".join(f"cup {number}\n" for number in range(13)).encode()
    send(researcher, CANDIDATES, listed, kind="object")
    said = send(researcher, CANDIDATES, listed, kind="object")
    assert "cup 8, cup 9 and 3 more." in said


def test_each_fault_of_a_file_stands_by_itself(researcher, draft):
    shown = send(researcher, CANDIDATES, "茶\n壶\n".encode(), kind="object")
    assert shown.count("<li>mine.txt:") == 2


def test_a_list_of_affordances_is_collected(researcher, draft):
    send(researcher, CANDIDATES, b"hold water\n", kind="affordance")
    assert DraftAffordance.objects.get().text == "hold water"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "mine.txt lists nothing."),
        (b"# only a remark", "mine.txt lists nothing."),
        (b"\xff\xfe", "mine.txt is no UTF-8"),
        ("cup\n茶壶\n".encode(), "mine.txt:2: "),
        (b"cup\nj\0ug\n", "mine.txt:2: The text holds a control character"),
    ],
)
def test_a_list_that_cannot_be_read_whole_is_refused_whole(researcher, draft, data, said):
    assert said in send(researcher, CANDIDATES, data, kind="object")
    assert DraftObject.objects.count() == 0


@pytest.mark.parametrize("address", [CANDIDATES, VOCABULARY])
def test_without_a_file_it_is_said(researcher, draft, address):
    shown = researcher.post(address, {"kind": "object"}).content.decode()
    assert "Choose a file first." in shown


def test_a_file_has_its_limit(researcher, draft, monkeypatch):
    monkeypatch.setattr(forms.UploadForm, "most", 3)
    assert "4 bytes; 3 at most" in send(researcher, CANDIDATES, b"cups", kind="object")


def test_a_vocabulary_replaces_the_one_before_and_twice_is_once(researcher):
    draft = drafts.draft(vocabulary=False)
    for _ in range(2):
        shown = send(researcher, VOCABULARY, drafts.VOCABULARY_FILE)
        assert "The vocabulary has 4 values now." in shown
        assert "fit it" not in shown
    shown = send(researcher, VOCABULARY, drafts.VOCABULARY_FILE.splitlines(keepends=True)[0])
    assert "The vocabulary has 1 value now." in shown
    assert [str(value) for value in draft.vocabulary.all()] == ["material:metal"]


def test_a_replaced_vocabulary_says_what_went_and_what_is_new(researcher, draft):
    # Of metal, steel, round and smooth the first stays, three go, and flat is new.
    flat = b'{"dimension": "shape", "value": "flat", "broader": []}\n'
    other = drafts.VOCABULARY_FILE.splitlines(keepends=True)[0] + flat
    assert "Of the one before, 3 values went; 1 is new." in send(researcher, VOCABULARY, other)
    assert "Of the one before, 0 values went; 0 are new." in send(researcher, VOCABULARY, other)


def test_a_first_vocabulary_replaces_none(researcher):
    drafts.draft(vocabulary=False)
    assert "Of the one before" not in send(researcher, VOCABULARY, drafts.VOCABULARY_FILE)


def test_sheets_that_no_longer_fit_are_counted(researcher, draft):
    for key in ("gnorb", "quomb"):
        row = drafts.thing(draft, key)
        assert sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW) == ()
    first = drafts.VOCABULARY_FILE.splitlines(keepends=True)[0]
    assert "2 stored sheets do not fit it" in send(researcher, VOCABULARY, first)


def test_the_page_shows_the_present_values_and_what_to_start_from(researcher, draft):
    assert "stored.jsonl" not in researcher.get(VOCABULARY).content.decode()
    assert researcher.get(f"{VOCABULARY}stored.jsonl").status_code == 404
    stored = make.catalogue("kitchen-1")
    shown = researcher.get(VOCABULARY).content.decode()
    assert "<b>material</b>: metal, steel (metal)" in shown
    assert "Download the vocabulary of kitchen-1" in shown
    data = researcher.get(f"{VOCABULARY}stored.jsonl").content
    assert drafts_service.import_vocabulary(draft, data).values == len(stored.vocabulary)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no\n", "mine.txt:1: No JSON"),
        (b'{"dimension": "colour", "value": "red", "broader": []}\n', "is none of material"),
        (
            b'{"dimension": "shape", "value": "red", "broader": ["x"]}\n',
            "x is no shape of this file",
        ),
        (b"x\n" * 30, "And 10 more."),
    ],
)
def test_a_broken_vocabulary_changes_nothing(researcher, draft, data, said):
    assert said in send(researcher, VOCABULARY, data)
    assert draft.vocabulary.count() == 4
