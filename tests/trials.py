"""Studies of the Oracle's answers with candidates, for tests."""

from contextlib import nullcontext

from annotation.models import Study
from evaluation import oracle_specs
from evaluation.models import OracleTrial
from evaluation.services import oracle_trials
from games.models import Catalogue, Game, Participant, Play, StoredAnswer, Turn
from games.services.plays import freeze_protocol
from games.services.store import question_key, question_sha256
from tests import make, studies

TABLE = oracle_specs.of_json({"oracle": {"kind": "table"}})
QUESTIONS = ("Is it made of metal?", "Is it round?", "Is it longer than a hand?")


def answer_study(catalogue: Catalogue, slug: str = "answers", **fields) -> Study:
    """A study of the Oracle's answers, still without a question."""
    kind = {"kind": "oracle_answer", "status": Study.Status.DRAFT}
    return studies.study(units=0, slug=slug, catalogue=catalogue, **kind | fields)


def stored(game: Game, question: str, answer: str = "yes", **fields) -> StoredAnswer:
    """What an Oracle answered to a question about the game's object."""
    return StoredAnswer.objects.create(
        **{
            "object_sha256": game.physical_object.sha256,
            "question_key": question_key(question),
            "question_sha256": question_sha256(question),
            "oracle_version": "table-fixed",
            "answer": answer,
            "forced": "no" if answer == "cannot_tell" else answer,
            "source": "table",
            "probe": "MATERIAL:metal",
        }
        | fields
    )


def asked(row: StoredAnswer, game: Game, *, kind: str = "study", by: Participant | None = None):
    """A play of the kind in which the question of this row was asked and answered so."""
    play = Play.objects.create(
        participant=by or Participant.objects.create(),
        game=game,
        protocol=freeze_protocol(make.protocol("paper")),
        kind=kind,
    )
    said = row.forced if row.answer == "cannot_tell" else row.answer
    question = f"{row.question_key[:1].upper()}{row.question_key[1:]}?"
    return Turn.objects.create(
        play=play, number=1, attempt=1, question=question, status="answered", answer=said,
        probe=row.probe, stored_answer=row, asked_at=make.NOW, settled_at=make.NOW,
    )  # fmt: skip


def judged(study: Study, *said: str) -> None:
    """Three people say this of every question of the study, which is opened for it."""
    Study.objects.filter(pk=study.pk).update(
        status=Study.Status.OPEN, opened_at=make.NOW, consent_text=studies.consent()
    )
    people = [studies.rater(study, name) for name in ("ana", "ben", "cem")]
    for unit in study.units.order_by("pk"):
        for person, answer in zip(people, said, strict=False):
            studies.judged(unit, person, answer={"answer": answer})


def tried(study: Study, oracle, spec=TABLE, *, at=make.NOW) -> OracleTrial:
    """A trial whose answers this Oracle gave."""
    trial = oracle_trials.create(study, spec, now=at)
    timing = oracle_trials.Timing(clock=lambda: at, slice_seconds=60)
    oracle_trials.answer_some(trial.pk, timing, lambda _: nullcontext(oracle))
    trial.refresh_from_db()
    return trial
