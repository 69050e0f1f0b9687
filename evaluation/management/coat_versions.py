"""What the commands about COAT's catalogues share: a version or a folder by its name."""

from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from evaluation import coat_folders, coat_stored
from evaluation.coat import reading
from evaluation.coat.labels import FILE as LABELS
from evaluation.coat.labels import Labels, read_labels
from evaluation.coat.records import Catalogue
from evaluation.models import CoatCatalogue
from evaluation.services import coat_catalogues
from evaluation.services.coat_catalogues import OWN
from games.management import catalogue_folders


@dataclass(frozen=True)
class Opened:
    catalogue: Catalogue
    labels: Labels


def stored(version: str) -> CoatCatalogue:
    """The version of this name; our own is stored at its first use. Raises CommandError."""
    if version == OWN:
        found = coat_catalogues.load_own().catalogue
    else:
        found = CoatCatalogue.objects.filter(version=version).first()
    if found is None:
        known = ", ".join(CoatCatalogue.objects.values_list("version", flat=True)) or "none"
        raise CommandError(f"There is no COAT catalogue {version!r}. Stored are: {known}.")
    return found


def opened(name: str, *, stderr: OutputWrapper) -> Opened:
    """A folder with the eleven files, `own`, or a stored version. Raises CommandError."""
    if name != OWN and not Path(name).is_dir():
        row = stored(name)
        return Opened(coat_stored.catalogue_of(row.pk), coat_stored.labels_of(row.pk))
    files = coat_folders.files_in(coat_folders.OWN if name == OWN else Path(name))
    found = reading.read(files)
    catalogue_folders.refuse(found.errors, stderr=stderr)
    assert found.content is not None  # a reading without errors has one
    if LABELS not in files:
        return Opened(found.content, Labels())
    labels = read_labels(files[LABELS], found.content.judged)
    catalogue_folders.refuse(labels.errors, stderr=stderr)
    assert labels.content is not None  # a reading without errors has one
    return Opened(found.content, labels.content)
