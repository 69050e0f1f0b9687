"""The list of drafts, a new one, a draft's page, its sheets in the background, its folder."""

import io
import zipfile

import pytest

from annotation.models import Draft, DraftObject
from annotation.services import sheets
from games import formats
from tests import drafts, make

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def page(client, address="/workshop/vrelk-1/"):
    return client.get(address).content.decode()


def complete(draft):
    row = drafts.thing(draft)
    sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW)
    drafts.define(drafts.affordance(draft))


def test_an_empty_list_says_what_will_be_here(researcher):
    assert "Begin the first draft" in page(researcher, "/workshop/")


def test_the_list_says_how_far_each_draft_is(researcher, draft):
    drafts.thing(draft)
    drafts.thing(draft, "b", stage="dropped")
    shown = page(researcher, "/workshop/")
    assert "Vrelk things" in shown and "1 of 2" in shown
    assert "Collect affordances" in shown


def test_the_list_takes_as_many_queries_for_many_drafts(researcher, django_assert_max_num_queries):
    for number in range(12):
        drafts.thing(drafts.draft(f"vrelk-{number}"))
    # Session, user, drafts, and three counts.
    with django_assert_max_num_queries(6):
        page(researcher, "/workshop/")


def test_a_draft_is_made(researcher):
    filled = {"title": "Kitchen things", "licence": "CC BY 4.0", "slug": ""}
    assert researcher.post("/workshop/new/", filled).url == "/workshop/kitchen-things/"
    assert Draft.objects.get().canary.startswith("CATALOGUE-CANARY-")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": ""}, "This field is required"),
        ({"slug": "vrelk-1"}, "There is a draft vrelk-1 already."),
        ({"slug": "new"}, "There is a page at the address"),
        ({"title": "茶"}, "Give it a version"),
        ({"title": "New"}, "There is a page at the address"),
        ({"slug": "k1-"}, "Give it a version"),
        ({"slug": "k" * 70}, "The text has 70 characters; 50 at most are allowed."),
        ({"title": "Two\nlines"}, "The text holds a control character"),
    ],
)
def test_a_draft_that_cannot_be_is_not_made(researcher, draft, changed, said):
    filled = {"title": "Kitchen things", "licence": "CC BY 4.0", "slug": ""} | changed
    response = researcher.post("/workshop/new/", filled)
    assert response.status_code == 200 and said in response.content.decode()
    assert Draft.objects.count() == 1


def test_a_draft_takes_no_version_of_a_stored_catalogue(researcher):
    make.catalogue("mini-1")
    filled = {"title": "Kitchen things", "licence": "CC BY 4.0", "slug": "mini-1"}
    shown = researcher.post("/workshop/new/", filled).content.decode()
    assert "mini-1 is the version of a stored catalogue; choose another." in shown
    assert Draft.objects.count() == 0


def test_the_commands_that_follow_stand_beside_the_folder(researcher, draft):
    complete(draft)
    shown = page(researcher)
    assert "manage.py label_pairs vrelk-1 --rater NAME --model MODEL --passes PASSES" in shown
    assert "manage.py import_catalogue vrelk-1" in shown


def test_the_page_says_what_is_next(researcher):
    draft = drafts.draft(vocabulary=False)
    assert "Collect objects" in page(researcher)
    row = drafts.thing(draft, stage="collected")
    drafts.affordance(draft)
    assert "Keep the objects that belong" in page(researcher)
    DraftObject.objects.filter(pk=row.pk).update(stage="kept")
    assert "Upload the vocabulary" in page(researcher)


def test_the_page_takes_few_queries(researcher, draft, django_assert_max_num_queries):
    for number in range(60):
        drafts.thing(draft, f"thing_{number}")
    # Session, user, the draft, what is kept with its vocabulary, and three counts.
    with django_assert_max_num_queries(9):
        page(researcher)


def test_without_a_model_the_page_says_how_to_draft(researcher, draft):
    drafts.thing(draft)
    assert "No model is set to draft here." in page(researcher)
    response = researcher.post("/workshop/vrelk-1/sheets/")
    assert "No model is set to draft with; nothing was begun." in response.content.decode()
    assert DraftObject.objects.get().enrichment == "none"


def test_sheets_are_begun_in_the_background(
    researcher, draft, settings, enqueued, django_capture_on_commit_callbacks
):
    settings.WORKSHOP_MODEL = "vrelk-70b"
    row, other = drafts.thing(draft), drafts.thing(draft, "b", stage="collected")
    assert "Draft 1 description" in page(researcher)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            response = researcher.post("/workshop/vrelk-1/sheets/")
        assert response.url == "/workshop/vrelk-1/#_progress"
    assert enqueued == [row.pk]
    assert "1 sheet is being drafted by vrelk-70b" in page(researcher)
    other.refresh_from_db()
    assert other.enrichment == "none"


def test_without_a_vocabulary_nothing_is_begun(researcher, settings):
    settings.WORKSHOP_MODEL = "vrelk-70b"
    drafts.thing(drafts.draft(vocabulary=False))
    response = researcher.post("/workshop/vrelk-1/sheets/")
    assert "Upload a vocabulary first" in response.content.decode()
    assert DraftObject.objects.get().enrichment == "none"


def test_the_progress_is_answered_only_where_it_changed(researcher, draft):
    row = drafts.thing(draft, enrichment="waiting")
    shown = page(researcher)
    stamp = shown.partition("?seen=")[2].partition('"')[0]
    address = f"/workshop/vrelk-1/progress/?seen={stamp}"
    assert researcher.get(address, headers=HTMX).status_code == 204
    sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW)
    answer = researcher.get(address, headers=HTMX).content.decode()
    assert answer.startswith('<section id="_progress"') and "hx-get" not in answer
    assert "1 of 1 kept objects have a sheet" in answer


def test_without_htmx_the_progress_is_the_page(researcher, draft):
    assert researcher.get("/workshop/vrelk-1/progress/").url == "/workshop/vrelk-1/#_progress"


def test_the_folder_comes_as_a_zip_of_files_that_can_be_read(researcher, draft):
    complete(draft)
    assert "Download the folder" in page(researcher)
    response = researcher.get("/workshop/vrelk-1/folder.zip")
    assert response["Content-Disposition"] == 'attachment; filename="vrelk-1.zip"'
    archive = zipfile.ZipFile(io.BytesIO(response.content))
    files = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
    told = files.pop("README.md").decode()
    assert "label_pairs vrelk-1 --rater NAME --model MODEL --passes PASSES" in told
    assert formats.read_unlabelled(files).errors == ()
    assert researcher.get("/workshop/vrelk-1/folder.zip").content == response.content


def test_an_unfinished_draft_has_no_folder_and_says_what_is_missing(researcher, draft):
    drafts.thing(draft)
    drafts.affordance(draft)
    response = researcher.get("/workshop/vrelk-1/folder.zip")
    assert response.status_code == 409
    for shown in (response.content.decode(), page(researcher)):
        assert 'vrelk-1/objects/whimplet/">whimplet</a>: no sheet yet.</li>' in shown
        assert 'vrelk-1/affordances/gnorb/">gnorb</a>: no definition yet.</li>' in shown


def test_a_sheet_that_lost_its_values_is_said_before_the_download(researcher, draft):
    complete(draft)
    assert "Download the folder and have it labelled." in page(researcher)
    draft.vocabulary.filter(value="steel").delete()
    shown = page(researcher)
    assert "steel is no material of the vocabulary." in shown
    assert "Everything is there" not in shown and "Download the folder" not in shown
    for address in ("/workshop/vrelk-1/", "/workshop/"):
        said = "Sheets that do not keep to the rules: 1. Correct them."
        assert said in page(researcher, address)
