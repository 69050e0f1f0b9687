"""Collect candidates for a draft from a list, WordNet or CSKG; twice is once."""

import gzip
import zlib
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TextIO, cast

from django.core.management.base import BaseCommand, CommandError

from annotation import sources
from annotation.management import drafts
from annotation.models import Draft
from annotation.services import collect
from annotation.services import drafts as services
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
        parser.add_argument("--limit", type=drafts.count, help="look at so many candidates at most")
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
        row = Draft.objects.filter(slug=draft).first()
        if row is None and not (title and licence):
            raise CommandError(f"There is no draft {draft}; give --title and --licence to make it.")
        source, path = _source_of(options)
        self._broken = 0
        same: list[SameKey] = []
        broken = self._note if keep_going else knowledge.stop
        try:
            with _opened(path) as lines:
                offered = sources.candidates_in(
                    source, kind, lines, path.name, broken=broken, repeated=same.append
                )
                found = islice(offered, limit)
                # A draft is made only once the source could be read.
                first = list(islice(found, collect.CHUNK))
                row = row or _made(draft, title, licence)
                done = collect.collect(row, kind, chain(first, found), progress=self._say)
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


def _made(slug: str, title: str, licence: str) -> Draft:
    try:
        return services.create(title=title, licence=licence, slug=slug)
    except DraftRefused as refused:
        about = "version" if refused.about == "slug" else refused.about
        raise CommandError(f"{about}: {refused}") from refused


def _source_of(options: Mapping[str, object]) -> tuple[Source, Path]:
    source = next(each for each in Source if options[each.value] is not None)
    path = cast(Path, options[source.value])
    return source, path / NOUNS if source == Source.WORDNET else path


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """The file's lines; raises CommandError where they cannot be read, to the last one."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8") as lines:
            yield lines
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (EOFError, zlib.error) as error:
        raise CommandError(f"{path} cannot be read: {error}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no UTF-8: {error.reason}.") from error
