from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

MINI = Path(__file__).parents[2] / "data" / "mini_catalogue"


def output_of(folder, **options):
    out = StringIO()
    call_command("compare_baselines", str(folder), stdout=out, stderr=out, **options)
    return out.getvalue()


def test_figures_stand_beside_published_rows_of_their_own():
    said = output_of(MINI)
    assert "OPTIMAL: Success rate 100.0%" in said
    assert said.index("random:") < said.index("Published rows") < said.index("24.8%")


def test_the_gain_at_each_turn_comes_when_asked_for():
    assert "Bits at each turn" in output_of(MINI, by_turn=True)


def test_a_folder_without_games_is_refused(tmp_path):
    for path in MINI.iterdir():
        if path.name != "games.jsonl":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(CommandError, match="has no games"):
        output_of(tmp_path)
