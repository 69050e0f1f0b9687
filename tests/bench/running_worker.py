"""A worker's process that plays a run, as JSON what that took: python -m ... RUN [once].

once: one slice, which is the trial games of a new run.
"""

import json
import resource
import sys
import time

import django


def main(run_id: str, once: str = "") -> None:
    django.setup()
    from config import collector
    from evaluation import tasks
    from evaluation.models import Run

    collector.relax()
    run = Run.objects.get(pk=run_id)
    began, cpu = time.perf_counter(), time.process_time()
    while run.status in ("queued", "running", "interrupted"):
        tasks.play_here(run.pk)
        run.refresh_from_db()
        if once:
            break
    measured = {
        "status": run.status,
        "seconds": time.perf_counter() - began,
        "cpu_seconds": time.process_time() - cpu,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(measured))


if __name__ == "__main__":
    main(*sys.argv[1:])
