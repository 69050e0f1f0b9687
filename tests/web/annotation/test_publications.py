"""The pages Publish, a publication with its files, and Corrections."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.models import Correction, Publication
from annotation.services import consensus, corrections, publish
from games.models import Catalogue, Game, Play, StoredAnswer, Turn
from tests import make, studies
from tests.unit.coat_units import UNITS
from tests.web.annotation import publishing
from tests.web.annotation.publishing import RIGHT, WRONG

pytestmark = pytest.mark.django_db
BASE = "/annotations/vrelk/1/"


@pytest.fixture
def labels():
    return publishing.two_labels()


@pytest.fixture
def utilities():
    study = publishing.study("object_utility", {"u1": UNITS["utility"]})
    publishing.stand(study, "u1", ["cutting"], question="utilities")
    return study


@pytest.fixture
def answers():
    row = publishing.stored("no")
    study = publishing.answer_study(row)
    publishing.judge(study, str(row.pk), "yes", "yes", "no", question="answer")
    return study


def text_of(response) -> str:
    assert response.status_code == 200
    return response.content.decode()


def touch(row: StoredAnswer, *, plays: int) -> list[Play]:
    """Plays in which this answer was said."""
    game = Game.objects.first() or make.game()
    made = [make.play(of=game) for _ in range(plays)]
    for play in made:
        Turn.objects.create(
            play=play,
            number=1,
            attempt=1,
            question=publishing.QUESTION,
            status="answered",
            answer=row.forced,
            stored_answer=row,
            asked_at=make.NOW,
            settled_at=make.NOW,
        )
    return made


def test_the_plan_says_what_changes_and_stores_nothing(researcher, labels):
    page = text_of(researcher.get(f"{BASE}publish/"))
    assert "2 of 2" in page
    assert WRONG.replace("_", " ") in page
    assert "Nothing was published yet" in page
    assert not Publication.objects.exists()


def test_publishing_leads_to_the_publication_with_its_catalogue(researcher, labels):
    answer = researcher.post(f"{BASE}publish/", {"version": "vrelk-2", "seed": "3"}, follow=True)
    page = text_of(answer)
    assert answer.redirect_chain == [(f"{BASE}publications/1/", 302)]
    assert "/catalogues/vrelk-2/" in page
    assert Publication.objects.get().sha256 in page


def test_a_copy_of_the_post_publishes_nothing_more(researcher, labels):
    for _ in range(2):
        answer = researcher.post(f"{BASE}publish/", {"version": "vrelk-2"})
    assert ">publication 1</a>.</p>" in text_of(answer)
    assert (Publication.objects.count(), Catalogue.objects.count()) == (1, 2)


def test_what_is_published_already_is_told_as_no_change(researcher, labels):
    told = ("What changes", "Changes</th>", "The new catalogue", "are drawn anew")
    before = text_of(researcher.get(f"{BASE}publish/"))
    assert all(words in before for words in told[:3])
    publishing.published(labels)
    page = text_of(researcher.get(f"{BASE}publish/"))
    assert f'href="{BASE}publications/1/">publication 1</a>.' in page
    assert not any(words in page for words in told)


def test_the_overview_leads_to_publishing_again_once_something_is_published(researcher, labels):
    studies.become("closed")
    assert "Look at how far raters agree" in text_of(researcher.get(BASE))
    publishing.published(labels)
    page = text_of(researcher.get(BASE))
    assert "Publication 1 is made; publish again once a decision has changed." in page
    assert "Look at how far raters agree" not in page
    assert f'<a class="button" href="{BASE}publish/">Publish</a>' in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Give the new catalogue a version name."),
        ({"version": "invented-1"}, "There is a catalogue invented-1 already."),
        ({"version": "a\0b"}, "Null characters are not allowed."),
        ({"version": "vrelk-2", "seed": "-1"}, "greater than or equal to 0"),
    ],
)
def test_a_broken_rule_comes_back_with_the_form(researcher, labels, fields, sentence):
    page = text_of(researcher.post(f"{BASE}publish/", fields))
    assert sentence in page
    assert 'name="version"' in page
    assert not Publication.objects.exists()


def test_open_units_are_listed_and_left_only_if_that_is_ticked(researcher, labels):
    publishing.tie(labels, RIGHT)
    page = text_of(researcher.post(f"{BASE}publish/", {"version": "vrelk-2"}))
    assert f"1 unit is open: {RIGHT}." in page
    researcher.post(f"{BASE}publish/", {"version": "vrelk-2", "leave_open": "on"})
    assert Publication.objects.count() == 1


def test_documents_need_no_version(researcher, utilities):
    page = text_of(researcher.post(f"{BASE}publish/", follow=True))
    assert "objects.json" in page
    assert 'name="version"' not in text_of(researcher.get(f"{BASE}publish/"))


def test_a_file_comes_as_the_bytes_that_were_hashed(researcher, utilities):
    made = publish.publish(utilities, by=None, now=studies.NOW)
    answer = researcher.get(f"{BASE}publications/1/objects.json")
    assert answer.content == made.files["objects.json"].encode()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="objects.json"'
    assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["publications/2/", "publications/1/vrelk.json"])
def test_what_was_not_published_is_not_found(researcher, utilities, path):
    publish.publish(utilities, by=None, now=studies.NOW)
    assert researcher.get(f"{BASE}{path}").status_code == 404


def test_what_does_not_fit_is_listed_and_left_out_only_if_that_is_ticked(researcher, labels):
    labels.units.filter(key=RIGHT).update(key="splindow affordance_a")
    page = text_of(researcher.post(f"{BASE}publish/", {"version": "vrelk-2"}))
    assert "Publish without the unit that does not fit" in page
    assert "<td>The catalogue has no such pair.</td>" in page
    assert not Publication.objects.exists()
    researcher.post(f"{BASE}publish/", {"version": "vrelk-2", "leave_misfits": "on"})
    assert Publication.objects.count() == 1


def test_nothing_is_asked_about_open_or_unfit_units_where_there_are_none(researcher, labels):
    page = text_of(researcher.get(f"{BASE}publish/"))
    assert 'name="version"' in page
    assert "leave_open" not in page and "leave_misfits" not in page


def test_the_page_says_how_many_decisions_lack_a_second_look(researcher, labels):
    assert "Decisions are published as they stand" not in text_of(researcher.get(f"{BASE}publish/"))
    publishing.decide(labels, WRONG, "no", User.objects.get(username="researcher"))
    page = text_of(researcher.get(f"{BASE}publish/"))
    assert '?rule=second">1 unit</a> with a decision that nobody has looked at' in page
    assert "?rule=disputed" not in page


def test_the_page_says_that_free_play_will_use_the_new_catalogue(researcher, labels):
    page = text_of(researcher.get(f"{BASE}publish/"))
    assert "free play takes its games from it from then on, in place of invented-1" in page


def test_documents_say_nothing_of_free_play(researcher, utilities):
    assert "free play" not in text_of(researcher.get(f"{BASE}publish/"))


def test_more_publications_take_no_more_queries(researcher, labels):
    publish.publish(labels, by=None, now=studies.NOW, version="vrelk-2")

    before = queries(researcher, f"{BASE}publish/")
    labels.units.get(key=RIGHT).judgements.update(answer={"label": "no"})
    consensus.count(labels, now=studies.NOW)
    publish.publish(labels, by=None, now=studies.NOW, version="vrelk-3")
    assert queries(researcher, f"{BASE}publish/") == before


def queries(browser, address: str) -> int:
    """How many the page takes, once the process knows the catalogue."""
    browser.get(address)
    with CaptureQueriesContext(connection) as seen:
        assert browser.get(address).status_code == 200
    return len(seen)


def test_wrong_answers_are_shown_and_corrected_by_a_post(researcher, answers):
    page = text_of(researcher.get(f"{BASE}corrections/"))
    assert publishing.QUESTION in page
    assert not Correction.objects.exists()
    page = text_of(researcher.post(f"{BASE}corrections/", follow=True))
    assert Correction.objects.get().made_by.username == "researcher"
    assert "No play got one of these answers." in page


def test_a_second_post_corrects_nothing_more(researcher, answers):
    for _ in range(2):
        researcher.post(f"{BASE}corrections/")
    assert StoredAnswer.objects.count() == 2


def test_touched_plays_are_listed_with_how_they_ended(researcher, answers):
    ended, _ = touch(StoredAnswer.objects.get(), plays=2)
    make.finish(ended, won=False)
    corrections.apply(answers, by=None, now=timezone.now())
    page = text_of(researcher.get(f"{BASE}corrections/"))
    assert "2 plays with 2 wrong answers; 0 won, 1 lost" in page
    assert "ended, lost" in page
    assert "going on" in page
    assert str(ended.token) not in page


def test_more_touched_plays_take_no_more_queries(researcher, answers):
    row = StoredAnswer.objects.get()
    corrections.apply(answers, by=None, now=timezone.now())
    touch(row, plays=2)
    before = queries(researcher, f"{BASE}corrections/")
    touch(row, plays=60)
    assert queries(researcher, f"{BASE}corrections/?page=2") == before
    assert "Page 2 of 2" in text_of(researcher.get(f"{BASE}corrections/?page=2"))


def test_only_the_oracles_answers_have_corrections(researcher, utilities):
    assert researcher.get(f"{BASE}corrections/").status_code == 404


@pytest.mark.parametrize(
    "path", ["publish/", "publications/1/", "publications/1/objects.json", "corrections/"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_annotators_and_strangers_see_nothing_and_change_nothing(
    client, django_user_model, labels, path, method
):
    assert getattr(client, method)(f"{BASE}{path}").status_code == 302
    client.force_login(django_user_model.objects.create_user("annotator"))
    assert getattr(client, method)(f"{BASE}{path}").status_code == 403
    assert not Publication.objects.exists()


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("publish/", "put"),
        ("publish/", "delete"),
        ("publications/1/", "post"),
        ("publications/1/objects.json", "post"),
        ("corrections/", "delete"),
    ],
)
def test_other_methods_are_refused(researcher, labels, path, method):
    assert getattr(researcher, method)(f"{BASE}{path}").status_code == 405


def run(command: str, *arguments: str) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_a_command_publishes_and_writes_the_files(labels, tmp_path):
    named = ("vrelk", "1", "--catalogue-version", "vrelk-2", "--folder", str(tmp_path))
    assert "Catalogue vrelk-2" in run("publish_study", *named)
    files = Publication.objects.get().files
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {name: text.encode() for name, text in files.items()}


def test_a_command_publishes_without_what_does_not_fit_if_told(labels):
    labels.units.filter(key=RIGHT).update(key="splindow affordance_a")
    named = ("vrelk", "1", "--catalogue-version", "vrelk-2")
    with pytest.raises(CommandError, match="1 unit does not fit"):
        run("publish_study", *named)
    told = run("publish_study", *named, "--leave-misfits")
    assert "1 units left out: splindow affordance_a" in told


def test_the_command_says_why_it_publishes_nothing(labels):
    with pytest.raises(CommandError, match="Give the new catalogue a version name"):
        run("publish_study", "vrelk", "1")


def test_a_command_corrects_answers(answers):
    touch(StoredAnswer.objects.get(), plays=1)
    assert run("correct_answers", "vrelk", "1").startswith(
        "1 answers corrected. All corrections of this study touched 1 plays in 1 turns"
    )
