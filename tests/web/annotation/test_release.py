"""A release: files, hashes, the same bytes again, and what others' libraries make of it."""

import hashlib
import json
import shutil
from dataclasses import replace
from io import StringIO
from pathlib import Path

import mlcroissant
import pyarrow.parquet as parquet
import pytest
from django.core.management import CommandError, call_command

from annotation.agreement.bootstrap import Resampling
from annotation.label_passes import Pair, PairAnswer, PassAnswer, RaterKind, pass_lines
from annotation.pass_labels import Consensus, Settled
from annotation.release import card, counts, tables
from annotation.release.tables import Part
from games import formats
from games.formats import Manifest
from games.labels import Decided, Label, Raters

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"
AT = "2026-11-30T03:20:00Z"
OPEN = Pair("wool_blanket", "float_on_water")
MANIFEST = Manifest("mini-1", "Three objects", "CC BY 4.0", "canary", "By hand.")


@pytest.fixture
def judged(tmp_path):
    """The small catalogue with three passes that say what its labels say, and one decision."""
    folder, passes = tmp_path / "mini", tmp_path / "passes"
    shutil.copytree(MINI, folder)
    passes.mkdir()
    files = {path.name: path.read_bytes() for path in MINI.iterdir()}
    told = formats.labels_of(formats.read_catalogue(files).content.labels)
    for rater in ("a", "b", "c"):
        answers = [
            PassAnswer(Pair(one, key), _answer(label), rater, RaterKind.MODEL, AT)
            for one, row in told.items()
            for key, label in row.items()
        ]
        (passes / f"{rater}.jsonl").write_bytes(pass_lines(answers))
    decision = {
        "object": OPEN.object_key,
        "affordance": OPEN.affordance,
        "label": "not_deducible",
        "reason": "It depends on the air in the yarn.",
        "rater": "judge",
        "kind": "model",
        "at": AT,
    }
    (tmp_path / "adjudicated.jsonl").write_text(json.dumps(decision) + "\n")
    (folder / "card.md").write_text("# Three objects\n<!-- counts -->\n<!-- /counts -->\n")
    run("settle_labels", folder, tmp_path)
    run("write_card", folder, tmp_path)
    return tmp_path


def _answer(label):
    return PairAnswer.UNSURE if label == "not_deducible" else PairAnswer(label)


def run(command, folder, tmp_path, *more, **options):
    out = StringIO()
    call_command(
        command,
        str(folder),
        *map(str, more),
        passes=tmp_path / "passes",
        adjudicated=tmp_path / "adjudicated.jsonl",
        stdout=out,
        stderr=out,
        **options,
    )
    return out.getvalue()


def release(judged, name="release"):
    run("release_catalogue", judged / "mini", judged, judged / name, published="2026-11-30")
    return judged / name


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_same_files_give_the_same_bytes(judged):
    assert files_of(release(judged)) == files_of(release(judged, "again"))


def test_every_file_has_its_hash(judged):
    files = files_of(release(judged))
    sums = dict(
        reversed(line.split("  ")) for line in files.pop("SHA256SUMS").decode().splitlines()
    )
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}


def test_tables_hold_what_was_judged(judged):
    out = release(judged)
    labels = parquet.read_table(out / "data" / "labels.parquet").to_pylist()
    (adjudicated,) = [row for row in labels if row["decided"] == "adjudication"]
    assert len(labels) == 27
    assert (adjudicated["object"], adjudicated["label"]) == ("wool_blanket", "not_deducible")
    assert adjudicated["reason"] == "It depends on the air in the yarn."
    assert parquet.read_table(out / "data" / "answers.parquet").num_rows == 81
    games = [
        parquet.read_table(out / "data" / f"games-{split}.parquet") for split in ("dev", "test")
    ]
    assert [table.num_rows for table in games] == [3, 2]


def test_json_lines_say_the_same_as_parquet(judged):
    out = release(judged)
    for path in (out / "data").glob("*.parquet"):
        lines = path.with_suffix(".jsonl").read_text().splitlines()
        assert [json.loads(line) for line in lines] == parquet.read_table(path).to_pylist()


def test_every_data_row_and_the_card_carry_the_canary(judged):
    out = release(judged)
    canary = json.loads((MINI / "manifest.json").read_text())["canary"]
    for path in (out / "data").glob("*.jsonl"):
        assert all(json.loads(line)["canary"] == canary for line in path.read_text().splitlines())
    assert canary in (out / "README.md").read_text()


def test_the_released_catalogue_is_the_one_that_was_labelled(judged):
    files = files_of(release(judged) / "catalogue")
    assert formats.read_catalogue(files).errors == ()


def test_the_metadata_names_every_parquet_file_with_its_hash(judged):
    out = release(judged)
    described = json.loads((out / "croissant.json").read_text())
    told = {each["contentUrl"]: each["sha256"] for each in described["distribution"]}
    assert told == {
        f"data/{path.name}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in (out / "data").glob("*.parquet")
    }


def test_mlcroissant_reads_the_metadata_and_the_games(judged):
    out = release(judged)
    dataset = mlcroissant.Dataset(jsonld=out / "croissant.json")
    rows = list(dataset.records(record_set="games-test_records"))
    assert len(rows) == 2


def test_labels_that_the_passes_do_not_give_are_refused(judged):
    labels = (MINI / "labels.jsonl").read_bytes()
    (judged / "mini" / "labels.jsonl").write_bytes(labels)
    with pytest.raises(CommandError, match="run settle_labels first"):
        release(judged)


def test_labels_of_too_few_raters_are_not_released(judged):
    (judged / "passes" / "c.jsonl").unlink()
    with pytest.raises(CommandError, match="27 pairs have fewer than 3 answers"):
        release(judged)


def test_a_card_is_held_against_the_labels_of_its_folder(judged):
    (judged / "mini" / "labels.jsonl").write_bytes((MINI / "labels.jsonl").read_bytes())
    with pytest.raises(CommandError, match="run settle_labels first"):
        run("write_card", judged / "mini", judged, check=True)


def test_adjudications_have_a_file_name_of_their_own(judged):
    elsewhere = judged / "elsewhere"
    elsewhere.mkdir()
    (judged / "adjudicated.jsonl").rename(elsewhere / "a.jsonl")
    with pytest.raises(CommandError, match="a.jsonl is both a pass and the adjudications"):
        call_command(
            "release_catalogue", str(judged / "mini"), str(judged / "new"), published="2026-11-30",
            passes=judged / "passes", adjudicated=elsewhere / "a.jsonl",
        )  # fmt: skip


def test_a_card_that_is_no_text_is_named(judged):
    (judged / "mini" / "card.md").write_bytes(b"\xff")
    with pytest.raises(CommandError, match="card.md is no UTF-8"):
        release(judged)


def test_a_folder_with_files_is_left_alone(judged):
    (judged / "release").mkdir()
    (judged / "release" / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="is not empty"):
        release(judged)
    assert files_of(judged / "release") == {"mine.txt": b"mine"}


def test_an_empty_folder_is_filled(judged):
    (judged / "release").mkdir()
    assert "SHA256SUMS" in files_of(release(judged))


def test_what_explains_the_rows_goes_with_them_and_is_hashed(judged):
    (judged / "mini" / "checks.toml").write_text("# none\n")
    files = files_of(release(judged))
    assert files["catalogue/checks.toml"] == b"# none\n"
    assert b"catalogue/checks.toml" in files["SHA256SUMS"]


def test_a_release_that_breaks_off_leaves_nothing(judged, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(CommandError, match="cannot be written: No space left"):
        release(judged)
    assert not (judged / "release").exists()
    assert not list(judged.glob(".release*"))


def test_a_day_that_is_none_is_refused(judged):
    with pytest.raises(CommandError, match="--published tomorrow is no date"):
        run("release_catalogue", judged / "mini", judged, judged / "new", published="tomorrow")


def test_a_release_says_what_it_is(judged):
    (judged / "mini" / "card.md").unlink()
    with pytest.raises(CommandError, match="card.md is missing"):
        release(judged)


def test_the_head_of_the_front_page_says_the_size_and_names_files_that_are_there(judged):
    files = files_of(release(judged))
    head = head_of(files["README.md"].decode())
    named = [line.split("path: ")[1] for line in head if "path: " in line]
    assert size_in(head) == "- n<1K"
    assert sorted(named) == [path for path in files if path.endswith(".parquet")]


@pytest.mark.parametrize(("rows", "size"), [(999, "n<1K"), (1_000, "1K<n<10K")])
def test_the_size_is_that_of_the_longest_table(rows, size):
    parts = [Part(tables.LABELS, "full", ({},) * count) for count in (1, rows, 1)]
    assert size_in(head_of(card.front_page(MANIFEST, parts, ""))) == f"- {size}"


def test_a_title_may_hold_what_yaml_reads_otherwise():
    manifest = replace(MANIFEST, title='Things: "what they do", été')
    page = card.front_page(manifest, [Part(tables.LABELS, "full", ())], "")
    assert r'pretty_name: "Things: \"what they do\", été"' in head_of(page)


def head_of(page):
    return page.split("---\n")[1].splitlines()


def size_in(head):
    return head[head.index("size_categories:") + 1]


def test_a_card_says_how_many_pairs_are_labelled_while_some_are_open():
    labelled = Settled(Label.NO, Decided.CONSENSUS, Raters.MODEL)
    told = counts.counts_of(mini(), Consensus({OPEN: labelled}, (), ()), [], [])
    assert "| pairs | 27, 1 of them labelled |" in told
    assert "each labelled" not in told


def test_a_card_says_how_many_resamples_were_drawn():
    nothing = (mini(), Consensus({}, (), ()), [], [])
    assert "from 2,500 resamples" in counts.counts_of(*nothing, resampling=Resampling(2_500))
    assert f"from {Resampling().resamples:,} resamples" in counts.counts_of(*nothing)


def mini():
    return formats.read_catalogue({path.name: path.read_bytes() for path in MINI.iterdir()}).content


def test_the_card_is_brought_up_to_the_files_and_says_so(judged):
    (judged / "mini" / "card.md").write_text("# Three objects\n<!-- counts -->\n<!-- /counts -->\n")
    with pytest.raises(CommandError, match="is behind its files; run write_card first"):
        release(judged)
    with pytest.raises(CommandError, match="is behind its files"):
        run("write_card", judged / "mini", judged, check=True)
    run("write_card", judged / "mini", judged)
    card = (judged / "mini" / "card.md").read_text()
    assert "| pairs, each labelled | 27 |" in card
    assert "| adjudicated one by one | 1, 0 of them against a majority |" in card
    assert "| all | 26 | 19.2% | 3 | 0 | 1.000 |" in card
    assert "* a and b: no/no 21, unsure/unsure 1, yes/yes 5" in card
    assert "float_on_water 1" in card
    assert "says what its files hold" in run("write_card", judged / "mini", judged, check=True)


def test_a_card_without_a_place_for_the_counts_is_left_alone(judged):
    (judged / "mini" / "card.md").write_text("# Three objects\n")
    with pytest.raises(CommandError, match="has no place for the counts"):
        run("write_card", judged / "mini", judged)
    assert (judged / "mini" / "card.md").read_text() == "# Three objects\n"
