"""What the commands on label passes share: a catalogue folder and its passes in."""

from argparse import ArgumentParser
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper

from annotation import label_passes
from annotation.label_passes import Adjudicated, Pairs, PassAnswer
from games import formats
from games.formats import CatalogueContent
from games.management import catalogue_folders

PASSES = settings.BASE_DIR / "annotation" / "passes"
CARD = "card.md"
ADJUDICATED = settings.BASE_DIR / "annotation" / "adjudicated.jsonl"


@dataclass(frozen=True)
class Judged:
    """A catalogue without its labels, and what raters said of its pairs."""

    content: CatalogueContent
    pairs: Pairs
    answers: tuple[PassAnswer, ...]
    adjudicated: tuple[Adjudicated, ...]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="a catalogue's folder")
    parser.add_argument("--passes", type=Path, default=PASSES, help="a folder, a file a rater")
    parser.add_argument("--adjudicated", type=Path, default=ADJUDICATED)


def judged(folder: Path, passes: Path, adjudicated: Path, *, stderr: OutputWrapper) -> Judged:
    """Raises CommandError, after writing out every row error, where a file is not sound."""
    content = unlabelled(folder, stderr=stderr)
    pairs = pairs_of(content)
    answers: list[PassAnswer] = []
    errors: list[formats.RowError] = []
    file_of: dict[str, str] = {}
    for path in _files(passes):
        reading = label_passes.read_pass(_bytes(path), path.name, pairs)
        given = reading.content or ()
        errors += [*reading.errors, *_second_passes(given, path.name, file_of)]
        answers += given
    decisions: tuple[Adjudicated, ...] = ()
    if adjudicated.exists():
        found = label_passes.read_adjudications(_bytes(adjudicated), adjudicated.name, pairs)
        errors += found.errors
        decisions = found.content or ()
    else:
        stderr.write(f"{adjudicated} is missing: nothing counts as adjudicated.")
    catalogue_folders.refuse(errors, stderr=stderr)
    return Judged(content, pairs, tuple(answers), decisions)


def _second_passes(
    given: Iterable[PassAnswer], file: str, file_of: dict[str, str]
) -> Iterable[formats.RowError]:
    """An error for a rater whose pass an earlier file is: answers count once a rater.

    file_of: rater -> the file of their pass; this file's rater joins it.
    """
    for rater in {each.rater for each in given}:
        earlier = file_of.setdefault(rater, file)
        if earlier != file:
            problem = f"{rater} gave the pass in {earlier} already; each file needs another rater."
            yield formats.RowError(0, "rater", problem, file)


def unlabelled(folder: Path, *, stderr: OutputWrapper) -> CatalogueContent:
    reading = formats.read_unlabelled(catalogue_folders.files_in(folder))
    catalogue_folders.refuse(reading.errors, stderr=stderr)
    assert reading.content is not None  # a reading without errors has one
    return reading.content


def pairs_of(content: CatalogueContent) -> Pairs:
    return Pairs(
        objects=[row.sheet.key for row in content.objects],
        affordances=[row.key for row in content.affordances],
    )


def raw_files(passes: Path, adjudicated: Path) -> dict[str, bytes]:
    """Name -> bytes of the passes and the adjudications, as they stand."""
    files = {path.name: _bytes(path) for path in _files(passes)}
    if not adjudicated.exists():
        return files
    if adjudicated.name in files:
        raise CommandError(f"{adjudicated.name} is both a pass and the adjudications' file.")
    return files | {adjudicated.name: _bytes(adjudicated)}


def _files(passes: Path) -> Iterable[Path]:
    found = sorted(passes.glob("*.jsonl"))
    if not found:
        raise CommandError(f"{passes} holds no pass: no file that ends in .jsonl.")
    return found


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
