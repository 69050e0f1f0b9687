"""A draft becomes the files of a catalogue folder."""

import json

import pytest

from annotation import gaps
from annotation.models import DraftAffordance
from annotation.services import enrich, folder, sheets
from annotation.services.folder import FolderTaken, Unfinished
from games import formats
from games.services.catalogue import files_in
from tests import drafts, make

pytestmark = pytest.mark.django_db


@pytest.fixture
def complete(draft):
    for key in ("whimplet", "quomb"):
        drafts.thing(draft, key)
    drafts.thing(draft, "gone", stage="dropped")
    drafts.define(drafts.affordance(draft))
    drafts.affordance(draft, "later", stage="collected")
    enrich.ask_for(draft.pk)
    ids = list(draft.draft_objects.filter(stage="kept").values_list("pk", flat=True))
    enrich.enrich(ids, drafts.Model(), clock=lambda: make.NOW)
    row = draft.draft_objects.get(key="quomb")
    sheets.correct(row, drafts.SHEET, revision=1, by="ana", now=make.NOW)
    return draft


def test_what_is_kept_is_written_so_that_it_reads_back(complete, tmp_path):
    names = folder.write(complete, tmp_path / "new" / "vrelk-1")
    files = {path.name: path.read_bytes() for path in (tmp_path / "new" / "vrelk-1").iterdir()}
    assert sorted(files) == sorted(names) == [
        "README.md", "affordances.jsonl", "manifest.json", "objects.jsonl", "vocabulary.jsonl",
    ]  # fmt: skip
    content = formats.read_unlabelled(files_in(tmp_path / "new" / "vrelk-1")).content
    assert [row.sheet.key for row in content.objects] == ["quomb", "whimplet"]
    assert [row.key for row in content.affordances] == ["gnorb"]
    assert content.objects[0].origin == drafts.OWN
    assert content.vocabulary == tuple(sorted(drafts.VOCABULARY, key=lambda v: v.dimension))


def test_the_manifest_says_where_it_all_came_from(complete):
    manifest = json.loads(folder.files_of(complete)["manifest.json"])
    assert (manifest["version"], manifest["canary"]) == ("vrelk-1", complete.canary)
    said = manifest["provenance"]
    assert said.startswith("2 objects and 1 affordance from own (3). Sheets drafted by scripted ")
    assert said.endswith("people wrote or corrected 1 of 2.")


def test_twice_is_once(complete, tmp_path):
    folder.write(complete, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    folder.write(complete, tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_changed_draft_replaces_its_own_files_unless_they_were_judged(complete, tmp_path):
    folder.write(complete, tmp_path)
    row = complete.draft_objects.get(key="quomb")
    other = drafts.SHEET | {"description": drafts.OTHERWISE}
    sheets.correct(row, other, revision=2, by="ana", now=make.NOW)
    folder.write(complete, tmp_path)
    assert b"otherwise" in (tmp_path / "objects.jsonl").read_bytes()
    (tmp_path / "labels.jsonl").write_bytes(b"{}\n")
    folder.write(complete, tmp_path)
    sheets.correct(row, drafts.SHEET, revision=3, by="ana", now=make.NOW)
    with pytest.raises(FolderTaken, match="labels.jsonl made on other files"):
        folder.write(complete, tmp_path)
    assert b"otherwise" in (tmp_path / "objects.jsonl").read_bytes()


def test_the_folder_of_another_catalogue_is_left_alone(complete, tmp_path):
    manifest = {
        "version": "vrelk-1",
        "title": "t",
        "licence": "l",
        "canary": "c",
        "provenance": "p",
    }
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(FolderTaken, match="holds another catalogue"):
        folder.write(complete, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


@pytest.mark.parametrize("name", ["vocabulary.jsonl", "objects.jsonl", "games.jsonl", "README.md"])
def test_files_that_no_manifest_says_to_be_the_drafts_are_left_alone(complete, tmp_path, name):
    (tmp_path / name).write_bytes(b"mine\n")
    with pytest.raises(FolderTaken, match=f"holds {name} and no manifest.json"):
        folder.write(complete, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes() == b"mine\n"


def test_a_write_that_was_cut_off_goes_on(complete, tmp_path):
    folder.write(complete, tmp_path)
    (tmp_path / "manifest.json").unlink()
    folder.write(complete, tmp_path)
    assert (tmp_path / "manifest.json").exists()


def test_everything_that_is_missing_is_listed(tmp_path):
    empty = drafts.draft("empty-1", vocabulary=False)
    with pytest.raises(Unfinished, match="3 things missing") as unfinished:
        folder.write(empty, tmp_path / "new")
    assert list(map(str, unfinished.value.missing)) == [
        "Vocabulary: none was imported yet.",
        "Objects: none is kept.",
        "Affordances: none is kept.",
    ]
    assert not (tmp_path / "new").exists()


def test_sheets_and_definitions_that_are_missing_are_named(complete):
    drafts.thing(complete, "abc")
    drafts.affordance(complete, "defg")
    complete.vocabulary.filter(value="round").delete()
    DraftAffordance.objects.filter(key="gnorb").update(definition="It gnorbs.")
    assert [str(gap) for gap in gaps.gaps_of(complete)] == [
        "abc: no sheet yet.",
        "quomb: the sheet does not keep to the rules."
        " properties.shape.round: round is no shape of the vocabulary.",
        "whimplet: the sheet does not keep to the rules."
        " properties.shape.round: round is no shape of the vocabulary.",
        "defg: no definition yet.",
        "gnorb: the definition is short. Say what happens in a sentence of 3 words or more.",
    ]


def test_the_queries_do_not_grow_with_the_objects(complete, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        folder.files_of(complete)
