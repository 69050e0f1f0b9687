"""A rater judges in a real browser by the keyboard alone, and no press is taken for another."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.judging_desk import DRAFTS, PHONE, SETTLED

pytestmark = pytest.mark.browser


def test_a_study_is_judged_by_the_keyboard_alone(desk):
    at = desk(units=4)
    page = at.begin()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    at.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("What does not count")
    page.keyboard.press("Escape")
    at.press("y")
    at.sees("u1")
    at.press("c")
    page.keyboard.type("yes, u and n and ?")
    expect(page.get_by_label("Comment on this unit")).to_have_value("yes, u and n and ?")
    page.keyboard.press("Escape")
    at.press("n")
    at.sees("u2")
    at.press("s", "2")
    at.sees("u3")
    expect(page.locator("#said")).to_have_text("Skipped, kept.")
    at.press("u")
    at.sees("u2")
    expect(page.get_by_text("You skipped this one")).to_be_visible()
    at.press("u")
    at.sees("u1")
    expect(page.get_by_role("button", name="No", pressed=True)).to_be_visible()
    at.press("3")
    at.sees("u3")
    expect(page.locator(".way").get_by_text("Stored.")).to_be_visible()
    assert page.url == at.address
    at.press("y")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "You have judged everything that is here for you"
    )
    assert at.stored() == [
        ("u0", {"label": "yes"}, "", "", 1),
        ("u1", {"label": "unsure"}, "", "yes, u and n and ?", 2),
        ("u2", {}, "faulty", "", 1),
        ("u3", {"label": "yes"}, "", "", 1),
    ]


def test_keys_do_nothing_with_modifiers_and_when_switched_off(desk):
    at = desk()
    page = at.begin()
    at.press("Control+y", "Alt+n", "Meta+y")
    page.get_by_role("button", name="Switch the keys off").click()
    at.press("y", "n")
    page.wait_for_timeout(300)
    at.sees("u0")
    assert at.stored() == []


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
    at.press("y", "y", "y")  # the others while the first is on its way
    at.sees("u1")
    page.wait_for_timeout(300)
    page.keyboard.press("y")
    page.keyboard.press("u")
    page.get_by_role("link", name="Go back").click()
    page.wait_for_timeout(400)
    at.sees("u1")
    assert len(at.stored()) == 1


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
    at.answer("Yes").tap()
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
