"""What is stored of a run's games, as the rows of its tables."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from evaluation import run_records
from evaluation.metrics.plays import EndedPlay, Question
from evaluation.models import Run
from evaluation.run_exports.stored import Played, TurnRow, Usage
from games import selectors
from games.export_cells import moment, number
from games.exporting.columns import Row, Value
from games.presets import Protocol
from games.rules import Answer, TurnStatus


@dataclass(frozen=True)
class Setting:
    """What all rows of a run have in common."""

    run: Run

    @cached_property
    def protocol(self) -> Protocol:
        return selectors.protocol_of(self.run.protocol_id)

    @cached_property
    def ended(self) -> list[EndedPlay]:
        """The ended plays as the figures take them; read when the first is asked for."""
        return run_records.ended_plays(self.run)

    def figures_of(self, played: Played) -> EndedPlay | None:
        return self._by_game.get((played.episode.repeat, played.episode.game))

    @cached_property
    def _by_game(self) -> Mapping[tuple[int, str], EndedPlay]:
        return {(play.repeat, play.game): play for play in self.ended}


def name_of(run: Run, played: Played) -> str:
    """The play by a name that leads to no address."""
    return f"{run.slug}/{played.episode.repeat}/{played.episode.game}"


def play(setting: Setting, played: Played, usage: Usage) -> Row:
    row, catalogue = played.episode, setting.run.catalogue
    protocol = setting.protocol
    return {
        **_of_play(setting, played),
        "position": row.number,
        "catalogue": catalogue.version,
        "catalogue_sha256": catalogue.sha256,
        "split": row.split,
        "object": row.object_key,
        "candidates": " ".join(row.candidates),
        "target": row.target,
        "requires": row.requires,
        "protocol_sha256": setting.run.protocol.sha256,
        "preset": protocol.preset,
        "condition": protocol.condition,
        "constrained": protocol.constrained,
        "rules": protocol.rules or None,
        "oracle_version": protocol.oracle,
        "checker_version": protocol.checker,
        "started_at": moment(row.started_at),
        "ended_at": moment(row.ended_at),
        "outcome": row.outcome or None,
        "fault": row.fault or None,
        "guessed": row.guessed or None,
        **_counts(setting, played),
        **_gains(setting.figures_of(played)),
        **_usage(usage),
    }


def turns(setting: Setting, played: Played) -> Iterator[Row]:
    """One row for each turn, those that still wait too."""
    ended = setting.figures_of(played)
    asked = iter(ended.questions if ended else ())
    for turn in played.turns:
        counted = turn.status in _COUNTED and turn.number <= setting.protocol.questions
        yield {
            **_of_play(setting, played),
            **_turn(turn),
            **_worth(next(asked) if ended and counted else None),
        }


def replies(setting: Setting, played: Played) -> Iterator[Row]:
    for reply in played.replies:
        yield {
            **_of_play(setting, played),
            **reply._asdict(),
            "said": reply.said or None,
            "why": reply.why or None,
            "model": reply.model or None,
            "finish_reason": reply.finish_reason or None,
            "latency_seconds": number(reply.latency_seconds),
            "belief": json.dumps(reply.belief) if reply.belief else None,
            "called_at": moment(reply.called_at),
        }


# What the figures take as a question of the play.
_COUNTED = (TurnStatus.ANSWERED, TurnStatus.REFUSED)


def _of_play(setting: Setting, played: Played) -> dict[str, Value]:
    run = setting.run
    return {
        "canary": run.catalogue.canary,
        "run": run.slug,
        "player": run.player,
        "repeat": played.episode.repeat,
        "play": name_of(run, played),
        "game": played.episode.game,
    }


def _counts(setting: Setting, played: Played) -> Row:
    status = [turn.status for turn in played.turns]
    return {
        "turns_spent": played.state(setting.protocol.limits).spent,
        "questions_answered": status.count(TurnStatus.ANSWERED),
        "questions_refused": status.count(TurnStatus.REFUSED),
    }


def _gains(ended: EndedPlay | None) -> Row:
    return {
        "sufficient_after": ended.sufficient_after if ended else None,
        "misled": ended.misled if ended else None,
        "total_gain": number(ended.total_gain) if ended else None,
        "net_gain": number(ended.net_gain) if ended else None,
        "own_total_gain": number(ended.own_total_gain) if ended else None,
        "own_net_gain": number(ended.own_net_gain) if ended else None,
    }


def _usage(usage: Usage) -> Row:
    seconds = number(usage.latency_seconds) if usage.replies else None
    return {**asdict(usage), "reply_seconds": seconds}


def _turn(turn: TurnRow) -> Row:
    told = turn.answer or None
    return {
        "number": turn.number,
        "attempt": turn.attempt,
        "question": turn.question,
        "status": turn.status,
        "reason": turn.reason or None,
        "probe": turn.probe or None,
        "answer": told,
        "oracle_answer": turn.held,
        "forced_answer": turn.forced,
        "forced": turn.held == Answer.CANNOT_TELL if told else None,
        "oracle_version": turn.oracle_version,
        "answer_source": turn.source,
        "answer_revision": turn.revision,
        "answer_confidence": number(turn.confidence),
        "asked_at": moment(turn.asked_at),
        "settled_at": moment(turn.settled_at),
        "checker_seconds": number(turn.checker_seconds),
        "oracle_seconds": number(turn.oracle_seconds),
    }


def _worth(asked: Question | None) -> Row:
    answered = asked is not None and asked.answered
    return {
        "gain": number(asked.gain) if asked else None,
        "expected_gain": number(asked.expected_gain) if asked else None,
        "entropy_drop": number(asked.entropy_drop) if asked else None,
        "own_gain": number(asked.own_gain) if asked else None,
        "repeated": asked.repeat if asked and answered else None,
        "useless": asked.useless if asked and answered else None,
    }
