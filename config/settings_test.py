"""Settings of the tests: SQLite and no services unless the environment names others."""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="affordance-lab-tests-"))

from config.settings import *  # noqa: E402, F403

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "memory://")
WHITENOISE_AUTOREFRESH = True
