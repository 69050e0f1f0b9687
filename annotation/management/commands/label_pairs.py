"""Have a model judge all pairs of a catalogue folder: one pass, a file that grows as it goes."""

import fcntl
import json
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation import label_passes, model_rater
from annotation.label_passes import RATER_LENGTH, Pair, PairAnswer, PassAnswer, RaterKind
from annotation.management import pass_folders
from annotation.model_rater import ModelRater
from games import backends
from games.llm.chat import ModelRefused, ModelUnavailable
from games.llm.loop import wait_for
from games.management import catalogue_folders
from games.roles import UnusableReply

AT_ONCE = 64
NAME = re.compile(r"\w[\w-]*")


class Command(BaseCommand):
    help = "Write a model's pass over all pairs; started again, it goes on where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--rater", required=True, help="the pass's name, and its file's")
        parser.add_argument("--model", required=True, help="as MODEL_BACKEND names it")
        parser.add_argument("--passes", type=Path, default=pass_folders.PASSES)
        parser.add_argument("--at-once", type=int, default=AT_ONCE, help="pairs asked together")
        parser.add_argument("--limit", type=int, help="stop after as many pairs")

    def handle(
        self,
        *args: object,
        folder: Path,
        rater: str,
        model: str,
        passes: Path,
        at_once: int,
        limit: int | None,
        **options: object,
    ) -> None:
        _check(rater, {"--at-once": at_once, "--limit": limit})
        content = pass_folders.unlabelled(folder, stderr=self.stderr)
        shown = model_rater.shown_of(content)
        asked = ModelRater(backends.chat_model(model), constrained=settings.STRUCTURED_REPLIES)
        path = passes / f"{rater}.jsonl"
        with _held(path):
            done = self._done(path, rater, pass_folders.pairs_of(content))
            left = [pair for pair in shown if pair not in done][:limit]
            self.stdout.write(f"{rater}: {len(done)} of {len(shown)} pairs done; {asked.version}")
            unusable = 0
            for start in range(0, len(left), at_once):
                pairs = left[start : start + at_once]
                told = wait_for(model_rater.answers_to(asked, [shown[pair] for pair in pairs]))
                _append(path, rater, pairs, told)
                unusable += _unusable(told)
                self.stdout.write(f"{start + len(pairs)} of {len(left)} asked")
        if unusable:
            raise CommandError(
                f"{unusable} pairs got no usable reply and are left out; the same command"
                " asks for them again."
            )

    def _done(self, path: Path, rater: str, pairs: label_passes.Pairs) -> set[Pair]:
        _end_last_line(path)
        data = path.read_bytes()
        if not data:
            return set()
        reading = label_passes.read_pass(data, path.name, pairs)
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        answers = reading.content or ()
        if answers and answers[0].rater != rater:
            raise CommandError(f"{path} is the pass of {answers[0].rater}, not of {rater}.")
        return {each.pair for each in answers}


def _check(rater: str, counts: Mapping[str, int | None]) -> None:
    if len(rater) > RATER_LENGTH:
        raise CommandError(
            f"--rater has {len(rater)} characters; {RATER_LENGTH} at most are allowed."
        )
    if not NAME.fullmatch(rater):
        raise CommandError(f"--rater {rater!r}: its file's name takes letters, digits, - and _.")
    for name, count in counts.items():
        if count is not None and count < 1:
            raise CommandError(f"{name} is {count}; it must be 1 or more.")


def _unusable(told: Iterable[PairAnswer | BaseException]) -> int:
    """How many replies were unusable; any other error ends the command."""
    errors = [each for each in told if isinstance(each, BaseException)]
    for error in errors:
        if isinstance(error, ModelUnavailable | ModelRefused):
            raise CommandError(
                f"The model gives no answer: {error}. What was answered is kept;"
                " start the command again to go on."
            ) from error
        if not isinstance(error, UnusableReply):
            raise error
    return len(errors)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """The pass's file, made where there is none, for this process alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"{path} is being written by another process.") from None
        yield


def _end_last_line(path: Path) -> None:
    """A process that was killed while it wrote leaves half a line, whose pair is asked again."""
    data = path.read_bytes()
    tail = data[data.rfind(b"\n") + 1 :]
    with path.open("r+b") as file:
        if _is_whole(tail):
            file.seek(0, os.SEEK_END)
            file.write(b"\n")
        else:
            file.truncate(len(data) - len(tail))


def _is_whole(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _append(
    path: Path, rater: str, pairs: Sequence[Pair], told: Sequence[PairAnswer | BaseException]
) -> None:
    answers = [
        PassAnswer(pair, each, rater, RaterKind.MODEL, _now())
        for pair, each in zip(pairs, told, strict=True)
        if isinstance(each, PairAnswer)
    ]
    with path.open("ab") as file:
        file.write(label_passes.pass_lines(answers))


def _now() -> str:
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
