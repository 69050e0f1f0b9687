"""The Checker, the table Oracle and the reply reader on gold sets that are not part of the project.

GOLD_DIR names their folder; the limits are those that the product promises.
"""

import os
from pathlib import Path

import pytest

from games import checker_scores, lexicon, oracle_scores
from games.checkers import rule
from games.formats import read_checker_gold, read_oracle_gold
from games.llm.loop import wait_for
from games.oracles import TableOracle
from games.table.sheet_text import sheet_from_text

pytestmark = pytest.mark.skipif(not os.environ.get("GOLD_DIR"), reason="GOLD_DIR names no folder")


def content_of(name: str, read):
    file = Path(os.environ["GOLD_DIR"]) / name
    reading = read(file.read_bytes(), file.name)
    assert reading.errors == ()
    return reading.content


def oracle_figures(rows) -> oracle_scores.Figures:
    words, table = lexicon.load(), TableOracle()

    def answer(row):
        return table.decide(table.read(row.question), sheet_from_text(words, row))

    return oracle_scores.headline(wait_for(oracle_scores.score(answer, rows)))


def test_the_checker_is_right_on_nine_verdicts_in_ten():
    rows = content_of("checker_dev.jsonl", read_checker_gold)
    figures = checker_scores.figures(checker_scores.score(rule, rows))
    assert figures.verdicts / figures.rows >= 0.90
    assert figures.exact / figures.accepted >= 0.85


def test_the_table_oracle_answers_nine_questions_in_ten_and_is_right_on_95_percent():
    figures = oracle_figures(content_of("oracle_dev.jsonl", read_oracle_gold))
    assert figures.right_forced / figures.questions >= 0.90
    assert figures.answered / figures.questions >= 0.90
    assert figures.right_answered / figures.answered >= 0.95
