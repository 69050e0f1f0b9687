"""Studies from the command line: made of a file, filled, looked at; and the demo's example."""

import json

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from annotation import consent
from annotation.kinds import object_affordance
from annotation.models import Rater, Seat, Study, Unit
from games.models import AffordanceLabel
from tests import make, studies
from tests.web.annotation.test_service_units import lines, row

pytestmark = pytest.mark.django_db
SPEC = """
title = "Vrelks afloat"
kind = "object_affordance"
contact = "quomb@example.org"
"""


def run(capsys, *args, **options):
    call_command(*map(str, args), **options)
    return capsys.readouterr().out


def refused(*args, **options):
    with pytest.raises(CommandError) as error:
        call_command(*map(str, args), **options)
    return str(error.value)


@pytest.fixture
def spec(tmp_path):
    def write(text):
        path = tmp_path / "study.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_short_file_makes_a_study_as_its_kind_proposes(spec, capsys):
    said = run(capsys, "create_study", spec(SPEC))
    assert said == "Study vrelks-afloat, version 1: a draft without units.\n"
    study = Study.objects.get()
    assert study.guidelines.strip() == object_affordance.GUIDELINES.strip()
    assert study.consent_text.texts == {"en": consent.DEFAULT}
    assert (study.seats, study.reservation_seconds, study.policy) == (3, 1800, "shuffled_blocks")


def test_a_full_file_sets_everything(spec, tmp_path):
    catalogue, other = make.catalogue(), studies.study()
    (tmp_path / "look.md").write_text("## Look\n", encoding="utf-8")
    settings = {
        "address": "v2", "about": "Small.", "guidelines_file": "look.md", "consent": "Yes.",
        "seats": 2, "policy": "as_given", "seed": 0, "gold_every": 5, "reservation_minutes": 2,
        "catalogue": "invented-1", "excludes": ["vrelk 1"],
    }  # fmt: skip
    told = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    call_command("create_study", str(spec(SPEC + told)))
    study = Study.objects.get(slug="v2")
    assert (study.seats, study.policy, study.seed, study.gold_every) == (2, "as_given", 0, 5)
    assert (study.reservation_seconds, study.guidelines, study.about) == (120, "## Look", "Small.")
    assert (study.catalogue, list(study.excludes.all())) == (catalogue, [other])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "study.toml is no TOML"),
        ('title = "x"', "kind: One of affordance_definition, "),
        (SPEC + "colour = 1", "colour: Nothing is called so; known are kind, about, address"),
        (SPEC + "seats = 0", "seats: Ensure this value is greater than or equal to 1."),
        (SPEC + 'address = "a b"', "address: Enter a valid"),
        (SPEC + 'catalogue = "x"', "catalogue: No catalogue x is stored."),
        (SPEC + 'excludes = ["x"]', "excludes: There is no study x, as address and version."),
        (SPEC + 'guidelines_file = "none.md"', "none.md cannot be read: No such file"),
        (SPEC + 'address = "vrelk"', "There is a page at the address 'vrelk' already."),
    ],
)
def test_a_file_that_makes_no_study_says_why(spec, text, said):
    studies.study()
    assert said in refused("create_study", spec(text))
    assert Study.objects.count() == 1


def test_units_come_from_a_file_once(tmp_path, capsys):
    studies.study(units=0)
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(row(0), row(1)))
    command = ("import_units", "vrelk", 1, path)
    assert run(capsys, *command, dry_run=True).startswith("2 new (u0, u1)\n0 stored already\n")
    assert not Unit.objects.exists()
    assert run(capsys, *command) == "2 units stored.\n"
    assert run(capsys, *command) == "Nothing new: all 2 units are stored already.\n"


def test_a_broken_last_row_of_1001_keeps_all_out(tmp_path):
    studies.study(units=0)
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(*(row(number) for number in range(1000)), row(1000, conditions=7)))
    said = refused("import_units", "vrelk", 1, path)
    assert said == "Nothing was stored:\na.jsonl:1001: conditions: A text is needed here."
    assert not Unit.objects.exists()


def test_a_study_or_a_file_that_is_not_there_is_said(tmp_path):
    assert refused("import_units", "gnorb", 1, "x") == "There is no version 1 of a study 'gnorb'."
    studies.study()
    assert "cannot be read: No such file" in refused("import_units", "vrelk", 1, tmp_path / "x")


def test_units_are_made_of_the_catalogue(capsys):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    studies.study(units=0, catalogue=catalogue)
    command = ("make_units", "vrelk", 1, "--count", 4, "--seed", 2)
    assert run(capsys, *command) == "4 units stored.\n"
    assert "Nothing new" in run(capsys, *command)
    assert "99 pairs asked of 10." in refused("make_units", "vrelk", 1, "--count", 99)
    assert "1 not in invented-1: x." in refused("make_units", "vrelk", 1, "--objects", "x")


def test_units_are_made_of_a_numbered_sample(tmp_path, capsys):
    catalogue = make.catalogue()
    make.physical_object(catalogue, "whimplet", yes=[])
    studies.study(units=0, catalogue=catalogue)
    path = tmp_path / "s.key.jsonl"
    path.write_text('{"pair": 1, "object": "whimplet", "affordance": "affordance_b"}\n')
    run(capsys, "make_units", "vrelk", 1, "--sample", path)
    assert Unit.objects.get().key == "whimplet affordance_b"


def test_doubted_answers_are_asked_for_by_name():
    study = studies.study(units=0)
    Study.objects.filter(pk=study.pk).update(kind="oracle_answer")
    assert "No player's doubt" in refused("make_units", "vrelk", 1, "--doubted")


def test_the_status_of_every_version_is_said(capsys):
    study = studies.study(units=1, seats_a_unit=2)
    studies.study(units=0, version=2, status="draft")
    studies.judged(study.units.get(), studies.rater(study))
    said = run(capsys, "study_status", "vrelk")
    assert "vrelk 1 (Labels of objects and affordances, open): 1 of 2 judgements in" in said
    assert "0 finished, 1 open, 0 skipped" in said
    assert "vrelk 2 (Labels of objects and affordances, draft): A draft with no unit yet" in said
    assert refused("study_status", "gnorb") == "There is no study gnorb."


def test_the_example_has_pairs_training_gold_and_raters_who_still_have_to_agree(capsys):
    catalogue = make.catalogue()
    for number in range(14):
        make.physical_object(catalogue, f"thing_{number}", yes=["affordance_a", "affordance_b"])
    AffordanceLabel.objects.update(decided="consensus")
    User.objects.create_user("annotator-1")
    for _ in range(2):
        said = run(capsys, "example_study", "invented-1", "annotator-1")
        assert said == "/annotate/try-out-labels/1/\n"
    study = Study.objects.get()
    assert (study.status, study.seats) == ("open", 3)
    # 30 pairs with three seats each; units that are for all have none before somebody gets them.
    assert study.units.filter(training=False, gold__isnull=True).count() == 30
    assert Seat.objects.count() == 90
    assert study.units.filter(training=True, gold__isnull=False).count() == 4
    assert study.units.filter(training=False, gold__isnull=False).count() == 3
    expected = {unit.gold["label"] for unit in study.units.exclude(gold__isnull=True)}
    assert expected == {"yes", "no"}
    rater = Rater.objects.get()
    assert (rater.user.username, rater.agreed_at) == ("annotator-1", None)


def test_a_catalogue_that_is_too_small_makes_no_example():
    make.catalogue()
    assert "invented-1 is too small for the example" in refused("example_study", "invented-1")
    assert not Study.objects.exists()
    assert refused("example_study", "none") == "No catalogue none is stored."
