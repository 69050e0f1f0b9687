"""The pages of inductions, from the form to a call."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from evaluation import tasks
from evaluation.models import Induction, InductionCall, Run
from evaluation.pages import induction_sentences
from evaluation.services import inductions
from games.llm.chat import ModelUnavailable, Reply
from tests import inducing, make, runs
from tests.inducing import GoodModel, created, worked

pytestmark = pytest.mark.django_db
LIST = "/rules/inductions/"
SMALL = {"affordances": {"list": ["fold flat", "wipe dry"]}}


@pytest.fixture
def sent(monkeypatch):
    ids = []
    monkeypatch.setattr(tasks, "enqueue_induction", ids.append)
    return ids


@pytest.fixture
def row():
    return worked(created(inducing.spec(**SMALL)), GoodModel())


def test_an_empty_list_says_what_will_be_here(researcher):
    assert b"Here will be every induction" in researcher.get(LIST).content


def test_the_list_takes_as_many_queries_for_many(researcher, row, django_assert_max_num_queries):
    for _ in range(5):
        created(inducing.spec(**SMALL))
    with django_assert_max_num_queries(6):
        page = researcher.get(LIST).content.decode()
    assert page.count("; good-") == 6
    assert "good/1" in page


def test_the_page_shows_rounds_and_the_rule_in_words(researcher, row, django_assert_num_queries):
    with django_assert_num_queries(9):
        page = researcher.get(f"{LIST}{row.slug}/").content.decode()
    assert "2 of 2 affordances have ended" in page
    assert "Possible in any of these 4 ways.<br>1. It is flat" in page
    assert f"/rules/inductions/{row.slug}/" in researcher.get("/rules/good/1/").content.decode()
    assert "Open the rules good/1" in page
    assert "every 3s" not in page


def test_a_call_is_shown_with_its_prompt_and_reply(researcher, row):
    call = InductionCall.objects.first()
    page = researcher.get(f"{LIST}{row.slug}/calls/{call.pk}/").content.decode()
    assert "Write the rule for this action." in page
    assert "RULE: SHAPE(object, flat)" in page


def test_the_prompts_can_be_looked_at_before_the_first_call(researcher):
    row = worked(created(inducing.spec(**SMALL, induction={"hold": True})), GoodModel())
    page = researcher.get(f"{LIST}{row.slug}/prompts/").content.decode()
    assert "- bed sheet" in page
    assert "more calls at most" in page


def test_before_the_sources_are_read_no_number_of_calls_is_said(researcher):
    row = created(inducing.spec(**SMALL))
    page = researcher.get(f"{LIST}{row.slug}/prompts/").content.decode()
    assert "at most" not in page and "once a worker has read the sources" in page


def test_two_of_one_name_are_told_apart_by_when_and_who(researcher, row):
    created(inducing.spec(**SMALL))
    page = researcher.get(LIST).content.decode()
    assert page.count("1 Mar 2026, ") == 2


@pytest.mark.parametrize(
    ("reason", "alarms"), [("by_hand", 0), ("token_limit", 0), ("no_reply", 1)]
)
def test_only_what_nobody_wanted_is_shown_as_wrong(researcher, reason, alarms):
    row = created(inducing.spec(**SMALL))
    inductions.pause(row.pk, reason)
    page = researcher.get(f"{LIST}{row.slug}/").content.decode()
    assert page.count('class="notice no"') == alarms
    assert page.count('class="notice') == 1


def waits(row: Induction, *, minutes: float) -> str:
    row.refresh_from_db()
    return induction_sentences.waits(row, make.NOW + timedelta(minutes=minutes))


def test_one_that_waits_says_what_is_before_it_and_who_is_busy(db):
    first, row = created(inducing.spec(**SMALL)), created(inducing.spec(**SMALL))
    Induction.objects.filter(pk=row.pk).update(made_at=make.NOW + timedelta(seconds=5))
    began = "Waiting for a worker of the queue models. "
    assert waits(first, minutes=0.5) == f"{began}It is next; no worker is busy."
    one = f"{began}1 run or induction waits before it; no worker is busy."
    assert waits(row, minutes=0.5) == one
    runs.run(slug="earlier", games=runs.games(1))
    Run.objects.update(created_at=make.NOW - timedelta(minutes=1))
    assert waits(row, minutes=0.5).startswith(f"{began}2 runs and inductions wait before it;")
    until = make.NOW + timedelta(minutes=9)
    Induction.objects.filter(pk=first.pk).update(status="reading", lease_until=until)
    assert waits(row, minutes=2).endswith("1 run or induction waits before it; 1 worker is busy "
                                          "with others.")  # fmt: skip
    assert waits(first, minutes=2) == ""


@pytest.mark.parametrize(
    ("model", "pool"),
    [({}, "threads"), ({"backend": "transformers", "folder": "/m", "address": ""}, "solo")],
)
def test_where_nobody_takes_it_for_long_it_says_how_to_start_a_worker(db, model, pool):
    said = waits(created(inducing.spec(**SMALL, model=model)), minutes=2)
    assert "No worker has taken it for 2 min 0 s, and none is busy." in said
    assert f"celery -A config worker --queues models --pool {pool}" in said


def test_one_let_go_on_while_its_worker_still_ends_calls_says_so(db):
    row = created(inducing.spec(**SMALL))
    Induction.objects.update(lease_until=make.NOW + timedelta(minutes=5))
    assert waits(row, minutes=3).startswith("A worker still ends the calls that it had begun;")
    assert waits(row, minutes=6).startswith("No worker has taken it for 6 min 0 s")


def test_one_whose_model_is_away_says_when_it_is_asked_again(db):
    row = created(inducing.spec(**SMALL))
    Induction.objects.update(due_at=make.NOW + timedelta(seconds=65))
    assert waits(row, minutes=1) == "The model did not answer; it is asked again in 5 s."


def test_pause_resume_and_cancel_are_posts_alone(researcher, sent):
    row = worked(created(inducing.spec(**SMALL)), Away())
    for step, status in (("pause", 302), ("resume", 302), ("cancel", 200)):
        assert researcher.get(f"{LIST}{row.slug}/{step}/").status_code == status
    row.refresh_from_db()
    assert row.status == "queued"
    for step, status in (("pause", "paused"), ("resume", "queued"), ("cancel", "cancelled")):
        researcher.post(f"{LIST}{row.slug}/{step}/")
        row.refresh_from_db()
        assert row.status == status
    assert sent == [row.pk]


def test_cancel_asks_first_and_says_what_is_lost(researcher, sent):
    row = worked(created(inducing.spec(**SMALL, limits={"tokens": 300})), GoodModel())
    address = f"{LIST}{row.slug}/cancel/"
    assert f'href="{address}"' in researcher.get(f"{LIST}{row.slug}/").content.decode()
    page = researcher.get(address).content.decode()
    assert "0 of its 2 affordances have ended, and no set of rules comes of them" in page
    researcher.post(address)
    assert "It has ended already: cancelled." in researcher.get(address).content.decode()


def test_one_at_its_limit_goes_on_under_a_higher_one(researcher, sent):
    # A draft, its audit and four validations, of 110 tokens each.
    row = worked(created(inducing.spec(**SMALL, limits={"tokens": 300})), GoodModel())
    one = f"{LIST}{row.slug}/"
    page = researcher.get(one).content.decode()
    assert "It reached its limit of tokens." in page
    assert 'name="tokens" value="300"' in page
    for written, why in (
        ("660", "A limit of 660 tokens: 660 are used already."),
        ("0", "Write a whole number from 1 to 1,000,000,000,000,000"),
        ("many", "Write a whole number from 1 to 1,000,000,000,000,000"),
    ):
        response = researcher.post(f"{one}resume/", {"tokens": written})
        assert (response.status_code, why in response.content.decode()) == (200, True)
    row.refresh_from_db()
    assert (row.status, row.token_limit, sent) == ("paused", 300, [])
    assert researcher.post(f"{one}resume/", {"tokens": "5000"}).url == one
    row.refresh_from_db()
    assert (row.status, row.token_limit, sent) == ("queued", 5000, [row.pk])
    assert worked(row, GoodModel()).status == "complete"


@pytest.mark.parametrize("actions", [["fold flat", "wipe dry"], list(inducing.WAYS)])
def test_the_page_says_how_many_calls_are_to_come(researcher, actions, django_assert_num_queries):
    wanted = inducing.spec(affordances={"list": [*actions, "hum softly"]})
    row = worked(created(wanted), DyingAt(20))
    # As many for seven affordances as for three; four tell what it waits for.
    with django_assert_num_queries(15):
        page = researcher.get(f"{LIST}{row.slug}/").content.decode()
    total = len(actions) + 1
    # Of the first ones one has ended, and one has nothing in the sources.
    assert f"2 of {total} affordances have ended; about " in page
    assert " at most if each reply can be used" in page
    assert "20 calls, all of them could be used; 2,200 tokens." in page


def test_calls_that_could_not_be_used_are_counted_by_why(researcher):
    row = worked(created(inducing.spec(**SMALL)), Rambling())
    page = researcher.get(f"{LIST}{row.slug}/").content.decode()
    assert "6 calls, 6 of them could not be used: empty 4, no rule 2;" in page


@pytest.mark.parametrize(("written", "limit"), [("5000", 5000), ("none", None)])
def test_a_command_lets_one_go_on_under_another_limit(sent, capsys, written, limit):
    row = worked(created(inducing.spec(**SMALL, limits={"tokens": 300})), GoodModel())
    for wrong, said in (
        ([row.slug], "A limit of 300 tokens: 660 are used already"),
        ([row.slug, "--tokens", "660"], "A limit of 660 tokens: 660 are used already"),
        ([row.slug, "--tokens", "0"], "A limit of 0 tokens: write a whole number from 1"),
        ([row.slug, "--tokens", "many"], "write a whole number of tokens, or none"),
        (["nothing"], "There is no induction nothing."),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("induce_rules", "--resume", *wrong)
    row.refresh_from_db()
    assert (row.status, row.token_limit, sent) == ("paused", 300, [])
    call_command("induce_rules", "--resume", row.slug, "--tokens", written)
    row.refresh_from_db()
    assert (row.status, row.token_limit, sent) == ("queued", limit, [row.pk])
    with pytest.raises(CommandError, match="only a paused one can be resumed"):
        call_command("induce_rules", "--resume", row.slug)


def test_a_command_takes_a_file_or_one_to_resume(tmp_path):
    file = str(tmp_path / "spec.toml")
    for given in ((), (file, "--resume", "x")):
        with pytest.raises(CommandError, match="Name a TOML file, or an induction"):
            call_command("induce_rules", *given)
    with pytest.raises(CommandError, match="--tokens goes with --resume"):
        call_command("induce_rules", file, "--tokens", "5")


class Away(GoodModel):
    async def generate(self, messages, options):
        raise ModelUnavailable("away")


class Rambling(GoodModel):
    """Says something once an affordance, and nothing when it is asked again."""

    async def generate(self, messages, options):
        return Reply("It depends." if len(messages) == 2 else "", "rambling")


class DyingAt(GoodModel):
    """Goes away after so many calls."""

    def __init__(self, answers):
        super().__init__()
        self.left = answers

    async def generate(self, messages, options):
        self.left -= 1
        if self.left < 0:
            raise ModelUnavailable("away")
        return await super().generate(messages, options)


def test_nobody_else_sees_them(row):
    call = InductionCall.objects.first()
    one = f"{LIST}{row.slug}/"
    for address in (LIST, f"{LIST}new/", one, f"{one}prompts/", f"{one}calls/{call.pk}/"):
        assert Client().get(address).status_code == 302
    for step in ("pause", "resume", "cancel"):
        assert "login" in Client().post(f"{one}{step}/").url


def test_a_dry_run_prints_prompts_and_calls_and_stores_nothing(tmp_path, capsys):
    file = tmp_path / "spec.toml"
    file.write_text(
        '[induction]\nname = "dry"\n[model]\naddress = "http://127.0.0.1:1/v1"\nname = "x"\n'
        f'[sources]\ncskg = "{inducing.CSKG}"\n[affordances]\nlist = ["fold flat"]\n'
    )
    call_command("induce_rules", str(file), "--dry-run")
    said = capsys.readouterr().out
    assert "== fold_flat: 14 things" in said
    assert "15 calls at most" in said
    assert not Induction.objects.exists()


def test_a_spec_that_cannot_be_read_makes_nothing(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("induce_rules", str(tmp_path / "none.toml"))
