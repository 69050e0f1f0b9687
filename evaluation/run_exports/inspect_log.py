"""A run as a log of Inspect AI: its EvalLog of version 2, as JSON, a sample for each ended game.

Source: inspect_ai 0.3.285, inspect_ai/log/_log.py. Fields that it fills in itself are left out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain

from evaluation import briefings, rule_matching, run_words
from evaluation.metrics.intervals import Figure, Interval, Undefined
from evaluation.models import Run
from evaluation.run_exports import conversations, stored
from evaluation.run_exports.cells import name_of
from evaluation.run_exports.conversations import Spoken
from evaluation.run_exports.stored import Played, ReplyRow
from evaluation.run_progress import Counts
from evaluation.run_records import RoleUsage, Usage
from games import prompts, selectors
from games.presets import Protocol
from games.rules import Outcome

VERSION = 2
TASK, SCORER = "affordance20q", "solved"
_STATUS = {
    Run.Status.COMPLETE: "success",
    Run.Status.CANCELLED: "cancelled",
    Run.Status.FAILED: "error",
}
# What servers say -> what Inspect knows.
_STOPPED = {"stop": "stop", "length": "max_tokens", "content_filter": "content_filter"}
Document = dict[str, object]


def pieces(run: Run, counts: Counts, usage: Usage, card: Mapping[str, object]) -> Iterator[str]:
    """The log in pieces of one sample each; its keys come in the order that Inspect asks for."""
    head = _head(run, counts, usage, card)
    yield json.dumps(head, ensure_ascii=False, allow_nan=False)[:-1] + ', "samples": ['
    protocol = selectors.protocol_of(run.protocol_id)
    ended = chain.from_iterable(stored.batches(run, ended=True))
    for at, played in enumerate(ended):
        sample = _sample(run, played, protocol)
        written = json.dumps(sample, ensure_ascii=False, allow_nan=False)
        yield f"{',' if at else ''}\n{written}"
    yield "\n]}\n"


def _head(run: Run, counts: Counts, usage: Usage, card: Mapping[str, object]) -> Document:
    status = _STATUS.get(Run.Status(run.status), "started")
    head: Document = {
        "version": VERSION,
        "status": status,
        "eval": _eval(run, counts, card),
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": _results(counts),
        "stats": _stats(run, usage),
    }
    if status == "error":
        head["error"] = _error(run_words.stopped(run.reason))
    return head


def _eval(run: Run, counts: Counts, card: Mapping[str, object]) -> Document:
    players = max(1, run.players.count())
    known: Document = {
        "eval_id": run.slug,
        "run_id": run.slug,
        "created": _time(run.created_at),
        "task": TASK,
        "task_id": run.protocol.sha256,
        "task_version": run.catalogue.version,
        "task_display_name": run.title,
        "task_args": dict(run.protocol.settings),
        "dataset": {"name": run.catalogue.version, "samples": counts.planned // players},
        "model": _model(run),
        "model_generate_config": _config(run),
        "config": {"epochs": players},
        "packages": run.facts.get("packages", {}),
        "metadata": {
            "canary": run.catalogue.canary,
            "told_as_sent": told_as_sent(run),
            "run_card": card,
        },
        "scorers": [{"name": SCORER, "metrics": [{"name": "accuracy"}]}],
    }
    code = run.facts.get("code") or {}
    if "commit" in code:
        revision = {"type": "git", "origin": "", "commit": code["commit"]}
        known["revision"] = {**revision, "dirty": bool(code.get("dirty"))}
    return known


def told_as_sent(run: Run) -> bool | None:
    """Whether the prompts of now are those that the run's player was told; None: not known."""
    sent = run.facts.get("prompts", {}).get("questioner")
    return None if sent is None else bool(sent == prompts.load("questioner").sha256)


def _model(run: Run) -> str:
    said = run.spec.get("model") or {}
    return str(said.get("name") or run.player)


def _config(run: Run) -> Document:
    """Of a program nothing: it samples from no model."""
    sampling = run.spec.get("sampling") or {}
    wanted = {
        "temperature": sampling.get("temperature"),
        "max_tokens": sampling.get("questioner_tokens"),
        "seed": (run.spec.get("run") or {}).get("seed"),
    }
    model = run.spec.get("model")
    return {name: value for name, value in wanted.items() if model and value is not None}


def _results(counts: Counts) -> Document:
    """Every ended game is scored; aborted ones, which Inspect calls not completed, as wrong."""
    aborted = sum(counts.faults.values())
    return {
        "total_samples": counts.planned,
        "completed_samples": counts.done - aborted,
        "scores": [
            {
                "name": SCORER,
                "scorer": SCORER,
                "scored_samples": counts.done,
                "unscored_samples": counts.left,
                "metrics": {name: _metric(name, value) for name, value in _rate(counts.rate)},
            }
        ],
    }


def _rate(rate: Figure) -> Iterator[tuple[str, float]]:
    if isinstance(rate, Undefined):
        return
    yield "accuracy", rate.value
    if isinstance(rate.interval, Interval):
        yield "wilson_low", rate.interval.low
        yield "wilson_high", rate.interval.high


def _metric(name: str, value: float) -> Document:
    return {"name": name, "value": value}


def _stats(run: Run, usage: Usage) -> Document:
    roles = {name: _of_role(role) for name, role in usage.roles.items() if role.calls}
    questioner = {_model(run): roles["questioner"]} if "questioner" in roles else {}
    return {
        "started_at": _time(run.started_at) if run.started_at else "",
        "completed_at": _time(run.ended_at) if run.ended_at else "",
        "model_usage": questioner,
        "role_usage": roles,
    }


def _of_role(role: RoleUsage) -> Document:
    used: Document = {
        "input_tokens": role.prompt_tokens,
        "output_tokens": role.completion_tokens,
        "total_tokens": role.tokens,
        "input_tokens_cache_read": role.cached_tokens,
        "reasoning_tokens": role.hidden_tokens,
    }
    return used if role.cost is None else {**used, "total_cost": role.cost}


def _sample(run: Run, played: Played, protocol: Protocol) -> Document:
    row = played.episode
    briefing = briefings.briefing_of(row.game_id, protocol, rule_matching.rules_in(run.facts))
    spoken = conversations.conversation(briefing, played, protocol.limits)
    messages = [_message(each) for each in spoken]
    known: Document = {
        "id": row.game,
        "epoch": row.repeat,
        "input": messages[:2],
        "choices": row.candidates,
        "target": row.target,
        "messages": messages,
        "output": _output(spoken[-1]),
        "scores": {SCORER: _score(played, protocol)},
        "metadata": {
            "play": name_of(run, played),
            "object": row.object_key,
            "outcome": row.outcome,
            "fault": row.fault or None,
        },
        "model_usage": _usage(_model(run), played.replies),
        "started_at": _time(row.started_at),
        "uuid": name_of(run, played),
    }
    if row.ended_at:
        known["completed_at"] = _time(row.ended_at)
        known["total_time"] = (row.ended_at - row.started_at).total_seconds()
    if row.outcome == Outcome.ABORTED:
        known["error"] = _error(run_words.FAULTS.get(row.fault, "aborted"))
    return known


def _message(spoken: Spoken) -> Document:
    message: Document = {"role": spoken.role, "content": spoken.text}
    if spoken.role == "assistant":
        message["source"] = "generate"
    if spoken.reply:
        message["model"] = spoken.reply.model or None
        message["metadata"] = {
            "read_as": spoken.read_as,
            "kind": spoken.reply.kind,
            "why": spoken.reply.why or None,
            "belief": spoken.reply.belief,
        }
    return message


def _output(last: Spoken) -> Document:
    """Of the last message, where that is the player's: a play may end with what it was told."""
    if last.role != "assistant":
        return {"model": "", "choices": [], "completion": ""}
    reply = last.reply
    reason = _STOPPED.get(reply.finish_reason, "unknown") if reply else "stop"
    return {
        "model": reply.model if reply else "",
        "choices": [{"message": _message(last), "stop_reason": reason}],
        "completion": last.text,
    }


def _score(played: Played, protocol: Protocol) -> Document:
    row = played.episode
    return {
        "value": "C" if row.outcome == Outcome.WON else "I",
        "answer": row.guessed or None,
        "explanation": f"{row.outcome} {row.fault}".strip().replace("_", " "),
        "metadata": {"turns_spent": played.state(protocol.limits).spent},
    }


def _usage(model: str, replies: Sequence[ReplyRow]) -> Document:
    if not replies:
        return {}
    prompt = sum(reply.prompt_tokens for reply in replies)
    completion = sum(reply.completion_tokens for reply in replies)
    used = {
        "input_tokens": prompt,
        "output_tokens": completion,
        "total_tokens": prompt + completion,
        "input_tokens_cache_read": sum(reply.cached_tokens for reply in replies),
        "reasoning_tokens": sum(reply.hidden_tokens for reply in replies),
    }
    return {model: used}


def _error(message: str) -> Document:
    """Why, in this lab's own words: what a provider said stands in no file."""
    return {"message": message, "traceback": "", "traceback_ansi": ""}


def _time(when: datetime) -> str:
    return when.isoformat()
