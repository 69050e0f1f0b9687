"""A run with all that an export has to tell apart, and its export read back."""

import io
import json
import zipfile
from datetime import timedelta

from evaluation.models import Episode, Run, RunPlayer
from evaluation.run_exports import whole
from games.exporting.file_formats import Format
from games.models import Play, Turn
from tests import make, runs

BELIEF = [0.93, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01]
FORMULA = "=QUESTION: Is it made of metal?"


def run_of_all_endings() -> Run:
    """Solved, guessed wrong, aborted, one that goes on after a refusal, one not begun."""
    run = runs.run(games=runs.games(5), facts={"code": {"commit": "a" * 40, "dirty": True}})
    won, lost, aborted, going, _ = run.episodes.order_by("number")
    played = runs.end(won, "won", questions=["Is it made of metal?", "Is it round?"])
    played.replies.filter(sequence=1).update(text=FORMULA, belief=BELIEF, finish_reason="stop")
    runs.end(lost, "lost")
    runs.end(aborted, "aborted", questions=())
    Episode.objects.filter(pk=aborted.pk).update(fault="context_overflow")
    go_on(run, going)
    Run.objects.filter(pk=run.pk).update(status="running", started_at=make.NOW)
    return Run.objects.select_related("catalogue", "protocol").get(pk=run.pk)


def go_on(run: Run, episode: Episode) -> None:
    """A refused question, then one that waits for its answer."""
    play = Play.objects.create(
        participant=RunPlayer.objects.get(run=run).participant,
        game=episode.game,
        protocol=run.protocol,
        kind=Play.Kind.RUN,
    )
    Episode.objects.filter(pk=episode.pk).update(play=play)
    at = {"play": play, "number": 1, "asked_at": make.NOW}
    Turn.objects.create(
        **at, attempt=1, question="Can it cut?", status="refused", reason="function_or_use",
        settled_at=make.NOW + timedelta(seconds=1),
    )  # fmt: skip
    Turn.objects.create(**at, attempt=2, question="Is it flat?")
    runs.reply(play, 1, "QUESTION: Can it cut?", "Can it cut?", number=1)
    runs.reply(play, 2, "QUESTION: Is it flat?", "Is it flat?", number=1, attempt=2)


def export(run: Run, file_format: str = "jsonl") -> bytes:
    return b"".join(whole.stream(run, Format(file_format)))


def document(run: Run, name: str) -> str:
    return b"".join(whole.document(run, name)).decode()


def files(exported: bytes) -> dict[str, bytes]:
    archive = zipfile.ZipFile(io.BytesIO(exported))
    return {name: archive.read(name) for name in archive.namelist()}


def transcripts(run: Run) -> list[dict]:
    return [json.loads(line) for line in document(run, whole.TRANSCRIPTS).splitlines()]
