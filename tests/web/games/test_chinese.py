"""A player's pages in Chinese: no sentence of the interface is left in English."""

import uuid

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from games import selectors
from games.llm.chat import ModelRefused
from games.models import BaselinePlay, OracleScore, Play, Turn
from games.rules import Answer, Outcome, Reason, RuleBroken
from games.services import plays, turns
from games.views.sentences import sentence
from tests import make
from tests.chinese import WAYS, english, speaking_chinese, visible
from tests.web.games.conftest import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("fixed_protocol")]
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(params=WAYS)
def reader(client: Client, request: pytest.FixtureRequest) -> Client:
    """A browser that has not played; its language comes from its settings or from a choice."""
    return speaking_chinese(client, request.param)


@pytest.fixture(params=WAYS)
def player(play: Play, request: pytest.FixtureRequest) -> Client:
    """The browser of the play."""
    return speaking_chinese(browser_of(play), request.param)


def address_of(play: Play, *, below: str = "") -> str:
    return f"/plays/{play.token}/{below}"


def settle(
    play: Play, said: Answer | Exception, *, at: tuple[int, int], reason: Reason | None = None
) -> Turn:
    turn = make.ask(play, position=at)
    turns.answer_turn(turn.pk, make.seats(said, reason=reason), clock=lambda: make.NOW)
    return turn


def answer(play: Play, *, questions: int) -> None:
    for number in range(1, questions + 1):
        settle(play, Answer.YES if number % 2 else Answer.NO, at=(number, 1))


def forfeit(play: Play) -> None:
    for attempt in (1, 2, 3):
        settle(play, Answer.YES, at=(1, attempt), reason=Reason.NOT_PHYSICAL)


def measured(*, answered: int = 150) -> None:
    OracleScore.objects.create(
        oracle_version="table-fixed",
        question_set="oracle_test",
        questions=200,
        answered=answered,
        right_answered=120,
        right_forced=150,
    )


def test_the_page_says_that_it_is_chinese_and_its_title_is(reader):
    make.game()
    page = reader.get("/").content.decode()
    assert '<html lang="zh-hans"' in page
    assert "的游戏 · Affordance Lab</title>" in page


@pytest.mark.parametrize("wanted", ["xx", "de-DE,de;q=0.9", "*", "", "x" * 5000, "é,;="])
def test_another_wish_or_none_that_can_be_read_is_english(client, wanted):
    page = client.get("/", HTTP_ACCEPT_LANGUAGE=wanted).content.decode()
    assert '<html lang="en"' in page


@pytest.mark.parametrize("chosen", ["xx", "../zh", "zh hans", ""])
def test_a_mangled_language_cookie_is_english(client, chosen):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = chosen
    assert '<html lang="en"' in client.get("/").content.decode()


@pytest.mark.parametrize("wanted", ["zh", "zh-CN", "zh-Hans-CN", "zh-SG", "fr, zh-cn;q=0.5"])
def test_every_name_of_simplified_chinese_is_understood(client, wanted):
    page = client.get("/", HTTP_ACCEPT_LANGUAGE=wanted).content.decode()
    assert '<html lang="zh-hans"' in page


@pytest.mark.parametrize("preset", ["house", "paper"])
def test_the_landing_page(reader, preset, monkeypatch):
    make.game()
    monkeypatch.setattr("games.backends.protocol", lambda catalogue_id: make.protocol(preset))
    assert english(reader.get("/")) == []


def test_the_landing_page_of_a_measured_oracle(reader):
    make.game()
    measured()
    page = reader.get("/")
    assert english(page) == []
    assert "在 200 个测试问题中，它能回答 75%；这些回答有 80% 正确" in visible(page)


def test_the_landing_page_of_a_browser_with_an_open_game(player):
    assert english(player.get("/")) == []


def test_the_landing_page_of_a_lab_without_games(reader):
    assert english(reader.post("/plays/")) == []


def test_the_landing_page_when_every_game_was_started(player, play):
    make.finish(play)
    assert english(player.post("/plays/")) == []


def test_a_play_before_the_first_question(player, play):
    measured()
    assert english(player.get(address_of(play))) == []


def test_a_play_with_a_candidate_crossed_out(player, play):
    plays.mark(make.query(play), make.TARGET, crossed_out=True, now=make.NOW)
    assert english(player.get(address_of(play))) == []
    page = player.get(address_of(play, below="guess/"), {"affordance": make.TARGET})
    assert english(page) == []


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_question_that_waits(player, play, headers):
    make.ask(play)
    board = "board/" if headers else ""
    assert english(player.get(address_of(play, below=board), **headers)) == []
    assert english(player.get(address_of(play, below="guess/"), **headers)) == []


@pytest.mark.parametrize("reason", list(Reason)[:-1])
def test_a_refused_question_its_example_marked_as_english(player, play, reason):
    if reason == Reason.CANNOT_TELL:
        settle(play, Answer.CANNOT_TELL, at=(1, 1))
    else:
        settle(play, Answer.YES, at=(1, 1), reason=reason)
    page = player.get(address_of(play))
    assert english(without_announcement(page)) == []
    assert '例如：<q lang="en">' in page.content.decode()


def without_announcement(page) -> str:
    """What is spoken after a swap is plain text, which cannot mark an example as English."""
    before, _, rest = page.content.decode().partition('<template id="_say">')
    return before + rest.partition("</template>")[2]


def test_the_second_and_the_third_refusal_in_a_row(player, play):
    for attempt in (1, 2, 3):
        settle(play, Answer.YES, at=(1, attempt), reason=Reason.NOT_A_QUESTION)
        assert english(without_announcement(player.get(address_of(play)))) == []


def test_answered_and_doubted_questions(player, play):
    answer(play, questions=2)
    plays.doubt(make.query(play), 1, 1)
    assert english(player.get(address_of(play))) == []


def test_a_question_that_failed(player, play):
    settle(play, ModelRefused("401"), at=(1, 1))
    assert english(player.get(address_of(play))) == []


@pytest.mark.parametrize("below", ["", "guess/"])
def test_nothing_left_but_the_guess(player, play, below):
    answer(play, questions=20)
    assert english(player.get(address_of(play, below=below))) == []


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("chosen", ["", make.TARGET])
def test_the_steps_of_a_guess(player, play, chosen, headers):
    page = player.get(address_of(play, below="guess/"), {"affordance": chosen}, **headers)
    assert english(page) == []


@pytest.mark.parametrize("won", [True, False])
def test_the_result(player, play, won):
    for name in ("optimal", "greedy", "fix20q"):
        BaselinePlay.objects.create(game=play.game, player=name, won=won, questions=3)
    forfeit(play)
    settle(play, Answer.YES, at=(2, 1))
    settle(play, Answer.YES, at=(3, 1))
    plays.doubt(make.query(play), 3, 1)
    make.finish(play, won=won)
    assert english(player.get(address_of(play))) == []


@pytest.mark.parametrize("outcome", [Outcome.OUT_OF_TURNS, Outcome.ABORTED])
def test_the_result_of_a_play_without_a_guess(player, play, outcome):
    Play.objects.filter(pk=play.pk).update(outcome=outcome, ended_at=make.NOW)
    assert english(player.get(address_of(play))) == []


@pytest.mark.parametrize("rule", [RuleBroken, *RuleBroken.__subclasses__()])
def test_each_broken_rule_has_a_chinese_sentence(rule):
    with translation.override("zh-hans"):
        assert english(sentence(rule("", length=500, limit=300))) == []


def test_a_broken_rule_is_told_on_the_page(player, play):
    fields = {"question": " ", "number": 1, "attempt": 1, "key": uuid.uuid4()}
    page = player.post(address_of(play, below="ask/"), fields)
    assert english(page) == []
    assert "请先输入问题。" in visible(page)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_post_with_an_expired_token(play, headers):
    strict = speaking_chinese(Client(enforce_csrf_checks=True))
    strict.cookies = browser_of(play).cookies
    page = strict.post(address_of(play, below="ask/"), {"question": "Is it hollow?"}, **headers)
    assert english(page) == []
    assert "重新发送" in visible(page)


def test_a_post_from_elsewhere(play):
    strict = speaking_chinese(Client(enforce_csrf_checks=True))
    page = strict.post("/plays/", headers={"origin": "https://elsewhere.example"})
    assert (page.status_code, english(page)) == (403, [])
    assert '<html lang="zh-hans"' in page.content.decode()


def test_an_unknown_address(reader):
    page = reader.get("/nowhere/")
    assert (page.status_code, english(page)) == (404, [])


def test_a_host_that_is_not_ours(reader):
    page = reader.get("/", headers={"host": "elsewhere.example"})
    assert (page.status_code, english(page)) == (400, [])


def test_a_fault_of_the_lab(reader, monkeypatch):
    monkeypatch.setattr(selectors, "newest_catalogue", lambda: 1 / 0)
    reader.raise_request_exception = False
    page = reader.get("/")
    assert (page.status_code, english(page)) == (500, [])


def test_a_page_of_somebody_else():
    with translation.override("zh-hans"):
        assert english(render_to_string("403.html")) == []
