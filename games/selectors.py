"""Reading rows: a play's state, a game's frozen parts, what a page may show of them.

Catalogues and what belongs to them never change once stored, so each process keeps them.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from games import oracle_gate, presets, rules
from games.formats import VocabularyValue
from games.models import (
    Affordance,
    Campaign,
    CampaignGame,
    Catalogue,
    Game,
    ModelMargin,
    OracleScore,
    Participant,
    PhysicalObject,
    Play,
    PlayProtocol,
    Turn,
)
from games.oracle_scores import Figures
from games.rules import GameSpec, State
from games.sheets import Dimension, Extent, Measure, ObjectSheet, Property

SHOWN_QUESTION_SET = "oracle_test"
# A table Oracle's version ends with the hash of its catalogue's vocabulary.
_VOCABULARY = re.compile(r"(table-\d+\+[0-9a-f]{8})\+[0-9a-f]{8}")


@dataclass(frozen=True)
class FrozenGame:
    """A game with what its page needs; `definitions` maps candidates to their definitions."""

    spec: GameSpec
    definitions: Mapping[str, str]
    object_id: int
    object_sha256: str
    catalogue_id: int


def participant_of(token: UUID) -> Participant | None:
    return Participant.objects.filter(token=token).first()


def plays_of(tokens: Collection[UUID]) -> QuerySet[Play]:
    """The plays of the participants who hold these tokens: the only way for a page to reach one."""
    return Play.objects.filter(participant__token__in=tokens)


def play_of(tokens: Collection[UUID], play: UUID) -> QuerySet[Play]:
    """The query for one play of these participants; empty where it is nobody's or a stranger's."""
    return plays_of(tokens).filter(token=play)


def newest_catalogue() -> Catalogue | None:
    """The catalogue that was stored last, among those that have games."""
    with_games = Exists(Game.objects.filter(catalogue=OuterRef("pk")))
    return Catalogue.objects.filter(with_games).order_by("pk").last()


def free_games(catalogue: Catalogue) -> QuerySet[Game]:
    """Games for free play, which shows their objects: none that a baseline is being made of."""
    running = CampaignGame.objects.filter(campaign__baseline=True, campaign__simulated=False)
    kept = running.exclude(campaign__status=Campaign.Status.CLOSED)
    # By their keys: the versions of a catalogue have the same objects in rows of their own.
    return catalogue.games.exclude(physical_object__key__in=kept.values("physical_object__key"))


def turns_of(play: Play) -> list[Turn]:
    """All stored turns in order, each with its doubt."""
    return list(play.turns.select_related("doubt"))


def state_of(play: Play, turns: list[Turn], *, now: datetime) -> State:
    """Fold a play's stored moves; an abort is no move and is read off the play.

    A turn that has waited beyond all patience counts as failed, so that its player is not kept
    waiting where no worker is left to say so.
    """
    folded = rules.fold(
        frozen_game(play.game_id).spec,
        tuple(move_of(turn) for turn in turns),
        play.guessed or None,
        limits=protocol_of(play.protocol_id).limits,
    )
    if play.outcome == rules.Outcome.ABORTED:
        return rules.abort(folded)
    patience = timedelta(seconds=settings.TURN_PATIENCE_SECONDS)
    if folded.waiting and turns[-1].asked_at + patience < now:
        return rules.fail(folded)
    return folded


def crossed_out(play: Play) -> frozenset[str]:
    last = dict(play.marks.values_list("affordance", "crossed_out"))
    return frozenset(affordance for affordance, out in last.items() if out)


def shown_figures(oracle_version: str, catalogue_id: int) -> tuple[bool, Figures | None]:
    """How right an Oracle was, and whether on questions about the catalogue's own objects.

    Where it was not asked any of those: on the set that no rule was made on. There it is scored
    apart from any catalogue's vocabulary, which its version then does not name.
    """
    blind = oracle_gate.question_set(version_of(catalogue_id))
    apart = _VOCABULARY.sub(r"\1", oracle_version)
    rows = OracleScore.objects.filter(
        Q(oracle_version=oracle_version, question_set=blind)
        | Q(oracle_version=apart, question_set=SHOWN_QUESTION_SET)
    )
    scores = {row.question_set: _figures(row) for row in rows}
    return blind in scores, scores.get(blind) or scores.get(SHOWN_QUESTION_SET)


def gate_figures(catalogue: Catalogue, oracle_version: str) -> Figures | None:
    """How right this very Oracle was on the blind questions about the catalogue's own objects."""
    score = OracleScore.objects.filter(
        oracle_version=oracle_version,
        question_set=oracle_gate.question_set(catalogue.version),
    ).first()
    return _figures(score) if score else None


@lru_cache(maxsize=64)
def version_of(catalogue_id: int) -> str:
    """What the catalogue is called."""
    return Catalogue.objects.values_list("version", flat=True).get(pk=catalogue_id)


def _figures(score: OracleScore) -> Figures:
    return Figures(
        questions=score.questions,
        answered=score.answered,
        right_answered=score.right_answered,
        right_forced=score.right_forced,
    )


def margin_of(model: str) -> float | None:
    """What calibration found for this model; None where it was never calibrated."""
    return ModelMargin.objects.filter(model=model).values_list("margin", flat=True).first()


@lru_cache(maxsize=4096)
def frozen_game(game_id: int) -> FrozenGame:
    game = Game.objects.select_related("physical_object", "target").get(pk=game_id)
    known = _definitions_of(game.catalogue_id)
    spec = GameSpec(
        object_key=game.physical_object.key,
        candidates=tuple(game.candidates),
        target=game.target.key,
    )
    return FrozenGame(
        spec=spec,
        definitions={key: known[key] for key in game.candidates},
        object_id=game.physical_object_id,
        object_sha256=game.physical_object.sha256,
        catalogue_id=game.catalogue_id,
    )


@lru_cache(maxsize=8)
def _definitions_of(catalogue_id: int) -> Mapping[str, str]:
    rows = Affordance.objects.filter(catalogue_id=catalogue_id)
    return dict(rows.values_list("key", "definition"))


@lru_cache(maxsize=64)
def protocol_of(protocol_id: int) -> presets.Protocol:
    return presets.of_settings(PlayProtocol.objects.get(pk=protocol_id).settings)


@lru_cache(maxsize=8)
def sheets_of(catalogue_id: int) -> Mapping[int, ObjectSheet]:
    """Object id -> sheet, for a whole catalogue, in the order of the objects' keys."""
    objects = PhysicalObject.objects.filter(catalogue_id=catalogue_id).order_by("key")
    return {row.pk: _sheet(row) for row in objects.prefetch_related("properties", "measures")}


@lru_cache(maxsize=8)
def vocabulary_of(catalogue_id: int) -> tuple[VocabularyValue, ...]:
    return tuple(
        VocabularyValue(Dimension(row["dimension"]), row["value"], tuple(row["broader"]))
        for row in Catalogue.objects.get(pk=catalogue_id).vocabulary
    )


def forget() -> None:
    """Empty what this process keeps of catalogues, for tests that make their own."""
    kept_all = (frozen_game, _definitions_of, protocol_of, sheets_of, vocabulary_of, version_of)
    for kept in kept_all:
        kept.cache_clear()


def move_of(turn: Turn) -> rules.Turn:
    return rules.Turn(
        number=turn.number,
        attempt=turn.attempt,
        question=turn.question,
        status=rules.TurnStatus(turn.status),
        answer=rules.Answer(turn.answer) if turn.answer else None,
        reason=rules.Reason(turn.reason) if turn.reason else None,
    )


def _sheet(row: PhysicalObject) -> ObjectSheet:
    return ObjectSheet(
        key=row.key,
        name=row.name,
        description=row.description,
        properties=frozenset(
            Property(Dimension(p.dimension), p.value, p.part) for p in row.properties.all()
        ),
        measures={Extent(m.extent): Measure(m.low, m.high) for m in row.measures.all()},
    )
