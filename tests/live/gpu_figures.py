"""What tests/live/gpu.sh prints: throughput of its runs, hashes of prompts as token ids.

python -m tests.live.gpu_figures throughput
python -m tests.live.gpu_figures server ADDRESS
python -m tests.live.gpu_figures in-process FOLDER
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.live import test_equal_prompts as prompts


def throughput() -> Iterator[str]:
    """From the first reply to the last, so that no model's loading is in it."""
    from django.db.models import Max, Min

    from evaluation import run_records
    from evaluation.models import Run, StoredReply

    for run in Run.objects.order_by("pk"):
        replies = StoredReply.objects.filter(play__episode__run=run)
        ends = replies.aggregate(first=Min("called_at"), last=Max("called_at"))
        seconds = max((ends["last"] - ends["first"]).total_seconds(), 0.001)
        used = run_records.usage_of(run).roles["questioner"]
        games = run.episodes.filter(status="done").count()
        yield (
            f"{run.player}: {run.status}, {games} games and {used.calls} calls in {seconds:.1f} s: "
            f"{60 * games / seconds:.0f} games a minute, {used.calls / seconds:.1f} calls and "
            f"{used.completion_tokens / seconds:.0f} new tokens a second; "
            f"{used.cached_tokens} of {used.prompt_tokens} prompt tokens were cached"
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    match sys.argv[1:]:
        case ["throughput"]:
            lines = list(throughput())
        case ["server", address]:
            lines = prompts.hashes(prompts.by_vllm_server(address))
        case ["in-process", folder]:
            lines = prompts.hashes(prompts.by_vllm_in_process(Path(folder)))
        case _:
            sys.exit(__doc__)
    print("\n".join(lines))
