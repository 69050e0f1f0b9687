"""A study as a TOML file tells it; the form of the page finds what is wrong in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from annotation import consent
from annotation.kinds.base import Kind
from annotation.kinds.registry import KINDS
from annotation.models import Study
from annotation.study_forms import StudyForm
from games.formats import toml
from games.models import Catalogue

# What a file calls a field of the form otherwise than the form does.
NAMES = {"address": "slug"}
FILES = {"guidelines_file": "guidelines", "consent_file": "consent"}
OPTIONAL = ("seats", "policy", "seed", "gold_every", "reservation_minutes")


def read(path: Path) -> tuple[Kind, StudyForm]:
    """The kind and the filled form. Raises CommandError with all that is wrong."""
    told = _told(path)
    kind = KINDS.get(str(told.pop("kind", "")))
    if kind is None:
        raise CommandError(f"{path}: kind: One of {', '.join(KINDS)} is needed.")
    blank = StudyForm(kind=kind)
    known = {*blank.base_fields, *NAMES, *FILES} - {*NAMES.values()}
    if strange := sorted(set(told) - known):
        raise CommandError(f"{path}: {strange[0]}: Nothing is called so; {_known(known)}.")
    form = StudyForm(_posted(path, told, kind, blank), kind=kind)
    if not form.is_valid():
        called = {name: key for key, name in NAMES.items()}
        raise CommandError(
            "\n".join(
                f"{path}: {called.get(name, name)}: {' '.join(map(str, problems))}"
                for name, problems in form.errors.items()
            )
        )
    return kind, form


def _told(path: Path) -> dict[str, Any]:
    try:
        return toml.tables_of(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CommandError(f"{path} is no TOML: {error}.") from error


def _posted(path: Path, told: Mapping[str, Any], kind: Kind, blank: StudyForm) -> dict[str, object]:
    """What the form would be sent: what the file leaves out is as the form proposes it."""
    posted: dict[str, object] = {name: blank.fields[name].initial for name in OPTIONAL}
    posted |= {"guidelines": kind.guidelines, "consent": consent.DEFAULT}
    posted |= {NAMES.get(name, name): value for name, value in told.items() if name not in FILES}
    for name, field in FILES.items():
        if name in told:
            posted[field] = _text(path.parent / str(told[name]))
    if "catalogue" in told:
        posted["catalogue"] = _catalogue(path, str(told["catalogue"]))
    if "excludes" in told:
        posted["excludes"] = [_excluded(path, str(each)) for each in told["excludes"]]
    return posted


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no UTF-8.") from error


def _catalogue(path: Path, version: str) -> int:
    found = Catalogue.objects.filter(version=version).first()
    if found is None:
        raise CommandError(f"{path}: catalogue: No catalogue {version} is stored.")
    return found.pk


def _excluded(path: Path, name: str) -> int:
    """The id of a study that is written as address and version, such as "labels 2"."""
    address, _, version = name.rpartition(" ")
    number = int(version) if version.isdecimal() else 0
    found = Study.objects.filter(slug=address, version=number).first()
    if found is None:
        raise CommandError(f"{path}: excludes: There is no study {name}, as address and version.")
    return found.pk


def _known(names: set[str]) -> str:
    return f"known are kind, {', '.join(sorted(names))}"
