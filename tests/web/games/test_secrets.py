"""No byte that reaches the browser before the end tells the object or the target."""

import re
import uuid

import pytest

from games.models import Participant, PhysicalObject
from games.presets import Condition
from games.rules import Answer
from games.services import turns
from tests import make
from tests.web.games.conftest import browser_of

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
INVENTED = re.compile("vrelk|quomb|splindow|gnorb|whimplet|tharn|oxtible|drezz", re.I)


def everything(response) -> str:
    """Status, headers, cookies and body, as sent."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.items())
    cookies = response.cookies.output()
    return f"{response.status_code}\n{headers}\n{cookies}\n{response.content.decode()}"


def a_whole_play_before_its_end(play) -> list[str]:
    browser, base = browser_of(play), f"/plays/{play.token}/"
    seen = [browser.get("/"), browser.get(base), browser.get(f"{base}board/?seen=x")]
    ask = {"question": "Is it made of metal?", "number": 1, "attempt": 1}
    seen.append(browser.post(f"{base}ask/", {**ask, "key": uuid.uuid4()}, **HTMX))
    for turn in play.turns.all():
        turns.answer_turn(turn.pk, make.seats(Answer.YES), clock=lambda: make.NOW)
    seen += [browser.get(f"{base}board/?seen=x", **HTMX), browser.get(base)]
    seen.append(browser.post(f"{base}turns/1/1/doubt/", **HTMX))
    for out in "10":
        mark = {"affordance": make.TARGET, "crossed_out": out}
        seen.append(browser.post(f"{base}mark/", mark, **HTMX))
    for key in (*make.CANDIDATES, "nothing"):
        seen.append(browser.get(f"{base}guess/", {"affordance": key}))
        seen.append(browser.get(f"{base}guess/", {"affordance": key}, **HTMX))
    wrong = {"affordance": "affordance_j", "number": 2}
    seen.append(browser.post(f"{base}guess/", wrong))
    seen.append(browser.post(f"{base}ask/", {"question": "x" * 500}))
    return [everything(response) for response in seen]


def masked(text: str, play) -> str:
    """The text with what is random about a play and a response replaced."""
    text = text.replace(str(play.token), "PLAY")
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "CSRF", text)
    text = re.sub(r"csrftoken=\w+", "CSRF", text)
    text = re.sub(r"participant=[^;]+", "PARTICIPANT", text)
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "KEY", text)
    return re.sub(r"expires[=:][^;\n]+", "EXPIRES", text, flags=re.I)


def test_nothing_names_the_object():
    for text in a_whole_play_before_its_end(make.play()):
        assert not INVENTED.search(text)


def test_the_same_search_finds_the_object_after_the_end():
    play = make.play()
    browser = browser_of(play)
    guess = {"affordance": "affordance_a", "number": 1}
    page = browser.post(f"/plays/{play.token}/guess/", guess, follow=True)
    assert INVENTED.search(everything(page))


def test_a_game_of_labels_alone_names_nothing():
    for text in a_whole_play_before_its_end(make.play(condition=Condition.LABELS_ONLY)):
        assert not INVENTED.search(text)


def test_a_game_of_the_name_tells_nothing_else_of_the_object():
    seen = "\n".join(a_whole_play_before_its_end(make.play(condition=Condition.NAME_SHOWN)))
    assert make.SECRET_NAME in seen
    assert not INVENTED.search(seen.replace(make.SECRET_NAME, ""))


def test_a_game_of_the_full_sheet_does_not_tell_the_name_or_the_key():
    seen = "\n".join(a_whole_play_before_its_end(make.play(condition=Condition.FULL_SHEET)))
    assert make.SECRET_DESCRIPTION in seen
    assert make.SECRET_NAME not in seen and make.SECRET_KEY not in seen


@pytest.mark.parametrize("condition", Condition)
def test_two_games_that_differ_only_in_their_target_give_equal_bytes(condition):
    row = make.catalogue()
    games = [
        make.game(key=key, target=target, object_key=f"{key}-thing", row=row)
        for key, target in (("g1", "affordance_c"), ("g2", "affordance_f"))
    ]
    PhysicalObject.objects.update(name=make.SECRET_NAME)
    texts = []
    for game in games:
        made = Participant.objects.create()
        play = make.play(of=game, participant=made, condition=condition)
        texts.append([masked(text, play) for text in a_whole_play_before_its_end(play)])
    for one, other in zip(*texts, strict=True):
        assert one == other
