"""Have a model judge all pairs of a catalogue folder: one pass, a file that grows as it goes."""

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
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
        path = passes / f"{rater}.jsonl"
        done = self._done(path, pass_folders.pairs_of(content))
        left = [pair for pair in shown if pair not in done][:limit]
        asked = ModelRater(backends.chat_model(model), constrained=settings.STRUCTURED_REPLIES)
        self.stdout.write(f"{rater}: {len(done)} of {len(shown)} pairs done; {asked.version}")
        unusable = 0
        for start in range(0, len(left), at_once):
            pairs = left[start : start + at_once]
            told = wait_for(model_rater.answers_to(asked, [shown[pair] for pair in pairs]))
            _append(
                path,
                [
                    PassAnswer(pair, each, rater, RaterKind.MODEL, _now())
                    for pair, each in zip(pairs, told, strict=True)
                    if isinstance(each, PairAnswer)
                ],
            )
            unusable += _unusable(told)
            self.stdout.write(f"{start + len(pairs)} of {len(left)} asked")
        if unusable:
            raise CommandError(
                f"{unusable} pairs got no usable reply and are left out; the same command"
                " asks for them again."
            )

    def _done(self, path: Path, pairs: label_passes.Pairs) -> set[Pair]:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            return set()
        _cut_half_line(path)
        data = path.read_bytes()
        if not data:
            return set()
        reading = label_passes.read_pass(data, path.name, pairs)
        catalogue_folders.refuse(reading.errors, stderr=self.stderr)
        return {each.pair for each in reading.content or ()}


def _check(rater: str, counts: Mapping[str, int | None]) -> None:
    if len(rater) > RATER_LENGTH:
        raise CommandError(
            f"--rater has {len(rater)} characters; {RATER_LENGTH} at most are allowed."
        )
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


def _cut_half_line(path: Path) -> None:
    """A process that was killed while it wrote leaves half a line, whose pair is asked again."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as file:
            file.truncate(len(whole))


def _append(path: Path, answers: list[PassAnswer]) -> None:
    with path.open("ab") as file:
        file.write(label_passes.pass_lines(answers))


def _now() -> str:
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")
