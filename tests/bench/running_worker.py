"""A worker's process that plays one run to its end and prints what that took, as JSON."""

import json
import resource
import sys
import time

import django


def main(run_id: str) -> None:
    django.setup()
    from evaluation import tasks
    from evaluation.models import Run

    began, cpu = time.perf_counter(), time.process_time()
    run = Run.objects.get(pk=run_id)
    while run.status in ("queued", "running", "interrupted"):
        tasks.play_here(run.pk)
        run.refresh_from_db()
    measured = {
        "status": run.status,
        "reason": run.reason,
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(measured))


if __name__ == "__main__":
    main(sys.argv[1])
