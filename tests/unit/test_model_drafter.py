"""A model drafts a sheet; what breaks a rule is told to it and asked for again."""

import json

import pytest

from annotation.model_drafter import ModelDrafter, read_reply, vocabulary_text
from games.llm.chat import ModelUnavailable
from games.llm.loop import wait_for
from games.llm.scripted import Scripted
from games.roles import UnusableReply
from tests.drafts import REPLY, SHEET, VOCABULARY


def drafted(*replies, **settings):
    model = Scripted(replies)
    return model, wait_for(ModelDrafter(model, VOCABULARY, **settings).draft("vrelk", "vrelk"))


def problems(text, name="vrelk"):
    return " ".join(read_reply(text, "vrelk", name, VOCABULARY).problems)


def said(**changed):
    return json.dumps(SHEET | changed)


@pytest.mark.parametrize(
    "text",
    [REPLY, f"```json\n{json.dumps(SHEET, indent=2)}\n```", f"<think>steel</think>\n{REPLY}"],
)
def test_a_reply_with_one_object_and_nothing_else_is_a_sheet(text):
    sheet = read_reply(text, "vrelk", "vrelk", VOCABULARY).sheet
    assert (sheet.key, sheet.description) == ("vrelk", SHEET["description"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no", "No JSON at character 1"),
        (f"Here it is: {REPLY}", "No JSON at character 1"),
        (f"{REPLY} {REPLY}", "Extra data"),
        ("[]", "holds no JSON object"),
        ("<think>steel", "ended before it was whole"),
        (REPLY[:-20], "No JSON"),
        (said(note="x"), "There is no field note."),
        (said(description="One. Two. Three."), "It has 3 sentences; 4 to 6 are asked."),
        (said(description="A. B. C. D. E. F. G."), "It has 7 sentences"),
        (said(description="Vrelks are stiff. B is. C is. D is."), "It says the name, vrelk."),
        (said(properties={"material": {"gold": []}}), "gold is no material of the vocabulary."),
        (said(measures={"length": [1, 1]}), "measures.mass: This measure is missing."),
    ],
)
def test_any_other_reply_is_refused_with_what_is_wrong(text, problem):
    assert problem in problems(text)


def test_numbers_end_no_sentence():
    told = "It is 2.5 cm thick. It weighs 1.2 kg, approx. as much as water. It is stiff. It is dry."
    assert problems(said(description=told)) == ""


def test_the_model_is_told_the_vocabulary_and_the_name():
    model, _ = drafted(REPLY)
    (system, user), options = model.requests[0]
    assert "material: metal, steel (metal)" in system.text and "vrelk" in user.text
    assert (len(model.requests), options.temperature) == (1, 0.0)


def test_what_was_wrong_is_said_and_asked_for_again():
    model, sheet = drafted("no", said(description="One."), REPLY)
    assert sheet.description == SHEET["description"]
    (*_, reply, again), _ = model.requests[2]
    assert reply.text == said(description="One.")
    assert "- description: It has 1 sentence; 4 to 6" in again.text


def test_after_three_replies_it_is_given_up():
    with pytest.raises(UnusableReply, match="3 replies that cannot be stored. The last: No JSON"):
        drafted("no", "no", "no")


def test_a_missing_model_is_not_hidden():
    with pytest.raises(ModelUnavailable):
        drafted(ModelUnavailable("gone"))


def test_the_version_names_the_model_and_the_prompt():
    version = ModelDrafter(Scripted([]), VOCABULARY).version
    assert version.startswith("scripted ") and len(version.split()[1]) == 8


def test_the_vocabulary_is_a_line_a_dimension():
    assert vocabulary_text(VOCABULARY).splitlines() == [
        "material: metal, steel (metal)",
        "shape: round",
        "size: ",
        "surface: smooth",
    ]
