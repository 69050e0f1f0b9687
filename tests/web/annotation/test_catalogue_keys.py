"""Units whose keys the study's catalogue has not: taken, and named wherever they come in."""

import io

import pytest
from django.core.management import call_command

from annotation import catalogue_keys
from annotation.services.units import import_units
from tests import make, studies
from tests.web.annotation.test_service_units import lines, row
from tests.web.annotation.test_units_pages import UNITS, page, send, text

pytestmark = pytest.mark.django_db
TOLD = "invented-1 has not: vrelk float, own 2."


@pytest.fixture
def study():
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    return studies.study(units=0, status="draft", catalogue=catalogue)


def known_pair(study):
    label = study.catalogue.physical_objects.get().labels.select_related("affordance").first()
    return f"whimplet {label.affordance.key}"


def own(study):
    return lines(
        row(0, key="vrelk float"),
        row(1, key="own 2"),
        row(2, key=known_pair(study)),
        row(3, key="learn", gold={"label": "yes"}, training=True),
    )


def test_an_import_names_the_new_units_that_the_catalogue_has_not(study):
    assert import_units(study, own(study), "a.jsonl").strange == ("vrelk float", "own 2")
    assert study.units.count() == 4
    assert import_units(study, own(study), "a.jsonl").strange == ()


def test_a_dry_run_and_the_import_say_what_they_cannot_do(study, researcher):
    for step in ("check", "add"):
        shown = text(send(researcher, own(study), step))
        assert f"2 units have keys that {TOLD}" in shown
        assert "They can be judged and measured, but cannot go back into invented-1." in shown


def test_the_list_of_units_says_it_and_shows_them(study, researcher):
    send(researcher, own(study), "add")
    assert TOLD in page(researcher, UNITS)
    shown = page(researcher, f"{UNITS}?show=strange")
    assert "vrelk float" in shown and "own 2" in shown
    assert "learn" not in shown.partition("<tbody>")[2] and known_pair(study) not in shown


def test_a_study_without_a_catalogue_is_told_nothing(researcher):
    studies.study(units=0)
    assert "cannot go back" not in text(send(researcher, lines(row(0)), "add"))
    assert "cannot go back" not in page(researcher, UNITS)


def test_the_command_says_it(study, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(own(study))
    said = io.StringIO()
    call_command("import_units", "vrelk", "1", str(tmp_path / "a.jsonl"), stdout=said)
    assert TOLD in said.getvalue()


@pytest.mark.parametrize(
    ("kind", "key", "strange"),
    [
        ("object_filter", "whimplet", ()),
        ("object_properties", "float", ("float",)),
        ("affordance_definition", "whimplet", ("whimplet",)),
        ("object_utility", "whatever", ()),
    ],
)
def test_each_kind_is_looked_up_where_its_outcome_goes(study, kind, key, strange):
    study.kind = kind
    assert catalogue_keys.strange(study, [key]) == strange
