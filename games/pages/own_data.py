"""Everything that is stored about a volunteer, for their own download.

What would tell the secret of a game is left out until its player may know it.
"""

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings

from games.models import Campaign, Participant, Play, Turn
from games.pages.study_plays import reveals

Stored = dict[str, object]


def own_data(participant: Participant, campaign: Campaign) -> Stored:
    return {
        "study": {"address": campaign.slug, "name": campaign.name},
        "pseudonym": participant.pseudonym,
        "joined_at": _time(participant.started_at),
        "language": participant.language,
        "recruiting_platform": participant.external,
        "account": participant.account.get_username() if participant.account else None,
        "about_you": participant.demographics,
        "outcome": participant.outcome,
        "ended_at": _time(participant.ended_at),
        "seat_released_at": _time(participant.seat_released_at),
        "excluded_reason": participant.excluded_reason,
        "consent": _consent(participant),
        "completion_codes": _codes(participant),
        "assigned_games": _assignments(participant),
        "plays": [_play(play, campaign) for play in _plays(participant)],
    }


def _time(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _consent(participant: Participant) -> Stored:
    given = participant.consent
    return {
        "given_at": _time(given.given_at),
        "language": given.language,
        "sha256": given.sha256,
        "text": given.text.in_language(given.language),
    }


def _codes(participant: Participant) -> list[Stored]:
    return [
        {
            "code": row.code,
            "outcome": row.outcome,
            "issued_at": _time(row.issued_at),
            "reopened_at": _time(row.reopened_at),
        }
        for row in participant.completion_codes.order_by("pk")
    ]


def _assignments(participant: Participant) -> list[Stored]:
    return [
        {
            "position": row.position,
            "reserved_at": _time(row.reserved_at),
            "released_at": _time(row.released_at),
        }
        for row in participant.assignments.all()
    ]


def _plays(participant: Participant) -> Iterable[Play]:
    rows = participant.plays.select_related(
        "participant", "game__target", "game__physical_object", "protocol"
    )
    return rows.prefetch_related("turns__doubt", "turns__review", "marks").order_by("pk")


def _play(play: Play, campaign: Campaign) -> Stored:
    stored: Stored = {
        "kind": play.kind,
        "candidates": play.game.candidates,
        "protocol_sha256": play.protocol.sha256,
        "started_at": _time(play.started_at),
        "ended_at": _time(play.ended_at),
        "outcome": play.outcome,
        "guessed": play.guessed,
        "turns": [_turn(turn) for turn in play.turns.all()],
        "marks": [
            {
                "affordance": mark.affordance,
                "crossed_out": mark.crossed_out,
                "after_turn": mark.after_turn,
                "marked_at": _time(mark.marked_at),
            }
            for mark in play.marks.all()
        ],
    }
    return stored | _told(play, campaign)


def _told(play: Play, campaign: Campaign) -> Stored:
    """What its player may know of an ended game."""
    if not play.outcome:
        return {}
    told: Stored = {"target": play.game.target.key}
    if settings.REVEAL_OBJECT and reveals(play, campaign):
        told["game"] = play.game.key
        told["object"] = play.game.physical_object.name
    return told


def _turn(turn: Turn) -> Stored:
    return {
        "number": turn.number,
        "attempt": turn.attempt,
        "question": turn.question,
        "status": turn.status,
        "answer": turn.answer,
        "reason": turn.reason,
        "probe": turn.probe,
        "asked_at": _time(turn.asked_at),
        "settled_at": _time(turn.settled_at),
        "thinking_seconds": turn.thinking_seconds,
        "typing_seconds": turn.typing_seconds,
        "checker_seconds": turn.checker_seconds,
        "oracle_seconds": turn.oracle_seconds,
        "doubted_at": _time(turn.doubt.raised_at) if hasattr(turn, "doubt") else None,
        "removed_from_exports": turn.review.removed if hasattr(turn, "review") else False,
    }
