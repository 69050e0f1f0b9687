"""Small things that tests build with: a catalogue of invented words, a play, fixed roles."""

import hashlib
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random

from django.utils import timezone

from games import presets, texts
from games.models import (
    Affordance,
    AffordanceLabel,
    Campaign,
    Catalogue,
    Game,
    Measure,
    Participant,
    PhysicalObject,
    Play,
    Property,
    TextReview,
    Turn,
)
from games.oracle_gate import Gate
from games.oracle_scores import Figures
from games.presets import Condition
from games.roles import Checker, Pair, Ruling, Verdict
from games.rules import Answer, Reason
from games.services import campaigns, plays
from games.services import seats as campaign_seats
from games.services.turns import Seats
from games.sheets import Dimension, ObjectSheet

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CHANCE = Random(20)
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


def protocol(preset: str = "house", condition: Condition = Condition.QUESTIONS) -> presets.Protocol:
    return presets.of_preset(
        preset, oracle="table-fixed", checker="lexicon-fixed", condition=condition
    )


def play(
    *,
    of: Game | None = None,
    participant: Participant | None = None,
    preset: str = "house",
    condition: Condition = Condition.QUESTIONS,
) -> Play:
    return Play.objects.create(
        participant=participant or Participant.objects.create(),
        game=of or game(),
        protocol=plays.freeze_protocol(protocol(preset, condition)),
    )


def campaign(
    *,
    games: int = 3,
    players_wanted: int | None = None,
    plays_wanted: int | None = None,
    games_each: int = 2,
    practice: bool = True,
    baseline: bool = False,
    status: str = "open",
    **plan,
) -> Campaign:
    """A campaign over games of distinct objects: crossed for five, or a quota of plays_wanted.

    status: draft, open, paused or closed. plan: whatever else a CampaignPlan takes.
    """
    row = Catalogue.objects.first() or catalogue()
    keys = [_study_game(row, f"study-{number}").key for number in range(1, games + 1)]
    if practice:
        _study_game(row, "practice")
    numbers: dict = {"assignment": "crossed", "players_wanted": players_wanted or 5}
    if plays_wanted:
        numbers = {
            "assignment": "quota", "plays_wanted": plays_wanted, "games_each": games_each
        }  # fmt: skip
    wanted = {
        "name": "Invented study",
        "slug": f"study-{Campaign.objects.count() + 1}",
        "preset": "house",
        "seed": 1,
        "consent": {"en": "Agree to be splindow.", "zh-hans": "同意参加。"},
        "ethics": "Approved by nobody.",
        "contact": "quomb@example.org",
        **numbers,
    } | plan
    drafted = campaigns.create(
        campaigns.CampaignPlan(
            catalogue=row, game_keys=keys, practice=practice, baseline=baseline, **wanted
        )
    )
    _bring_to(drafted, status)
    return drafted


def volunteer(campaign: Campaign, *, now: datetime | None = None, **arrival) -> Participant:
    """Somebody who agreed and was let in, at `now` or at this moment.

    arrival: what an Arrival takes: key, known, external_id, external, account_id, language.
    """
    came = campaign_seats.Arrival(**{"key": uuid.uuid4(), "language": "en", **arrival})
    row = campaign_seats.join(campaign.pk, came, now=now or timezone.now(), rng=CHANCE)
    if now:
        Participant.objects.filter(pk=row.pk).update(started_at=now)
        row.started_at = now
    return row


def finish(row: Play, *, won: bool = True, now: datetime = NOW) -> None:
    """Guess, rightly or wrongly, as the play's next move."""
    right = row.game.target.key
    wrong = next(key for key in row.game.candidates if key != right)
    last = row.turns.exclude(status="refused").last()
    number = last.number + 1 if last else 1
    plays.guess(query(row), right if won else wrong, number=number, now=now)
    row.refresh_from_db()


def _study_game(row: Catalogue, key: str) -> Game:
    known = Game.objects.filter(catalogue=row, key=key).first()
    return known or game(key=key, object_key=f"{key}-thing", row=row)


def _bring_to(drafted: Campaign, status: str) -> None:
    if status == "draft":
        return
    passing = Figures(questions=100, answered=100, right_answered=100, right_forced=100)
    campaigns.open_campaign(
        drafted,
        protocol=protocol(drafted.preset, Condition(drafted.condition)),
        gate=Gate(passed=True, share=1.0, figures=passing),
        override_reason="",
        now=NOW,
    )
    if status == "paused":
        campaigns.pause(drafted)
    if status == "closed":
        campaigns.close(drafted, now=NOW, rng=CHANCE)


def review(turn: Turn, *, removed: bool) -> None:
    """A researcher's decision on the turn's present wording."""
    TextReview.objects.create(
        turn=turn, wording=texts.mark_of(turn.question), removed=removed, reviewed_at=NOW
    )


def ask(row: Play, question: str = "Is it made of metal?", position: tuple[int, int] = (1, 1)):
    return plays.ask(query(row), question, position=position, key=uuid.uuid4(), now=NOW).turn


def query(row: Play):
    """What services take: the query for this very play."""
    return Play.objects.filter(pk=row.pk)


class FixedOracle:
    """Gives these answers in order, or raises what stands in their place; counts its calls."""

    version = "table-fixed"
    costly = True

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
