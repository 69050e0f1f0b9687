"""Labels of a COAT catalogue on pages: a new version with the same files."""

import uuid

import pytest
from django.urls import reverse

from evaluation import coat_folders, coat_stored
from evaluation.models import CoatCatalogue
from tests import coat_rows

pytestmark = pytest.mark.django_db
FIRST = "moor a boat for the winter"


@pytest.fixture
def files():
    return coat_folders.files_in(coat_folders.OWN)


@pytest.fixture
def own():
    return coat_rows.own()


def at(view, *args):
    return reverse(f"coat:{view}", args=args)


def read(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def label_fields(client, part, *, key=None, version="own-2", **texts):
    """What the page's form sends, with other texts for these keys."""
    form = client.get(at("labels", "own", part)).context["form"]
    shown = {field.name: texts.get(field.label, field.value()) for field in form}
    sent = {**shown, "key": key or uuid.uuid4(), "version": version}
    return client.post(at("labels", "own", part), sent)


def test_labels_make_a_new_version_with_the_same_files(researcher, own, files):
    """The field of Rope is found by its label, as people find it."""
    sent = label_fields(researcher, "objects", Rope="Climbing rope")
    assert sent.url == at("catalogue", "own-2")
    row = CoatCatalogue.objects.get(version="own-2")
    stored = coat_stored.files_of(row)
    assert (row.parent, row.made_by.username) == (own, "researcher")
    assert {name for name in files if stored[name] != files[name]} == {"labels.json"}
    rope = coat_stored.catalogue_of(row.pk).judged.objects.index("Rope") + 1
    page = read(researcher, at("object", "own-2", rope))
    assert "<h1>Climbing rope</h1>" in page and "<code>Rope</code>" in page
    assert "<h1>Rope</h1>" in read(researcher, at("object", "own", rope))
    # What was told of utilities before stays.
    assert "Portable light" in read(researcher, at("labels", "own-2", "utilities"))


def test_a_copy_of_the_form_of_labels_stores_one_version(researcher, own):
    key = uuid.uuid4()
    for _ in range(2):
        assert label_fields(researcher, "tasks", key=key, **{FIRST: "moor it"}).status_code == 302
    assert CoatCatalogue.objects.count() == 2


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({}, "No label differs from what is read now."),
        ({"Rope": "Twine"}, "Rope and Twine would both be read as"),
        ({"Rope": "a\nb"}, "A label is one line of text."),
        ({"Rope": "x" * 201}, "at most 200 characters"),
        ({"Rope": "Line", "version": "own"}, "own is stored already with other files"),
    ],
)
def test_labels_that_do_not_fit_come_back(said, wrong, researcher, own):
    page = label_fields(researcher, "objects", **said)
    assert page.status_code == 200
    assert wrong in page.content.decode()
    assert CoatCatalogue.objects.count() == 1


def test_labels_are_of_objects_utilities_and_tasks_alone(
    researcher, own, django_assert_num_queries
):
    for part in ("objects", "utilities", "tasks"):
        assert at("labels", "own", part) in read(researcher, at("labels", "own", part))
    assert researcher.get(at("labels", "own", "phrases")).status_code == 404
    with django_assert_num_queries(3):  # session, account, catalogue
        read(researcher, at("labels", "own", "utilities"))
