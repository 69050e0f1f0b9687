"""Runs over question sets in a browser: the form follows what is chosen; axe finds nothing."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import violations
from tests.browser.test_coat import sign_in
from tests.lab import Lab

pytestmark = pytest.mark.browser
PLAYED = """
from evaluation.coat.variations import Kind
from tests import asking, coat_rows
row = coat_rows.made(Kind.FULL_IDEAL, "1-1-1", size=8)
modular = {"set_up": "modular"}
prices = {"input": 1.0, "output": 2.0}
run = asking.run(row, questions=modular, price=prices, run={"title": "Both stages"})
said = lambda call: '{"objects": []}' if call.lists and call.number < 3 else "A"
asking.play(run, asking.Answerer(said), tried_out=True)
print(run.slug)
"""

BEGUN = """
from evaluation.coat.variations import Kind
from evaluation.services import control
from tests import asking, coat_rows
row = coat_rows.made(Kind.TASK_1, "1", size=8)
run = asking.play(asking.run(row), asking.Answerer(lambda call: "A"), slices_at_most=1)
control.pause(run.pk)
print(run.slug)
"""
FINISHED = """
from evaluation.models import Run
from evaluation.services import control
from tests import asking
run = Run.objects.get(slug="{slug}")
control.resume(run.pk)
asking.play(run, asking.Answerer(lambda call: "B"))
"""


@pytest.fixture(scope="module", autouse=True)
def played(lab: Lab) -> str:
    """The address of a run that is over."""
    lab.shell("from django.core.management import call_command; call_command('import_coat', 'own')")
    return f"/coat/runs/{lab.shell(PLAYED).strip()}/"


def test_the_form_shows_the_fields_of_what_is_chosen_and_keeps_what_was_written(
    page: Page, lab: Lab
):
    sign_in(page, lab)
    page.goto(f"{lab.address}/coat/runs/new/?start=model")
    page.get_by_label("Name of the model").fill("kept")
    expect(page.get_by_label("Folder of the model")).to_be_hidden()
    page.get_by_label("Where the model is").select_option("transformers")
    expect(page.get_by_label("Folder of the model")).to_be_visible()
    expect(page.get_by_label("Address of the server")).to_be_hidden()
    page.get_by_label("Modular").check()
    expect(page.get_by_label("Who lists the objects")).to_be_visible()
    expect(page.get_by_label("Name of the model")).to_have_value("kept")


def test_the_spec_is_looked_at_before_anything_is_launched(page: Page, lab: Lab):
    sign_in(page, lab)
    page.goto(f"{lab.address}/coat/runs/new/?start=model")
    page.get_by_role("button", name="Look at the spec").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was launched")
    page.get_by_label("Address of the server").fill("http://127.0.0.1:1/v1")
    page.get_by_label("Name of the model").fill("tiny")
    page.get_by_role("button", name="Look at the spec").click()
    expect(page.locator("pre")).to_contain_text('name = "tiny"')
    expect(page.get_by_text("It asks 8 questions")).to_be_focused()


def test_a_prompt_that_is_being_read_stays_open_when_more_is_answered(page: Page, lab: Lab):
    slug = lab.shell(BEGUN).strip()
    sign_in(page, lab)
    page.goto(f"{lab.address}/coat/runs/{slug}/")
    summary = page.locator("#said-1 summary")
    summary.click()
    lab.shell(FINISHED.format(slug=slug))
    expect(page.locator("#sentence")).to_have_text("Complete: all 8 questions.", timeout=30_000)
    expect(page.locator("#said-1 pre").first).to_be_visible()
    expect(page.locator("#said-8 pre").first).to_be_hidden()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    browser: Browser, lab: Lab, played: str, scheme: str, width: int
):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    page = context.new_page()
    sign_in(page, lab)
    found: dict[str, object] = {}
    new = "/coat/runs/new/"
    further = (new, f"{new}spec/", played, f"{played}card/", f"{played}export/")
    for address in ("/coat/runs/", *further):
        page.goto(f"{lab.address}{address}")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        wide = page.evaluate("document.documentElement.scrollWidth")
        if problems := violations(page) + ([f"{wide} wide"] if wide > width else []):
            found[address] = problems
    context.close()
    assert found == {}
