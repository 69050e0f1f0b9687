"""What is stored of a run's questions, as the rows of its tables and the lines of transcripts."""

import json
from collections.abc import Iterator

from evaluation.models import Run
from evaluation.question_exports.stored import Answered, ReplyRow
from games.export_cells import moment
from games.exporting.columns import Row, Value

TRANSCRIPT = "question-transcript/1"
_TOKENS = ("prompt_tokens", "completion_tokens", "cached_tokens", "hidden_tokens")
# Of a second, a millionth.
_PLACES = 6


def question(run: Run, answered: Answered) -> Row:
    row, chosen = answered.row, answered.chosen
    replies = answered.replies
    seconds = sum(reply.latency_seconds for reply in replies)
    return {
        **_of_question(run, answered),
        "position": row.position,
        "utility": answered.stored.question.utility,
        "task": answered.stored.question.task or None,
        "right": answered.right,
        "right_object": answered.stored.question.by_letter()[answered.right].object_name,
        "chosen": row.letter or None,
        "correct": row.letter == answered.right,
        "why": row.why or None,
        "fault": row.fault or None,
        "chosen_object": chosen.object_name if chosen else None,
        "chosen_role": str(chosen.role) if chosen else None,
        "chosen_category": str(chosen.category) if chosen and chosen.category else None,
        "chosen_rank": answered.ranks.get(row.letter),
        "listed": _json(row.listed),
        "unknown": row.unknown,
        "kept": row.kept if row.listed is not None else None,
        "logprobs": _json(row.logprobs),
        "replies": len(replies),
        **{name: sum(getattr(reply, name) for reply in replies) for name in _TOKENS},
        "reply_seconds": round(seconds, _PLACES) if replies else None,
        "done_at": moment(row.done_at),
    }


def replies(run: Run, answered: Answered) -> Iterator[Row]:
    for reply in answered.replies:
        read = answered.read_as(reply)
        yield {
            **_of_question(run, answered),
            **_of_reply(reply),
            "text": reply.text,
            "read_as": read if isinstance(read, str) else _json(read),
        }


def transcript(run: Run, answered: Answered) -> str:
    """One line of JSON: the question with its options, what was said and how it was read."""
    shown = answered.stored
    options = {
        letter: {
            "object": option.object_name,
            "text": shown.rendered.options[letter],
            "role": str(option.role),
            "category": str(option.category) if option.category else None,
            "rank": answered.ranks.get(letter),
        }
        for letter, option in shown.question.by_letter().items()
    }
    said = [
        {
            **_of_reply(reply),
            "prompt": json.loads(reply.prompt),
            "text": reply.text,
            "read_as": answered.read_as(reply),
        }
        for reply in answered.replies
    ]
    row = answered.row
    written = {
        "schema": TRANSCRIPT,
        "run_sha256": run.sha256 or None,
        "question_set_sha256": run.question_set.sha256,
        **question(run, answered),
        "listed": row.listed,
        "logprobs": row.logprobs,
        "asked": shown.rendered.text,
        "options": options,
        "replies": said,
    }
    return json.dumps(written, ensure_ascii=False, allow_nan=False) + "\n"


def _of_question(run: Run, answered: Answered) -> dict[str, Value]:
    return {
        "run": run.slug,
        "player": run.player,
        "question_set": run.question_set.slug,
        "repeat": answered.row.repeat,
        "question": answered.number,
    }


def _of_reply(reply: ReplyRow) -> dict[str, Value]:
    return {
        "sequence": reply.sequence,
        "stage": reply.stage,
        "attempt": reply.attempt,
        "model": reply.model or None,
        **{name: getattr(reply, name) for name in _TOKENS},
        "finish_reason": reply.finish_reason or None,
        "latency_seconds": round(reply.latency_seconds, _PLACES),
        "called_at": moment(reply.called_at),
    }


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
