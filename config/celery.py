"""The Celery application: queues `default`, `oracle` and `models`."""

import os
from pathlib import Path

from celery import Celery, Task, concurrency
from celery.signals import task_prerun, worker_init
from celery.worker.request import Request
from django.conf import settings
from django.db import close_old_connections
from kombu import Queue
from kombu.asynchronous import get_event_loop

from config import collector

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class LoudRequest(Request):
    """A message whose acknowledgement fails aloud, so that the worker connects anew.

    Celery logs the failure and goes on; kombu then holds the message for one that is still worked
    on, and with a prefetch of one the worker takes no other any more.
    """

    acknowledged: bool

    def acknowledge(self) -> None:
        if self.acknowledged:
            return
        try:
            self._message.ack()
        except self._connection_errors as lost:
            hub = get_event_loop()
            if hub is None:
                raise
            # Pools swallow what is raised here; the worker's own loop does not.
            hub.call_soon(_raise, lost)
        self.acknowledged = True


def _raise(error: Exception) -> None:
    raise error


# Whoever starts a worker with `--pool threads` means this one.
concurrency.ALIASES["threads"] = "config.threads:TaskPool"


class LoudTask(Task):
    Request = LoudRequest


app = Celery("affordance_lab", task_cls=LoudTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue("default"), Queue("oracle"), Queue("models")]
# Celery closes the database before and after every task unless it may reuse the connection.
app.conf.CELERY_DB_REUSE_MAX = 1_000_000
app.autodiscover_tasks()

if settings.CELERY_BROKER_URL.startswith("filesystem"):
    for folder in ("messages", "control"):
        (Path(settings.VAR_DIR) / "broker" / folder).mkdir(parents=True, exist_ok=True)


@task_prerun.connect
def drop_broken_connections(**_: object) -> None:
    """Do for a task what Django does for a request: no connection outlives its server."""
    close_old_connections()


@worker_init.connect
def relax_collector(**_: object) -> None:
    collector.relax()
