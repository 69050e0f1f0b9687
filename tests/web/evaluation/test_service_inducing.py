"""Inductions: each call once, whatever happens meanwhile, and a set of rules in the end."""

import os
from contextlib import nullcontext
from datetime import timedelta
from uuid import uuid4

import pytest

from evaluation.induction import specs
from evaluation.kari import rule_sets as values
from evaluation.kari.tree import pairs
from evaluation.models import Induction, InductionCall, RuleSet
from evaluation.services import inducing as service
from evaluation.services import inductions, rule_sets
from evaluation.services.inductions import InductionRefused
from games.llm.chat import ModelRefused, ModelUnavailable, Reply
from games.llm.conversation import ContextOverflow
from tests import inducing, make
from tests.inducing import GoodModel, created, worked

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
FOLDING = {"affordances": {"list": ["fold flat"]}}


class Killed(Exception):
    """Nobody catches it: the worker is gone, its lease is not."""


class Dying(GoodModel):
    """Answers so many calls and then raises."""

    def __init__(self, answers, error):
        super().__init__()
        self.left, self.error = answers, error

    async def generate(self, messages, options):
        if self.left == 0:
            raise self.error
        self.left -= 1
        return await super().generate(messages, options)


def folding(**changes):
    return created(inducing.spec(**FOLDING, **changes))


def calls_of(row):
    calls = InductionCall.objects.filter(affordance__induction=row)
    return list(calls.values_list("affordance__key", "sequence", "attempt", "asked", "reply"))


def test_six_affordances_get_their_rules_and_one_vocabulary():
    row = worked(created(), GoodModel())
    assert (row.status, row.affordances.filter(status="done").count()) == ("complete", 6)
    made = rule_sets.value_of(row.rule_set)
    assert (made.label, len(made.rules), made.used) == ("good/1", 6, ())
    ways = {rule.affordance: rule.node for rule in made.rules}
    assert len(ways["pierce_through"].members) == 3
    assert len(ways["fold_flat"].members) == 4
    vocabulary = values.vocabulary_of(made.vocabulary)
    synonyms = {word.pair.value: word.synonyms for word in made.vocabulary if word.synonyms}
    # The first proposal has metal and metallic at once.
    assert synonyms == {"cloth": ("fabric",), "metal": ("metallic",), "pointed": ("pointy",)}
    assert all(vocabulary.has(pair) for rule in made.rules for pair in pairs(rule.node))


def test_rules_cite_the_lines_of_the_sources():
    row = worked(folding(), GoodModel())
    (rule,) = rule_sets.value_of(row.rule_set).rules
    cited = {(each.pair.value, each.thing, each.origin.source) for each in rule.evidence}
    assert ("paper", "newspaper", "cskg_sample.tsv") in cited
    made_with = dict(rule_sets.value_of(row.rule_set).made_with)
    assert made_with["model"] == "good-1"
    assert made_with["cskg"].startswith("cskg_sample.tsv, ")
    assert len(made_with["prompt_proposer"]) == 64


def test_what_every_round_covered_is_kept():
    row = worked(folding(), GoodModel())
    rounds = row.affordances.get().rounds
    assert [each["number"] for each in rounds] == [2, 3]
    things = sum(len(each[key]) for each in rounds for key in ("covered", "uncovered", "unknown"))
    # 15 things are dealt out; the first five drafted the rule.
    assert (row.affordances.get().count, things) == (15, 10)


def test_every_call_is_stored_with_how_it_was_read():
    row = folding()
    bad = GoodModel()
    bad.say = lambda system, asked: "Well, it depends."
    worked(row, bad)
    calls = InductionCall.objects.filter(affordance__induction=row)
    said = list(calls.values_list("role", "round", "attempt", "flaw", "reply", "prompt_tokens"))
    assert said == [("proposer", 1, n, "no_rule", "Well, it depends.", 100) for n in (1, 2, 3)]
    row.refresh_from_db()
    assert (row.status, row.rule_set) == ("complete", None)
    assert row.affordances.get().status == "no_rule"


def test_a_copy_of_a_message_asks_nothing_again():
    row = worked(folding(), GoodModel())
    model = GoodModel()
    worked(row, model)
    assert (model.calls, RuleSet.objects.count()) == ([], 1)


def test_the_same_key_makes_one_induction():
    key = uuid4()
    made = [inductions.create(inducing.spec(), key=key, now=make.NOW) for _ in range(2)]
    assert made[0] == made[1]
    assert Induction.objects.count() == 1


def test_while_somebody_is_at_it_nobody_else_begins():
    row = folding()
    Induction.objects.filter(pk=row.pk).update(status="running", lease_until=make.NOW + HOUR)
    model = GoodModel()
    worked(row, model)
    assert model.calls == []


@pytest.mark.parametrize("after", [0, 1, 4, 7, 12])
def test_after_a_kill_the_same_calls_follow_and_the_same_rules(after):
    whole, broken = folding(), folding()
    worked(whole, GoodModel())
    with pytest.raises(Killed):
        worked(broken, Dying(after, Killed()))
    second = GoodModel()
    worked(broken, second, at=make.NOW + HOUR)
    assert calls_of(broken) == calls_of(whole)
    # What the killed worker had stored was not asked again: at most a piece of four was.
    assert len(second.calls) <= len(calls_of(whole)) - after + 4
    assert broken.affordances.get().rule == whole.affordances.get().rule


def test_a_slice_that_is_over_sends_for_the_next():
    row = folding()
    assert service.work(row.pk, inducing.house(GoodModel(), seconds=0)) is True
    row.refresh_from_db()
    assert (row.status, row.lease_until) == ("queued", None)
    assert row.read_at is not None


def test_a_model_that_is_away_is_asked_later_and_what_was_said_is_kept():
    away = ModelUnavailable("away", retry_after_seconds=30)
    row = worked(folding(), Dying(3, away))
    assert (row.status, row.due_at) == ("queued", make.NOW + timedelta(seconds=30))
    assert len(calls_of(row)) == 3
    assert worked(row, GoodModel()).status == "queued"
    assert worked(row, GoodModel(), at=row.due_at).status == "complete"


def test_a_model_that_stays_away_pauses_it_and_it_goes_on_once_resumed():
    row = folding()
    for attempt in range(6):
        worked(row, Dying(0, ModelUnavailable("away")), at=make.NOW + attempt * HOUR)
    assert (row.status, row.reason) == ("paused", "no_reply")
    assert (inductions.resume(row.pk), inductions.resume(row.pk)) == (True, False)
    assert worked(row, GoodModel()).status == "complete"


def test_a_refusal_pauses_it_and_its_words_stay_in_the_log(caplog):
    row = worked(folding(), Dying(2, ModelRefused("no credit at splindow", 402)))
    assert (row.status, row.reason, row.detail) == ("paused", "model_refused", "")
    assert "splindow" in caplog.text


def test_a_prompt_that_is_too_long_is_passed_over():
    row = worked(folding(), Dying(0, ContextOverflow("9,000 tokens")))
    (call,) = InductionCall.objects.filter(affordance__induction=row)
    assert (call.flaw, row.affordances.get().status) == ("too_long", "no_rule")


def test_a_broken_line_pauses_it_by_its_number_and_can_be_passed_over(tmp_path):
    file = tmp_path / "cskg.tsv"
    text = inducing.CSKG.read_text().splitlines(keepends=True)
    file.write_text("".join([*text[:9], "a line without columns\n", *text[9:]]))
    row = worked(folding(sources={"cskg": str(file)}), GoodModel())
    assert (row.status, row.reason) == ("paused", "broken_line")
    assert row.detail.startswith("cskg.tsv:10: ")
    skipping = worked(folding(sources={"cskg": str(file), "broken": "skip"}), GoodModel())
    assert (skipping.status, skipping.facts["passed_over"]) == ("complete", 1)
    assert skipping.facts["broken"][0].startswith("cskg.tsv:10: ")


def test_a_source_that_is_not_there_pauses_it(tmp_path):
    row = worked(folding(sources={"cskg": str(tmp_path / "none.tsv")}), GoodModel())
    assert (row.status, row.reason) == ("paused", "no_source")
    assert "none.tsv cannot be read" in row.detail


def test_a_source_that_is_no_file_pauses_it_and_is_never_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    row = worked(folding(sources={"cskg": str(tmp_path / "pipe")}), GoodModel())
    assert (row.status, row.reason) == ("paused", "no_source")
    assert "pipe is no file" in row.detail


def test_the_sources_are_read_once(tmp_path):
    file = tmp_path / "cskg.tsv"
    file.write_text(inducing.CSKG.read_text())
    row = worked(folding(sources={"cskg": str(file)}), Dying(2, ModelUnavailable("away")))
    file.unlink()
    assert worked(row, GoodModel(), at=make.NOW + HOUR).status == "complete"


def test_an_affordance_of_which_the_sources_say_nothing_is_passed_over():
    row = worked(
        created(inducing.spec(affordances={"list": ["hum softly", "fold flat"]})), GoodModel()
    )
    assert list(row.affordances.values_list("status", flat=True)) == ["no_things", "done"]


def test_it_waits_once_the_sources_are_read_where_that_is_wanted():
    model = GoodModel()
    row = worked(folding(induction={"hold": True}), model)
    assert (row.status, row.reason, model.calls) == ("paused", "held", [])
    inductions.resume(row.pk)
    assert worked(row, model).status == "complete"


def test_a_pause_by_hand_in_the_middle_stores_what_was_heard_and_stops():
    row, model = folding(), GoodModel()

    def clock():
        if model.calls:
            inductions.pause(row.pk)
        return make.NOW

    service.work(row.pk, service.House(clock, 60.0, lambda _: nullcontext(model)))
    row.refresh_from_db()
    assert (row.status, row.reason, len(calls_of(row))) == ("paused", "by_hand", 1)


def test_a_cancelled_one_is_taken_up_no_more():
    row = folding()
    assert inductions.cancel(row.pk, now=make.NOW) is True
    assert inductions.cancel(row.pk, now=make.NOW) is False
    model = GoodModel()
    assert worked(row, model).status == "cancelled"
    assert (inductions.resume(row.pk), model.calls) == (False, [])


def test_prompts_that_became_others_pause_it():
    row = worked(folding(), Dying(3, ModelUnavailable("away")))
    call = InductionCall.objects.filter(affordance__induction=row).first()
    call.asked = call.asked.replace("fold flat", "fold thin")
    call.save()
    worked(row, GoodModel(), at=make.NOW + HOUR)
    assert (row.status, row.reason) == ("paused", "other_prompts")


def test_what_died_or_was_never_sent_is_due_and_then_marked_as_sent():
    row = folding()
    assert inductions.due(make.NOW, unless_since=make.NOW - HOUR) == [row.pk]
    assert inductions.due(make.NOW, unless_since=make.NOW - HOUR) == []


def test_a_catalogue_as_a_source_contaminates_the_rules():
    catalogue = make.catalogue()
    named = {"catalogue": catalogue.version}
    spec = inducing.spec(affordances={"list": [], "catalogue": catalogue.version}, sources=named)
    row = worked(created(spec), GoodModel())
    (used,) = row.facts["used"]
    assert (used["catalogue"], used["labels"]) == (catalogue.version, True)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"affordances": {"list": [], "catalogue": "none-1"}}, "No catalogue none-1 is stored"),
        ({"sources": {"catalogue": "none-1"}}, "No catalogue none-1 is stored"),
        ({"affordances": {"only": ["hum"]}}, "affordances.only: No such affordance: hum."),
        ({"wordings": {"hum": ["buzz"]}}, "wordings: No such affordance: hum."),
        ({"model": {"key_variable": "TINY_KEY"}}, "TINY_KEY is not sent to http://127.0.0.1:1"),
    ],
)
def test_what_is_not_here_makes_no_induction(changes, why):
    with pytest.raises(InductionRefused, match=why):
        created(inducing.spec(**changes))
    assert not Induction.objects.exists()


def test_how_many_calls_are_left_at_most_falls_with_each_call():
    row = worked(folding(induction={"hold": True}), GoodModel())
    # 15 things: groups of five. 2 + 5 + 5 validations + 2 proposals with their audits.
    assert inductions.most_calls_left(row) == 16
    inductions.resume(row.pk)
    worked(row, Dying(4, ModelUnavailable("away")))
    assert inductions.most_calls_left(row) == 12


def test_a_reply_with_a_nul_is_stored():
    class Odd(GoodModel):
        async def generate(self, messages, options):
            return Reply("RULE: \x00 \ud800", "odd")

    row = worked(folding(), Odd())
    assert InductionCall.objects.filter(affordance__induction=row).count() == 3


def test_specs_survive_being_stored():
    wanted = inducing.spec(wordings={"fold_flat": ["collapse"]}, limits={"tokens": 5})
    assert specs.of_json(specs.as_json(wanted)) == wanted
