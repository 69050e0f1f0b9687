"""The pages of inductions, from the form to a call."""

import uuid

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from evaluation import tasks
from evaluation.induction_form import EXAMPLE
from evaluation.models import Induction, InductionCall
from games.llm.chat import ModelUnavailable, Reply
from tests import inducing
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
    assert page.count("<small>good-") == 6
    assert "good/1" in page


def test_a_form_makes_one_induction_however_often_it_is_sent(researcher, sent):
    posted = {"key": str(uuid.uuid4()), "toml": EXAMPLE}
    for _ in range(2):
        response = researcher.post(f"{LIST}new/", posted)
    made = Induction.objects.get()
    assert (response.status_code, response.url) == (302, f"{LIST}{made.slug}/")
    assert made.made_by is not None
    assert sent[0] == made.pk


def test_all_that_is_wrong_with_a_spec_comes_back_in_the_form(researcher, sent):
    wrong = EXAMPLE.replace('name = "my_rules"', 'name = "My Rules"\nrounds = 99')
    response = researcher.post(f"{LIST}new/", {"key": str(uuid.uuid4()), "toml": wrong})
    page = response.content.decode()
    assert response.status_code == 200
    assert "induction.name: Write small letters" in page
    assert "induction.rounds: Write a whole number from 1 to 10." in page
    assert (Induction.objects.count(), sent) == (0, [])


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
    # As many for seven affordances as for three.
    with django_assert_num_queries(11):
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
