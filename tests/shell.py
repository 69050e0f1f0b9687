"""A Django shell that stays open: a line of JSON is code, the line after it what that printed."""

import contextlib
import io
import json
import sys
import traceback

import django


def serve() -> None:
    """Run what comes in, each piece by itself, until nothing comes any more."""
    django.setup()
    from django.db import connections

    answers = sys.stdout
    for line in sys.stdin:
        said = io.StringIO()
        failed = ""
        with contextlib.redirect_stdout(said):
            try:
                exec(json.loads(line), {"__name__": "shell"})
            except BaseException:
                failed = traceback.format_exc()
        connections.close_all()
        answers.write(json.dumps({"said": said.getvalue(), "failed": failed}) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
