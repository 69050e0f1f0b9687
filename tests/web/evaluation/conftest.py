"""A researcher's browser, and plays of a campaign stored as they would have ended."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluation import tasks
from games.models import Assignment, Campaign, Game, Participant, Play, StoredAnswer, Turn
from tests import make, runs


@pytest.fixture
def researcher(db) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    return client


@pytest.fixture
def allowed_keys(settings) -> None:
    """The keys that tests name may be sent to the address where nothing listens."""
    settings.MODEL_KEYS = dict.fromkeys(("TINY_KEY", "NO_SUCH_KEY"), ("http://127.0.0.1:1",))


@pytest.fixture
def three_games(db) -> list[Game]:
    return runs.games(3)


@pytest.fixture
def sent_runs(monkeypatch) -> list[int]:
    """The runs whose workers were sent for, for there is no broker here."""
    ids: list[int] = []
    monkeypatch.setattr(tasks, "enqueue", ids.append)
    return ids


@pytest.fixture
def campaign(db) -> Campaign:
    """Three games, crossed, without practice."""
    return make.campaign(games=3, practice=False)


def ended(person: Participant, *outcomes: str) -> list[Play]:
    """The person's first assigned games, each ended so ("" is left open) after one minute."""
    assignments = Assignment.objects.filter(participant=person).select_related(
        "campaign_game__game__target"
    )
    return [_ended(row, outcome) for row, outcome in zip(assignments, outcomes, strict=False)]


def _ended(assignment: Assignment, outcome: str) -> Play:
    game = assignment.campaign_game.game
    guesses = {"won": game.target.key, "lost": "affordance_a"}
    play = Play.objects.create(
        participant=assignment.participant,
        game=game,
        protocol=assignment.participant.campaign.protocol,
        kind=Play.Kind.STUDY,
        outcome=outcome,
        guessed=guesses.get(outcome, ""),
        ended_at=make.NOW if outcome else None,
    )
    if outcome:
        Play.objects.filter(pk=play.pk).update(started_at=make.NOW - timedelta(minutes=1))
    Assignment.objects.filter(pk=assignment.pk).update(play=play)
    return play


def answered(play: Play, number: int, question="Is it made of metal?", **fields) -> Turn:
    stored, _ = StoredAnswer.objects.get_or_create(
        object_sha256="0", question_key=question, question_sha256=question,
        oracle_version="table-fixed", answer="yes", forced="yes", source="table",
    )  # fmt: skip
    given = {"status": "answered", "answer": "yes", "stored_answer": stored}
    return _turn(play, number, question, **(given | fields))


def refused(play: Play, number: int, attempt: int = 1) -> Turn:
    return _turn(
        play, number, "Can it cut?", attempt=attempt, status="refused", reason="function_or_use"
    )


def _turn(play: Play, number: int, question: str, **fields) -> Turn:
    return Turn.objects.create(
        **{
            "play": play,
            "number": number,
            "attempt": 1,
            "question": question,
            "asked_at": make.NOW,
            "settled_at": make.NOW + timedelta(seconds=2),
            **fields,
        }
    )
