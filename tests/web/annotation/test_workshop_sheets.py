"""An object's sheet with its history, an affordance's definition."""

import pytest

from annotation.models import DraftObject, SheetRevision
from annotation.services import sheets
from tests import drafts, make

pytestmark = pytest.mark.django_db
SHEET = "/workshop/vrelk-1/objects/whimplet/"
DEFINITION = "/workshop/vrelk-1/affordances/gnorb/"
TYPED = {
    "description": drafts.SHEET["description"],
    "properties": "material: steel\nshape: round@tip",
    "length": "30",
    "width": "2 to 3",
    "height": "2.5",
    "mass": "400",
    "revision": "0",
}
DEFINED = {"definition": "It gnorbs well.", "conditions": "It is round.", "requires": "2"}


@pytest.fixture
def row(draft):
    return drafts.thing(draft)


def test_a_sheet_is_written(researcher, row):
    assert researcher.post(SHEET, TYPED).url == f"{SHEET}?stored=1"
    row.refresh_from_db()
    assert (row.enrichment, row.revision, row.properties) == (
        "corrected", 1, drafts.SHEET["properties"],
    )  # fmt: skip
    revision = SheetRevision.objects.get()
    assert (revision.by, revision.kind, revision.content) == ("researcher", "person", drafts.SHEET)


def test_the_editor_is_filled_with_the_sheet_as_it_stands(researcher, row):
    researcher.post(SHEET, TYPED)
    shown = researcher.get(SHEET).content.decode()
    assert "material: steel\nshape: round@tip</textarea>" in shown
    assert 'value="2 to 3"' in shown and 'name="revision" value="1"' in shown
    assert "Revision 1: stored by researcher" in shown


def test_after_storing_the_next_object_without_a_sheet_is_offered(researcher, draft, row):
    for key in ("aaa", "zzz"):
        drafts.thing(draft, key)
    stored = researcher.post(SHEET, TYPED).url
    shown = researcher.get(stored).content.decode()
    assert "Stored." in shown and '/objects/zzz/">zzz</a>' in shown
    assert "Stored." not in researcher.get(SHEET).content.decode()
    DraftObject.objects.filter(key="zzz").delete()
    assert '/objects/aaa/">aaa</a>' in researcher.get(stored).content.decode()
    DraftObject.objects.filter(key="aaa").delete()
    assert "To the folder" in researcher.get(stored).content.decode()


def test_after_a_definition_the_next_one_is_offered(researcher, draft, row):
    drafts.affordance(draft)
    other = drafts.affordance(draft, "drezz")
    stored = researcher.post(DEFINITION, DEFINED).url
    assert '/affordances/drezz/">drezz</a>' in researcher.get(stored).content.decode()
    drafts.define(other)
    assert '/objects/whimplet/">whimplet</a>' in researcher.get(stored).content.decode()


def test_the_sheet_says_which_values_it_may_use(researcher, draft, row):
    assert "<b>material</b>: metal, steel (metal)" in researcher.get(SHEET).content.decode()
    draft.vocabulary.all().delete()
    shown = researcher.get(SHEET).content.decode()
    assert "There is no vocabulary yet" in shown and "<details" not in shown


def test_the_same_post_twice_is_one_revision(researcher, row):
    for _ in range(2):
        assert researcher.post(SHEET, TYPED).status_code == 302
    assert SheetRevision.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"description": ""}, "This field is required."),
        ({"properties": "steel"}, "line 1: A line is a dimension, a colon and its values"),
        ({"properties": "material: gold"}, "gold is no material of the vocabulary."),
        ({"properties": "colour: red"}, "is none of material, shape, size, surface."),
        ({"mass": "heavy"}, "is no number and no range such as 20 to 26."),
        ({"mass": "0"}, "It must be more than 0."),
        ({"mass": "8,5 g"}, "Use a point and no unit, such as 8.5."),
        ({"height": "26 to 20"}, "The range begins with its larger end; write 20 to 26."),
        ({"height": "10001"}, "It may be 10,000 cm at most."),
        ({"length": "2"}, "length is the longer of the two level sides."),
        ({"description": "A whimplet. It is stiff. It is dry. It is old."}, "It says the name"),
        ({"description": "It is stiff."}, "It has 1 sentence; 4 to 6 are asked."),
        ({"description": "a\x07b"}, "control character"),
    ],
)
def test_what_a_catalogue_file_would_refuse_is_said_beside_its_field(
    researcher, row, changed, said
):
    response = researcher.post(SHEET, TYPED | changed)
    assert response.status_code == 200 and said in response.content.decode()
    (field,) = changed
    assert set(response.context["form"].errors) == {field}
    assert SheetRevision.objects.count() == 0


def test_a_sheet_that_changed_meanwhile_is_not_overwritten_but_can_be_stored_again(researcher, row):
    sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW)
    mine = TYPED | {"mass": "500"}
    shown = researcher.post(SHEET, mine).content.decode()
    assert "Somebody changed this sheet since you opened it" in shown
    assert 'value="500"' in shown and 'name="revision" value="1"' in shown
    assert SheetRevision.objects.get().by == "ana"
    assert researcher.post(SHEET, mine | {"revision": "1"}).status_code == 302
    assert [each.by for each in SheetRevision.objects.all()] == ["ana", "researcher"]


def test_a_failed_draft_says_why(researcher, draft):
    drafts.thing(draft, enrichment="failed", error="3 replies <that> cannot be stored.")
    shown = researcher.get(SHEET).content.decode()
    assert "No sheet could be drafted: 3 replies &lt;that&gt; cannot be stored." in shown


def test_a_definition_is_written_and_can_be_changed(researcher, draft):
    row = drafts.affordance(draft)
    assert researcher.post(DEFINITION, DEFINED).url == f"{DEFINITION}?stored=1"
    assert "It is round.</textarea>" in researcher.get(DEFINITION).content.decode()
    researcher.post(DEFINITION, DEFINED | {"requires": "3"})
    row.refresh_from_db()
    assert (row.definition, row.conditions, row.requires) == ("It gnorbs well.", "It is round.", 3)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"definition": " "}, "This field is required."),
        ({"definition": "It gnorbs."}, "a sentence of 3 words or more."),
        ({"requires": "0"}, "greater than or equal to 1"),
        ({"requires": "21"}, "less than or equal to 20"),
        ({"conditions": "a\x07"}, "control character"),
    ],
)
def test_a_definition_that_is_not_whole_is_refused(researcher, draft, changed, said):
    row = drafts.affordance(draft)
    response = researcher.post(DEFINITION, DEFINED | changed)
    assert response.status_code == 200 and said in response.content.decode()
    row.refresh_from_db()
    assert row.definition == ""
