"""Fills a database with a study of so many units and raters: python -m tests.bench.judged 26786 9.

Prints the session key of each rater's browser.
"""

import json
import os
import sys

AFFORDANCES = 76
TEXT = "A vessel of fired clay, about as tall as a hand, with one handle and a wide mouth. " * 6


def fill(units: int, raters: int) -> list[str]:
    from annotation.models import Study, Unit
    from annotation.services import seats
    from tests import studies

    study = studies.study(units=0, slug="bench")
    seats.add_units(study, [unit(Unit, study, number) for number in range(units)])
    Study.objects.filter(pk=study.pk).update(locked_at=studies.NOW)
    return [signed_in(study, f"rater-{number}") for number in range(raters)]


def unit(kind, study, number: int):
    """Every fiftieth one has a known answer."""
    thing, act = divmod(number, AFFORDANCES)
    snapshot = {
        "object": f"object {thing}",
        "affordance": f"is held by {act}",
        "description": TEXT,
        "definition": "One person can do it with bare hands. " * 3,
        "conditions": "It is empty and dry.",
    }
    gold = {"label": "yes"} if number % 50 == 0 else None
    key = f"{thing} {act}"
    return kind(study=study, key=key, block=f"object {thing}", snapshot=snapshot, gold=gold)


def signed_in(study, name: str) -> str:
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User

    from tests import studies

    user = User.objects.create_user(name)
    studies.rater(study, name, user=user)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(json.dumps(fill(*map(int, sys.argv[1:]))))
    from django.db import connection

    # What autovacuum does within a minute: without it PostgreSQL plans for empty tables.
    connection.cursor().execute("ANALYZE")
