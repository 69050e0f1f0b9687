"""The Celery application: queues `default`, `oracle` and `models`."""

import os
from pathlib import Path

from celery import Celery
from django.conf import settings
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("affordance_lab")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue("default"), Queue("oracle"), Queue("models")]
app.autodiscover_tasks()

for option in ("data_folder_in", "control_folder"):
    folder = settings.CELERY_BROKER_TRANSPORT_OPTIONS.get(option)
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
