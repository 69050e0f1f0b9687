"""The Celery application: queues `default`, `oracle` and `models`."""

import os
from pathlib import Path

from celery import Celery
from celery.signals import task_prerun, worker_init
from django.conf import settings
from django.db import close_old_connections
from kombu import Queue

from config import collector

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("affordance_lab")
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
