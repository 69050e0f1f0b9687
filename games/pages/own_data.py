"""Everything that is stored about a volunteer, for their own download.

What would tell the secret of a game is left out until its player may know it.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Campaign, Participant, Play, Turn
from games.pages.study_plays import reveals

Stored = dict[str, object]

README = {
    "study": gettext_noop("The study that you take part in."),
    "pseudonym": gettext_noop("The made-up name that your games are kept under."),
    "recruiting_platform": gettext_noop(
        "What a recruiting platform put into the link, to pay you and to know you again."
    ),
    "about_you": gettext_noop("What you said about yourself; empty if you said nothing."),
    "consent": gettext_noop("The consent form that you agreed to, word for word, and when."),
    "completion_codes": gettext_noop("The codes that say how your part ended."),
    "assigned_games": gettext_noop("Which games were set aside for you, in your order."),
    "plays": gettext_noop(
        "Your games: the eight candidates, each question with its answer and how long it took, "
        "what you crossed out, and your guess."
    ),
}


def own_data(participant: Participant, campaign: Campaign) -> Stored:
    stored: Stored = {
        "readme": {part: _(sentence) for part, sentence in README.items()},
        "study": {"address": campaign.slug, "name": campaign.name},
        "pseudonym": participant.pseudonym,
        "joined_at": _time(participant.started_at),
        "language": participant.language,
        "recruiting_platform": participant.external,
        "about_you": participant.demographics,
        "outcome": participant.outcome,
        "ended_at": _time(participant.ended_at),
        "consent": _consent(participant),
        "completion_codes": _codes(participant),
        "assigned_games": _assignments(participant),
        "plays": [_play(play, campaign) for play in _plays(participant)],
    }
    return stored | _where_set(participant)


def _where_set(participant: Participant) -> Stored:
    """What is stored of few; of all others its name would only raise questions."""
    account = participant.account
    rare = {
        "account": account.get_username() if account else None,
        "place_given_to_others_at": _time(participant.seat_released_at),
        "left_out_of_figures_because": participant.excluded_reason,
    }
    return {name: value for name, value in rare.items() if value}


def _time(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None


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
            "given_to_others_at": _time(row.released_at),
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
    stored: Stored = {
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
    }
    removed = hasattr(turn, "review") and turn.review.removed
    return stored | ({"left_out_of_what_is_published": True} if removed else {})
