"""A volunteer's pages in Chinese: no sentence of the interface is left in English."""

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import http, selectors
from games.models import BaselinePlay, Campaign, Participant, Play
from games.presets import Condition
from games.rules import Answer
from games.services import campaigns, journeys, turns
from tests import make
from tests.chinese import english, speaking_chinese, visible

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def reader(client: Client) -> Client:
    """A browser that takes part in nothing."""
    return speaking_chinese(client)


def study(**plan) -> Campaign:
    """With a researcher's own texts in Chinese."""
    own = {"name": "虚构研究", "ethics": "无人批准。", "contact": "电话 123"}
    return make.campaign(**own, **plan)


def browser_of(me: Participant) -> Client:
    browser = speaking_chinese(Client())
    response = browser.get("/")
    http.remember(response, me)
    browser.cookies.update(response.cookies)
    return browser


def address(of: Campaign, below: str = "") -> str:
    return f"/studies/{of.slug}/{below}"


def begin(me: Participant) -> Play:
    play = journeys.start_next(me, now=timezone.now(), rng=make.CHANCE)
    assert play is not None
    return selectors.plays_of({me.token}).get(pk=play.pk)


def play_all(me: Participant, games: int) -> None:
    for number in range(games):
        make.finish(begin(me), won=number % 2 == 0)


def consent_fields(**more: str) -> dict[str, str]:
    return {"key": str(uuid.uuid4()), "language": "zh-hans", **more}


@pytest.mark.parametrize("condition", list(Condition))
@pytest.mark.parametrize("preset", ["paper", "house"])
def test_the_landing_page(reader, condition, preset):
    page = reader.get(address(study(condition=condition, preset=preset)))
    assert (page.status_code, english(page)) == (200, [])


def test_the_landing_page_says_before_consent_that_the_game_is_in_english(reader):
    opened = study()
    for below in ("", "consent/"):
        assert "游戏内容是英文" in visible(reader.get(address(opened, below)))


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_study_that_takes_nobody_in(reader, status):
    assert english(reader.get(address(study(status=status)))) == []


def test_a_draft_seen_by_its_researcher(reader):
    reader.force_login(User.objects.create_user("r", is_staff=True))
    drafted = study(status="draft")
    for below in ("", "consent/"):
        assert english(reader.get(address(drafted, below))) == []


def test_a_simulated_study(reader):
    assert english(reader.get(address(study(simulated=True)))) == []


@pytest.mark.parametrize("below", ["", "consent/"])
def test_a_damaged_link(reader, below):
    assert english(reader.get(address(study(), below), {"PROLIFIC_PID": "<b>"})) == []


@pytest.mark.parametrize("baseline", [False, True])
def test_the_consent_form(reader, baseline):
    opened = study(baseline=baseline)
    assert english(reader.get(address(opened, "consent/"))) == []


def test_a_consent_form_without_the_statement_or_out_of_date(reader):
    opened = study(baseline=True)
    page = reader.post(address(opened, "consent/"), consent_fields())
    assert "请勾选" in visible(page) and english(page) == []
    page = reader.post(address(opened, "consent/"), {})
    assert "已过期" in visible(page) and english(page) == []


def test_declining(reader):
    assert english(reader.get(address(study(), "declined/"))) == []


def test_all_places_taken(reader):
    opened = study(players_wanted=1)
    make.volunteer(opened)
    page = reader.post(address(opened, "consent/"), consent_fields())
    assert "名额已满" in visible(page) and english(page) == []


def test_coming_back_with_three_words(reader):
    opened = study()
    assert english(reader.get(address(opened, "resume/"))) == []
    for typed in ("", "not these three"):
        assert english(reader.post(address(opened, "resume/"), {"words": typed})) == []


def test_the_own_page_from_the_practice_game_to_the_first(reader):
    me = make.volunteer(study(ask_demographics=True))
    browser, mine = browser_of(me), address(me.campaign, "mine/")
    assert english(browser.get(mine)) == []
    play = begin(me)
    assert english(browser.get(mine)) == []
    make.finish(play)
    assert english(browser.get(mine)) == []


def test_the_own_page_after_a_game_and_after_a_long_absence():
    me = make.volunteer(study())
    play_all(me, 2)
    browser, mine = browser_of(me), address(me.campaign, "mine/")
    assert english(browser.get(mine)) == []
    Participant.objects.filter(pk=me.pk).update(seat_released_at=make.NOW)
    assert english(browser.get(mine)) == []


def test_answers_about_oneself_that_cannot_be_kept():
    me = make.volunteer(study(ask_demographics=True))
    page = browser_of(me).post(address(me.campaign, "about/"), {"age_group": "many"})
    assert page.status_code == 200
    assert english(page) == ["many"]  # quoted in Django's own sentence


def test_the_next_game_of_a_paused_study():
    me = make.volunteer(study())
    campaigns.pause(me.campaign)
    page = browser_of(me).post(address(me.campaign, "next/"))
    assert "目前不开始新的游戏" in visible(page) and english(page) == []


@pytest.mark.parametrize("reveal", Campaign.Reveal.values)
def test_the_own_page_after_the_last_game(reveal):
    opened = study(games=2, reveal=reveal)
    for row in opened.campaign_games.all():
        for name in ("greedy", "fix20q"):
            BaselinePlay.objects.create(game=row.game, player=name, won=True, questions=3)
    me = make.volunteer(opened)
    play_all(me, 3)
    me.refresh_from_db()
    page = browser_of(me).get(address(opened, "mine/"))
    assert "最后一局已经完成" in visible(page) and english(page) == []


def test_a_part_that_ended_early_with_the_code_of_a_platform():
    me = make.volunteer(study(panel_codes={"partial": "C0DE", "ended_early": "C0DE"}))
    browser = browser_of(me)
    assert english(browser.get(address(me.campaign, "end/"))) == []
    browser.post(address(me.campaign, "end/"))
    assert english(browser.get(address(me.campaign, "mine/"))) == []


def test_stopping_for_now():
    me = make.volunteer(study())
    assert english(browser_of(me).get(address(me.campaign, "stop/"))) == []


def test_withdrawing_its_receipt_and_the_page_afterwards():
    me = make.volunteer(study())
    play_all(me, 2)
    browser, withdraw = browser_of(me), address(me.campaign, "withdraw/")
    assert english(browser.get(withdraw)) == []
    receipt = browser.post(withdraw)
    assert english(browser.get(receipt.url)) == []
    assert english(browser.get(withdraw)) == []


@pytest.mark.parametrize("condition", list(Condition))
def test_a_play_and_its_result(condition):
    me = make.volunteer(study(condition=condition, practice=False))
    play = begin(me)
    if condition == Condition.QUESTIONS:
        turns.answer_turn(make.ask(play).pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    browser = browser_of(me)
    assert english(browser.get(f"/plays/{play.token}/")) == []
    make.finish(play, won=False)
    assert english(browser.get(f"/plays/{play.token}/")) == []


def test_a_practice_game_and_its_result():
    me = make.volunteer(study())
    play, browser = begin(me), browser_of(me)
    assert "练习局" in visible(browser.get(f"/plays/{play.token}/"))
    assert english(browser.get(f"/plays/{play.token}/")) == []
    make.finish(play)
    assert english(browser.get(f"/plays/{play.token}/")) == []


def test_a_play_that_was_withdrawn_meanwhile():
    me = make.volunteer(study())
    play, browser = begin(me), browser_of(me)
    journeys.withdraw(me, now=timezone.now())
    page = browser.get(f"/plays/{play.token}/board/", **HTMX)
    assert "这一局已不存在" in visible(page) and english(page) == []


def test_the_landing_page_of_the_lab_names_the_studies_of_this_browser():
    me = make.volunteer(study())
    assert english(browser_of(me).get("/")) == []
