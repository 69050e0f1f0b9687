"""The Celery application: queues `default`, `oracle` and `models`."""

import os
from pathlib import Path

from celery import Celery
from celery.signals import worker_init
from django.conf import settings
from kombu import Queue

from config import collector

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("affordance_lab")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue("default"), Queue("oracle"), Queue("models")]
app.autodiscover_tasks()

if settings.CELERY_BROKER_URL.startswith("filesystem"):
    for folder in ("messages", "control"):
        (Path(settings.VAR_DIR) / "broker" / folder).mkdir(parents=True, exist_ok=True)


@worker_init.connect
def relax_collector(**_: object) -> None:
    collector.relax()
