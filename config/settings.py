"""The one settings module; every difference between machines is an environment variable.

The table of variables stands in docs/settings.md.
"""

from pathlib import Path

import dj_database_url
from csp.constants import SELF

from config import env
from games.llm import key_hosts

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret("SECRET_KEY", kept_in=VAR_DIR / "secret-key")
ALLOWED_HOSTS = env.listed("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env.listed("CSRF_TRUSTED_ORIGINS")
HTTPS = env.flag("HTTPS", False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "games",
    "annotation",
    "evaluation",
]
MIDDLEWARE = [
    "games.http.only_utf8",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASE_URL = env.url(
    "DATABASE_URL", f"sqlite:///{VAR_DIR / 'lab.sqlite3'}", ("sqlite", "postgres", "postgresql")
)
DATABASES = {
    "default": dj_database_url.parse(DATABASE_URL, conn_max_age=600, conn_health_checks=True)
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.recover.csrf_failed"
SECURE_SSL_REDIRECT = HTTPS
DATA_UPLOAD_MAX_MEMORY_SIZE = 262_144  # two consent texts of 20,000 characters, and the rest
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    }
}

# Messages between web and worker. The file transport serves one machine without a broker.
CELERY_BROKER_URL = env.url(
    "CELERY_BROKER_URL", "filesystem://", ("filesystem", "redis", "rediss", "amqp", "amqps")
)
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TASK_ROUTES = {
    "games.tasks.answer_turn": {"queue": "oracle"},
    "annotation.tasks.draft_sheet": {"queue": "models"},
    "evaluation.tasks.play_run": {"queue": "models"},
    "evaluation.tasks.try_oracle": {"queue": "models"},
    "evaluation.tasks.tune": {"queue": "models"},
    "evaluation.tasks.suggest_utilities": {"queue": "models"},
    "evaluation.tasks.induce_rules": {"queue": "models"},
}
SWEEP_SECONDS = env.number("SWEEP_SECONDS", 15, low=0.5, high=3600)
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "games.tasks.sweep", "schedule": SWEEP_SECONDS},
    "sweep the workshop": {"task": "annotation.tasks.sweep", "schedule": SWEEP_SECONDS},
    "sweep the runs": {"task": "evaluation.tasks.sweep", "schedule": SWEEP_SECONDS},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "visibility_timeout": int(env.number("VISIBILITY_SECONDS", 600, low=1, high=86400))
}
if CELERY_BROKER_URL.startswith("filesystem"):
    CELERY_BROKER_TRANSPORT = "config.file_broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(VAR_DIR / "broker" / "messages"),
        "data_folder_out": str(VAR_DIR / "broker" / "messages"),
        "control_folder": str(VAR_DIR / "broker" / "control"),
        "polling_interval": 0.1,
    }

# Who answers. games/backends.py is the only reader of these.
ORACLE = env.choice("ORACLE", "table", ("table", "model", "chain"))
CHECKER = env.choice("CHECKER", "lexicon", ("lexicon", "model"))
MODEL_BACKEND = env.choice("MODEL_BACKEND", "openai", ("openai", "transformers", "vllm"))
OPENAI_BASE_URL = env.url("OPENAI_BASE_URL", "", ("http", "https"))
OPENAI_API_KEY = env.text("OPENAI_API_KEY")
# Which keys the specs of runs and of candidate Oracles may name, and where each may be sent.
MODEL_KEYS = env.parsed("MODEL_KEYS", ",".join(key_hosts.USUAL), key_hosts.read)
STRUCTURED_REPLIES = env.flag("STRUCTURED_REPLIES", True)
ORACLE_MODEL = env.text("ORACLE_MODEL")
CHECKER_MODEL = env.text("CHECKER_MODEL", ORACLE_MODEL)
if ORACLE != "table":
    env.require("ORACLE_MODEL", ORACLE_MODEL, because=f"ORACLE is {ORACLE}")
if CHECKER == "model":
    env.require("CHECKER_MODEL", CHECKER_MODEL, because="CHECKER is model")
if MODEL_BACKEND == "openai" and (ORACLE != "table" or CHECKER == "model"):
    env.require("OPENAI_BASE_URL", OPENAI_BASE_URL, because="a model is asked over HTTP")
WORKSHOP_MODEL = env.text("WORKSHOP_MODEL")
if MODEL_BACKEND == "openai" and WORKSHOP_MODEL:
    env.require("OPENAI_BASE_URL", OPENAI_BASE_URL, because="WORKSHOP_MODEL is set")
ORACLE_MARGIN = env.optional_number("ORACLE_MARGIN", low=0, high=100)
MODEL_TIMEOUT_SECONDS = env.number("MODEL_TIMEOUT_SECONDS", 60, low=1, high=600)

# A play.
PLAY_PRESET = env.choice("PLAY_PRESET", "house", ("house", "paper"))
REVEAL_OBJECT = env.flag("REVEAL_OBJECT", True)
# A role may ask its model three times; the lease is renewed between the two roles.
ROLE_TIMEOUT_SECONDS = 3 * MODEL_TIMEOUT_SECONDS
_ASKS_A_MODEL = ORACLE != "table" or CHECKER != "lexicon"
TURN_LEASE_SECONDS = env.number(
    "TURN_LEASE_SECONDS", ROLE_TIMEOUT_SECONDS + 10 if _ASKS_A_MODEL else 10, low=1, high=3600
)
TURN_PAUSES_SECONDS = env.numbers("TURN_PAUSES_SECONDS", "1,4,10")
# Longer than all tries of a turn may take: after that no worker is there at all.
TURN_PATIENCE_SECONDS = env.number(
    "TURN_PATIENCE_SECONDS",
    TURN_LEASE_SECONDS * (len(TURN_PAUSES_SECONDS) + 1) + sum(TURN_PAUSES_SECONDS) + 30,
    low=1,
    high=86400,
)

# A run of a model. A worker plays a slice, then it lets another run have its turn.
RUN_SLICE_SECONDS = env.number("RUN_SLICE_SECONDS", 120, low=1, high=3600)
RUN_LEASE_SECONDS = env.number("RUN_LEASE_SECONDS", 30, low=1, high=3600)
RUN_PAUSES_SECONDS = env.numbers("RUN_PAUSES_SECONDS", "1,2,5,10,20")
RUN_PATIENCE_SECONDS = env.number("RUN_PATIENCE_SECONDS", 120, low=1, high=86400)

# Where the demo listens.
HOST = env.text("HOST", "127.0.0.1")
PORT = int(env.number("PORT", 8000, low=1, high=65535))

LOG_LEVEL = env.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
