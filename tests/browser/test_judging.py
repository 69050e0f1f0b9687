"""A rater judges in a real browser: by the keyboard alone, offline, on a phone, in every kind."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import judging_units
from tests.browser.axe import violations
from tests.lab import Lab

pytestmark = pytest.mark.browser
MAKE = """
import uuid
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.services import seats
from tests import judging_units, studies
name = uuid.uuid4().hex[:12]
user = User.objects.create_user(name, password="quomb")
for kind in {kinds}:
    slug = f"{name}-{kind}".replace("_", "-")
    study = studies.study(units=0, slug=slug, policy="as_given")
    study.kind, study.guidelines = kind, KINDS[kind].guidelines
    study.save()
    snapshot = judging_units.SNAPSHOTS[kind]
    rows = [
        Unit(study=study, key=f"u{n}", block={block}, snapshot=dict(snapshot))
        for n in range({units})
    ]
    for row in rows:
        if "definition" in snapshot:
            row.snapshot["definition"] += f" This is {row.key}."
    if {training}:
        rows[0].training, rows[0].gold = True, {"label": "no"}
    seats.add_units(study, rows)
    studies.rater(study, "ana", user=user)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(name, session.session_key)
"""
STORED = """
from annotation.models import Judgement
rows = Judgement.objects.filter(unit__study__slug="{slug}").order_by("pk")
print([(r.unit.key, r.answer, r.skip_reason, r.comment, r.revision) for r in rows])
"""


SETTLED = 650
DRAFTS = "Object.keys(localStorage).filter(key => key.startsWith('judge:draft')).length"


DEFAULTS = {"units": 5, "training": False, "block": "''"}


class Desk:
    """A signed-in rater of a study of each kind, at the judging page of one."""

    def __init__(self, context: BrowserContext, lab: Lab, kind: str, **more) -> None:
        code = MAKE
        kinds = list(judging_units.SNAPSHOTS)
        for name, value in {**DEFAULTS, "kinds": kinds, **more}.items():
            code = code.replace(f"{{{name}}}", str(value))
        self.username, session = lab.manage("shell", "--no-imports", "-c", code).split()
        self.lab, self.context = lab, context
        context.add_cookies([{"name": "sessionid", "value": session, "url": lab.address}])
        self.page = context.new_page()
        self.become(kind)

    def become(self, kind: str) -> None:
        """Turn to the study of another kind."""
        self.slug = f"{self.username}-{kind}".replace("_", "-")
        self.address = f"{self.lab.address}/annotate/{self.slug}/1/judge/"

    def begin(self) -> Page:
        self.page.goto(self.address)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#judging")).to_be_visible()
        return self.page

    def press(self, *keys: str) -> None:
        """Once the unit on the page takes keys: a press right after a swap is a second one."""
        self.settle()
        for key in keys:
            self.page.keyboard.press(key)

    def settle(self, page: Page | None = None) -> None:
        (page or self.page).wait_for_timeout(SETTLED)

    def stored(self) -> list[tuple[str, dict[str, object], str, str, int]]:
        code = STORED.replace("{slug}", self.slug)
        return eval(self.lab.manage("shell", "--no-imports", "-c", code))  # our own print

    def sees(self, key: str) -> None:
        expect(self.page.get_by_text(f"This is {key}.")).to_be_visible()


@pytest.fixture
def desk(browser: Browser, lab: Lab):
    contexts = []

    def made(kind: str = "object_affordance", *, options=None, **more) -> Desk:
        context = browser.new_context(**(options or {}))
        contexts.append(context)
        return Desk(context, lab, kind, **more)

    yield made
    for context in contexts:
        context.close()


def test_a_study_is_judged_by_the_keyboard_alone(desk):
    at = desk()
    page = at.begin()
    at.sees("u0")
    at.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("What does not count")
    page.keyboard.press("Escape")
    at.press("y")
    at.sees("u1")
    at.press("c")
    page.keyboard.type("yes, so it says")
    page.keyboard.press("Escape")
    at.press("n")
    at.sees("u2")
    at.press("s", "2")
    at.sees("u3")
    at.press("u")
    at.sees("u2")
    expect(page.get_by_text("You skipped this one")).to_be_visible()
    at.press("u")
    at.sees("u1")
    expect(page.get_by_role("button", name="No", pressed=True)).to_be_visible()
    at.press("3")
    at.sees("u3")
    assert page.url == at.address
    at.press("y")
    at.sees("u4")
    at.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored() == [
        ("u0", {"label": "yes"}, "", "", 1),
        ("u1", {"label": "unsure"}, "", "yes, so it says", 2),
        ("u2", {}, "faulty", "", 1),
        ("u3", {"label": "yes"}, "", "", 1),
        ("u4", {"label": "no"}, "", "", 1),
    ]


def test_a_skip_and_a_change_are_confirmed(desk):
    at = desk()
    page = at.begin()
    at.press("s", "2")
    expect(page.locator(".way").get_by_text("Skipped, kept.")).to_be_visible()
    expect(page.locator("#said")).to_have_text("Skipped, kept.")
    at.press("u")
    at.sees("u0")
    at.press("y")
    expect(page.locator(".way").get_by_text("Stored.")).to_be_visible()


def test_a_new_unit_is_read_out_from_its_name(desk):
    at = desk()
    page = at.begin()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    at.press("c")
    page.keyboard.type("yes, u and n and ?")
    expect(page.get_by_label("Comment on this unit")).to_have_value("yes, u and n and ?")
    at.sees("u0")


def test_a_key_pressed_twice_or_held_answers_one_unit(desk):
    at = desk()
    at.begin()
    at.press("y", "y", "y")
    at.sees("u1")
    at.page.wait_for_timeout(500)
    at.sees("u1")
    assert len(at.stored()) == 1


def test_keys_do_nothing_with_modifiers_and_when_switched_off(desk):
    at = desk()
    page = at.begin()
    at.press("Control+y", "Alt+n", "Meta+y")
    page.get_by_role("button", name="Switch the keys off").click()
    at.press("y", "n")
    page.wait_for_timeout(300)
    at.sees("u0")
    assert at.stored() == []


def test_an_answer_given_offline_is_stored_once_when_the_network_is_back(desk):
    at = desk()
    page = at.begin()
    at.context.set_offline(True)
    at.press("y")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    at.sees("u0")
    at.press("n")  # what is on its way is not changed by another press
    at.context.set_offline(False)
    at.sees("u1")
    expect(page.get_by_text("Not sent yet.")).to_be_hidden()
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}


def answer(at: Desk, name: str):
    at.settle()
    return at.page.get_by_role("button", name=name)


@pytest.mark.parametrize(
    ("kind", "tapped", "said"),
    [
        ("object_affordance", "No", ({"label": "no"}, "")),
        ("oracle_answer", "Cannot tell", ({"answer": "cannot_tell"}, "")),
        ("object_affordance", "Something is wrong with it", ({}, "faulty")),
        ("object_utility", "I do not understand it", ({}, "unclear")),
    ],
)
def test_what_is_tapped_offline_is_what_is_stored(desk, kind, tapped, said):
    at = desk(kind, units=2, options=PHONE)
    page = at.begin()
    skip = page.locator("#skip > summary")
    at.settle()
    if said[1]:
        skip.tap()
    at.context.set_offline(True)
    page.get_by_role("button", name=tapped).tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.wait_for_timeout(5500)  # a try in vain
    at.context.set_offline(False)
    expect(page.get_by_text("Not sent yet.")).to_be_hidden(timeout=15_000)
    assert page.get_by_text("Choose one.").count() == 0
    assert [row[1:3] for row in at.stored()] == [said]


def test_a_change_tapped_offline_is_stored(desk):
    at = desk(units=2, options=PHONE)
    page = at.begin()
    answer(at, "Yes").tap()
    at.sees("u1")
    at.settle()
    page.get_by_role("link", name="Go back").tap()
    at.sees("u0")
    at.context.set_offline(True)
    answer(at, "No").tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    at.context.set_offline(False)
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 2)]


def test_what_was_tapped_offline_is_offered_after_a_reload(desk):
    at = desk(options=PHONE)
    page = at.begin()
    page.route("**/judge/", lambda route: route.abort())
    answer(at, "No").tap()
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    page.unroute("**/judge/")
    page.reload()
    expect(page.get_by_text("You chose “No”; it was not stored yet.")).to_be_visible()
    expect(page.get_by_role("button", name="No", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Send it").tap()
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_an_answer_on_its_way_is_not_changed_by_another_tap(desk):
    at = desk(options=PHONE)
    page = at.begin()
    page.route("**/judge/", lambda route: (page.wait_for_timeout(800), route.abort()), times=1)
    answer(at, "No").tap()
    page.get_by_role("button", name="Yes").tap(force=True)
    expect(page.get_by_text("This is u1.")).to_be_visible(timeout=15_000)
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_a_double_click_answers_one_unit_and_goes_nowhere(desk):
    at = desk()
    page = at.begin()
    at.settle()
    place = middle(page, "Yes")
    page.mouse.click(*place)
    at.sees("u1")
    page.wait_for_timeout(SETTLED)
    page.mouse.down(click_count=2)  # the second one of a double click
    page.mouse.up(click_count=2)
    at.sees("u1")
    assert len(at.stored()) == 1


def test_a_press_half_a_second_after_the_next_unit_came_is_a_second_one(desk):
    at = desk()
    page = at.begin()
    at.press("y")
    at.sees("u1")
    page.wait_for_timeout(300)
    page.keyboard.press("y")
    page.keyboard.press("u")
    page.get_by_role("link", name="Go back").click()
    page.wait_for_timeout(400)
    at.sees("u1")
    assert len(at.stored()) == 1


def test_a_page_older_than_the_last_sign_in_says_what_was_not_stored(desk):
    at = desk()
    page = at.begin()
    other = at.context.new_page()
    other.goto(at.address)
    at.press("y")
    at.sees("u1")
    token = other.locator("#judging [name=csrfmiddlewaretoken]")
    token.evaluate("each => each.value = 'x'.repeat(64)")
    other.keyboard.press("n")
    expect(other.get_by_role("alert")).to_contain_text("“No” to “quomb” was not stored")
    expect(other.get_by_text("This is u1.")).to_be_visible()
    assert len(at.stored()) == 1
    page.close()


def test_a_reason_of_ones_own_is_written_first(desk):
    at = desk()
    page = at.begin()
    at.press("s", "3")
    expect(page.get_by_label("Another reason")).to_be_focused()
    page.keyboard.type("you and n")
    page.keyboard.press("Enter")
    at.sees("u1")
    assert at.stored() == [("u0", {}, "other", "you and n", 1)]


def test_while_reasons_to_skip_are_open_keys_mean_them_alone(desk):
    at = desk()
    page = at.begin()
    at.press("s", "y")
    page.wait_for_timeout(300)
    at.sees("u0")
    keys = page.locator("#judging kbd:visible").all_inner_texts()
    assert len(keys) == len(set(keys))
    page.keyboard.press("Escape")
    expect(page.locator("#skip")).not_to_have_attribute("open", "")
    at.press("y")
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_a_judged_unit_is_left_without_a_change_by_escape(desk):
    at = desk()
    page = at.begin()
    at.press("y")
    at.sees("u1")
    at.press("u")
    at.sees("u0")
    expect(page.get_by_role("link", name="Go on without a change")).to_contain_text("Esc")
    at.press("c")
    page.keyboard.type("a rim")
    page.wait_for_timeout(400)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    at.sees("u1")
    assert page.evaluate(DRAFTS) == 0
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_the_next_question_about_the_same_thing_is_announced_and_in_view(desk):
    at = desk(block="'quomb'", options=PHONE)
    page = at.begin()
    answer(at, "Yes").tap()
    at.sees("u1")
    expect(page.get_by_text("Same thing, next question").first).to_be_visible()
    expect(page.locator("#said")).to_have_text("Same thing, next question")
    expect(page.get_by_role("heading", name="hold liquid")).to_be_focused()
    expect(page.get_by_role("heading", name="hold liquid")).to_be_in_viewport()


def test_a_question_is_asked_without_leaving_the_unit(desk):
    at = desk()
    page = at.begin()
    at.press("?")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your question").fill("What of lids?")
    dialog.get_by_role("button", name="Ask").dblclick()
    expect(dialog.get_by_text("Asked. The answer will stand here.")).to_be_visible()
    expect(dialog.get_by_text("What of lids?")).to_be_visible()
    page.keyboard.press("Escape")
    at.press("y")
    at.sees("u1")


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_answer_whose_response_is_lost_is_stored_once(desk):
    at = desk()
    page = at.begin()
    sent = []

    def lose(route):
        sent.append(route.request)
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/judge/", lose)
    at.press("y")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    expect(page.get_by_text("This is u1.")).to_be_visible(timeout=15_000)
    assert len(sent) == 2
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_a_server_error_is_tried_again(desk):
    at = desk()
    page = at.begin()
    page.route("**/judge/", lambda route: route.fulfill(status=503), times=1)
    at.press("n")
    expect(page.get_by_text("Not sent yet.")).to_be_visible()
    expect(page.get_by_text("This is u1.")).to_be_visible(timeout=15_000)
    assert at.stored() == [("u0", {"label": "no"}, "", "", 1)]


def test_an_unfinished_answer_is_there_after_a_reload_and_gone_once_stored(desk):
    at = desk("affordance_definition")
    page = at.begin()
    at.press("2")
    page.get_by_label("The definition as it should read").fill("It keeps water.")
    page.wait_for_timeout(400)
    page.reload()
    expect(page.get_by_role("radio", name="Change")).to_be_checked()
    expect(page.get_by_label("The definition as it should read")).to_have_value("It keeps water.")
    page.get_by_label("The conditions as they should read").fill("Empty.")
    page.keyboard.press("Escape")
    at.press("Enter")
    at.sees("u1")
    assert page.evaluate(DRAFTS) == 0


def test_an_answer_of_a_session_that_ended_comes_back_after_signing_in(desk):
    at = desk()
    page = at.begin()
    at.context.clear_cookies(name="sessionid")
    at.press("y")
    path = urlsplit(at.address).path
    expect(page).to_have_url(f"{at.lab.address}/annotate/sign-in/?out=1&next={path}")
    expect(page.get_by_text("is not stored yet")).to_be_visible()
    page.locator("[name=username]").fill(at.username)
    page.locator("[name=password]").fill("quomb")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You chose “Yes”; it was not stored yet.")).to_be_visible()
    at.press("Enter")
    at.sees("u1")
    assert at.stored() == [("u0", {"label": "yes"}, "", "", 1)]


def test_drafts_leave_with_whoever_signs_out(desk):
    at = desk("affordance_definition")
    page = at.begin()
    page.get_by_label("Why?").fill("vague")
    page.wait_for_timeout(400)
    assert page.evaluate(DRAFTS) == 1
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(f"{at.lab.address}/annotate/sign-in/")
    assert page.evaluate(DRAFTS) == 0


def test_two_windows_with_two_answers_are_asked_which_one_holds(desk):
    at = desk()
    page = at.begin()
    other = at.context.new_page()
    other.goto(at.address)
    at.press("y")
    at.sees("u1")
    at.settle(other)
    other.keyboard.press("n")
    said = "In another window you said yes; here you say no."
    expect(other.get_by_text(said)).to_be_visible()
    at.settle(other)
    other.get_by_role("button", name="Change to no").click()
    expect(other.get_by_text("This is u1.")).to_be_visible()
    assert at.stored() == [("u0", {"label": "no"}, "", "", 2)]
    assert page.url == at.address


def test_a_training_unit_tells_what_was_expected_before_it_goes_on(desk):
    at = desk(training=True)
    page = at.begin()
    at.press("y")
    expect(page.get_by_role("heading", name="Something else was expected")).to_be_focused()
    expect(page.get_by_text("You said Yes. Expected: No.")).to_be_in_viewport()
    expect(page.get_by_text("From now on your answers count.")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Go on")).to_be_in_viewport()
    at.press("Enter")
    at.sees("u1")


KEYS = {
    "object_filter": ["y", "n", "Enter"],
    "affordance_definition": ["1", "Enter"],
    "object_properties": ["1", "ArrowRight", "1", "Enter"],
    "object_affordance": ["y"],
    "oracle_answer": ["n"],
    "object_utility": ["1", "ArrowDown", "Space", "Enter"],
    "context_objects": ["n", "Enter"],
    "variable_values": ["2", "ArrowRight", "1", "Enter"],
    "configuration_rating": ["2", "3", "1", "Enter"],
    "material_ranking": ["2", "1", "d", "Enter"],
}
SAID = {
    "object_filter": {"discrete": "yes", "hidden_mechanism": "no"},
    "affordance_definition": {"verdict": "keep"},
    "object_properties": {"wrong": ["material:steel"], "missing": ["material:glass"]},
    "object_affordance": {"label": "yes"},
    "oracle_answer": {"answer": "no"},
    "object_utility": {"utilities": ["binding", "cutting"]},
    "context_objects": {"objects": [], "none_fits": ["none"]},
    "variable_values": {
        "temperature": ["Cold"],
        "in_use": ["free"],
        "condition": ["clean"],
    },
    "configuration_rating": {
        "material_Hemp": "moderate",
        "material_Nylon": "ideal",
        "material_Paper": "bad",
    },
    "material_ranking": {"order": ["Nylon", "Hemp"], "bad": ["Paper"]},
}


def test_each_kind_is_judged_by_keys(desk):
    at = desk(units=1)
    said = {}
    for kind in judging_units.SNAPSHOTS:
        at.become(kind)
        page = at.begin()
        at.press(*KEYS[kind])
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "You have judged everything that is here for you"
        )
        said[kind] = at.stored()[0][1]
    assert said == SAID


def test_an_order_is_made_without_javascript(desk):
    at = desk("material_ranking", units=1, options={"java_script_enabled": False})
    page = at.page
    page.goto(at.address)
    page.get_by_role("button", name="Start").click()
    page.get_by_label("Place of Hemp").select_option("2")
    page.get_by_label("Place of Nylon").select_option("1")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("alert")).to_have_text("Paper is missing; it has a place or is bad.")
    expect(page.get_by_label("Place of Hemp")).to_have_value("2")
    page.get_by_label("bad: Paper").check()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored()[0][1] == {"order": ["Nylon", "Hemp"], "bad": ["Paper"]}


def test_an_order_is_made_with_buttons(desk):
    at = desk("material_ranking", units=1)
    page = at.begin()
    at.settle()
    for name in ("Hemp", "Nylon", "Paper"):
        page.get_by_role("button", name=f"{name} towards the best").click()
    page.get_by_role("button", name="Paper towards the worst").click()
    expect(page.locator("#said")).to_have_text("Paper has place 2 of 3.")
    at.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored()[0][1] == {"order": ["Hemp", "Paper", "Nylon"], "bad": []}


def every_kind(at: Desk) -> Iterator[str]:
    """The page of a unit of each kind, with all that opens on it open."""
    for kind in judging_units.SNAPSHOTS:
        at.become(kind)
        page = at.begin()
        at.settle()
        page.locator("#skip > summary").click()
        page.locator("#comment > summary").click()
        yield kind


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(desk, width, scheme):
    viewport = {"width": width, "height": 900}
    at = desk(options={"color_scheme": scheme, "viewport": viewport, "bypass_csp": True})
    found = {kind: each for kind in every_kind(at) if (each := violations(at.page))}
    assert found == {}


def test_nothing_is_cut_off_at_320_pixels_and_targets_are_large(desk):
    at = desk(options={"viewport": {"width": 320, "height": 640}, "has_touch": True})
    found = {}
    for kind in every_kind(at):
        wide = at.page.evaluate("document.documentElement.scrollWidth")
        small = at.page.evaluate(
            """[...document.querySelectorAll("#_judge *")]
            .filter(e => e.matches("a.button, button, select, summary, label"))
            .filter(e => !e.matches(".more label, .entry label"))
            .map(e => [e.textContent.trim() || e.name, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && box.height < 43.5)
            .map(([name, box]) => `${name} ${box.width} x ${box.height}`)"""
        )
        if wide > 320 or small:
            found[kind] = (wide, small)
    assert found == {}
