"""A run's states and what stopped it, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

REASONS: Mapping[str, str] = {
    "by_hand": "A researcher paused it.",
    "hold": "It was tried out and waits for a researcher to let it go on.",
    "server_gone": "The model stopped answering.",
    "model_refused": "The model's server refuses every request; its words are in the worker's log.",
    "wrong_pool": "A worker took it that holds no model itself: it was not started with --pool "
    "solo.",
    "token_limit": "It reached its limit of tokens.",
    "cost_limit": "It reached its limit of cost.",
    "preflight": "It was tried out and something is not right: see Before its first game.",
    "worker_gone": "No worker holds it; another one is being asked for.",
    "bug": "The lab's own code failed, in game after game or outside of any; the worker's log says "
    "where.",
    "other_protocol": "This lab's Oracle or Checker is not the one that the run began with.",
    "other_facts": "Something that its games depend on is not what the run began with.",
}

OF_A_MODEL: Mapping[str, str] = {
    "model_refused": "The model was refused: a wrong key, no credit, a name that the server does "
    "not know, a key's variable that is not set for the worker, or replies that are too long. "
    "The worker's log has the words.",
    "no_reply": "The model did not answer several times in a row; the worker's log says why.",
    "wrong_pool": "A worker took it that holds no model itself. Start the workers of the queue "
    "models with --pool solo.",
}
"""What stops an induction or a candidate Oracle, whose model is asked call by call."""

PIECES: Mapping[str, str] = {"games": "game", "questions": "question"}
"""By a run's kind: what an episode of it is."""


def of_questions(text: str) -> str:
    """A sentence on games as one on questions, which have no turns either."""
    return text.replace("game", "question").replace("No turn was lost", "No reply was lost")


TO_DO: Mapping[str, str] = {
    "by_hand": "Resume it, and it goes on where it stopped.",
    "hold": "Look at the checks and the forecast, then let it go on or cancel it.",
    "server_gone": "See to it that the server answers, then resume the run. No turn was lost. Why "
    "a model in the worker's process gives no reply stands in the worker's log: too little memory, "
    "a device's error (start the worker again), or a time limit that is too short.",
    "model_refused": "The usual causes: a wrong key, no credit, a name that the server does not "
    "know, replies longer than any limit of tokens. Mend it, then resume the run. No turn was "
    "lost.",
    "wrong_pool": "Start the workers of the queue models with --pool solo, then resume the run. No "
    "turn was lost.",
    "token_limit": "Raise the limit and resume the run, or cancel it.",
    "cost_limit": "Raise the limit and resume the run, or cancel it.",
    "preflight": "Mend what the checks name, then have it tried out again. What a run was asked to "
    "do is fixed: for another address, name or number launch a corrected copy.",
    "worker_gone": "Any worker of the queue models takes it up; its games go on where they were.",
    "bug": "Once that is mended, resume the run, and play its broken-off games again.",
    "other_protocol": "Set Oracle and Checker as they were and resume the run, or launch a new "
    "one.",
    "other_facts": "Put that back as it was and resume the run. Or resume it as it is now: its "
    "card then says what changed, and after how many games.",
}
OTHER_GAMES = (
    "Games before and after that cannot stand in one figure. Put it back as it was and resume the "
    "run, or launch a new one."
)
STILL_IN_FLIGHT = (
    "No new call is begun. Calls that are under way still end and are stored, so a few more games "
    "may be done in a moment."
)
PRACTICE = (
    "not shown to be right often enough on this catalogue, so figures are for practice and are not "
    "to be compared"
)
BINDS: Mapping[str, str] = {
    "concurrency": "its calls at once are the limit",
    "retries": "the server makes it wait",
    "games": "too few games are left to fill its calls",
    "trials": "its first games are played alone, for the forecast",
    "database": "the worker itself is the limit",
}
FAULTS: Mapping[str, str] = {
    "empty": "only empty replies",
    "context_overflow": "longer than the model's context",
    "infrastructure": "refused by the server",
    "error": "broken off by a fault of the lab's own",
}


def counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def stopped(reason: str, checks: Sequence[Mapping[str, str]] = ()) -> str:
    """The sentence of a reason; an unknown one stands for itself.

    checks: what was tried out, of which the first that failed is said.
    """
    failed = [check["sentence"] for check in checks if check["state"] == "failed"]
    if reason == "preflight" and failed:
        return f"It was tried out: {failed[0]}"
    return REASONS.get(reason, reason.replace("_", " "))


def duration(seconds: float) -> str:
    """A span in the two largest units that it has: 2 h 5 min."""
    whole = round(seconds)
    if 0 < seconds < 0.5:
        return "under 1 s"
    if whole < 60:
        return f"{whole} s"
    minutes, hours = whole // 60 % 60, whole // 3600
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % 60} s"


def ago(seconds: float) -> str:
    return "just now" if seconds < 2 else f"{duration(seconds)} ago"


def roughly(seconds: float) -> str:
    """A span that is only guessed, to the minute, and to five minutes above two hours."""
    if seconds < 60:
        return "less than a minute"
    step = 1 if seconds < 7200 else 5
    minutes = step * round(seconds / 60 / step)
    hours, rest = divmod(minutes, 60)
    return f"about {hours} h {rest} min" if hours else f"about {rest} min"


def forecast_cost(found: Mapping[str, Any]) -> str:
    """Of a stored forecast that has a cost; of little money the cents say nothing."""
    cost = found["cost"]
    digits = 2 if cost["high"] >= 1 else 4
    low, likely, high = (f"{cost[each]:,.{digits}f}" for each in ("low", "likely", "high"))
    return f"about {likely} {found['currency']} ({low} to {high})"


def forecast_time(found: Mapping[str, Any]) -> str:
    """Of a stored forecast (evaluation.forecasts.Forecast), how long playing will take."""
    seconds = found["seconds"]
    low, high = duration(seconds["low"]), duration(seconds["high"])
    said = roughly(seconds["likely"])
    spread = f" ({low} to {high})" if seconds["high"] >= 60 else ""
    short = found.get("longest_seconds", 1) < 1
    rough = "; rough, for its trial games took under a second each" if short else ""
    return f"{said}{spread}{rough}"
