"""Runs whose plays are stored as they would have ended, for tests of what reads them."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from evaluation.models import Episode, Run, RunPlayer, RunWorker, StoredReply
from games.models import Catalogue, Game, Participant, Play, StoredAnswer, Turn
from games.services.plays import freeze_protocol
from tests import make

SPEC = {
    "run": {"title": "Invented run", "player": "tiny"},
    "questioner": {"kind": "model"},
    "model": {"backend": "openai", "address": "http://127.0.0.1:1/v1", "name": "tiny"},
    "games": {"catalogue": "invented-1"},
}


def run(*, games: Sequence[Game], slug: str = "invented", repeats: int = 1, **fields) -> Run:
    """A run that waits for a worker: one episode for each repeat and game."""
    row = Run.objects.create(
        **{
            "slug": slug,
            "title": slug.title(),
            "player": slug,
            "catalogue": games[0].catalogue,
            "protocol": freeze_protocol(make.protocol("paper")),
            "spec": SPEC,
            "concurrency": 4,
        }
        | fields
    )
    for repeat in range(1, repeats + 1):
        RunPlayer.objects.create(run=row, repeat=repeat, participant=Participant.objects.create())
    plan = [(repeat, game) for repeat in range(1, repeats + 1) for game in games]
    Episode.objects.bulk_create(
        Episode(run=row, number=number, repeat=repeat, game=game)
        for number, (repeat, game) in enumerate(plan, start=1)
    )
    RunWorker.objects.create(run=row, number=1)
    return row


def games(count: int, row: Catalogue | None = None) -> list[Game]:
    """Games of distinct objects of the catalogue of invented words."""
    row = row or Catalogue.objects.first() or make.catalogue()
    return [
        make.game(key=f"run-{number}", object_key=f"run-{number}-thing", row=row)
        for number in range(1, count + 1)
    ]


def end(episode: Episode, outcome: str, *, questions: Iterable[str] = ("Is it made of metal?",)):
    """Store the episode's play as ended so: its questions, all answered yes, then the guess."""
    game = episode.game
    guesses = {
        "won": game.target.key,
        "lost": next(k for k in game.candidates if k != game.target.key),
    }
    player = RunPlayer.objects.get(run=episode.run, repeat=episode.repeat)
    play = Play.objects.create(
        participant=player.participant,
        game=game,
        protocol=episode.run.protocol,
        kind=Play.Kind.RUN,
        outcome=outcome,
        guessed=guesses.get(outcome, ""),
        ended_at=make.NOW,
    )
    Play.objects.filter(pk=play.pk).update(started_at=make.NOW - timedelta(minutes=1))
    asked = [_answered(play, number, text) for number, text in enumerate(questions, start=1)]
    if guesses.get(outcome):
        reply(play, len(asked) + 1, f"FINAL_GUESS: {guesses[outcome]}", guesses[outcome])
    episode.play, episode.status, episode.done_at = play, Episode.Status.DONE, make.NOW
    episode.save()
    return play


def finish(row: Run, *outcomes: str, now: datetime = make.NOW) -> Run:
    """End the run's episodes in order, one outcome each, and the run with the last of them."""
    for episode, outcome in zip(row.episodes.order_by("number"), outcomes, strict=False):
        end(episode, outcome)
    if not row.episodes.filter(status=Episode.Status.WAITING).exists():
        Run.objects.filter(pk=row.pk).update(
            status=Run.Status.COMPLETE, started_at=now, ended_at=now, sha256="0" * 64
        )
    row.refresh_from_db()
    return row


def reply(play: Play, sequence: int, text: str, said: str, **fields) -> StoredReply:
    kind = "guess" if text.startswith("FINAL_GUESS") else "question"
    given = {
        "number": sequence,
        "attempt": 1,
        "text": text,
        "kind": kind,
        "said": said,
        "reader": "questioner-1",
        "model": "tiny",
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "latency_seconds": 0.2,
        "called_at": make.NOW,
    }
    return StoredReply.objects.create(play=play, sequence=sequence, **(given | fields))


def _answered(play: Play, number: int, question: str) -> Turn:
    stored, _ = StoredAnswer.objects.get_or_create(
        object_sha256="0", question_key=question, question_sha256=question,
        oracle_version="table-fixed", answer="yes", forced="yes", source="table",
    )  # fmt: skip
    reply(play, number, f"QUESTION: {question}", question)
    return Turn.objects.create(
        play=play,
        number=number,
        attempt=1,
        question=question,
        status="answered",
        answer="yes",
        probe="MATERIAL:metal",
        stored_answer=stored,
        asked_at=make.NOW,
        settled_at=make.NOW,
    )
