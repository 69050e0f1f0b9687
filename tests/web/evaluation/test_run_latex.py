"""Rows of the leaderboard as a LaTeX table."""

import re

import pytest

from evaluation import leaderboard, summaries
from evaluation.run_exports import latex, selections, whole
from evaluation.run_exports.selections import NotOnTheLeaderboard
from games.services.plays import freeze_protocol
from tests import make, run_exported, runs
from tests.web.evaluation.conftest import ended

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forget():
    summaries.forget()
    leaderboard.forget()


def finished(slug: str, games, *outcomes: str, **fields):
    return runs.finish(runs.run(games=games, slug=slug, **fields), *outcomes)


def rows(written: str) -> list[list[str]]:
    """The cells of the lines between the rules, one list a line."""
    lines = [line for line in written.splitlines() if line.endswith(r" \\")]
    return [line.removesuffix(r" \\").split(" & ") for line in lines]


def test_a_row_has_its_figures_and_under_them_interval_and_n(db):
    run = finished("tiny_1", runs.games(2), "won", "lost")
    heading, values, asides = rows(run_exported.document(run, whole.LATEX))
    assert heading == [
        "Player", r"Success (\%)", "Turns, solved", "Turns, all", "Net gain (bits)"
    ]  # fmt: skip
    # Solved after one turn; the lost game counts 20: (1 + 20) / 2.
    assert values == [r"tiny\_1", "50.0", "1.0", "10.5", "0.00"]
    assert asides[1] == r"{\scriptsize [9.5, 90.5], $n = 2$}"
    assert asides[2] == r"{\scriptsize no interval of one case, $n = 1$}"


def test_booktabs_frames_one_table_and_every_line_has_as_many_cells(db):
    run = finished("a", runs.games(2), "won", "lost")
    written = run_exported.document(run, whole.LATEX)
    for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{table}"):
        assert written.count(rule) == 1
    assert {len(cells) for cells in rows(written)} == {5}
    plain = re.sub(r"\\[{}]", "", written)
    assert plain.count("{") == plain.count("}")


def test_what_latex_takes_for_commands_is_escaped():
    assert latex.escaped(r"50% & #1_$x ~^ \input{/etc} " + "two\nlines") == (
        r"50\% \& \#1\_\$x \textasciitilde{}\textasciicircum{} "
        r"\textbackslash{}input\{/etc\} two lines"
    )


def test_a_name_cannot_leave_its_cell_or_a_comment(db):
    run = finished("b", runs.games(1), "won", player="x & y % \\end{table}\nz")
    written = run_exported.document(run, whole.LATEX)
    assert r"x \& y \% \textbackslash{}end\{table\} z & 100.0" in written
    assert written.count(r"\end{table}") == 1


def test_the_caption_names_intervals_oracle_and_protocol(db):
    finished("a", runs.games(2), "won", "lost")
    written = selections.as_latex()
    assert r"Success (\%): Wilson's score" in written
    assert "Oracle table-fixed, practice quality, not comparable: right not measured." in written
    assert r"\emph{Turns, all} counts unsolved games with 20." in written
    assert written.startswith("% canary\n")
    assert ", run card at /runs/a/card.txt\n" in written


def test_people_stand_with_how_many_they_are(db):
    campaign = make.campaign(games=2, practice=False, baseline=True, preset="paper")
    ended(make.volunteer(campaign), "won", "won")
    ended(make.volunteer(campaign), "lost")
    written = selections.as_latex([f"campaign/{campaign.slug}"])
    assert "provisional, 3 games; mean of 2 players, 3 plays" in written
    assert "Student's $t$" in written


def test_a_run_that_goes_on_is_marked(db):
    run = run_exported.run_of_all_endings()
    assert "provisional, 3 of 5 games" in run_exported.document(run, whole.LATEX)


def test_rows_of_another_protocol_stand_in_a_table_of_their_own(db):
    games = runs.games(1)
    finished("a", games, "won")
    finished("b", games, "won", protocol=freeze_protocol(make.protocol("house")))
    assert selections.as_latex().count(r"\begin{table}") == 2
    assert selections.as_latex(["run/b"]).count(r"\begin{table}") == 1


def test_who_is_not_there_is_named_with_who_is(db):
    finished("a", runs.games(1), "won")
    with pytest.raises(NotOnTheLeaderboard, match="run/gnorbish. There stand: run/a"):
        selections.as_latex(["run/gnorbish"])


def test_an_empty_leaderboard_says_so(db):
    with pytest.raises(NotOnTheLeaderboard, match="empty"):
        selections.as_latex()
