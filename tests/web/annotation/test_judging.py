"""The judging page: one unit, its answer stored once, the next in the same response."""

import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from annotation.models import Change, Judgement, Rater, Seat, Study, Unit
from annotation.services import judging, seats
from annotation.services.seats import Closed, Reason
from tests import judging_units, studies

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


class Desk:
    """A rater at the judging page, with htmx and without."""

    def __init__(self, client: Client, study: Study, name: str = "ana") -> None:
        self.client, self.study = client, study
        self.user = User.objects.create_user(name)
        self.rater = studies.rater(study, name, user=self.user)
        client.force_login(self.user)
        self.page = ""

    def address(self, name: str) -> str:
        return f"/annotate/{self.study.slug}/{self.study.version}/{name}/"

    def get(self, name: str = "judge", **more):
        response = self.client.get(self.address(name), **more)
        self.page = response.content.decode()
        return response

    def begin(self) -> str:
        self.client.post(self.address("next"))
        self.get()
        return self.page

    @property
    def fields(self) -> dict[str, str]:
        found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.page)
        return {name: value for name, value in found if name != "csrfmiddlewaretoken"}

    def post(self, name: str = "judge", *, plain: bool = False, **said):
        """Send the form on the page; the answer to the one question as label."""
        fields = {key.replace("label", "a.label"): value for key, value in said.items()}
        return self.send(self.fields | fields, name, plain=plain)

    def send(self, fields, name: str = "judge", *, plain: bool = False):
        headers = {} if plain else HTMX
        response = self.client.post(self.address(name), fields, headers=headers)
        if not plain:
            self.page = response.content.decode()
        return response


def study_of(kind: str = "object_affordance", units: int = 3, **fields) -> Study:
    made = studies.study(units=0, policy="as_given", **fields)
    made.kind = kind
    made.save()
    snapshot = judging_units.SNAPSHOTS[kind]
    rows = [Unit(study=made, key=f"u{n}", snapshot=snapshot) for n in range(units)]
    for row in rows:
        row.snapshot = {
            name: f"{value} {row.key}" if name == "definition" else value
            for name, value in snapshot.items()
        }
    seats.add_units(made, rows)
    return made


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client, study_of())


def only() -> Judgement:
    return Judgement.objects.get()


def test_starting_hands_out_a_unit_and_leads_to_it(desk):
    assert "Start" in desk.get().content.decode()
    assert not Seat.objects.filter(rater=desk.rater).exists()
    response = desk.client.post(desk.address("next"))
    assert response.headers["Location"] == desk.address("judge")
    assert "hold liquid" in desk.get().content.decode()
    assert Seat.objects.get(rater=desk.rater).unit.key == "u0"


def test_an_answer_is_stored_and_the_next_unit_comes_with_it(desk):
    desk.begin()
    response = desk.post(label="yes", seconds="12.5", comment="a rim")
    made = only()
    assert (made.unit.key, made.answer, made.seconds) == ("u0", {"label": "yes"}, 12.5)
    assert (made.comment, made.seat.rater) == ("a rim", desk.rater)
    assert response.status_code == 200
    assert "minutes. u1" in desk.page and "<html" not in desk.page
    assert response.headers["HX-Replace-Url"] == desk.address("judge")


def test_without_javascript_an_answer_leads_to_the_next_unit(desk):
    desk.begin()
    response = desk.post(label="no", plain=True)
    assert response.headers["Location"] == desk.address("judge")
    assert "minutes. u1" in desk.get().content.decode()


def test_the_same_form_sent_twice_is_stored_once(desk):
    desk.begin()
    fields = desk.fields | {"a.label": "yes"}
    desk.send(fields)
    first = desk.page
    desk.send(fields)
    assert only().answer == {"label": "yes"}
    assert "minutes. u1" in first and "minutes. u1" in desk.page


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_each_kind_is_shown_and_judged(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    assert only().answer == judging_units.ANSWERS[kind]
    assert "You have judged everything that is here for you" in desk.page


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_each_kind_shows_again_what_was_said(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    desk.get(f"units/{only().unit_id}")
    before = only().answer
    fields = {}
    for name, value in re.findall(
        r'name="(a\.[^"]+)" value="([^"]+)"[^>]*(?:checked|aria-pressed)', desk.page
    ):
        fields.setdefault(name, []).append(value)
    for name, place in re.findall(
        r'<select name="([^"]+)".*?<option value="(\d)" selected', desk.page
    ):
        fields[name] = place
    for name, text in re.findall(r'id="(a\.[^"]+)" name="[^"]+" value="([^"]+)"', desk.page):
        fields[name] = text
    if comment := re.search(r'<textarea id="comment-text"[^>]*>([^<]+)<', desk.page):
        fields["comment"] = comment[1]
    desk.send(desk.fields | fields, f"units/{only().unit_id}")
    assert (only().answer, only().revision) == (before, 1)


def test_the_oracles_answer_is_not_on_the_page(client):
    desk = Desk(client, study_of("oracle_answer", units=1))
    page = desk.begin()
    assert page.count("cannot_tell") == 1  # the choice itself


def test_what_a_snapshot_proposes_is_ticked_at_first(client):
    desk = Desk(client, study_of("variable_values", units=1))
    page = desk.begin()
    assert re.findall(r'value="(\w+)"[^>]* checked', page) == ["clean"]


def test_definitions_are_not_filled_in(client):
    desk = Desk(client, study_of("affordance_definition", units=1))
    assert set(re.findall(r"<textarea[^>]*>([^<]*)<", desk.begin())) == {""}


def test_a_broken_answer_keeps_what_was_chosen_and_says_what_is_wrong(client):
    desk = Desk(client, study_of("affordance_definition", units=1))
    desk.begin()
    response = desk.send(desk.fields | {"a.verdict": "change", "a.definition": "It holds."})
    assert response.status_code == 200
    assert not Judgement.objects.exists()
    assert re.search(r'value="change"[^>]* checked', desk.page)
    assert ">It holds.<" in desk.page
    problem = re.search(r'id="a.conditions".*?role="alert"[^>]*>([^<]+)<', desk.page, re.S)
    assert problem and problem[1].startswith("A change needs")


def test_a_broken_answer_without_javascript_is_a_whole_page(desk):
    desk.begin()
    response = desk.post(plain=True)
    assert response.status_code == 200
    assert "<html" in response.content.decode() and "Choose one." in response.content.decode()


def test_two_materials_at_one_place_are_named(client):
    desk = Desk(client, study_of("material_ranking", units=1))
    desk.begin()
    places = {"place.order.0": "2", "place.order.1": "2", "place.order.2": "1"}
    desk.send(desk.fields | places)
    assert "Hemp and Nylon both have place 2." in desk.page
    assert desk.page.count('<option value="2" selected>') == 2


def test_a_skip_needs_a_reason_that_there_is(desk):
    desk.begin()
    desk.post(skip="other")
    assert '<details id="skip" open>' in desk.page and "Say here why you skip it." in desk.page
    desk.post(skip="bored")
    assert "incomplete" in desk.page
    desk.post(skip="other", why="no picture")
    made = only()
    assert (made.answer, made.skip_reason, made.comment) == ({}, "other", "no picture")
    assert made.seat is None
    assert "minutes. u1" in desk.page and "Skipped, kept." in desk.page


def test_a_reason_to_skip_stands_behind_the_comment(desk):
    desk.begin()
    desk.post(skip="other", why="no picture", comment="a rim")
    assert only().comment == "a rim\nno picture"


@pytest.mark.parametrize(
    ("kind", "offered"),
    [
        ("object_affordance", ["unclear", "faulty", "other"]),
        ("oracle_answer", ["unclear", "faulty", "other"]),
        ("affordance_definition", ["unsure", "unclear", "faulty", "other"]),
    ],
)
def test_who_can_answer_unsure_is_not_offered_to_skip_for_that(client, kind, offered):
    page = Desk(client, study_of(kind)).begin()
    assert re.findall(r'name="skip" value="(\w+)"', page) == offered


def test_what_is_asked_stands_with_the_answers(desk):
    assert "<legend>Can this be done with it? <b>hold liquid</b></legend>" in desk.begin()


def test_the_next_question_about_the_same_thing_is_marked(desk):
    Unit.objects.exclude(key="u2").update(block="quomb")
    assert "Same thing" not in desk.begin()
    desk.post(label="yes")
    assert "Same thing, next question" in desk.page and "asked new" in desk.page
    desk.post(label="yes")
    assert "minutes. u2" in desk.page and "Same thing" not in desk.page


@pytest.mark.parametrize("field", ["key", "revision"])
def test_an_incomplete_form_is_refused_in_place(desk, field):
    desk.begin()
    desk.send(desk.fields | {"a.label": "yes", field: "nonsense"})
    assert "incomplete" in desk.page
    assert not Judgement.objects.exists()


def test_a_character_that_cannot_be_kept_is_named(desk):
    desk.begin()
    desk.post(label="yes", comment="a\x00b")
    assert "U+0000" in desk.page
    assert not Judgement.objects.exists()


def test_another_answer_from_another_window_is_shown_and_not_stored(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "no"})
    assert only().answer == {"label": "yes"}
    assert "In another window you said yes; here you say no." in desk.page
    assert "Keep yes" in desk.page and "Change to no" in desk.page


def test_a_conflict_is_settled_by_the_rater_and_kept_in_the_history(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "no"})
    hidden = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', desk.page)
    desk.send({name: value for name, value in hidden if name != "csrfmiddlewaretoken"})
    assert (only().answer, only().revision) == ({"label": "no"}, 2)
    assert Change.objects.count() == 1
    assert "minutes. u1" in desk.page


def test_a_conflict_of_longer_answers_tells_where_they_differ(client):
    desk = Desk(client, study_of("object_filter", units=2))
    desk.begin()
    here = desk.fields
    desk.send(here | {"a.discrete": "yes", "a.hidden_mechanism": "no"})
    other = {"key": str(uuid.uuid4()), "a.discrete": "yes", "a.hidden_mechanism": "unsure"}
    desk.send(here | other)
    assert "hidden mechanism" in desk.page and "human-made" not in desk.page
    assert "<dd>No</dd>" in desk.page and "<dd>Unsure</dd>" in desk.page


def test_a_key_of_another_unit_shows_nothing_of_anybody(client, desk):
    other = studies.rater(desk.study, "ben")
    theirs = studies.judged(Unit.objects.get(key="u1"), other, "no")
    desk.begin()
    desk.send(desk.fields | {"key": str(theirs.key), "a.label": "yes"})
    assert Judgement.objects.filter(rater=desk.rater).count() == 0
    assert "In another window" not in desk.page and "minutes. u1" not in desk.page


def test_a_study_closed_meanwhile_says_what_was_not_stored(desk):
    desk.begin()
    Study.objects.update(status="closed")
    response = desk.post(label="yes", comment="a rim")
    assert response.status_code == 200
    assert not Judgement.objects.exists()
    assert "was not stored" in desk.page and "<b>Yes</b>" in desk.page and "a rim" in desk.page


def test_a_refused_form_of_another_window_overwrites_nothing(client):
    desk = Desk(client, study_of("affordance_definition", units=2))
    desk.begin()
    here = desk.fields
    desk.send(here | {"a.verdict": "keep"})
    desk.send(here | {"key": str(uuid.uuid4()), "a.verdict": "drop"})
    assert "Say why it should be dropped." in desk.page
    desk.send(desk.fields | {"a.verdict": "drop", "a.reason": "vague"})
    assert only().answer == {"verdict": "keep"}
    assert "You answered this one twice" in desk.page


def test_who_played_a_baseline_of_the_catalogue_is_told_so(desk, monkeypatch):
    def closed(*_, **__):
        raise Closed(Reason.PLAYED_BASELINE)

    desk.begin()
    monkeypatch.setattr(judging, "judge_and_next", closed)
    desk.post(label="yes")
    assert "You played games of this catalogue" in desk.page and "<b>Yes</b>" in desk.page


def test_a_closed_study_shows_no_unit(desk):
    desk.begin()
    Study.objects.update(status="closed")
    assert "hold liquid" not in desk.get().content.decode()
    assert "closed" in desk.page


def test_who_is_removed_gets_no_unit(desk):
    desk.begin()
    Rater.objects.update(removed_at=timezone.now())
    assert "hold liquid" not in desk.get().content.decode()
    desk.client.post(desk.address("next"))
    desk.post(label="yes")
    assert not Judgement.objects.exists()


def test_who_has_not_agreed_is_led_to_the_start_page(desk):
    Rater.objects.update(agreed_at=None)
    start = f"/annotate/{desk.study.slug}/{desk.study.version}/"
    assert desk.get().headers["Location"] == start
    assert desk.client.post(desk.address("next")).headers["Location"] == start


def test_a_signed_out_browser_is_led_to_sign_in_and_back(desk):
    desk.begin()
    desk.client.logout()
    headers = HTMX | {"Referer": f"http://testserver{desk.address('judge')}"}
    response = desk.client.post(desk.address("judge"), desk.fields, headers=headers)
    leads = response.headers["HX-Redirect"]
    assert leads == f"/annotate/sign-in/?out=1&next={desk.address('judge')}"
    assert "not stored yet" in desk.client.get(leads).content.decode()
    assert not Judgement.objects.exists()


def test_going_back_leads_through_the_own_units_only(desk):
    other = studies.rater(desk.study, "ben")
    desk.begin()
    desk.post(label="yes")
    studies.judged(Unit.objects.get(key="u2"), other, "no")
    desk.post(label="no")
    first, second = (
        Judgement.objects.filter(rater=desk.rater).order_by("pk").values_list("unit", flat=True)
    )
    assert desk.get("back").headers["Location"] == desk.address(f"units/{second}")
    back = desk.client.get(desk.address("back"), {"from": second})
    assert back.headers["Location"] == desk.address(f"units/{first}")
    back = desk.client.get(desk.address("back"), {"from": first})
    assert back.headers["Location"] == desk.address("judge")


def test_a_changed_answer_has_a_history_and_goes_on(desk):
    desk.begin()
    desk.post(label="yes")
    unit = only().unit_id
    page = desk.get(f"units/{unit}").content.decode()
    assert re.search(r'value="yes"[^>]* aria-pressed="true"', page)
    desk.post(f"units/{unit}", label="no")
    assert (only().answer, only().revision) == ({"label": "no"}, 2)
    assert "minutes. u1" in desk.page and "<span data-say>Stored.<" in desk.page


def test_going_back_leads_to_what_was_changed_last(desk):
    desk.begin()
    desk.post(label="yes")
    first = only().unit_id
    desk.post(label="no")
    desk.get(f"units/{first}")
    desk.post(f"units/{first}", label="unsure")
    assert desk.get("back").headers["Location"] == desk.address(f"units/{first}")


def test_two_comments_to_one_answer_are_both_shown(desk):
    desk.begin()
    here = desk.fields
    desk.post(label="yes", comment="a rim")
    desk.send(here | {"key": str(uuid.uuid4()), "a.label": "yes", "comment": "a lid"})
    assert "the comment is not" in desk.page
    assert "<dd>a rim</dd>" in desk.page and "<dd>a lid</dd>" in desk.page
    hidden = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', desk.page)
    desk.send({name: value for name, value in hidden if name != "csrfmiddlewaretoken"})
    assert (only().answer, only().comment) == ({"label": "yes"}, "a lid")


def test_a_unit_that_was_not_judged_has_no_page(desk):
    desk.begin()
    unit = Unit.objects.get(key="u0")
    assert desk.get(f"units/{unit.pk}").status_code == 404
    assert desk.post(f"units/{unit.pk}", label="yes").status_code == 404


@pytest.mark.parametrize("unit", ["", "x", "999999999999999999999", "-1", "²"])
def test_a_unit_that_there_is_not_is_not_found(desk, unit):
    desk.begin()
    assert desk.send(desk.fields | {"unit": unit, "a.label": "yes"}).status_code == 404


def test_a_unit_of_another_study_is_not_found(desk):
    other = study_of(slug="fendle")
    desk.begin()
    fields = desk.fields | {"unit": str(other.units.first().pk), "a.label": "yes"}
    assert desk.send(fields).status_code == 404


def test_a_unit_that_was_never_handed_out_is_not_shown_for_a_broken_answer(desk):
    desk.begin()
    strange = Unit.objects.get(key="u2")
    desk.send(desk.fields | {"unit": str(strange.pk)})
    assert "minutes. u2" not in desk.page
    assert "not yours to judge" in desk.page


def test_a_rater_that_is_sent_along_is_left_aside(desk):
    other = studies.rater(desk.study, "ben")
    desk.begin()
    desk.send(desk.fields | {"a.label": "yes", "rater": str(other.pk), "rater_id": str(other.pk)})
    assert only().rater == desk.rater


def test_a_training_unit_tells_what_was_expected(desk):
    Unit.objects.filter(key="u0").update(training=True, gold={"label": "no"})
    Seat.objects.filter(unit__key="u0").delete()
    page = desk.begin()
    sentence = "</b>: after each answer you see what was expected. These do not count."
    assert f"<b>Training 1 of 1{sentence}" in page and "Expected" not in page
    desk.post(label="yes")
    assert "Something else was expected" in desk.page
    assert "You said <b>Yes</b>. Expected: <b>No</b>." in desk.page
    assert "That was the training. From now on your answers count." in desk.page
    assert desk.address("next") in desk.page and "minutes. u1" not in desk.page
    assert "<span>0 done, 2 to go<" in desk.begin()


def test_a_training_unit_without_a_known_answer_tells_none(desk):
    Unit.objects.filter(key="u0").update(training=True)
    Seat.objects.filter(unit__key="u0").delete()
    desk.begin()
    desk.post(label="yes")
    assert "Your answer is kept" in desk.page and "Expected" not in desk.page


def without_numbers(page: str) -> str:
    page = re.sub(r'(value|data-draft|action|hx-post)="[^"]*"', "", page)
    return re.sub(r"u\d|\d+ done|\d+ to go", "", page)


def test_a_hidden_gold_unit_looks_like_any_other(desk):
    desk.begin()
    plain = desk.get().content.decode()
    Unit.objects.filter(key="u0").update(gold={"label": "no"})
    assert without_numbers(desk.get().content.decode()) == without_numbers(plain)
    desk.post(label="yes")
    assert "xpected" not in desk.page and "minutes. u1" in desk.page


def test_nothing_of_other_raters_is_on_the_page(client):
    study = study_of()
    unit = study.units.get(key="u0")
    alone = Desk(client, study)
    page = alone.begin()
    for name in ("zilpha", "zenobia"):
        by = studies.rater(study, name)
        studies.judged(unit, by, "unsure", comment="zyzzyva")
    shown = alone.get().content.decode()
    assert without_numbers(shown) == without_numbers(page)
    for trace in ("zilpha", "zenobia", "zyzzyva"):
        assert trace not in shown


def test_progress_tells_a_duration_only_once_enough_units_were_timed(client):
    desk = Desk(client, study_of(units=60))
    for number, unit in enumerate(desk.study.units.order_by("pk")[:21]):
        seconds = 6.0 if number < 9 else None
        studies.judged(unit, desk.rater, seconds=seconds)
    Rater.objects.update(judged=21)
    assert "21 done, 39 to go<" in desk.begin()
    Judgement.objects.update(seconds=6.0)
    later = Rater.objects.get(pk=desk.rater.pk)
    Rater.objects.update(joined_at=later.joined_at + timedelta(seconds=1))  # another process
    # 39 units of 6 s are 234 s, 4 minutes.
    assert "21 done, 39 to go, about 4 min<" in desk.get().content.decode()


def test_progress_counts_answers_and_skips_apart(desk):
    assert "<span>0 done, 3 to go<" in desk.begin()
    desk.post(label="yes")
    assert "<span>1 done, 2 to go<" in desk.page
    desk.post(skip="faulty")
    assert "<span>1 done, 1 skipped, 1 to go<" in desk.page


def test_the_share_of_a_small_study_is_not_told(desk, client):
    assert "All raters" not in desk.begin()
    large = Desk(client, study_of(units=100, slug="fendle", seats_a_unit=4), name="ben")
    other = studies.rater(large.study, "cleo")
    for unit in large.study.units.order_by("-pk")[:39]:
        studies.judged(unit, other)
    assert "All raters: 5% done" in large.begin()  # 39 of 400 seats


def test_the_own_answers_are_listed_the_last_one_first(desk):
    other = studies.rater(desk.study, "ben")
    assert "Here will be" in desk.get("units").content.decode()
    desk.begin()
    desk.post(label="yes", comment="a rim")
    desk.post(skip="faulty")
    studies.judged(Unit.objects.get(key="u2"), other, "no", comment="zyzzyva")
    page = desk.get("units").content.decode()
    first, second = Judgement.objects.filter(rater=desk.rater).order_by("pk")
    places = [page.index(desk.address(f"units/{each.unit_id}")) for each in (second, first)]
    assert places == sorted(places)
    assert page.count("quomb: hold liquid") == 2 and "<b>Yes</b>" in page and "a rim" in page
    assert "skipped: Something is wrong with it" in page and "zyzzyva" not in page


def test_the_own_answers_of_a_closed_study_are_read_only(desk):
    desk.begin()
    desk.post(label="yes")
    Study.objects.update(status="closed")
    page = desk.get("units").content.decode()
    assert "<b>Yes</b>" in page and desk.address(f"units/{only().unit_id}") not in page


@pytest.mark.parametrize("kind", judging_units.SNAPSHOTS)
def test_the_own_answers_of_each_kind_are_listed(client, kind):
    desk = Desk(client, study_of(kind, units=1))
    desk.begin()
    desk.send(desk.fields | judging_units.FORMS[kind])
    page = desk.get("units").content.decode()
    assert desk.address(f"units/{only().unit_id}") in page and "u0</a>" not in page


def test_as_many_queries_list_few_answers_as_many(client, django_assert_num_queries):
    desk = Desk(client, study_of(units=60))
    for unit in desk.study.units.all():
        studies.judged(unit, desk.rater)
    with django_assert_num_queries(5):  # session, account, rater, count, judgements
        page = desk.get("units").content.decode()
    assert "Page 1 of 2" in page


def test_strangers_find_no_page(client, desk):
    client.force_login(User.objects.create_user("stranger"))
    for name in ("judge", "back", "units", f"units/{Unit.objects.first().pk}"):
        assert client.get(desk.address(name)).status_code == 404
    for name in ("judge", "next"):
        assert client.post(desk.address(name)).status_code == 404


def test_pages_take_their_own_methods_only(desk):
    assert desk.client.get(desk.address("next")).url == f"/annotate/{desk.study.slug}/1/"
    assert desk.client.post(desk.address("back")).status_code == 405
    assert desk.client.put(desk.address("judge")).status_code == 405
    assert not Seat.objects.filter(rater=desk.rater).exists()


def test_a_judgement_and_the_next_unit_take_few_queries(desk, django_assert_max_num_queries):
    desk.begin()
    desk.post(label="yes")
    fields = desk.fields | {"a.label": "no"}
    with django_assert_max_num_queries(12):
        desk.send(fields)


def test_the_page_of_a_unit_takes_few_queries(desk, django_assert_max_num_queries):
    desk.begin()
    with django_assert_max_num_queries(4):
        desk.get()
