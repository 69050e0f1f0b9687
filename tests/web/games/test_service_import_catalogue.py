import json
from pathlib import Path

import pytest

from games import formats
from games.models import (
    AffordanceLabel,
    Catalogue,
    Game,
    Measure,
    PhysicalObject,
    Property,
)
from games.services import catalogue

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"

pytestmark = pytest.mark.django_db


@pytest.fixture
def files() -> dict[str, bytes]:
    return catalogue.files_in(MINI)


def row_counts() -> list[int]:
    models = (Catalogue, PhysicalObject, Property, Measure, AffordanceLabel, Game)
    return [model._default_manager.count() for model in models]


def test_an_import_stores_every_row(files):
    imported = catalogue.import_catalogue(files)
    assert (imported.stored, imported.games, imported.errors) == (True, 5, ())
    # Properties: marble 1 + 1 + 2 + 3 = 7, skewer 2 + 3 + 2 + 3 = 10, blanket 1 + 2 + 1 + 2 = 6.
    # Measures: 3 x 4. Labels: 3 x 9.
    assert row_counts() == [1, 3, 23, 12, 27, 5]


def test_stored_rows_carry_the_hashes_of_their_content(files):
    stored = catalogue.import_catalogue(files).catalogue
    content = formats.read_catalogue(files).content
    assert stored.sha256 == formats.catalogue_sha256(content)
    marble = PhysicalObject.objects.get(key="glass_marble")
    assert marble.sha256 == formats.sheet_sha256(content.objects[0].sheet)


def test_the_same_files_again_change_nothing(files):
    first = catalogue.import_catalogue(files)
    before = row_counts()
    again = catalogue.import_catalogue(files)
    assert (again.catalogue, again.stored, again.games) == (first.catalogue, False, 0)
    assert row_counts() == before


def test_files_with_an_error_store_nothing_and_all_errors_are_listed(files):
    files["affordances.jsonl"] += b"{}\n"
    files["games.jsonl"] += b"?\n"
    imported = catalogue.import_catalogue(files)
    assert imported.catalogue is None
    assert {error.file for error in imported.errors} == {"affordances.jsonl", "games.jsonl"}
    assert row_counts() == [0] * 6


def test_other_content_under_a_stored_version_is_refused(files):
    catalogue.import_catalogue(files)
    before = row_counts()
    files["objects.jsonl"] = files["objects.jsonl"].replace(b"clear glass", b"green glass")
    (error,) = catalogue.import_catalogue(files).errors
    assert (error.file, error.field) == ("manifest.json", "version")
    assert "give this one another version" in error.problem
    assert row_counts() == before


def test_other_content_under_another_version_is_another_catalogue(files):
    catalogue.import_catalogue(files)
    files["manifest.json"] = files["manifest.json"].replace(b"mini-1", b"mini-2")
    assert catalogue.import_catalogue(files).stored
    # The sheets are the same in both, so that they share their stored answers.
    assert PhysicalObject.objects.values("sha256").distinct().count() == 3


def test_a_catalogue_may_come_without_games(files):
    files.pop("games.jsonl")
    assert catalogue.import_catalogue(files).games == 0


def test_games_can_be_added_later_and_twice_is_once(files):
    games = files.pop("games.jsonl")
    stored = catalogue.import_catalogue(files).catalogue
    assert catalogue.add_games(stored, games).games == 5
    assert catalogue.add_games(stored, games).games == 0
    assert stored.games.count() == 5


def test_games_that_are_new_are_added_beside_the_stored_ones(files):
    lines = files["games.jsonl"].splitlines(keepends=True)
    catalogue.import_catalogue(files | {"games.jsonl": lines[0]})
    assert catalogue.import_catalogue(files).games == 4


def test_a_stored_game_with_other_content_is_refused_and_none_is_added(files):
    lines = files["games.jsonl"].splitlines(keepends=True)
    stored = catalogue.import_catalogue(files | {"games.jsonl": lines[0]}).catalogue
    changed = json.dumps(json.loads(lines[0]) | {"split": "test"}).encode() + b"\n"
    added = catalogue.add_games(stored, b"".join([changed, *lines[1:]]))
    assert [(error.line, error.field) for error in added.errors] == [(1, "key")]
    assert stored.games.count() == 1


def test_a_game_of_an_unknown_object_is_refused(files):
    stored = catalogue.import_catalogue(files).catalogue
    line = files["games.jsonl"].splitlines()[0]
    new = line.replace(b"m0001", b"m0009").replace(b"kebab_skewer", b"teapot")
    added = catalogue.add_games(stored, new)
    assert [error.field for error in added.errors] == ["object"]


def test_an_export_gives_the_files_back_byte_for_byte(files, tmp_path):
    stored = catalogue.import_catalogue(files).catalogue
    catalogue.export_catalogue(stored, tmp_path / "out")
    assert catalogue.files_in(tmp_path / "out") == files


def test_labels_decided_in_two_ways_survive_the_round_trip(files, tmp_path):
    rows = files["labels.jsonl"].splitlines(keepends=True)
    marble = json.loads(rows[0])
    halves = (
        marble | {"no": [], "decided": "consensus", "raters": "people"},
        marble | {"yes": []},
    )
    files["labels.jsonl"] = b"".join(
        [json.dumps(half).encode() + b"\n" for half in halves] + rows[1:]
    )
    stored = catalogue.import_catalogue(files).catalogue
    catalogue.export_catalogue(stored, tmp_path / "out")
    assert catalogue.files_in(tmp_path / "out") == files


def test_an_export_to_the_same_folder_brings_new_games_only(files, tmp_path):
    games = files.pop("games.jsonl")
    stored = catalogue.import_catalogue(files).catalogue
    catalogue.export_catalogue(stored, tmp_path)
    catalogue.add_games(stored, games)
    catalogue.export_catalogue(stored, tmp_path)
    assert catalogue.files_in(tmp_path) == files | {"games.jsonl": games}


def test_an_export_never_writes_over_another_catalogue(files, tmp_path):
    stored = catalogue.import_catalogue(files).catalogue
    (tmp_path / "objects.jsonl").write_bytes(b"mine\n")
    with pytest.raises(catalogue.CannotExport, match=r"objects\.jsonl"):
        catalogue.export_catalogue(stored, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["objects.jsonl"]


def test_an_export_leaves_nothing_else_behind(files, tmp_path):
    stored = catalogue.import_catalogue(files).catalogue
    catalogue.export_catalogue(stored, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_rows_are_stored_in_bulk(files, django_assert_max_num_queries):
    # 1 + 3 + 9 + 23 + 12 + 27 + 5 = 80 rows; a query for each would be 80 at least.
    with django_assert_max_num_queries(25):
        catalogue.import_catalogue(files)
