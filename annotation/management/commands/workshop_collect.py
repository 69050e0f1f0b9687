"""Collect candidates for a draft from a list, WordNet or CSKG; twice is once."""

import gzip
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TextIO, cast

from django.core.management.base import BaseCommand, CommandError

from annotation import sources
from annotation.models import Draft
from annotation.services import collect, drafts
from annotation.services.collect import Collected
from annotation.services.drafts import DraftRefused
from annotation.sources import NothingToOffer, Source
from annotation.stages import Kind
from games import knowledge
from games.candidates import SameKey
from games.knowledge import BrokenLine

NOUNS = "data.noun"
BROKEN_SHOWN = 20


class Command(BaseCommand):
    help = "Store candidates that the draft has not yet; what it has stays as it is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("draft", help="the draft's version")
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--list", type=Path, metavar="FILE", help="a name a line")
        source.add_argument("--wordnet", type=Path, metavar="DIR", help="where data.noun is")
        source.add_argument("--cskg", type=Path, metavar="FILE", help="edges as TSV, or as .gz")
        kind = parser.add_mutually_exclusive_group(required=True)
        kind.add_argument("--objects", action="store_const", const=Kind.OBJECT, dest="kind")
        kind.add_argument("--affordances", action="store_const", const=Kind.AFFORDANCE, dest="kind")
        parser.add_argument("--keep-going", action="store_true", help="leave out broken lines")
        parser.add_argument("--limit", type=int, help="look at so many candidates at most")
        parser.add_argument("--title", default="", help="make the draft where there is none")
        parser.add_argument("--licence", default="")

    def handle(
        self,
        *args: object,
        draft: str,
        kind: Kind,
        keep_going: bool,
        limit: int | None,
        title: str,
        licence: str,
        **options: object,
    ) -> None:
        row = _draft(draft, title, licence)
        source = next(each for each in Source if options[each.value] is not None)
        path = cast(Path, options[source.value])
        path = path / NOUNS if source == Source.WORDNET else path
        self._broken = 0
        same: list[SameKey] = []
        broken = self._note if keep_going else knowledge.stop
        try:
            with _opened(path) as lines:
                found = sources.candidates_in(
                    source, kind, lines, path.name, broken=broken, repeated=same.append
                )
                done = collect.collect(row, kind, islice(found, limit), progress=self._say)
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{path} is no UTF-8: {error.reason}.") from error
        except NothingToOffer as nothing:
            raise CommandError(str(nothing)) from nothing
        except BrokenLine as line:
            raise CommandError(
                f"{line} What was read before is stored; --keep-going leaves such lines out."
            ) from line
        self._name_lost([*same, *done.there])
        left_out = f"; {self._broken} broken lines left out" if self._broken else ""
        self.stdout.write(
            f"{row.slug}: {done.read} {kind} candidates read, {done.added} new{left_out}."
        )

    def _note(self, broken: BrokenLine) -> None:
        self._broken += 1
        if self._broken <= BROKEN_SHOWN:
            self.stderr.write(str(broken))

    def _name_lost(self, same: Sequence[SameKey]) -> None:
        """Say which names were left out because another name has their key."""
        lost = [each for each in same if not each.same_name]
        for each in lost[:BROKEN_SHOWN]:
            self.stderr.write(f"{each} It was not taken.")
        if len(lost) > BROKEN_SHOWN:
            self.stderr.write(f"And {len(lost) - BROKEN_SHOWN} more names were not taken.")

    def _say(self, collected: Collected) -> None:
        self.stdout.write(f"{collected.read} read, {collected.added} new")


def _draft(slug: str, title: str, licence: str) -> Draft:
    row = Draft.objects.filter(slug=slug).first()
    if row is not None:
        return row
    if not title or not licence:
        raise CommandError(f"There is no draft {slug}; give --title and --licence to make it.")
    try:
        return drafts.create(title=title, licence=licence, slug=slug)
    except DraftRefused as refused:
        raise CommandError(str(refused)) from refused


def _opened(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")
