"""A run's states and what stopped it, in words."""

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "by_hand": "A researcher paused it.",
    "hold": "It was tried out and waits for a researcher to let it go on.",
    "server_gone": "The model's server stopped answering.",
    "model_refused": "The model's server refuses every request; its words are in the worker's log.",
    "token_limit": "It reached its limit of tokens.",
    "cost_limit": "It reached its limit of cost.",
    "preflight": "It was tried out and something is not right; see the checks.",
    "worker_gone": "No worker holds it; another one is being asked for.",
    "bug": "The lab's own code failed; the worker's log says where.",
    "other_protocol": "This lab's Oracle or Checker is not the one that the run began with.",
}

TO_DO: Mapping[str, str] = {
    "by_hand": "Resume it, and it goes on where it stopped.",
    "hold": "Look at the checks and the forecast, then let it go on or cancel it.",
    "server_gone": "See to it that the server answers, then resume the run. No turn was lost.",
    "model_refused": "The usual causes: a wrong key, no credit, a name that the server does not "
    "know. Mend it, then resume the run. No turn was lost.",
    "token_limit": "Raise the limit and resume the run, or cancel it.",
    "cost_limit": "Raise the limit and resume the run, or cancel it.",
    "preflight": "Mend what the checks name, then resume the run: it is tried out again.",
    "worker_gone": "Any worker of the queue models takes it up; its games go on where they were.",
    "bug": "Once that is mended, resume the run. Games that have ended stay as they are.",
    "other_protocol": "Set Oracle and Checker as they were and resume the run, or launch a new "
    "one.",
}
BINDS: Mapping[str, str] = {
    "concurrency": "its calls at once are the limit",
    "retries": "the server makes it wait",
    "games": "too few games are left to fill its calls",
    "database": "the worker itself is the limit",
}
FAULTS: Mapping[str, str] = {
    "empty": "only empty replies",
    "context_overflow": "longer than the model's context",
    "infrastructure": "refused by the server",
}


def stopped(reason: str) -> str:
    """The sentence of a reason; an unknown one stands for itself."""
    return REASONS.get(reason, reason.replace("_", " "))


def duration(seconds: float) -> str:
    """A span in the two largest units that it has: 2 h 5 min."""
    whole = round(seconds)
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
