"""A researcher's pages of annotation studies."""

import re

import pytest

from annotation.kinds.registry import KINDS
from annotation.models import Seat, Study
from tests import make, studies
from tests.studies import NOW

pytestmark = pytest.mark.django_db
LIST = "/annotations/"
NEW = "/annotations/new/?kind=object_affordance"
HERE = "/annotations/vrelk/1/"
FILLED = {
    "title": "Vrelks afloat",
    "slug": "",
    "about": "Small.",
    "contact": "quomb@example.org",
    "guidelines": "## Look",
    "consent": "For research.",
    "seats": "2",
    "policy": "shuffled",
    "seed": "7",
    "gold_every": "9",
    "reservation_minutes": "20",
    "catalogue": "",
}


def page(client, address):
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def said(client, address, sent=None):
    """The page that a post shows at once, since something is wrong."""
    response = client.post(address, sent or {})
    assert response.status_code == 200
    return response.content.decode()


def locked(**fields) -> Study:
    return studies.study(locked_at=NOW, **fields)


def test_an_empty_list_says_what_will_be_here(researcher):
    shown = page(researcher, LIST)
    assert "Here will be your annotation studies" in shown and "New study" in shown


def test_the_list_shows_how_far_each_study_is(researcher):
    study = studies.study(units=2, seats_a_unit=3)
    studies.judged(study.units.first(), studies.rater(study))
    shown = page(researcher, LIST)
    assert "1 of 6<small>16%</small>" in shown
    assert KINDS["object_affordance"].title in shown and "vrelk 1" in shown


def test_many_studies_take_as_many_queries_as_one(researcher, django_assert_num_queries):
    for number in range(6):
        studies.study(slug=f"s{number}")
    # Session, account, studies, and three for how far they are.
    with django_assert_num_queries(6):
        researcher.get(LIST)


def test_the_bar_and_the_home_page_lead_to_the_list(researcher):
    assert 'href="/annotations/"' in page(researcher, "/campaigns/")
    assert 'href="/annotations/"' in page(researcher, "/")


def test_going_on_with_no_kind_chosen_says_so(researcher):
    assert "Choose one of them." not in page(researcher, f"{LIST}new/")
    assert "Choose one of them." in page(researcher, f"{LIST}new/?chosen=1")


def test_a_kind_is_shown_by_its_title_and_its_key(researcher):
    assert "configuration_rating" in page(researcher, f"{LIST}new/")
    studies.study()
    shown = page(researcher, HERE)
    assert 'translate="no">object_affordance</small>' in shown


def test_another_source_than_files_is_offered_by_its_name_where_there_is_one(researcher):
    studies.study(units=0, status="draft")
    assert "Give it units to judge: from a file." in page(researcher, HERE)
    Study.objects.update(kind="oracle_answer")
    assert "from a file, or from players’ questions." in page(researcher, HERE)


def test_a_new_study_begins_with_its_kind(researcher):
    shown = page(researcher, "/annotations/new/")
    for kind in KINDS.values():
        assert kind.title in shown
        assert kind.purpose.replace("'", "&#x27;") in shown.replace("&#39;", "&#x27;")
    assert "Choose one of them." in page(researcher, "/annotations/new/?kind=")


def test_the_form_is_filled_as_the_kind_proposes(researcher):
    shown = page(researcher, NEW)
    assert "Can this be done with this thing, as the definition says" in shown
    assert "you are an adult" in shown


def test_a_filled_form_makes_a_draft(researcher):
    catalogue, other = make.catalogue(), studies.study()
    sent = FILLED | {"catalogue": str(catalogue.pk), "excludes": [str(other.pk)]}
    response = researcher.post(NEW, sent)
    assert (response.status_code, response.url) == (302, "/annotations/vrelks-afloat/1/")
    made = Study.objects.get(slug="vrelks-afloat")
    assert (made.kind, made.status, made.catalogue) == ("object_affordance", "draft", catalogue)
    assert (made.seats, made.policy, made.seed, made.gold_every) == (2, "shuffled", 7, 9)
    assert (made.reservation_seconds, made.consent_text.texts) == (1200, {"en": "For research."})
    assert list(made.excludes.all()) == [other]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("title", "", "This field is required."),
        ("seats", "0", "greater than or equal to 1"),
        ("seats", "99", "less than or equal to 50"),
        ("slug", "vrelk", "There is a page at the address"),
        ("slug", "v" * 51, "at most 50 characters"),
        ("slug", "new", "There is a page at the address"),
        ("guidelines", "a\0b", "Null characters are not allowed."),
        ("catalogue", "99", "not one of the available choices"),
        ("excludes", "99", "not one of the available choices"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(researcher, field, value, problem):
    studies.study()
    shown = said(researcher, NEW, FILLED | {field: value})
    assert problem in shown and "Nothing was stored yet." in shown
    assert Study.objects.count() == 1


def test_the_same_form_twice_makes_one_study(researcher):
    researcher.post(NEW, FILLED)
    assert "There is a page at the address" in said(researcher, NEW, FILLED)
    assert Study.objects.count() == 1


def test_the_overview_says_state_and_next_step(researcher):
    study = studies.study(units=1, seats_a_unit=2)
    studies.judged(study.units.get(), studies.rater(study), at=NOW.replace(year=2020))
    shown = page(researcher, HERE)
    assert "1 of 2 judgements in; 1 rater, 0 of them at work" in shown
    assert "1 unit cannot be finished by the present raters" in shown


def test_a_study_that_is_not_there_is_not_found(researcher):
    assert researcher.get(HERE).status_code == 404


def test_settings_change_until_the_first_judgement(researcher):
    studies.study(status="draft")
    assert 'value="Vrelks"' in page(researcher, f"{HERE}edit/")
    changed = researcher.post(f"{HERE}edit/", FILLED | {"title": "Other"})
    assert (changed.status_code, changed.url) == (302, HERE)
    study = Study.objects.get()
    assert (study.title, study.slug, study.seats) == ("Other", "vrelk", 2)
    # Three units with two seats each, where there were three.
    assert Seat.objects.count() == 6


def test_settings_that_somebody_else_changed_are_told_before_they_are_replaced(researcher):
    studies.study(status="draft")
    opened = {"seen": seen(page(researcher, f"{HERE}edit/"))}
    researcher.post(f"{HERE}edit/", FILLED | opened | {"title": "Theirs"})
    mine = FILLED | {"title": "Mine"}
    told = said(researcher, f"{HERE}edit/", mine | opened)
    assert "Somebody else changed the settings" in told and 'value="Mine"' in told
    assert Study.objects.get().title == "Theirs"
    assert researcher.post(f"{HERE}edit/", mine | {"seen": seen(told)}).status_code == 302
    assert Study.objects.get().title == "Mine"


def seen(shown: str) -> str:
    (stamp,) = re.findall(r'name="seen" value="(\w+)"', shown)
    return stamp


def test_wrong_settings_change_nothing(researcher):
    studies.study(status="draft")
    assert "Nothing was stored yet." in said(researcher, f"{HERE}edit/", FILLED | {"seed": "-1"})
    assert Study.objects.get().title == "Vrelks"


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_locked_study_says_so_and_offers_its_next_version(researcher, method):
    locked()
    response = getattr(researcher, method)(f"{HERE}edit/", FILLED)
    shown = response.content.decode()
    assert "The study is locked since its first judgement" in shown
    assert f'href="{HERE}next-version/"' in shown
    assert Study.objects.get().title == "Vrelks"


def test_the_next_version_is_made_once(researcher):
    locked()
    for _ in range(2):
        assert researcher.post(f"{HERE}next-version/").url == "/annotations/vrelk/2/"
    assert Study.objects.count() == 2


def test_no_next_version_of_what_can_be_changed(researcher):
    studies.study()
    assert "change it as it is" in said(researcher, f"{HERE}next-version/")


def test_guidelines_are_shown_as_raters_read_them(researcher):
    studies.study(slug="gnorb")
    Study.objects.update(guidelines="Judge *this* <script>alert(1)</script>")
    shown = page(researcher, "/annotations/gnorb/1/guidelines/")
    assert "Judge <em>this</em> &lt;script&gt;" in shown


def test_a_study_is_opened_closed_and_opened_again(researcher):
    studies.study(status="draft", consent_text=studies.consent(), contact="ana")
    for step, status in (("open", "open"), ("close", "closed"), ("reopen", "open")):
        for _ in range(2):
            response = researcher.post(f"{HERE}{step}/")
            assert (response.status_code, response.url) == (302, HERE)
            assert Study.objects.get().status == status


@pytest.mark.parametrize(
    ("step", "problem"),
    [("open", "no units to judge"), ("close", "is draft by now"), ("reopen", "is draft by now")],
)
def test_a_step_that_cannot_be_taken_says_why(researcher, step, problem):
    studies.study(units=0, status="draft")
    assert problem in said(researcher, f"{HERE}{step}/")
    assert Study.objects.get().status == "draft"


def test_deleting_asks_once_more(researcher):
    studies.study(status="draft")
    assert "Delete the draft Vrelks, version 1?" in page(researcher, f"{HERE}delete/")
    assert Study.objects.exists()
    for _ in range(2):
        assert researcher.post(f"{HERE}delete/").url == LIST
    assert not Study.objects.exists()


def test_what_was_opened_is_not_deleted(researcher):
    studies.study()
    assert "no draft without judgements" in said(researcher, f"{HERE}delete/")
    assert Study.objects.exists()


def test_long_texts_of_other_letters_are_taken_as_the_form_sends_them(researcher):
    # In an encoded line they would be 9 bytes a letter, more than the server takes.
    shown = page(researcher, NEW)
    assert 'enctype="multipart/form-data"' in shown
    texts = {"guidelines": "\u6211" * 30_000, "consent": "\u6211" * 20_000}
    assert researcher.post(NEW, FILLED | texts).status_code == 302
