"""A real worker that stops dead at one step of a turn, to be killed there.

STOP_AT names the step, STOP_MARKER the file that says it was reached.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

STEPS = {
    # step -> (function of the turn service, whether to stop before or after it)
    "before_claim": ("_claim", "before"),
    "after_claim": ("_claim", "after"),
    "after_ruling": ("_rule", "after"),
    "before_oracle": ("_ask_oracle", "before"),
    "after_oracle": ("_ask_oracle", "after"),
    "before_write": ("_settle", "before"),
    "after_write": ("_settle", "after"),
}


def stop() -> None:
    Path(os.environ["STOP_MARKER"]).touch()
    time.sleep(600)


def stopping(function: Callable[..., Any], when: str) -> Callable[..., Any]:
    def stopped(*arguments: Any, **named: Any) -> Any:
        if when == "before":
            stop()
        result = function(*arguments, **named)
        stop()
        return result

    return stopped


def main() -> None:
    django.setup()
    from config.celery import app
    from games.services import turns

    name, when = STEPS[os.environ["STOP_AT"]]
    setattr(turns, name, stopping(getattr(turns, name), when))
    app.worker_main(["worker", "--concurrency", "1", "--loglevel", "WARNING"])


if __name__ == "__main__":
    main()
