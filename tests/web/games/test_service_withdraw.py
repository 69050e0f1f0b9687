"""journeys.withdraw: everything goes, a receipt stays, and no late worker brings anything back."""

import uuid

import pytest
from django.apps import apps
from django.db import models

from games.llm.chat import ModelUnavailable, Reply
from games.models import (
    CompletionCode,
    Mark,
    ModelCall,
    Participant,
    Play,
    StoredAnswer,
    StoredRuling,
    Turn,
    Withdrawal,
)
from games.roles import Ruling, UnusableReply, Verdict
from games.rules import Answer, Reason
from games.services import codes, journeys, plays, seats
from games.services.turns import Handled, answer_turn
from tests import make

pytestmark = pytest.mark.django_db
QUESTION = "Is it as splindow as my aunt Agathe?"
REPLY = (Reply("Yes, as Agathe.", "tiny"),)


def player(campaign=None, **arrival) -> Play:
    campaign = campaign or make.campaign(games=1, practice=False)
    participant = make.volunteer(campaign, **arrival)
    play = journeys.start_next(participant, now=make.NOW, rng=make.CHANCE)
    assert play
    return play


def withdraw(play: Play) -> Withdrawal:
    return journeys.withdraw(play.participant, now=make.NOW)


def answered(turn: Turn, roles) -> Handled:
    return answer_turn(turn.pk, roles, clock=lambda: make.NOW)


def asked_and_answered(play: Play, question: str = QUESTION) -> Turn:
    turn = make.ask(play, question)
    answered(turn, make.FixedSeats(make.FixedChecker(costly=True), make.FixedOracle(Answer.YES)))
    return turn


def tables_with(words: str) -> list[str]:
    """Names of models that hold these words in any field of text, in whatever case."""
    found = []
    for model in apps.get_app_config("games").get_models():
        kinds = models.CharField, models.TextField, models.JSONField
        texts = [field.attname for field in model._meta.fields if isinstance(field, kinds)]
        rows = model.objects.values_list(*texts) if texts else []
        if any(words in str(row).casefold() for row in rows):
            found.append(model.__name__)
    return found


class Withdrawing:
    """A clock at whose nth look the player withdraws: the worker looks right before it writes."""

    def __init__(self, play: Play, *, look: int) -> None:
        self._play, self._looks_left = play, look

    def __call__(self):
        self._looks_left -= 1
        if not self._looks_left:
            withdraw(self._play)
        return make.NOW


def test_everything_goes_and_a_receipt_says_how_much():
    play = player()
    asked_and_answered(play)
    plays.mark(make.query(play), make.CANDIDATES[0], crossed_out=True, now=make.NOW)
    receipt = withdraw(play)
    assert (receipt.plays, receipt.turns, receipt.withdrawn_at) == (1, 1, make.NOW)
    for model in (Participant, Play, Turn, Mark, ModelCall, StoredAnswer, StoredRuling):
        assert not model.objects.exists(), model
    assert tables_with("agathe") == []


def test_the_places_are_free_again():
    campaign = make.campaign(games=2, plays_wanted=1, games_each=2, practice=False)
    make.finish(player(campaign))
    withdraw(Play.objects.get())
    assert set(campaign.campaign_games.values_list("taken", flat=True)) == {0}


def test_who_has_withdrawn_already_is_not_there():
    play = player()
    withdraw(play)
    with pytest.raises(Participant.DoesNotExist):
        withdraw(play)
    assert Withdrawal.objects.count() == 1


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_campaign_that_is_over_lets_go_too(status):
    play = player()
    closed_at = make.NOW if status == "closed" else None
    type(play.participant.campaign).objects.update(status=status, closed_at=closed_at)
    assert withdraw(play).plays == 1


def test_an_answer_that_somebody_else_was_given_stays_with_its_question():
    campaign = make.campaign(games=1, practice=False)
    mine, other = player(campaign), player(campaign)
    asked_and_answered(mine), asked_and_answered(other)
    withdraw(mine)
    assert Turn.objects.get().stored_answer == StoredAnswer.objects.get()


def test_a_correction_of_an_answer_goes_with_it():
    play = player()
    asked_and_answered(play)
    corrected(StoredAnswer.objects.get())
    withdraw(play)
    assert not StoredAnswer.objects.exists()


def test_a_correction_of_an_answer_that_somebody_else_was_given_stays():
    campaign = make.campaign(games=1, practice=False)
    mine, other = player(campaign), player(campaign)
    asked_and_answered(mine), asked_and_answered(other)
    corrected(StoredAnswer.objects.get())
    withdraw(mine)
    assert StoredAnswer.objects.count() == 2


def corrected(row: StoredAnswer) -> None:
    row.pk, row.revision, row.answer, row.forced = None, 2, "no", "no"
    row.save(force_insert=True)


def test_a_question_sent_again_in_other_words_leaves_nothing_of_the_first():
    play = player()
    first = make.ask(play)
    Turn.objects.filter(pk=first.pk).update(question=QUESTION)
    first.refresh_from_db()
    oracle = make.FixedOracle(UnusableReply("prose", REPLY))
    answered(first, make.FixedSeats(make.FixedChecker(costly=True), oracle))
    assert StoredRuling.objects.exists()
    make.ask(play, "Is it round?")
    withdraw(play)
    assert tables_with("agathe") == []


def test_a_code_given_before_the_person_was_let_in_forgets_whose_it_was():
    campaign = make.campaign(games=1, practice=False)
    turned_away = codes.turn_away(campaign, "full", "vrelk", now=make.NOW, rng=make.CHANCE)
    withdraw(player(campaign, external_id="vrelk"))
    turned_away.refresh_from_db()
    assert (turned_away.external_id, turned_away.reopened_at) == ("", None)
    assert CompletionCode.objects.count() == 1


def test_who_withdrew_may_come_again_as_somebody_new():
    campaign = make.campaign(games=1, practice=False)
    withdraw(player(campaign, external_id="vrelk"))
    assert make.volunteer(campaign, external_id="vrelk").plays.count() == 0


class Replying:
    """Both roles in one, each with its reply, or raising what stands in its place."""

    costly = True

    def __init__(self, version: str, reply: Verdict | Ruling | Exception) -> None:
        self.version, self._reply, self.calls = version, reply, 0

    async def check(self, question: str):
        self.calls += 1
        if isinstance(self._reply, Exception):
            raise self._reply
        return self._reply

    async def answer(self, sheet, question: str):
        return await self.check(question)


ALLOWED, REFUSED = Ruling(None, (), REPLY), Ruling(Reason.FUNCTION_OR_USE, (), REPLY)
YES = Verdict(Answer.YES, Answer.YES, source="model", replies=REPLY)
USELESS, NO_REPLY = UnusableReply("prose", REPLY), ModelUnavailable("time-out")


@pytest.mark.parametrize("said", [YES, USELESS, NO_REPLY], ids=["answer", "useless", "none"])
def test_an_oracle_that_replies_after_the_withdrawal_leaves_nothing(said):
    play = player()
    turn = make.ask(play, QUESTION)
    roles = make.FixedSeats(Replying("lexicon-fixed", ALLOWED), Replying("table-fixed", said))
    # It looks when it takes the turn, when the ruling is there, and when the answer is there.
    handled = answer_turn(turn.pk, roles, clock=Withdrawing(play, look=3))
    assert (handled, roles.oracle.calls) == (Handled(settled=False), 1)
    assert not ModelCall.objects.exists() and tables_with("agathe") == []


@pytest.mark.parametrize(
    "said", [ALLOWED, REFUSED, USELESS, NO_REPLY], ids=["allowed", "refused", "useless", "none"]
)
def test_a_checker_that_replies_after_the_withdrawal_leaves_nothing(said):
    play = player()
    turn = make.ask(play, QUESTION)
    roles = make.FixedSeats(Replying("lexicon-fixed", said), Replying("table-fixed", YES))
    handled = answer_turn(turn.pk, roles, clock=Withdrawing(play, look=2))
    assert (handled, roles.oracle.calls) == (Handled(settled=False), 0)
    assert not ModelCall.objects.exists() and tables_with("agathe") == []


def test_a_message_that_comes_after_the_withdrawal_changes_nothing():
    play = player()
    turn = make.ask(play, QUESTION)
    withdraw(play)
    assert answered(turn, make.seats()) == Handled(settled=False)


def test_a_form_that_comes_after_the_withdrawal_finds_no_play():
    play = player()
    withdraw(play)
    with pytest.raises(Play.DoesNotExist):
        make.ask(play, QUESTION)
    with pytest.raises(Play.DoesNotExist):
        plays.doubt(make.query(play), 1, 1)


def test_the_consent_form_sent_again_after_the_withdrawal_is_a_new_part():
    campaign, key = make.campaign(games=1, practice=False), uuid.uuid4()
    first = player(campaign, key=key)
    withdraw(first)
    arrival = seats.Arrival(key=key, language="en")
    assert seats.join(campaign.pk, arrival, now=make.NOW, rng=make.CHANCE) != first.participant
