"""A kind that a project adds: one module and one template, and a unit of it is judged."""

import json
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings

import annotation.kinds
from annotation.kinds import registry
from annotation.models import Judgement
from annotation.services import consensus, studies, units
from annotation.services.studies import Settings
from tests import studies as invented
from tests.studies import NOW

pytestmark = pytest.mark.django_db
MODULE = """
from annotation.kinds.base import Choice, Field, Form, Level, Question
from annotation.kinds.snapshots import only, text


class VrelkColour:
    key = "vrelk_colour"
    title = "Colours of vrelks"
    purpose = "Which colour has a vrelk?"
    guidelines = "Look at the vrelk."
    fields = (Field("vrelk", "its name", "Gnorb"),)
    expected = {"": {"colour": "red"}}

    def check(self, snapshot):
        only(snapshot, self.fields)
        text(snapshot, "vrelk", most=100)

    def questions(self, snapshot):
        choices = (Choice("red", "Red", "r"), Choice("blue", "Blue", "b"))
        return (Question("colour", "Which colour is it?", Form.ONE, Level.NOMINAL, choices),)

    def refuse(self, snapshot, answer):
        pass

    def block(self, snapshot):
        return ""


KIND = VrelkColour()
"""
TEMPLATE = "<h1>A vrelk: {{ s.vrelk }}</h1>"


@pytest.fixture
def eleventh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The kind's two files beside those that ship."""
    modules, templates = tmp_path / "modules", tmp_path / "templates"
    page = templates / "annotation" / "kinds" / "vrelk_colour.html"
    page.parent.mkdir(parents=True)
    page.write_text(TEMPLATE)
    modules.mkdir()
    (modules / "vrelk_colour.py").write_text(MODULE)
    monkeypatch.setattr(annotation.kinds, "__path__", [*annotation.kinds.__path__, str(modules)])
    kind = registry.found()["vrelk_colour"]
    monkeypatch.setitem(registry.BY_KEY, kind.key, kind)
    engine = settings.TEMPLATES[0]
    more = {**engine, "DIRS": [*engine["DIRS"], templates]}
    with override_settings(TEMPLATES=[more]):
        yield kind
    sys.modules.pop("annotation.kinds.vrelk_colour")


def test_one_module_and_one_template_make_a_kind(eleventh, researcher):
    assert "Colours of vrelks" in researcher.get("/annotations/new/").content.decode()
    study = studies.create(
        Settings(
            title="Vrelks",
            guidelines=eleventh.guidelines,
            consent="Yes.",
            contact="a@example.org",
            seats=1,
        ),
        kind=eleventh.key,
    )
    row = json.dumps({"key": "v1", "vrelk": "Gnorb"}).encode()
    assert units.import_units(study, row, "a.jsonl").errors == ()
    studies.open_study(study, now=NOW)

    user = User.objects.create_user("annotator")
    invented.rater(study, user=user)
    annotator = Client()
    annotator.force_login(user)
    here = "/annotate/vrelks/1/"
    page = annotator.post(f"{here}next/", follow=True).content.decode()
    assert "<h1>A vrelk: Gnorb</h1>" in page and "Which colour is it?" in page
    unit = study.units.get()
    key = page.split('name="key" value="')[1][:36]
    sent = {"unit": unit.pk, "key": key, "revision": 0, "a.colour": "blue"}
    annotator.post(f"{here}judge/", sent)
    assert Judgement.objects.get().answer == {"colour": "blue"}

    shown = researcher.get(f"/annotations/vrelks/1/units/{unit.pk}/").content.decode()
    assert "<h1>A vrelk: Gnorb</h1>" in shown and "1 of 1 judgements are in." in shown
    consensus.count(study, now=NOW)
    assert unit.consensus.get().value == "blue"
