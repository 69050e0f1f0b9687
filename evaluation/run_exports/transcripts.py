"""A run's transcripts: one line of JSON for each game, with all that was said in it."""

import json
from collections.abc import Iterator, Sequence

from evaluation import observed, run_records
from evaluation.models import Run
from evaluation.run_exports import stored
from evaluation.run_exports.cells import name_of
from evaluation.run_exports.stored import Played, ReplyRow, TurnRow
from games import selectors
from games.belief import Observation, Trace
from games.export_cells import moment, number
from games.rules import TurnStatus

SCHEMA = "transcript/1"
# Of a belief: a share of a thousandth more or less says nothing.
_PLACES = 4
Document = dict[str, object]


def lines(run: Run) -> Iterator[str]:
    """Every game that was begun, in the run's order; those that go on have an empty outcome."""
    games = run_records.games_of(run)
    limits = selectors.protocol_of(run.protocol_id).limits
    for batch in stored.batches(run):
        heard = [
            observed.Played(
                played.episode.play_id,
                played.episode.ended_at,
                games[played.episode.game_id],
                played.heard(limits),
            )
            for played in batch
        ]
        for played, trace in zip(batch, observed.beliefs_of(heard), strict=True):
            spent = played.state(limits).spent
            written = _game(run, played) | {"turns_spent": spent} | _moves(played, trace)
            yield json.dumps(written, ensure_ascii=False, allow_nan=False) + "\n"


def _game(run: Run, played: Played) -> Document:
    row = played.episode
    return {
        "schema": SCHEMA,
        "canary": run.catalogue.canary,
        "run": run.slug,
        "run_sha256": run.sha256 or None,
        "player": run.player,
        "play": name_of(run, played),
        "position": row.number,
        "repeat": row.repeat,
        "catalogue": run.catalogue.version,
        "protocol_sha256": run.protocol.sha256,
        "game": row.game,
        "object": row.object_key,
        "candidates": row.candidates,
        "target": row.target,
        "started_at": moment(row.started_at),
        "ended_at": moment(row.ended_at),
        "outcome": row.outcome or None,
        "fault": row.fault or None,
        "guessed": row.guessed or None,
    }


def _moves(played: Played, trace: Trace) -> Document:
    """Replies and turns side by side; a guess is a reply without a turn, a program has turns only.

    observer: the reference observer's belief after each answer, in the candidates' order.
    """
    said = {(reply.number, reply.attempt): reply for reply in played.replies}
    seen = iter(trace.observations)
    moves = []
    for turn in played.turns:
        reply = said.pop((turn.number, turn.attempt), None)
        answered = turn.status == TurnStatus.ANSWERED
        moves.append(_move(reply, turn, next(seen) if answered else None))
    moves += [_move(reply, None, None) for reply in said.values()]
    return {
        "observer": {"total_gain": number(trace.total_gain), "net_gain": number(trace.net_gain)},
        "moves": moves,
    }


def _move(
    reply: ReplyRow | None, turn: TurnRow | None, observation: Observation | None
) -> Document:
    at = turn or reply
    return {
        "number": at.number if at else None,
        "attempt": at.attempt if at else None,
        "reply": _reply(reply) if reply else None,
        "turn": _turn(turn) if turn else None,
        "observer": _observed(observation) if observation else None,
    }


def _reply(reply: ReplyRow) -> Document:
    return {
        "text": reply.text,
        "kind": reply.kind,
        "said": reply.said or None,
        "why": reply.why or None,
        "invented": reply.invented,
        "reader": reply.reader,
        "model": reply.model or None,
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
        "cached_tokens": reply.cached_tokens,
        "hidden_tokens": reply.hidden_tokens,
        "finish_reason": reply.finish_reason or None,
        "latency_seconds": number(reply.latency_seconds),
        "belief": _shares(reply.belief) if reply.belief else None,
        "called_at": moment(reply.called_at),
    }


def _turn(turn: TurnRow) -> Document:
    return {
        "question": turn.question,
        "status": turn.status,
        "reason": turn.reason or None,
        "probe": turn.probe or None,
        "answer": turn.answer or None,
        "oracle_answer": turn.held,
        "forced_answer": turn.forced,
        "oracle_version": turn.oracle_version,
        "answer_source": turn.source,
        "answer_revision": turn.revision,
        "asked_at": moment(turn.asked_at),
        "settled_at": moment(turn.settled_at),
    }


def _observed(seen: Observation) -> Document:
    return {
        "belief": _shares(seen.belief),
        "gain": None if seen.unread else number(seen.gain),
        "expected_gain": None if seen.unread else number(seen.expected_gain),
        "entropy_drop": None if seen.unread else number(seen.entropy_drop),
        "kept": seen.kept.value if seen.kept else None,
    }


def _shares(belief: Sequence[float]) -> list[float]:
    return [round(share, _PLACES) for share in belief]
