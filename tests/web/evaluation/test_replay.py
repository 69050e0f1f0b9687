"""The replay of any play: what it shows turn by turn, alone and beside another."""

import pytest

from evaluation.models import Episode, StoredReply
from games.models import Doubt, Mark
from tests import make, runs
from tests.web.evaluation.conftest import answered, ended, refused


@pytest.fixture
def play(db):
    """A solved play of a run: two questions, then the guess."""
    row = runs.run(games=runs.games(1))
    asked = ("Is it made of metal?", "Is it round?")
    return runs.end(row.episodes.get(), "won", questions=asked)


@pytest.fixture
def persons(campaign):
    """A person's lost play: an answer, a refusal in the second turn."""
    (play,) = ended(make.volunteer(campaign), "lost")
    answered(play, 1)
    refused(play, 2)
    return play


def address(play, query: str = "") -> str:
    return f"/runs/replay/{play.pk}/{query}"


def side(client, play, query: str = "", at: int = 0):
    return client.get(address(play, query)).context["page"].sides[at]


def text(client, play, query: str = "") -> str:
    response = client.get(address(play, query))
    assert response.status_code == 200
    return response.content.decode()


def test_the_head_says_who_what_was_hidden_and_how_it_ended(researcher, play):
    shown = side(researcher, play)
    assert (shown.who, shown.where, shown.outcome) == ("invented", "Invented", "solved")
    assert (shown.name, shown.target) == (play.game.physical_object.name, make.TARGET)


def test_every_turn_stands_with_its_answer_and_its_bits(researcher, play):
    lines = side(researcher, play).lines
    assert [(line.number, line.question, line.kind) for line in lines] == [
        (1, "Is it made of metal?", "yes"), (2, "Is it round?", "yes"),
    ]  # fmt: skip
    # Both carry the same probe, so the second one is a repeat.
    assert lines[1].marks == ["asked before"]
    assert lines[1].gain == "0.00"


def test_without_a_turn_the_last_one_is_shown(researcher, play):
    page = researcher.get(address(play)).context["page"]
    assert (page.at, page.last) == (2, 2)


@pytest.mark.parametrize(
    ("query", "at"),
    [("?turn=1", 1), ("?turn=99", 2), ("?turn=x", 2), ("?turn=-1", 2), ("?turn=²", 2)],
)
def test_the_turn_is_the_addresss_where_there_is_one(researcher, play, query, at):
    assert researcher.get(address(play, query)).context["page"].at == at


def test_before_the_first_turn_all_candidates_are_alike(researcher, play):
    bars = side(researcher, play, "?turn=0").bars
    assert {bar.share for bar in bars} == {1 / 8}
    assert [bar.key for bar in bars if bar.is_target] == [make.TARGET]


def test_steps_are_links_that_work_without_scripts(researcher, play):
    page = text(researcher, play, "?turn=1")
    assert 'href="?turn=0"' in page and 'href="?turn=2"' in page


def test_a_step_alone_is_a_fragment(researcher, play):
    response = researcher.get(address(play, "?turn=1"), headers={"HX-Request": "true"})
    body = response.content.decode()
    assert body.lstrip().startswith('<div id="_replay"') and "<html" not in body


def test_the_raw_reply_stands_behind_its_move(researcher, play):
    StoredReply.objects.filter(play=play, sequence=1).update(text="<think>hm</think> QUESTION: ...")
    shown = side(researcher, play)
    assert [reply.text for reply in shown.lines[0].replies] == ["<think>hm</think> QUESTION: ..."]
    assert [reply.kind for reply in shown.further] == ["guess"]
    assert "&lt;think&gt;hm&lt;/think&gt;" in text(researcher, play)


def test_a_models_own_belief_stands_beside_the_observers(researcher, play):
    first, second = [0.3] + [0.1] * 7, [0.65] + [0.05] * 7
    for sequence, belief in ((1, first), (2, second)):
        StoredReply.objects.filter(play=play, sequence=sequence).update(belief=belief)
    assert side(researcher, play, "?turn=0").bars[0].own == 0.3
    assert side(researcher, play, "?turn=1").bars[0].own == 0.65
    # After the second turn no belief is known.
    assert side(researcher, play, "?turn=2").bars[0].own is None


def test_without_beliefs_nothing_is_said_of_them(researcher, play):
    assert side(researcher, play).own is False
    assert "by its log-probabilities" not in text(researcher, play)


def test_a_persons_play_has_refusals_doubts_and_no_replies(researcher, persons):
    turn = persons.turns.get(number=1)
    Doubt.objects.create(turn=turn, raised_at=make.NOW)
    shown = side(researcher, persons)
    assert shown.who == persons.participant.pseudonym
    assert [line.kind for line in shown.lines] == ["yes", "refused"]
    assert shown.lines[0].marks[-1] == "doubted by the player"
    assert shown.lines[1].marks == ["function or use"]
    assert not shown.further and "Raw repl" not in text(researcher, persons)


def test_a_person_who_crosses_out_has_a_belief(researcher, persons):
    out = persons.game.candidates[0]
    Mark.objects.create(play=persons, affordance=out, crossed_out=True, after_turn=1)
    bars = side(researcher, persons, "?turn=1").bars
    assert bars[0].own < 0.01 < bars[1].own


def test_a_text_that_a_researcher_removed_is_not_shown(researcher, persons):
    make.review(persons.turns.get(number=1), removed=True)
    page = text(researcher, persons)
    assert "Is it made of metal?" not in page and "removed by a researcher" in page


def test_a_forced_answer_says_so(researcher, persons):
    stored = persons.turns.get(number=1).stored_answer
    stored.answer = "cannot_tell"
    stored.save()
    marks = side(researcher, persons).lines[0].marks
    assert marks[-1] == "the Oracle could not tell and had to answer"


def test_an_aborted_play_says_why(researcher, play):
    Episode.objects.filter(play=play).update(fault="context_overflow")
    play.outcome, play.guessed = "aborted", ""
    play.save()
    page = text(researcher, play)
    assert "aborted" in page and "longer than the model" in page


def test_a_play_that_goes_on_can_be_looked_at(researcher, campaign):
    (play,) = ended(make.volunteer(campaign), "")
    assert "still being played" in text(researcher, play)


def test_a_play_without_questions_says_so(researcher, campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    page = text(researcher, play)
    assert "No question was asked in this play" in page and "After turn <b>0</b> of 0" in page


def test_two_plays_stand_on_the_same_turn(researcher, play, persons):
    page = researcher.get(address(play, f"?beside={persons.pk}&turn=1")).context["page"]
    assert [each.play.pk for each in page.sides] == [play.pk, persons.pk]
    assert page.at == 1 and page.last == 2
    assert not page.same_game
    assert "two different games" in text(researcher, play, f"?beside={persons.pk}")


def test_others_on_the_game_are_offered(researcher, db):
    games = runs.games(1)
    first = runs.end(runs.run(games=games, slug="one").episodes.get(), "won")
    second = runs.end(runs.run(games=games, slug="two").episodes.get(), "lost")
    others = researcher.get(address(first)).context["page"].others
    assert [(other.play_id, other.who, other.outcome) for other in others] == [
        (second.pk, "two", "wrong guess")
    ]


@pytest.mark.parametrize(
    ("beside", "sentence"),
    [
        ("x", "A play to stand beside this one is named by its number."),
        ("9" * 40, "A play to stand beside this one is named by its number."),
        ("99999", "There is no play 99999 to stand beside this one."),
    ],
)
def test_who_cannot_stand_beside_it_is_said(researcher, play, beside, sentence):
    assert sentence in text(researcher, play, f"?beside={beside}")


def test_a_play_does_not_stand_beside_itself(researcher, play):
    page = researcher.get(address(play, f"?beside={play.pk}")).context["page"]
    assert page.problem == "A play cannot stand beside itself." and len(page.sides) == 1


@pytest.mark.parametrize("number", ["99999", "9" * 30])
def test_a_play_that_is_not_there_is_not_found(researcher, db, number):
    assert researcher.get(f"/runs/replay/{number}/").status_code == 404


def test_a_replay_takes_few_queries(researcher, play, django_assert_max_num_queries):
    text(researcher, play)
    # Session and user, the play, its turns, its replies, others on the game.
    with django_assert_max_num_queries(7):
        text(researcher, play)


def test_the_campaigns_plays_lead_to_their_replays(researcher, campaign, persons):
    page = researcher.get(f"/campaigns/{campaign.slug}/plays/").content.decode()
    assert address(persons) in page and "wrong guess" in page


def test_the_campaigns_plays_can_be_one_persons(researcher, campaign):
    people = [make.volunteer(campaign) for _ in range(2)]
    for person in people:
        ended(person, "won")
    name = people[0].pseudonym
    listed = researcher.get(f"/campaigns/{campaign.slug}/plays/?person={name}").context["listed"]
    assert [line.play.participant.pseudonym for line in listed.lines] == [name]


def test_a_campaign_without_plays_says_what_will_be_there(researcher, campaign):
    page = researcher.get(f"/campaigns/{campaign.slug}/plays/").content.decode()
    assert "Here will be every play that counts" in page


def test_a_shorter_play_beside_a_longer_one_says_when_it_ended(researcher, play, persons):
    answered(persons, 3)
    query = f"?beside={persons.pk}"
    assert side(researcher, play, query).after == "in the end, after turn 2"
    assert side(researcher, play, query, at=1).after == "after turn 3"


def test_even_beliefs_are_an_eighth_to_a_place(researcher, play):
    assert {bar.percent for bar in side(researcher, play, "?turn=0").bars} == {"12.5"}


def test_what_is_no_question_and_what_follows_the_last_turn_are_called_so(researcher, persons):
    persons.turns.filter(number=2).update(reason="unparseable")
    persons.turns.create(
        number=21, attempt=2, question="bridge it", status="refused", reason="not_a_candidate",
        asked_at=make.NOW, settled_at=make.NOW, due_at=None, probe="", answer="",
    )  # fmt: skip
    _, unread, guess = side(researcher, persons).lines
    assert (unread.place, unread.answer, unread.marks) == (
        "2", "no question", ["the reply is in neither form"]
    )  # fmt: skip
    assert (guess.place, guess.answer, guess.marks) == (
        "final guess, try 2", "no valid guess", ["the guess is none of the candidates"]
    )  # fmt: skip


def test_at_the_ends_no_button_leads_on(researcher, play):
    assert 'id="turn-next" class="button" aria-disabled' in text(researcher, play)
    assert 'id="turn-before" class="button" aria-disabled' in text(researcher, play, "?turn=0")
    assert "aria-disabled" not in text(researcher, play, "?turn=1")


def test_a_player_who_knows_the_object_is_said_to(researcher, db):
    spec = {**runs.SPEC, "questioner": {"kind": "optimal"}}
    row = runs.run(games=runs.games(1), spec=spec)
    played = runs.end(row.episodes.get(), "won")
    assert "The player knows the hidden object" in text(researcher, played)
