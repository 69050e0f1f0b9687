"""AskForm: the times that a browser measured, taken as they are or not at all."""

import uuid

import pytest

from games.forms import AskForm
from games.models import Turn
from games.services.plays import MovedOn
from tests import make

USUAL = {"number": "1", "attempt": "1", "key": str(uuid.uuid4())}


def times(**sent: str) -> tuple[float | None, float | None]:
    asked = AskForm(USUAL | sent).sent
    return asked["thinking_seconds"], asked["typing_seconds"]


def test_milliseconds_become_seconds():
    assert times(thinking="61500", typing="0") == (61.5, 0)


def test_a_browser_without_javascript_sends_none_and_is_not_at_fault():
    assert times() == (None, None)
    assert times(thinking="", typing="") == (None, None)


@pytest.mark.parametrize(
    "mangled", ["-1", "1.5", "1e3", "1_0", "NaN", "soon", "١٢", "²", " 5", "86400001", "9" * 5000]
)
def test_what_no_stopwatch_says_is_no_time(mangled):
    assert times(thinking=mangled, typing="7") == (None, 0.007)


def test_a_day_is_the_longest_time():
    assert times(thinking="86400000") == (86400, None)


def test_a_mangled_position_is_still_a_page_that_moved_on():
    with pytest.raises(MovedOn):
        _ = AskForm(USUAL | {"number": "x", "thinking": "5"}).sent


def test_the_times_are_stored_with_the_question(browser, play):
    form = USUAL | {"question": "Is it hollow?", "thinking": "4000", "typing": "2500"}
    browser.post(f"/plays/{play.token}/ask/", form)
    assert Turn.objects.values_list("thinking_seconds", "typing_seconds").get() == (4, 2.5)


def test_a_question_without_times_is_stored_too(browser, play):
    browser.post(f"/plays/{play.token}/ask/", USUAL | {"question": "Is it hollow?"})
    assert Turn.objects.values_list("thinking_seconds", "typing_seconds").get() == (None, None)


def test_a_failed_question_sent_again_keeps_no_old_times(play):
    turn = make.ask(play)
    Turn.objects.update(status="failed", thinking_seconds=5, typing_seconds=5)
    make.ask(play)
    turn.refresh_from_db()
    assert (turn.thinking_seconds, turn.typing_seconds) == (None, None)
