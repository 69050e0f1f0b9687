"""Launching a run from a spec, as text or file: it fills the form, and stores nothing by itself."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from evaluation import specs
from evaluation.models import Run
from tests.web.evaluation.launching import NEW, WHOLE, errors, filled

pytestmark = pytest.mark.usefixtures("three_games", "sent_runs")


def test_a_spec_fills_the_form_whole_and_stores_nothing(researcher):
    form = filled(researcher, WHOLE)
    assert not form.errors and not Run.objects.exists()
    assert form.spec == specs.read_toml(WHOLE.encode())


def test_what_the_filled_form_posts_is_the_spec(researcher, allowed_keys):
    form = filled(researcher, WHOLE)
    sent = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    assert researcher.post(NEW, sent).status_code == 302
    assert Run.objects.get().spec == specs.as_json(specs.read_toml(WHOLE.encode()))


def test_a_spec_comes_as_a_file_too(researcher):
    file = SimpleUploadedFile("spec.toml", WHOLE.encode())
    form = researcher.post("/runs/new/toml/", {"file": file}).context["form"]
    assert form["run_title"].value() == "All of it"


def test_a_wrong_spec_is_told_beside_the_fields_and_above_them(researcher):
    text = '[model]\nname = "x"\ncolour = 1\n[run]\nrepeats = 0\n[protocol]\nrules = "r"\n[what]\n'
    said = errors(filled(researcher, text))
    assert said["run_repeats"] == "Write a whole number from 1 to 100."
    assert said["games_catalogue"].startswith("This is missing")
    assert "model.colour: This key is unknown" in said["__all__"]
    assert "what: This table is unknown" in said["__all__"]
    assert said["protocol_rules"].startswith("Write a stored set as name/version")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[model", "This is no TOML"),
        ("", "Paste a spec, or choose a file."),
        (f'title = "{"x" * 70_000}"', "65,536 at most are read"),
    ],
)
def test_what_is_no_spec_is_said_so(text, said, researcher):
    page = researcher.post("/runs/new/toml/", {"text": text}).content.decode()
    assert said in page and "<h1>From a spec</h1>" in page


def test_a_file_that_is_no_text_is_said_so(researcher):
    file = SimpleUploadedFile("spec.toml", b"\xff\xfe")
    page = researcher.post("/runs/new/toml/", {"file": file}).content.decode()
    assert "byte 1 is no UTF-8" in page
