import pytest

from annotation import model_rater
from annotation.label_passes import PairAnswer
from annotation.model_rater import ModelRater, Shown
from games.formats import AffordanceRow
from games.llm.loop import wait_for
from games.llm.scripted import Scripted
from games.roles import UnusableReply

SHOWN = Shown(
    "A stiff strip of steel, 30 cm long.",
    AffordanceRow("conduct_heat", "Warmth passes along it.", "It is of metal.", 1, {}),
)


def asked(*replies, **settings):
    model = Scripted(replies)
    return model, wait_for(ModelRater(model, **settings).answer(SHOWN))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes", PairAnswer.YES),
        (" No.\n", PairAnswer.NO),
        ("**Unsure**", PairAnswer.UNSURE),
        ("<think>steel conducts</think>\nYes", PairAnswer.YES),
        ("yes, for it is of steel", None),
        ("not sure", None),
        ("", None),
    ],
)
def test_a_reply_is_one_of_three_words_or_none(text, answer):
    assert model_rater.pair_answer(text) == answer


def test_a_rater_sees_description_and_definition_and_nothing_else():
    model, answer = asked("yes")
    assert answer == PairAnswer.YES
    (messages, options) = model.requests[0]
    assert SHOWN.description in messages[1].text
    assert "Warmth passes along it." in messages[1].text
    assert "It is of metal." in messages[1].text
    assert "conduct_heat" not in messages[1].text
    assert options.choices == ("yes", "no", "unsure")


def test_an_unusable_reply_is_asked_for_again():
    model, answer = asked("It depends.", "no", constrained=False)
    assert answer == PairAnswer.NO
    assert [message.role for message in model.requests[1][0]][-2:] == ["assistant", "user"]


def test_after_the_last_try_there_is_no_answer():
    with pytest.raises(UnusableReply, match="3 replies"):
        asked("hm", "hm", "hm")


def test_unusable_pairs_stand_beside_the_others():
    model = Scripted(["hm", "yes"])
    told = wait_for(model_rater.answers_to(ModelRater(model, retries=0), [SHOWN, SHOWN]))
    assert isinstance(told[0], UnusableReply)
    assert told[1] == PairAnswer.YES


def test_the_version_names_model_and_prompt():
    assert ModelRater(Scripted([], name="small")).version.startswith("small ")
