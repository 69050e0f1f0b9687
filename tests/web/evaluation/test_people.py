"""Who took part, how far they came, and what they said about themselves, as counts."""

import pytest

from evaluation import people
from games.models import Campaign, Participant, Play
from games.services import journeys, seats
from games.study_forms import NOT_SAID, AboutForm
from tests import make
from tests.web.evaluation.conftest import ended
from tests.web.evaluation.shown import cells, page_of


def test_everybody_who_joined_is_counted_once(db):
    campaign = make.campaign(games=3, practice=False, players_wanted=9)
    completed, partial, away, going_on, nothing, excluded, withdrawn = (
        make.volunteer(campaign) for _ in range(7)
    )
    ended(completed, "won", "won", "won")
    journeys.finish_if_done(completed, now=make.NOW, rng=make.CHANCE)
    for person in (partial, away, going_on, excluded, withdrawn):
        ended(person, "won")
    journeys.end_early(partial, now=make.NOW, rng=make.CHANCE)
    seats.release(away, now=make.NOW)
    journeys.exclude(excluded, "Played with a friend.", now=make.NOW)
    journeys.withdraw(withdrawn, now=make.NOW)
    flow = people.flow_of(campaign)
    assert (flow.completed, flow.partial, flow.given_back, flow.going_on) == (1, 1, 1, 1)
    assert (flow.began_nothing, flow.practised_only, flow.excluded) == (1, 0, 1)
    assert (flow.withdrawn, flow.joined) == (1, 7)


@pytest.mark.parametrize("left", [False, True])
def test_who_practised_and_began_no_game_is_counted_apart(db, left):
    campaign = make.campaign(games=1)
    person = make.volunteer(campaign)
    game = campaign.practice_game
    Play.objects.create(
        participant=person, game=game, protocol=campaign.protocol, kind=Play.Kind.PRACTICE
    )
    if left:
        journeys.end_early(person, now=make.NOW, rng=make.CHANCE)
    flow = people.flow_of(campaign)
    assert (flow.practised_only, flow.joined, flow.partial) == (1, 1, 0)


def test_the_first_and_the_last_date_are_told(researcher, campaign):
    ended(make.volunteer(campaign, now=make.NOW), "won")
    page = page_of(researcher, campaign)
    assert "First joined: 2026-03-01" in page and "last play ended: 2026-03-01" in page


def test_an_empty_campaign_has_no_dates(researcher, campaign):
    assert "First joined: none yet" in page_of(researcher, campaign)


def test_what_fewer_than_three_said_is_put_together(asking):
    for answer in ("18-24", "18-24", "18-24", "25-34", "65+", ""):
        _player(asking, age_group=answer)
    (said, *_) = people.said_by_players(asking)
    assert (said.question, said.groups, said.few, said.unsaid) == ("age_group", {"18-24": 3}, 2, 1)
    assert cells(asking, "said", "Age: fewer than 3")["participants"] == 2


def test_only_players_whose_plays_are_counted_are_told_of(asking):
    make.volunteer(asking)
    (said, *_) = people.said_by_players(asking)
    assert (said.groups, said.few, said.unsaid) == ({}, 0, 0)


def test_gender_is_nowhere(researcher, asking):
    _player(asking, gender="splindow")
    assert "splindow" not in page_of(researcher, asking)
    assert "gender" not in {said.question for said in people.said_by_players(asking)}


def test_a_campaign_that_does_not_ask_has_no_such_table(researcher, campaign):
    _player(campaign, age_group="18-24")
    assert people.said_by_players(campaign) == []
    assert "_table-said" not in page_of(researcher, campaign)


@pytest.mark.parametrize("question", people.QUESTIONS)
def test_the_answers_are_those_of_the_form(question):
    choices = AboutForm().fields[question].choices
    assert people.QUESTIONS[question] == tuple(key for key, _ in choices if key != NOT_SAID[0])


@pytest.fixture
def asking(db) -> Campaign:
    return make.campaign(games=3, practice=False, ask_demographics=True, players_wanted=9)


def _player(campaign: Campaign, **said: str) -> None:
    person = make.volunteer(campaign)
    Participant.objects.filter(pk=person.pk).update(demographics=said)
    ended(person, "won")
