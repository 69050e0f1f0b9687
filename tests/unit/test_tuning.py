"""Chats, plans and courses of tuning: what is bad is named, and a killed course goes on."""

import json
from dataclasses import replace

import pytest

from evaluation.tuning import chats, courses, plans
from evaluation.tuning.courses import Course, Overtaken, Watch
from evaluation.tuning.plans import BadPlan, TuningPlan
from tests.tuned import CHATS, Killed, SmallLearner, lines

PLAN = TuningPlan(steps=25, batch=4)


def read(data=None):
    return chats.read_chats(lines() if data is None else data, "slice.jsonl")


def test_a_chat_is_what_is_asked_and_what_is_to_be_learnt():
    first, *_ = read().content
    assert [(each.role, each.text) for each in first.asked] == [
        ("system", "Answer with a letter."),
        ("user", "Question 0?"),
    ]
    assert first.reply == "A"


def test_every_bad_line_is_told_by_its_number():
    user = {"role": "user", "content": "Which?"}
    bad = [
        {"messages": [user]},
        {"messages": [{"role": "assistant", "content": "A"}]},
        {"messages": [user, {"role": "teacher", "content": "A"}]},
        {"messages": [user, {"role": "assistant", "content": " "}]},
        {"messages": [user, {"role": "assistant", "text": "A"}]},
        {"chat": []},
    ]
    found = read(lines([CHATS[0], *bad]) + b"no JSON\n")
    assert found.content is None
    told = [str(error) for error in found.errors]
    assert told[0] == (
        "slice.jsonl:2: messages: The last message is no assistant's, so nothing is to be learnt."
    )
    assert "messages[1].role: 'teacher' is none of system, user, assistant." in told[2]
    assert [line.split(":")[1] for line in told] == ["2", "3", "4", "5", "6", "7", "7", "8"]


def test_a_plan_out_of_its_ranges_names_all():
    with pytest.raises(BadPlan) as refused:
        TuningPlan(steps=0, rank=300, learning_rate=1.0)
    assert str(refused.value) == (
        "steps: 0 is out of 1 to 100000. rank: 300 is out of 1 to 256."
        " learning_rate: 1 is out of 1e-07 to 0.1."
    )


def test_a_plan_is_read_back_from_its_document():
    assert plans.of_document(json.loads(json.dumps(PLAN.document()))) == PLAN


def test_each_chat_comes_once_before_any_comes_again():
    places = [place for step in range(5) for place in PLAN.batch_of(step, 10)]
    assert sorted(places[:10]) == sorted(places[10:]) == list(range(10))
    assert places[:10] != places[10:]
    assert replace(PLAN, seed=2).batch_of(0, 10) != PLAN.batch_of(0, 10)


def test_the_rate_rises_over_a_tenth_and_falls_after():
    plan = replace(PLAN, steps=20, learning_rate=0.01)
    # 2 of 20 steps rise; 18 fall by 1/19 each, from 18/19 on.
    assert [plan.rate(step) for step in (0, 1)] == pytest.approx([0.005, 0.01])
    assert plan.rate(2) == pytest.approx(0.01 * 18 / 19)
    assert plan.rate(19) == pytest.approx(0.01 / 19)


def course(tmp_path, name="own-1"):
    return Course(tmp_path / name, PLAN, read().content, "mark")


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def advance(which, learner=None, told=lambda losses: True, enough=lambda: False):
    learner = learner or SmallLearner(which.folder, PLAN)
    return courses.advance(which, learner, Watch(told, enough))


def test_a_killed_course_comes_to_what_one_without_a_break_comes_to(tmp_path):
    whole = course(tmp_path / "whole")
    losses = advance(whole)
    broken = course(tmp_path / "broken")
    for _ in range(2):
        with pytest.raises(Killed):
            advance(broken, SmallLearner(broken.folder, PLAN, dies=13))
        assert not broken.folder.exists()
    # Put aside after 10 and 20 steps: 13 steps, then 10 to 23, then from 20.
    learner = SmallLearner(broken.folder, PLAN)
    assert advance(broken, learner) == losses
    assert learner.steps == 5
    assert files_of(broken.folder) == files_of(whole.folder)
    courses.clear(broken)
    assert [path.name for path in (tmp_path / "broken").iterdir()] == ["own-1"]


def test_a_process_that_has_worked_long_enough_puts_its_last_step_aside(tmp_path):
    which, steps = course(tmp_path), []
    first = advance(which, told=lambda losses: not steps.append(1), enough=lambda: len(steps) > 6)
    assert len(first) == 7
    learner = SmallLearner(which.folder, PLAN)
    assert advance(which, learner)[:7] == first
    assert learner.steps == 18


def test_who_is_overtaken_writes_nothing(tmp_path):
    which = course(tmp_path)
    with pytest.raises(Overtaken):
        advance(which, told=lambda losses: len(losses) < 5)
    assert list(tmp_path.iterdir()) == []


def test_half_of_what_is_put_aside_is_not_taken_up(tmp_path):
    which = course(tmp_path)
    (which.aside / ".half" / "whole").mkdir(parents=True)
    assert len(advance(which)) == 25
