"""Units of a study from what is stored: a catalogue, or what the Oracle answered to players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from django.db.models import Exists, OuterRef, QuerySet

from annotation import catalogue_units, player_questions
from annotation.catalogue_units import BadWish, Known, Wish
from annotation.kinds.oracle_answer import LONGEST_QUESTION, OracleAnswer
from annotation.kinds.snapshots import words
from annotation.label_passes import Pair
from annotation.models import Study
from annotation.services import units
from annotation.services.units import Imported
from annotation.unit_files import UnitRow
from games.contents import content_of
from games.models import PhysicalObject, StoredAnswer

SAMPLES = Path(__file__).parents[1] / "samples"
KEY_SUFFIX = ".key.jsonl"


@dataclass(frozen=True)
class AnswerWish:
    """doubted: answers that a player doubted, else all that a player got. count: a random sample
    of so many, drawn by the seed; None for all. among: ids of the only ones that may be taken."""

    doubted: bool = False
    count: int | None = None
    seed: int = 1
    among: frozenset[int] | None = None


@dataclass(frozen=True)
class Taken:
    """withheld: answers that were left out since their question may name a person.

    too_long: since their question is longer than a unit's may be.
    """

    imported: Imported
    withheld: int = 0
    too_long: int = 0


def from_catalogue(study: Study, wish: Wish, *, dry_run: bool = False) -> Imported:
    """Add units that the study's catalogue has and the study has not. Raises BadWish."""
    if not could_use_catalogue(study):
        raise BadWish("", "A study of this kind takes its units from a file.")
    if study.catalogue is None:
        raise BadWish("", "The study names no catalogue. Choose one in its settings first.")
    rows = catalogue_units.rows(study.kind, content_of(study.catalogue), wish)
    if not rows:
        raise BadWish("", f"{study.catalogue.version} has nothing that fits.")
    return units.add_rows(study, rows, source=study.catalogue.version, dry_run=dry_run)


def takes_answers(study: Study) -> bool:
    """Whether its units come from the answer store."""
    return study.kind == OracleAnswer.key


def has_source(study: Study) -> bool:
    """Whether units can be made for it from what is stored."""
    return takes_answers(study) or (could_use_catalogue(study) and study.catalogue_id is not None)


def could_use_catalogue(study: Study) -> bool:
    """Whether units of its kind are made from a catalogue, whether it names one or not."""
    return study.kind in catalogue_units.MAKERS


def known_keys(study: Study) -> Known:
    """What the study's catalogue has, of the sorts that units of its kind are made of."""
    wanted = catalogue_units.NARROWED.get(study.kind, frozenset())
    catalogue = study.catalogue
    if catalogue is None:
        return Known()
    names = dict(catalogue.physical_objects.order_by("key").values_list("key", "name"))
    affordances = catalogue.affordances.order_by("key").values_list("key", flat=True)
    return Known(
        objects=names if "objects" in wanted else {},
        affordances={key: words(key) for key in affordances} if "affordances" in wanted else {},
    )


def samples() -> list[str]:
    """Names of the numbered samples that ship."""
    return sorted(path.name.removesuffix(KEY_SUFFIX) for path in SAMPLES.glob(f"*{KEY_SUFFIX}"))


def sample_pairs(name: str) -> tuple[Pair, ...]:
    """The pairs of a sample that ships, in their order. Raises BadWish."""
    if name not in samples():
        raise BadWish("listed", f"There is no sample {name!r}.")
    return pairs_in((SAMPLES / f"{name}{KEY_SUFFIX}").read_bytes(), f"{name}{KEY_SUFFIX}")


def pairs_in(data: bytes, file: str) -> tuple[Pair, ...]:
    """The pairs of a sample's key. Raises BadWish with its first fault."""
    reading = catalogue_units.read_pairs(data, file)
    if not reading.content:
        problem = str(reading.errors[0]) if reading.errors else f"{file} lists nothing."
        raise BadWish("listed", problem)
    return reading.content


def from_answers(study: Study, wish: AnswerWish, *, dry_run: bool = False) -> Taken:
    """Add each answer once, about objects of the study's catalogue where it names one.

    Left out are answers to simulated players, corrected ones, and questions that a researcher
    removed, that may name a person and nobody kept, or that are too long. Raises BadWish.
    """
    if not takes_answers(study):
        raise BadWish("", "Only a study of the Oracle's answers takes them.")
    parted = _parted(_answers(study, wish))
    known = parted.known
    rows = [*_rows(study, _sample(known, wish))]
    if not rows:
        found = "No player's doubt is stored" if wish.doubted else "No player got an answer"
        raise BadWish("", f"{found} that could be judged here.")
    imported = units.add_rows(study, rows, source="the answer store", dry_run=dry_run)
    return Taken(imported, parted.personal, parted.too_long)


def judgeable(study: Study) -> list[StoredAnswer]:
    """All answers that `from_answers` may take, in the order of their ids."""
    return _parted(_answers(study, AnswerWish())).known


@dataclass(frozen=True)
class _Parted:
    """known: those that may be taken. personal, too_long: how many not, and why."""

    known: list[StoredAnswer]
    personal: int
    too_long: int


def _parted(rows: Iterable[StoredAnswer]) -> _Parted:
    answers = list(rows)
    short = [row for row in answers if len(_as_question(row.question_key)) <= LONGEST_QUESTION]
    personal = player_questions.withheld({str(row.pk) for row in short})
    known = [row for row in short if str(row.pk) not in personal]
    return _Parted(known, len(personal), len(answers) - len(short))


def _answers(study: Study, wish: AnswerWish) -> QuerySet[StoredAnswer]:
    """Of each answer the revision that counts, where a player got one about an object we have."""
    corrected = StoredAnswer.objects.filter(
        object_sha256=OuterRef("object_sha256"),
        question_sha256=OuterRef("question_sha256"),
        oracle_version=OuterRef("oracle_version"),
        revision__gt=OuterRef("revision"),
    )
    given = player_questions.of_players().filter(stored_answer=OuterRef("pk"))
    if wish.doubted:
        given = given.filter(doubt__isnull=False)
    about = _objects(study).filter(sha256=OuterRef("object_sha256"))
    rows = StoredAnswer.objects.filter(Exists(given), ~Exists(corrected), Exists(about))
    if wish.among is not None:
        rows = rows.filter(pk__in=wish.among)
    return rows.order_by("pk")


def _objects(study: Study) -> QuerySet[PhysicalObject]:
    if study.catalogue_id is None:
        return PhysicalObject.objects.all()
    return PhysicalObject.objects.filter(catalogue=study.catalogue_id)


def _sample(answers: list[StoredAnswer], wish: AnswerWish) -> list[StoredAnswer]:
    if wish.count is None:
        return answers
    if not 0 < wish.count <= len(answers):
        raise BadWish("count", f"{wish.count} asked of {len(answers)}.")

    def rank(row: StoredAnswer) -> float:
        # Each has a place of its own, so that answers stored later displace only a few.
        return Random(repr((wish.seed, row.pk))).random()

    return sorted(answers, key=rank)[: wish.count]


def _rows(study: Study, answers: Iterable[StoredAnswer]) -> list[UnitRow]:
    """Object by object, so that a description is read once."""
    # An object's sheet may be in several catalogues; the oldest lends its name.
    objects: Mapping[str, PhysicalObject] = {
        row.sha256: row for row in _objects(study).order_by("-pk")
    }
    rows = []
    for row in answers:
        about = objects[row.object_sha256]
        shown = {
            "object": about.name,
            "description": about.description,
            "question": _as_question(row.question_key),
            "answer": row.answer,
        }
        rows.append(UnitRow(str(row.pk), shown))
    return sorted(rows, key=lambda row: (str(row.snapshot["object"]), int(row.key)))


def _as_question(key: str) -> str:
    """The stored wording, which outlives the turn that asked, as a sentence."""
    return f"{key[:1].upper()}{key[1:]}?"
