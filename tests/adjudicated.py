"""What adjudicators do to a study, for tests of the services."""

from datetime import timedelta

from django.contrib.auth.models import User

from annotation.models import Consensus, Unit
from annotation.services import adjudicate, consensus
from annotation.services.adjudicate import Look
from tests import studies
from tests.studies import NOW

LATER = NOW + timedelta(hours=1)


def of_kind(kind):
    made = studies.study()
    made.kind = kind
    made.save()
    return made


def said(study, **labels):
    """Judgements of raters a, b, c: for each unit a letter a rater, y, n, u; a dash for none."""
    words = {"y": "yes", "n": "no", "u": "unsure"}
    raters = [
        study.raters.filter(pseudonym=name).first() or studies.rater(study, name) for name in "abc"
    ]
    for key, letters in labels.items():
        for rater, letter in zip(raters, letters, strict=True):
            if letter in words:
                studies.judged(study.units.get(key=key), rater, words[letter])


def count(study, now=NOW, **options):
    return consensus.count(study, now=now, **options)


def row(study, key="u0"):
    return Consensus.objects.get(unit__study=study, unit__key=key)


def unit(study, key="u0") -> Unit:
    return study.units.select_related("study").get(key=key)


def person(name="researcher"):
    return User.objects.get_or_create(username=name, is_staff=True)[0]


def decide(study, label, reason="looked it up", key="u0", by="researcher", **options):
    found = unit(study, key)
    seen = options.get("seen") or adjudicate.standing_of(found).seen
    now = options.get("now", NOW)
    adjudicate.decide(found, {"label": label}, reason, person(by), now=now, seen=seen)


def look(study, agrees, note="", by="second"):
    found = unit(study)
    seen = adjudicate.standing_of(found).seen
    adjudicate.second_look(found, Look(agrees, note), person(by), now=NOW, seen=seen)


def undecide(study, by="researcher", key="u0"):
    found = unit(study, key)
    seen = adjudicate.standing_of(found).seen
    adjudicate.undecide(found, person(by), now=LATER, seen=seen)
