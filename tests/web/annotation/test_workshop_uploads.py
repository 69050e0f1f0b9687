"""Files from a researcher's machine."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation import forms
from annotation.models import DraftAffordance, DraftObject
from tests import drafts

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
    assert "2 candidates read, 0 of them new." in send(
        researcher, CANDIDATES, listed, kind="object"
    )
    rows = DraftObject.objects.values_list("key", "name", "origin", "stage")
    assert list(rows) == [
        ("kettle", "kettle", {"list": "mine.txt", "line": "2"}, "collected"),
        ("tea_towel", "tea towel", {"list": "mine.txt", "line": "1"}, "collected"),
    ]


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
    monkeypatch.setattr(forms, "UPLOAD_BYTES", 3)
    assert "4 bytes; 3 at most" in send(researcher, CANDIDATES, b"cups", kind="object")


def test_a_vocabulary_replaces_the_one_before_and_twice_is_once(researcher):
    draft = drafts.draft(vocabulary=False)
    for _ in range(2):
        shown = send(researcher, VOCABULARY, drafts.VOCABULARY_FILE)
        assert "The vocabulary has 4 values now." in shown
    send(researcher, VOCABULARY, drafts.VOCABULARY_FILE.splitlines(keepends=True)[0])
    assert [str(value) for value in draft.vocabulary.all()] == ["material:metal"]


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
