"""score_checker, score_oracle, calibrate_oracle and score_baselines."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import backends, selectors
from games.llm.chat import ModelUnavailable, Reply
from games.models import BaselinePlay, Catalogue, ModelMargin, OracleScore
from games.services import catalogue
from tests import make

pytestmark = pytest.mark.django_db
DATA = Path(__file__).resolve().parents[2] / "data"
ROW = {
    "object": "slab",
    "description": "A slab of steel, 30 cm long.",
    "material": "steel",
    "shape": "flat slab",
    "size": "30 cm long, 20 cm wide, 2 cm thick, 900 g",
    "surface": "smooth",
    "asked": "property",
}


class YesModel:
    """Says yes, as sure as it is told to be of each question in turn."""

    name = "yes"

    def __init__(self, *margins: float | None) -> None:
        self._margins = list(margins)

    async def generate(self, messages, options) -> Reply:
        margin = self._margins.pop(0)
        if margin is None:
            raise ModelUnavailable("the server is down")
        return Reply("Yes", "yes", first_logprobs={"Yes": -0.1, "No": -0.1 - margin})


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Two questions about a slab of steel: the second one's answer is no."""
    rows = [
        ROW | {"id": "q1", "question": "Is it made of metal?", "gold": "yes"},
        ROW | {"id": "q2", "question": "Is it made of wood?", "gold": "no"},
    ]
    file = tmp_path / "slab.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def printed(command: str, *arguments: object, **options: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def model(monkeypatch, settings):
    """Puts a model of these margins behind the Oracle's setting."""
    settings.ORACLE, settings.ORACLE_MODEL = "model", "yes"

    def use(*margins: float | None) -> None:
        monkeypatch.setattr(backends, "_over_http", lambda served, key: YesModel(*margins))

    return use


def test_the_checker_is_scored_with_the_headline_first():
    report = printed("score_checker", DATA / "checker_sample.jsonl")
    assert report.startswith("verdict ")
    assert "by kind:" in report


def test_the_table_oracle_is_right_on_both_questions_about_a_slab(gold):
    first = printed("score_oracle", gold).splitlines()[0]
    assert first.startswith("property questions: right 100.0% when forced (2/2)")
    assert not OracleScore.objects.exists()


def test_a_stored_score_is_replaced_not_doubled(gold):
    for _ in range(2):
        printed("score_oracle", gold, store=True)
    score = OracleScore.objects.get()
    assert (score.question_set, score.questions, score.right_answered) == ("slab", 2, 2)


def test_every_bad_row_of_a_gold_file_is_named(tmp_path, capsys):
    file = tmp_path / "bad.jsonl"
    file.write_text('{"id": "q1"}\nnot json\n')
    errors = StringIO()
    with pytest.raises(CommandError, match="errors"):
        call_command("score_oracle", str(file), stderr=errors)
    assert "bad.jsonl:1" in errors.getvalue() and "bad.jsonl:2" in errors.getvalue()


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_gold_file_is_refused(tmp_path, content):
    file = tmp_path / "empty.jsonl"
    file.write_text(content)
    with pytest.raises(CommandError):
        printed("score_oracle", file)


@pytest.fixture
def blind(tmp_path: Path) -> Path:
    """Three questions about the invented thing of steel: the last the table cannot tell."""
    make.game()
    asked = [("Is it made of metal?", "yes"), ("Is it wooden?", "no"), ("Is it a wug?", "yes")]
    rows = [
        {"id": f"b{number}", "object": "thing", "question": question, "gold": answer}
        for number, (question, answer) in enumerate(asked)
    ]
    make.physical_object(Catalogue.objects.get(), "thing", yes=[])
    file = tmp_path / "invented.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_the_oracle_of_a_catalogue_is_scored_on_its_own_objects(blind):
    first = printed("score_oracle", blind, catalogue="invented-1").splitlines()[0]
    assert "answers 66.7%, right on 100.0% of the answered" in first
    assert not OracleScore.objects.exists()


def test_the_headline_alone_says_of_which_questions_it_speaks(blind):
    said = printed("score_oracle", blind, catalogue="invented-1", headline=True)
    assert said.startswith("blind:invented-1, property questions: right ")
    assert said.count("\n") == 1


def test_a_catalogue_s_score_is_what_the_gate_reads(blind):
    printed("score_oracle", blind, catalogue="invented-1", store=True)
    stored = Catalogue.objects.get()
    figures = selectors.gate_figures(stored, backends.oracle(stored.pk).version)
    assert figures and (figures.questions, figures.answered, figures.right_answered) == (3, 2, 2)


def test_the_gate_reads_no_score_of_another_oracle_or_another_catalogue(blind):
    printed("score_oracle", blind, catalogue="invented-1", store=True)
    stored, other = Catalogue.objects.get(), make.catalogue("invented-2")
    version = backends.oracle(stored.pk).version
    assert selectors.gate_figures(stored, "table-0+00000000+00000000") is None
    assert selectors.gate_figures(other, version) is None


def test_a_catalogue_that_is_not_stored_is_named(blind):
    with pytest.raises(CommandError, match="No catalogue nowhere-1 is stored"):
        printed("score_oracle", blind, catalogue="nowhere-1")


def test_a_question_about_an_unknown_object_names_its_line(blind):
    blind.write_text(blind.read_text().replace("thing", "wug"))
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("score_oracle", str(blind), catalogue="invented-1", stderr=errors)
    assert "invented.jsonl:1: object: wug is no object" in errors.getvalue()


def test_a_server_that_is_down_ends_the_scoring_in_one_line(model, gold):
    model(None)
    with pytest.raises(CommandError, match="nothing is scored: the server is down"):
        printed("score_oracle", gold)


def test_calibration_keeps_the_margin_that_leaves_only_right_answers(model, gold):
    # Sure by 4 where yes is right and by 1 where it is wrong: from a margin of 4 on, all is right.
    model(4.0, 1.0)
    assert printed("calibrate_oracle", gold).startswith("margin 4: answers 50.0% of 2 questions")
    assert ModelMargin.objects.get().margin == pytest.approx(4.0)


def test_a_model_that_is_surest_where_it_is_wrong_is_not_calibrated(model, gold):
    model(1.0, 4.0)
    with pytest.raises(CommandError, match="No margin reaches 95%"):
        printed("calibrate_oracle", gold)
    assert not ModelMargin.objects.exists()


def test_an_accuracy_in_percent_is_refused(gold):
    with pytest.raises(CommandError, match="--accuracy 95: write a share"):
        printed("calibrate_oracle", gold, accuracy=95)


def test_baselines_play_every_game_and_a_second_run_replaces_the_first():
    files = catalogue.files_in(DATA / "mini_catalogue")
    games = catalogue.import_catalogue(files).games
    for _ in range(2):
        report = printed("score_baselines")
    assert BaselinePlay.objects.count() == 3 * games
    assert f"of {games} games" in report
