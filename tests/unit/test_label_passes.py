"""Files of passes and adjudications, and how they settle the labels."""

import json

import pytest

from annotation import label_passes, pass_agreement, pass_labels
from annotation.agreement.bootstrap import Resampling
from annotation.label_passes import (
    Adjudicated,
    Pair,
    PairAnswer,
    Pairs,
    PassAnswer,
    RaterKind,
)
from games.labels import Decided, Label, Raters

PAIRS = Pairs(objects=("griddle", "scarf"), affordances=("fold_flat", "sink_in_water"))
AT = "2026-11-30T03:20:00Z"
GRIDDLE_FOLDS = Pair("griddle", "fold_flat")
ANSWERS = {"y": PairAnswer.YES, "n": PairAnswer.NO, "u": PairAnswer.UNSURE}


def row(**fields):
    whole = {
        "object": "griddle",
        "affordance": "fold_flat",
        "answer": "no",
        "rater": "ann",
        "kind": "person",
        "at": AT,
    }
    return json.dumps({**whole, **fields}).encode() + b"\n"


def problems(data):
    return [str(error) for error in label_passes.read_pass(data, "ann.jsonl", PAIRS).errors]


def given(letters, pair=GRIDDLE_FOLDS, kind=RaterKind.MODEL):
    """One answer a letter, by raters r0, r1 and so on."""
    return [
        PassAnswer(pair, ANSWERS[letter], f"r{at}", kind, AT) for at, letter in enumerate(letters)
    ]


def decided(label, kind=RaterKind.MODEL):
    return Adjudicated(GRIDDLE_FOLDS, label, "Cast iron does not fold.", "judge", kind, AT)


def settled(letters, *decisions, kind=RaterKind.MODEL):
    pairs = Pairs(("griddle",), ("fold_flat",))
    return pass_labels.settle(pairs, given(letters, kind=kind), decisions)


def test_a_pass_is_read_as_far_as_it_goes():
    reading = label_passes.read_pass(row(), "ann.jsonl", PAIRS)
    assert reading.content == (
        PassAnswer(Pair("griddle", "fold_flat"), PairAnswer.NO, "ann", RaterKind.PERSON, AT),
    )


def test_what_is_written_reads_as_it_was():
    answers = label_passes.read_pass(row() + row(object="scarf"), "ann.jsonl", PAIRS).content
    again = label_passes.read_pass(label_passes.pass_lines(answers), "ann.jsonl", PAIRS)
    assert again.content == answers


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"object": "wok"}, "ann.jsonl:1: object: wok is no object of the catalogue."),
        ({"affordance": "fly"}, "ann.jsonl:1: affordance: fly is no affordance of the catalogue."),
        ({"answer": "maybe"}, "ann.jsonl:1: answer: 'maybe' is none of yes, no, unsure."),
        ({"kind": "robot"}, "ann.jsonl:1: kind: 'robot' is none of person, model."),
        ({"at": "today"}, "ann.jsonl:1: at: 'today' is no date or time of ISO 8601."),
        (
            {"at": "2026-02-31"},
            "ann.jsonl:1: at: '2026-02-31' is no date or time of ISO 8601.",
        ),
        (
            {"at": "2026-02-01T03:20:00+99:99"},
            "ann.jsonl:1: at: '2026-02-01T03:20:00+99:99' is no date or time of ISO 8601.",
        ),
        (
            {"at": "2026-02-01T03:20:00+10:60"},
            "ann.jsonl:1: at: '2026-02-01T03:20:00+10:60' is no date or time of ISO 8601.",
        ),
        ({"note": "x"}, "ann.jsonl:1: note: This field is unknown here."),
    ],
)
def test_a_wrong_field_is_named_with_its_line(fields, problem):
    assert problems(row(**fields)) == [problem]


@pytest.mark.parametrize(
    "at", ["2024-02-29", "2026-02-28T03:20Z", "2026-02-28T03:20:00.1", "2026-02-28T03:20:00+05:30"]
)
def test_a_date_or_a_time_is_read_as_it_stands(at):
    reading = label_passes.read_pass(row(at=at), "ann.jsonl", PAIRS)
    assert [answer.at for answer in reading.content] == [at]


def test_a_pair_is_answered_once_in_a_pass():
    assert problems(row() + row()) == [
        "ann.jsonl:2: affordance: griddle with fold_flat stands on line 1 already."
    ]


def test_a_file_is_the_pass_of_one_rater():
    assert problems(row() + row(object="scarf", rater="ben")) == [
        "ann.jsonl:2: rater: ben gave this answer; the file is the pass of ann."
    ]


def test_a_rater_who_cannot_be_read_is_no_fault_of_the_lines_after():
    scarf = row(object="scarf", rater="ben")
    sinks = row(object="scarf", affordance="sink_in_water", rater="ann")
    assert problems(row(rater=7) + scarf + sinks) == [
        "ann.jsonl:1: rater: 7 is not a text.",
        "ann.jsonl:3: rater: ann gave this answer; the file is the pass of ben.",
    ]


def test_an_adjudication_has_a_reason():
    data = json.dumps(
        {
            "object": "scarf",
            "affordance": "fold_flat",
            "label": "not_deducible",
            "reason": " ",
            "rater": "judge",
            "kind": "model",
            "at": AT,
        }
    ).encode()
    reading = label_passes.read_adjudications(data, "adjudicated.jsonl", PAIRS)
    assert [error.field for error in reading.errors] == ["reason"]


@pytest.mark.parametrize(
    ("letters", "label"),
    [("yyy", Label.YES), ("yyn", Label.YES), ("yyu", Label.YES), ("nnu", Label.NO)],
)
def test_more_than_half_of_all_answers_decide(letters, label):
    found = settled(letters).settled[GRIDDLE_FOLDS]
    assert (found.label, found.by, found.raters) == (label, Decided.CONSENSUS, Raters.MODEL)


@pytest.mark.parametrize("letters", ["ynu", "yuu", "uuu", "yynn"])
def test_without_a_majority_for_yes_or_no_a_pair_is_open(letters):
    found = settled(letters)
    assert found.open == (GRIDDLE_FOLDS,)
    assert not found.settled


def test_an_adjudication_settles_an_open_pair_with_its_reason():
    found = settled("ynu", decided(Label.NOT_DEDUCIBLE)).settled[GRIDDLE_FOLDS]
    assert (found.label, found.by) == (Label.NOT_DEDUCIBLE, Decided.ADJUDICATION)
    assert (found.reason, found.overruled) == ("Cast iron does not fold.", None)


def test_an_adjudication_against_a_majority_says_so():
    found = settled("yyn", decided(Label.NO)).settled[GRIDDLE_FOLDS]
    assert (found.label, found.overruled) == (Label.NO, PairAnswer.YES)


def test_a_pair_with_too_few_answers_is_thin():
    assert settled("yy").thin == (GRIDDLE_FOLDS,)


def test_people_decided_only_where_every_answer_is_a_person_s():
    pair = GRIDDLE_FOLDS
    assert settled("yyy", kind=RaterKind.PERSON).settled[pair].raters == Raters.PEOPLE
    mixed = given("yy", kind=RaterKind.PERSON) + [
        PassAnswer(pair, PairAnswer.YES, "r9", RaterKind.MODEL, AT)
    ]
    found = pass_labels.settle(Pairs(("griddle",), ("fold_flat",)), mixed, ())
    assert found.settled[pair].raters == Raters.MODEL


def test_labels_stand_in_rows_by_how_they_were_decided():
    answers = given("yyy") + given("ynu", Pair("griddle", "sink_in_water"))
    ruling = Adjudicated(
        Pair("griddle", "sink_in_water"), Label.NO, "It rests.", "judge", RaterKind.MODEL, AT
    )
    found = pass_labels.settle(Pairs(("griddle",), PAIRS.affordances), answers, (ruling,))
    rows = {row.decided: row for row in pass_labels.label_rows(found.settled)}
    assert rows[Decided.CONSENSUS].yes == ("fold_flat",)
    assert rows[Decided.ADJUDICATION].no == ("sink_in_water",)


def test_agreement_is_measured_over_all_and_by_affordance():
    answers = [
        *given("yyn"),
        *given("nnn", Pair("scarf", "fold_flat")),
        *given("yyu", Pair("scarf", "sink_in_water")),
    ]
    total, folds, sinks = pass_agreement.measure_passes(answers, Resampling(50))
    assert (total.of, folds.of, sinks.of) == ("all", "fold_flat", "sink_in_water")
    assert (total.split, total.unsure) == (1, 1)
    # One of three pairs of raters agrees on the griddle, all three on the scarf.
    assert folds.agreement.percent.value == pytest.approx(2 / 3)
    assert folds.agreement.shares["yes"] == pytest.approx(1 / 3)


def test_confusions_count_the_answers_of_two_raters():
    answers = given("yn") + given("yy", Pair("scarf", "fold_flat"))
    (found,) = pass_agreement.confusions(answers)
    assert (found.first, found.second) == ("r0", "r1")
    assert found.pairs == {
        (PairAnswer.YES, PairAnswer.NO): 1,
        (PairAnswer.YES, PairAnswer.YES): 1,
    }
