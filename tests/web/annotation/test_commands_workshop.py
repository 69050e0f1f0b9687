"""From lists to a catalogue folder, by the commands."""

import gzip
import json
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from annotation.management.commands import workshop_enrich
from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.services import sheets
from games import formats
from games.llm.chat import ModelUnavailable
from tests import drafts, make

pytestmark = pytest.mark.django_db
SPADE = "03 06 n 02 spade 0 shovel 0 000 | a tool used to dig soil; sharp\n"
EDGES = (
    "node1\trelation\tnode2\tnode1;label\tnode2;label\tsource\n"
    "/c/en/a\t/r/UsedFor\t/c/en/b\tspade\tdig holes\tCN\n"
)
PACKED = gzip.compress(EDGES.encode(), mtime=0)


def run(command, *arguments):
    """What the command printed, and the error that ended it."""
    out = StringIO()
    try:
        call_command(command, *map(str, arguments), stdout=out, stderr=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def write(path, data):
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def use(monkeypatch, model):
    fixed = SimpleNamespace(chat_model=lambda name: model)
    monkeypatch.setattr(workshop_enrich, "backends", fixed)
    return model


def test_the_whole_way(tmp_path, monkeypatch):
    things = write(tmp_path / "things.txt", "whimplet\nquomb\n")
    acts = write(tmp_path / "acts.txt", "gnorb\n")
    new = ("--title", "Vrelk things", "--licence", "CC BY 4.0")
    assert "2 new" in run("workshop_collect", "vrelk-1", "--list", things, "--objects", *new)
    assert "1 new" in run("workshop_collect", "vrelk-1", "--list", acts, "--affordances")
    vocabulary = write(tmp_path / "vocabulary.jsonl", drafts.VOCABULARY_FILE)
    assert run("workshop_vocabulary", "vrelk-1", vocabulary) == "vrelk-1: 4 values.\n"
    kept = [("object", "whimplet"), ("object", "quomb"), ("affordance", "gnorb")]
    lines = (json.dumps({"kind": kind, "key": key, "keep": True}) for kind, key in kept)
    decisions = write(tmp_path / "d.jsonl", "".join(f"{line}\n" for line in lines))
    assert "3 kept, 0 dropped; 3 of them changed" in run("workshop_filter", "vrelk-1", decisions)
    use(monkeypatch, drafts.Model())
    assert "2 of 2 asked, 2 drafted" in run("workshop_enrich", "vrelk-1", "--model", "m")
    drafts.define(DraftAffordance.objects.get())
    assert "wrote manifest.json" in run("workshop_write", "vrelk-1", tmp_path / "folder")
    files = {path.name: path.read_bytes() for path in (tmp_path / "folder").iterdir()}
    assert b"label_pairs vrelk-1 --rater NAME" in files.pop("README.md")
    assert formats.read_unlabelled(files).errors == ()


@pytest.mark.parametrize(
    ("name", "data", "arguments", "stored"),
    [
        ("data.noun", SPADE, ("--wordnet", ".", "--objects"), ["spade"]),
        ("data.noun", SPADE, ("--wordnet", ".", "--affordances"), ["dig_soil"]),
        ("edges.tsv", EDGES, ("--cskg", "edges.tsv", "--affordances"), ["dig_holes"]),
        ("edges.tsv.gz", PACKED, ("--cskg", "edges.tsv.gz", "--affordances"),
         ["dig_holes"]),
    ],
)  # fmt: skip
def test_each_source_is_read_and_a_second_run_changes_nothing(
    draft, tmp_path, monkeypatch, name, data, arguments, stored
):
    write(tmp_path / name, data)
    monkeypatch.chdir(tmp_path)
    assert "1 new." in run("workshop_collect", "vrelk-1", *arguments)
    assert " 0 new." in run("workshop_collect", "vrelk-1", *arguments)
    rows = DraftObject.objects if "--objects" in arguments else DraftAffordance.objects
    assert list(rows.values_list("key", flat=True)) == stored


def test_a_limit_and_broken_lines(draft, tmp_path):
    listed = write(tmp_path / "l.txt", "cup\n茶壶\njug\n")
    command = ("workshop_collect", "vrelk-1", "--list", listed, "--objects")
    assert "l.txt:2: '茶壶' has no Latin letter" in run(*command)
    assert "1 new" in run(*command, "--limit", "1")
    said = run(*command, "--keep-going")
    assert "2 object candidates read, 1 new; 1 broken lines left out." in said


def test_a_synset_without_words_is_a_broken_line(draft, tmp_path):
    write(tmp_path / "data.noun", f"03 06 n 00 000 | nothing\n{SPADE}")
    command = ("workshop_collect", "vrelk-1", "--wordnet", tmp_path, "--objects")
    assert "data.noun:1: The line is no synset" in run(*command)
    assert "1 new; 1 broken lines left out." in run(*command, "--keep-going")


def test_a_name_whose_key_another_has_is_told(draft, tmp_path):
    listed = write(tmp_path / "l.txt", "tea towel\ntea-towel\n")
    said = run("workshop_collect", "vrelk-1", "--list", listed, "--objects")
    assert "“tea-towel” gives the key tea_towel, which “tea towel” has already." in said


def test_a_vocabulary_says_which_sheets_do_not_fit_it(draft, tmp_path):
    row = drafts.thing(draft)
    assert sheets.correct(row, drafts.SHEET, revision=0, by="ana", now=make.NOW) == ()
    first = write(tmp_path / "v.jsonl", drafts.VOCABULARY_FILE.partition(b"\n")[0])
    said = run("workshop_vocabulary", "vrelk-1", first)
    assert said == "vrelk-1: 1 value; sheets that do not fit it: 1.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--list", "none.txt", "--objects"), "none.txt cannot be read: No such file"),
        (("--list", "latin.txt", "--objects"), "latin.txt is no UTF-8"),
        (("--wordnet", ".", "--objects"), "data.noun cannot be read"),
        (("--cskg", "latin.txt", "--objects"), "CSKG offers affordances"),
        (("--cskg", "latin.txt.gz", "--affordances"), "latin.txt.gz cannot be read: Not a gzipped"),
        (("--cskg", "cut.gz", "--affordances"), "cut.gz cannot be read: Compressed file ended"),
        (("--cskg", "bent.gz", "--affordances"), "bent.gz cannot be read: Error -3"),
    ],
)
def test_a_source_that_cannot_be_read_is_named(draft, tmp_path, monkeypatch, arguments, said):
    for name in ("latin.txt", "latin.txt.gz"):
        write(tmp_path / name, b"caf\xe9\n")
    write(tmp_path / "cut.gz", PACKED[:-10])
    write(tmp_path / "bent.gz", PACKED[:10] + b"\xff" * 20)
    monkeypatch.chdir(tmp_path)
    assert said in run("workshop_collect", "vrelk-1", *arguments)


def test_a_draft_that_is_not_there_is_made_only_with_its_title_and_licence(tmp_path):
    listed = write(tmp_path / "l.txt", "cup\n")
    said = run("workshop_collect", "vrelk-1", "--list", listed, "--objects")
    assert said == "There is no draft vrelk-1; give --title and --licence to make it."
    assert Draft.objects.count() == 0
    for command in ("workshop_filter", "workshop_vocabulary", "workshop_write"):
        assert run(command, "vrelk-1", listed) == "There is no draft vrelk-1."


@pytest.mark.parametrize(
    ("version", "title", "licence", "said"),
    [
        ("küche", "T", "L", "version: 'küche' has more than letters, digits, - and _."),
        ("a/b c", "T", "L", "version: 'a/b c' has more than"),
        ("new", "T", "L", "version: There is a page at the address “new” already."),
        ("", "T", "L", "version: Give it a version of letters, digits, - and _, 50 characters"),
        ("k1-", "T", "L", "version: Give it a version"),
        ("k" * 70, "T", "L", "version: The text has 70 characters; 50 at most are allowed."),
        ("k1", "T" * 201, "L", "title: The text has 201 characters; 200 at most are allowed."),
        ("k1", " ", "L", "title: The text is empty."),
        ("k1", "T\0", "L", "title: The text holds a control character"),
        ("k1", "T\nU", "L", "title: The text holds a control character"),
        ("k1", "T", "L" * 101, "licence: The text has 101 characters; 100 at most are allowed."),
    ],
)
def test_no_draft_is_made_that_no_manifest_could_name(tmp_path, version, title, licence, said):
    listed = write(tmp_path / "l.txt", "cup\n")
    new = ("--title", title, "--licence", licence)
    assert run("workshop_collect", version, "--list", listed, "--objects", *new).startswith(said)
    assert Draft.objects.count() == 0


@pytest.mark.parametrize("data", [None, b"caf\xe9\n", "cup\n茶壶\n"])
def test_no_draft_is_made_where_the_source_cannot_be_read(tmp_path, data):
    listed = tmp_path / "l.txt"
    if data is not None:
        write(listed, data)
    new = ("--title", "T", "--licence", "L")
    run("workshop_collect", "vrelk-1", "--list", listed, "--objects", *new)
    assert Draft.objects.count() == 0


def test_a_name_with_a_control_character_is_refused_with_its_line(draft, tmp_path):
    listed = write(tmp_path / "l.txt", "cup\nj\0ug # a\njug\nb\x1bell\npot # \0\n")
    command = ("workshop_collect", "vrelk-1", "--list", listed, "--objects")
    assert "l.txt:2: The text holds a control character" in run(*command)
    assert "3 object candidates read, 3 new; 2 broken lines" in run(*command, "--keep-going")
    assert list(DraftObject.objects.values_list("name", flat=True)) == ["cup", "jug", "pot"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("workshop_collect", "vrelk-1", "--list", "l.txt", "--objects", "--limit", "-1"),
        ("workshop_collect", "vrelk-1", "--list", "l.txt", "--objects", "--limit", str(10**30)),
        ("workshop_enrich", "vrelk-1", "--model", "m", "--limit", "-1"),
        ("workshop_enrich", "vrelk-1", "--model", "m", "--at-once", "0"),
    ],
)
def test_a_count_begins_at_one(draft, tmp_path, monkeypatch, arguments):
    write(tmp_path / "l.txt", "cup\n")
    monkeypatch.chdir(tmp_path)
    use(monkeypatch, drafts.Model())
    said = run(*arguments)
    assert f"argument {arguments[-2]}: {arguments[-1]} was asked for; it lies from 1 to" in said


def test_a_broken_file_of_decisions_names_its_lines(draft, tmp_path):
    said = run("workshop_filter", "vrelk-1", write(tmp_path / "d.jsonl", "{}\n"))
    assert "d.jsonl:1: kind: This field is missing." in said
    assert "the files are refused, nothing was changed." in said
    assert "cannot be read" in run("workshop_filter", "vrelk-1", tmp_path / "none.jsonl")


def test_drafting_goes_on_where_it_stopped(draft, monkeypatch):
    keys = ("gnorb", "quomb", "vrelk")
    for key in keys:
        drafts.thing(draft, key)
    model = use(monkeypatch, drafts.Model())
    run("workshop_enrich", "vrelk-1", "--model", "m", "--limit", "2")
    run("workshop_enrich", "vrelk-1", "--model", "m", "--at-once", "1")
    assert "0 sheets to draft" in run("workshop_enrich", "vrelk-1", "--model", "m")
    assert [told.partition("\n")[0] for told in model.asked] == [
        f"The thing: {key}" for key in keys
    ]


def test_objects_without_a_usable_reply_are_counted_and_asked_for_again(draft, monkeypatch):
    drafts.thing(draft)
    use(monkeypatch, drafts.Model("no"))
    said = run("workshop_enrich", "vrelk-1", "--model", "m")
    assert "3 replies that cannot be stored" in said
    assert said.endswith("1 have no sheet; the same command asks for them again.")
    use(monkeypatch, drafts.Model())
    assert "1 of 1 asked, 1 drafted" in run("workshop_enrich", "vrelk-1", "--model", "m")


def test_a_model_that_is_not_there_ends_the_command(draft, monkeypatch):
    drafts.thing(draft)
    use(monkeypatch, drafts.Model(ModelUnavailable("no server")))
    assert "The model gives no answer." in run("workshop_enrich", "vrelk-1", "--model", "m")
    assert DraftObject.objects.get().enrichment == "waiting"


def test_without_a_vocabulary_no_model_is_asked(monkeypatch):
    drafts.thing(drafts.draft(vocabulary=False))
    model = use(monkeypatch, drafts.Model())
    assert "has no vocabulary" in run("workshop_enrich", "vrelk-1", "--model", "m")
    assert model.asked == []


def test_an_unfinished_draft_is_not_written_and_says_what_is_missing(draft, tmp_path):
    drafts.thing(draft)
    said = run("workshop_write", "vrelk-1", tmp_path / "folder")
    assert said == (
        "Affordances: none is kept.\nwhimplet: no sheet yet.\n"
        "2 things missing. Nothing was written."
    )
    assert not (tmp_path / "folder").exists()
