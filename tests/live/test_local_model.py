"""The packaged chat model and sentence encoder, in this process."""

import asyncio
import gc
import math
import os
import re
import weakref
from pathlib import Path

import pytest

from games.llm.chat import Message, ModelRefused, Options
from games.llm.conversation import ContextOverflow
from games.llm.encode import packaged_encoder
from games.llm.local import LocalModel
from games.llm.loop import wait_for
from games.llm.packaged import PackageMissing
from games.model_roles import ModelOracle
from games.rules import Answer
from games.sheets import ObjectSheet

pytestmark = pytest.mark.live


def missing(what):
    if os.environ.get("REQUIRE_LIVE") == "1":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def folder():
    found = Path(os.environ.get("MODELS_DIR", "var/models")) / "smollm2-135m"
    if not (found / "config.json").is_file():
        missing(f"{found} holds no model: run make models")
    return found


@pytest.fixture(scope="module")
def model(folder):
    local = LocalModel(folder)
    yield local
    local.close()


@pytest.fixture
def engine(folder):
    from games.llm.local_engine import TorchEngine

    return TorchEngine(str(folder), threads=1)


def ask(model, text, **options):
    return wait_for(model.generate([Message("user", text)], Options(**options)))


def test_it_knows_the_capital_of_france(model):
    reply = ask(model, "What is the capital of France?", max_tokens=20)
    assert "Paris" in reply.text
    assert reply.finish_reason == "stop"


def test_the_same_question_gets_the_same_reply(model):
    replies = {ask(model, "Name a colour.", max_tokens=15).text for _ in range(2)}
    assert len(replies) == 1


def test_a_reply_is_cut_at_its_limit(model):
    reply = ask(model, "Tell me a long story.", max_tokens=7)
    assert (reply.completion_tokens, reply.finish_reason) == (7, "length")


def test_sixteen_at_once_each_get_their_own_reply(model):
    async def all_at_once():
        return await asyncio.gather(
            *(
                model.generate(
                    [Message("user", f"Repeat the number {number}.")], Options(max_tokens=12)
                )
                for number in range(10, 26)
            )
        )

    replies = wait_for(all_at_once())
    right = sum(str(number) in reply.text for number, reply in enumerate(replies, start=10))
    # A model of this size repeats most numbers, not all of them.
    assert right >= 8


def test_a_batch_gives_what_each_request_gets_alone(model):
    texts = ["What is water?", "What is the capital of France? Reply with one word, please."]

    async def together():
        return await asyncio.gather(
            *(model.generate([Message("user", text)], Options(max_tokens=8)) for text in texts)
        )

    alone = [ask(model, text, max_tokens=8).text for text in texts]
    assert [reply.text for reply in wait_for(together())] == alone


def test_a_choice_is_one_of_the_choices(model):
    choices = ("a red apple", "Yes", "blue")
    reply = ask(model, "Is the sky blue?", max_tokens=5, choices=choices)
    assert reply.text in choices


def test_logprobs_are_of_the_first_token(model):
    reply = ask(model, "What is the capital of France?", max_tokens=8, top_logprobs=5)
    assert len(reply.first_logprobs) == 5
    assert max(reply.first_logprobs, key=reply.first_logprobs.get) == reply.text.split()[0]
    assert sum(map(math.exp, reply.first_logprobs.values())) <= 1


def test_a_conversation_that_does_not_fit_is_refused(model):
    with pytest.raises(ContextOverflow, match="8192"):
        ask(model, "word " * 9000, max_tokens=5)


def test_as_an_oracle_it_answers_and_shows_its_confidence(model):
    sheet = ObjectSheet("plate", "plate", "A flat round china plate, 25 cm across.")
    verdict = wait_for(ModelOracle(model).answer(sheet, "Is it round?"))
    assert verdict.answer in (Answer.YES, Answer.NO)
    assert verdict.confidence is not None
    assert 0.5 <= verdict.confidence <= 1


def test_like_sentences_lie_closer_than_unlike_ones():
    try:
        encoder = packaged_encoder()
    except PackageMissing as error:
        missing(str(error))
    vectors = encoder.encode(["hold a liquid", "keep water inside", "conduct electricity"])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert vectors[0] @ vectors[0] == pytest.approx(1, abs=1e-5)


FORMS = r"(QUESTION: [A-Z][^\n?]{1,60}\?|FINAL_GUESS: (cut_food|hold_water|roll|roll_up))"


def test_constrained_replies_match_their_patterns(model):
    async def all_at_once():
        asked = [Message("user", "Find out what the hidden object is for. Your move:")]
        options = [
            Options(max_tokens=80, regex=FORMS),
            Options(max_tokens=80, regex=FORMS, temperature=0.0),
            Options(max_tokens=20, regex="FINAL_GUESS: (roll|roll_up)"),
            Options(max_tokens=8),
        ]
        return await asyncio.gather(*(model.generate(asked, each) for each in options))

    first, again, guess, free = wait_for(all_at_once())
    assert re.fullmatch(FORMS, first.text) and first.finish_reason == "stop"
    assert again.text == first.text
    assert guess.text in ("FINAL_GUESS: roll", "FINAL_GUESS: roll_up")
    assert not free.text.startswith(("QUESTION", "FINAL"))


def test_a_constrained_reply_may_be_sampled(model):
    options = {"max_tokens": 80, "regex": FORMS, "temperature": 1.0, "seed": 3}
    texts = {ask(model, f"Your move, {word}:", **options).text for word in ("please", "now")}
    assert all(re.fullmatch(FORMS, text) for text in texts)


def test_a_batch_that_nobody_waits_for_ends_at_its_next_token(engine):
    story = [Message("user", "Tell me a long story.")]
    looks = iter([False, False, True])
    requests = [(engine.prompt(story), Options(max_tokens=100))] * 2
    written = engine.write(requests, lambda: next(looks))
    assert [each.completion_tokens for each in written] == [3, 3]


def test_a_closed_engine_holds_no_weights(engine):
    weights = weakref.ref(engine._model)
    engine.close()
    gc.collect()
    assert weights() is None


def test_a_conversation_that_the_template_does_not_take_is_refused(engine):
    engine._tokenizer.chat_template = "{{ raise_exception('Only users may speak.') }}"
    with pytest.raises(ModelRefused, match="Only users may speak"):
        engine.prompt([Message("system", "Play."), Message("user", "Your move:")])
