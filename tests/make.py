"""Small things that tests build with: a catalogue of invented words, a play, fixed roles."""

import hashlib
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime

from games import presets
from games.models import (
    Affordance,
    AffordanceLabel,
    Catalogue,
    Game,
    Measure,
    Participant,
    PhysicalObject,
    Play,
    Property,
)
from games.roles import Checker, Pair, Ruling, Verdict
from games.rules import Answer, Reason
from games.services import plays
from games.services.turns import Seats
from games.sheets import Dimension, ObjectSheet

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
AFFORDANCES = tuple(f"affordance_{letter}" for letter in "abcdefghij")
CANDIDATES = AFFORDANCES[:8]
TARGET = "affordance_c"
SECRET_KEY, SECRET_NAME = "vrelk-quomb", "splindow vrelk"
SECRET_DESCRIPTION = "A gnorbish whimplet of tharn, some oxtible drezz across."


def catalogue(version: str = "invented-1") -> Catalogue:
    row = Catalogue.objects.create(
        version=version,
        title="Invented words",
        licence="none",
        provenance="made for tests",
        canary="canary",
        sha256=hashlib.sha256(version.encode()).hexdigest(),
        vocabulary=[
            {"dimension": "material", "value": "metal", "broader": []},
            {"dimension": "material", "value": "steel", "broader": ["metal"]},
            {"dimension": "material", "value": "wood", "broader": []},
            {"dimension": "shape", "value": "round", "broader": []},
            {"dimension": "surface", "value": "smooth", "broader": []},
        ],
    )
    for key in AFFORDANCES:
        Affordance.objects.create(
            catalogue=row, key=key, definition=f"Defines {key}.", conditions="none", requires=1
        )
    return row


def physical_object(
    row: Catalogue, key: str, *, yes: Iterable[str], steel: bool = True
) -> PhysicalObject:
    thing = PhysicalObject.objects.create(
        catalogue=row,
        key=key,
        name=SECRET_NAME if key == SECRET_KEY else key,
        description=SECRET_DESCRIPTION,
        sha256=hashlib.sha256(key.encode()).hexdigest(),
    )
    value = "steel" if steel else "wood"
    Property.objects.create(physical_object=thing, dimension="material", value=value)
    for extent, size in (("length", 30), ("width", 10), ("height", 5), ("mass", 400)):
        Measure.objects.create(physical_object=thing, extent=extent, low=size, high=size)
    wanted = set(yes)
    for affordance in Affordance.objects.filter(catalogue=row):
        AffordanceLabel.objects.create(
            physical_object=thing,
            affordance=affordance,
            answer="yes" if affordance.key in wanted else "no",
            decided="draft",
            raters="model",
        )
    return thing


def game(
    *,
    key: str = "g1",
    target: str = TARGET,
    candidates: Iterable[str] = CANDIDATES,
    object_key: str = SECRET_KEY,
    row: Catalogue | None = None,
) -> Game:
    row = row or Catalogue.objects.first() or catalogue()
    thing = PhysicalObject.objects.filter(catalogue=row, key=object_key).first()
    return Game.objects.create(
        catalogue=row,
        key=key,
        physical_object=thing or physical_object(row, object_key, yes=[target]),
        target=Affordance.objects.get(catalogue=row, key=target),
        candidates=list(candidates),
        split="dev",
    )


def protocol(preset: str = "house") -> presets.Protocol:
    return presets.of_preset(preset, oracle="table-fixed", checker="lexicon-fixed")


def play(
    *, of: Game | None = None, participant: Participant | None = None, preset: str = "house"
) -> Play:
    return Play.objects.create(
        participant=participant or Participant.objects.create(),
        game=of or game(),
        protocol=plays.freeze_protocol(protocol(preset)),
    )


def ask(row: Play, question: str = "Is it made of metal?", position: tuple[int, int] = (1, 1)):
    return plays.ask(query(row), question, position=position, key=uuid.uuid4(), now=NOW).turn


def query(row: Play):
    """What services take: the query for this very play."""
    return Play.objects.filter(pk=row.pk)


class FixedOracle:
    """Gives these answers in order, or raises what stands in their place; counts its calls."""

    version = "table-fixed"

    def __init__(self, *answers: Answer | Exception) -> None:
        self._answers = iter(answers)
        self.calls = 0

    async def answer(self, sheet: ObjectSheet, question: str) -> Verdict:
        self.calls += 1
        said = next(self._answers)
        if isinstance(said, Exception):
            raise said
        forced = Answer.NO if said == Answer.CANNOT_TELL else said
        return Verdict(said, forced, source="table", confidence=0.9)


class FixedChecker:
    """Rules every question the same way."""

    version = "lexicon-fixed"

    def __init__(self, reason: Reason | None = None, *, costly: bool = False) -> None:
        self.costly = costly
        self._reason = reason

    async def check(self, question: str) -> Ruling:
        pairs = () if self._reason else (Pair(Dimension.MATERIAL, "metal"),)
        return Ruling(self._reason, pairs)


class FixedSeats:
    """The same two roles for every catalogue."""

    def __init__(self, checker: Checker, oracle: FixedOracle) -> None:
        self.checker = checker
        self.oracle = oracle

    def __call__(self, catalogue_id: int) -> Seats:
        return Seats(self.checker, self.oracle)


def seats(*answers: Answer | Exception, reason: Reason | None = None) -> FixedSeats:
    return FixedSeats(FixedChecker(reason), FixedOracle(*answers))
