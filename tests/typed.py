"""Questions that volunteers typed, and a researcher's decisions on them."""

from django.test import Client

from games import texts
from games.models import Play, TextReview, Turn
from games.services import journeys
from tests import make

NAMED = "My name is Quomb, is it soft?"


def asked(campaign, *questions: str) -> list[Turn]:
    """Questions of one volunteer, in the database as they came."""
    play = journeys.start_next(make.volunteer(campaign), now=make.NOW, rng=make.CHANCE)
    return [_turn(play, number, text) for number, text in enumerate(questions, start=1)]


def _turn(play: Play, number: int, question: str) -> Turn:
    return Turn.objects.create(
        play=play,
        number=number,
        attempt=1,
        question=question,
        asked_at=make.NOW,
        status="refused",
        reason="not_physical",
    )


def decide(browser: Client, campaign, turn: Turn, decision: str, seen: str = "", **headers):
    fields = {
        "key": f"turn-{turn.pk}",
        "seen": seen or texts.mark_of(turn.question),
        "decision": decision,
    }
    return browser.post(f"/campaigns/{campaign.slug}/texts/?page=1", fields, headers=headers)


def keep_all(browser: Client, campaign, *turns: Turn, **headers):
    listed = [f"turn-{turn.pk} {texts.mark_of(turn.question)}" for turn in turns]
    address = f"/campaigns/{campaign.slug}/texts/keep/?page=1"
    return browser.post(address, {"listed": listed}, headers=headers)


def decisions() -> list[bool]:
    return list(TextReview.objects.order_by("turn").values_list("removed", flat=True))


def page(browser: Client, campaign, number: int = 1) -> str:
    return browser.get(f"/campaigns/{campaign.slug}/texts/?page={number}").content.decode()
