"""A catalogue's labels and its data card, held against the passes behind them."""

from pathlib import Path

from django.core.management.base import CommandError

from annotation import pass_agreement, pass_labels
from annotation.agreement.bootstrap import Resampling
from annotation.management.pass_folders import CARD, Judged
from annotation.pass_labels import RATERS_WANTED, Consensus
from annotation.release import counts
from annotation.release.counts import NoPlace
from games import formats
from games.formats import CatalogueContent


def settled(content: CatalogueContent, judged: Judged) -> Consensus:
    """What the passes give; raises CommandError where the labels of the content say otherwise."""
    found = pass_labels.settle(judged.pairs, judged.answers, judged.adjudicated)
    if found.thin:
        raise CommandError(f"{len(found.thin)} pairs have fewer than {RATERS_WANTED} answers.")
    if found.open:
        raise CommandError(f"{len(found.open)} pairs have no majority and no adjudication.")
    given = formats.labels_file(pass_labels.label_rows(found.settled))
    if formats.labels_file(content.labels) != given:
        raise CommandError("labels.jsonl is not what the passes give; run settle_labels first.")
    return found


def read(folder: Path) -> str:
    path = folder / CARD
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise CommandError(f"{path} is missing: a release says what it is.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no UTF-8.") from None
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def brought_up(card: str, content: CatalogueContent, judged: Judged, found: Consensus) -> str:
    """The card with the counts of these files; raises CommandError where it has no place."""
    resampling = Resampling()
    counted = counts.counts_of(
        content,
        found,
        pass_agreement.measure_passes(judged.answers, resampling),
        pass_agreement.confusions(judged.answers),
        resampling=resampling,
    )
    try:
        return counts.with_counts(card, counted)
    except NoPlace as error:
        raise CommandError(f"{CARD}: {error}") from error
