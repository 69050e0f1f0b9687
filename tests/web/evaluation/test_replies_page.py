"""The parse inspector: raw replies beside what they were read as, then and now."""

import json

import pytest

from evaluation.models import StoredReply
from tests import runs

PAGE = "/runs/invented/replies/"
FILE = "/runs/invented/replies.jsonl"


@pytest.fixture
def play(db):
    """One play: a question, then the guess."""
    return runs.end(runs.run(games=runs.games(1)).episodes.get(), "won")


def texts(client, query: str = "") -> list[str]:
    return [line.reply.text for line in client.get(PAGE + query).context["page"].lines]


def question(play, text: str, said: str = "Is it round?", **fields) -> StoredReply:
    number = play.replies.count() + 1
    return runs.reply(play, number, text, said, **({"kind": "question"} | fields))


def unparseable(play, text: str, why: str) -> StoredReply:
    return question(play, text, "", kind="unparseable", why=why)


def test_before_any_reply_it_says_what_will_be_here(researcher, db):
    runs.run(games=runs.games(1))
    assert "Here will be every reply" in researcher.get(PAGE).content.decode()


def test_every_reply_stands_beside_what_it_was_read_as(researcher, play):
    response = researcher.get(PAGE)
    assert [(line.reply.kind, line.reply.said) for line in response.context["page"].lines] == [
        ("question", "Is it made of metal?"), ("guess", "affordance_c"),
    ]  # fmt: skip
    assert f"/runs/replay/{play.pk}/?turn=1" in response.content.decode()


def test_they_are_narrowed_by_kind_and_by_why(researcher, play):
    unparseable(play, "no idea", "no_label")
    unparseable(play, "", "empty_reply")
    assert texts(researcher, "?kind=unparseable") == ["no idea", ""]
    assert texts(researcher, "?why=empty_reply") == [""]
    assert len(texts(researcher, "?why=nonsense&kind=nonsense")) == 4
    assert researcher.get(PAGE).context["page"].whys == [("empty_reply", 1), ("no_label", 1)]


def test_invented_answers_can_be_looked_at_alone(researcher, play):
    question(play, "QUESTION: Is it round?\nANSWER: yes", invented=True)
    assert texts(researcher, "?only=invented") == ["QUESTION: Is it round?\nANSWER: yes"]
    assert "In 1 the model also answered its own question" in researcher.get(PAGE).content.decode()


def test_of_answers_that_nobody_invented_nothing_is_said(researcher, play):
    assert "answered its own question" not in researcher.get(PAGE).content.decode()


def test_what_is_read_otherwise_now_can_be_looked_at_alone(researcher, play):
    question(play, "QUESTION: Is it made of wood?")
    response = researcher.get(PAGE + "?only=flips")
    (line,) = response.context["page"].lines
    assert (line.flip.then.said, line.flip.now.said) == ("Is it round?", "Is it made of wood?")
    assert response.context["page"].flips == 1
    assert "1 reply would be read otherwise now" in response.content.decode()


def test_a_reply_that_comes_later_is_read_again_too(researcher, play):
    assert texts(researcher, "?only=flips") == []
    question(play, "QUESTION: Is it made of wood?")
    assert len(texts(researcher, "?only=flips")) == 1


def test_nothing_that_a_model_says_becomes_markup(researcher, play):
    question(play, "<script>alert(1)</script> QUESTION: Is it round?")
    page = researcher.get(PAGE).content.decode()
    assert "&lt;script&gt;alert(1)" in page and "<script>alert" not in page


def test_the_file_holds_what_the_page_shows(researcher, play):
    question(play, "QUESTION: Is it made of wood?")
    response = researcher.get(FILE + "?only=flips")
    (line,) = map(json.loads, b"".join(response.streaming_content).splitlines())
    assert (line["text"], line["said"], line["said_now"], line["flips"]) == (
        "QUESTION: Is it made of wood?", "Is it round?", "Is it made of wood?", True
    )  # fmt: skip
    assert line["play"] == str(play.token) and line["game"] == play.game.key


def test_replies_of_another_run_are_not_among_them(researcher, play):
    other = runs.run(games=[play.game], slug="other")
    runs.end(other.episodes.get(), "lost")
    assert len(texts(researcher)) == 2


def test_a_page_of_many_takes_as_many_queries_as_one_of_few(
    researcher, play, django_assert_max_num_queries
):
    for _ in range(40):
        question(play, "QUESTION: Is it round?")
    # What the process keeps of the first game.
    texts(researcher)
    # Session and user, the run, its counts, the page's number and rows, the readers, the first
    # game, and what begins alike.
    with django_assert_max_num_queries(9):
        assert len(texts(researcher)) == 25


def test_the_two_forms_and_the_prompt_stand_on_the_page(researcher, play):
    page = researcher.get(PAGE)
    said = page.content.decode()
    assert "QUESTION: &lt;text&gt;" in said and "FINAL_GUESS: &lt;affordance&gt;" in said
    assert all(each in page.context["page"].prompt for each in play.game.candidates)


def test_replies_that_begin_alike_are_counted_together(researcher, play):
    start = "I think that the object may be made of metal, since it is heavy and "
    for end in ("cold", "grey", "hard"):
        unparseable(play, start + end, "no_label")
    page = researcher.get(PAGE + "?kind=unparseable").context["page"]
    assert [(each.start, each.why, each.replies) for each in page.alike] == [
        (start[:60], "no_label", 3)
    ]  # fmt: skip


def test_rules_of_now_are_named_only_where_others_read_the_replies(researcher, play):
    assert "Rules that read them" not in researcher.get(PAGE).content.decode()
    StoredReply.objects.update(reader="questioner-0")
    assert "Rules that read them: questioner-0" in researcher.get(PAGE).content.decode()
