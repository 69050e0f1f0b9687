"""COAT catalogues in the database: in and out with equal JSON, all or nothing, each once."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from evaluation import coat_folders, coat_stored
from evaluation.coat.json_files import FILES
from evaluation.models import CoatCatalogue, CoatFile
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import VersionTaken, Wish
from tests import coat_rows
from tests.unit.coat_cases import PUBLISHED, needs_published

pytestmark = pytest.mark.django_db


@pytest.fixture
def files():
    return coat_folders.files_in(coat_folders.OWN)


def said_by(command, *args, **options):
    told = io.StringIO()
    call_command(command, *args, **options, stdout=told, stderr=told)
    return told.getvalue()


def test_what_is_stored_comes_out_to_the_byte(files, tmp_path):
    said_by("import_coat", "own")
    said_by("export_coat", "own", str(tmp_path / "out"))
    assert coat_folders.files_in(tmp_path / "out") == files


def test_our_own_comes_out_though_nobody_stored_it(files, tmp_path):
    said_by("export_coat", "own", str(tmp_path / "out"))
    assert coat_folders.files_in(tmp_path / "out") == files


@needs_published
def test_the_published_catalogue_comes_out_as_equal_json(tmp_path):
    said = said_by("import_coat", str(PUBLISHED), version="published")
    said_by("export_coat", "published", str(tmp_path / "out"))
    for name in FILES:
        before = json.loads((PUBLISHED / name).read_text())
        after = json.loads((tmp_path / "out" / name).read_text())
        assert json.dumps(after) == json.dumps(before), name  # keys and lists in their order
    row = CoatCatalogue.objects.get()
    assert row.notice_count == 6
    assert "published: 22 utilities, 96 pairs" in said


def test_the_same_import_again_stores_nothing(files):
    first = coat_catalogues.import_files(files, Wish("own", "Ours"))
    again = coat_catalogues.import_files(files, Wish("own", "Ours"))
    assert (first.new, again.new, first.catalogue) == (True, False, again.catalogue)
    assert (CoatCatalogue.objects.count(), CoatFile.objects.count()) == (1, 11)


def test_other_files_under_a_stored_version_are_refused(files):
    coat_catalogues.import_files(files, Wish("own", "Ours"))
    files["labels.json"] = files["labels.json"].replace(b"Portable light", b"Carried light")
    with pytest.raises(VersionTaken, match="own is stored already with other files"):
        coat_catalogues.import_files(files, Wish("own", "Ours"))
    assert CoatCatalogue.objects.get().labels.count("Portable light") == 1


def test_everything_that_is_wrong_is_told_at_once_and_nothing_is_stored(files, tmp_path):
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (tmp_path / "tasks.json").unlink()
    (tmp_path / "utilities.json").write_text("[1]")
    told = io.StringIO()
    with pytest.raises(CommandError, match="the files are refused, nothing was changed"):
        call_command("import_coat", str(tmp_path), version="broken", stderr=told)
    assert "tasks.json: This file is missing." in told.getvalue()
    assert CoatCatalogue.objects.count() == 0


def test_labels_of_unknown_keys_are_refused(files):
    files["labels.json"] = files["labels.json"].replace(b"lighting(portable)", b"lightning")
    found = coat_catalogues.import_files(files, Wish("own", "Ours"))
    told = [str(each) for each in found.errors]
    assert told[0] == 'labels.json: ["utilities"]["lightning"]: The catalogue has no \'lightning\'.'
    assert len(told) == 2  # as a label and as a phrase
    assert found.catalogue is None


def test_a_name_that_no_database_keeps_is_refused(files):
    files = {name: data.replace(b"Rope", rb"Ro\u0000pe") for name, data in files.items()}
    found = coat_catalogues.import_files(files, Wish("own", "Ours"))
    assert "holds a character that cannot be stored" in str(found.errors[0])


def test_an_export_goes_into_no_folder_that_holds_files(tmp_path):
    coat_rows.own()
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="holds files"):
        said_by("export_coat", "own", str(tmp_path))
    with pytest.raises(CommandError, match="no COAT catalogue 'other'. Stored are: own"):
        said_by("export_coat", "other", str(tmp_path / "out"))


def test_a_stored_catalogue_is_the_one_that_the_files_hold(files):
    row = coat_rows.own()
    assert coat_stored.files_of(row) == files
    assert coat_stored.labels_of(row.pk).utility("lighting(portable)") == "Portable light"
