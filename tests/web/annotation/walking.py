"""Every address of annotation's pages with rows that are there, walked with every method.

Where a row is missing, everybody finds nothing, and a refusal tells nothing of access.
"""

import uuid
from collections.abc import Iterable, Sequence

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import URLPattern, reverse

from annotation import annotate_urls, study_urls
from annotation.models import Invitation, Publication, Rater, Study
from tests import studies
from tests.studies import NOW

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
SAFE = ["GET", "HEAD", "OPTIONS"]
# Of both places: open to everybody; what each may do is asked of its own tests.
PUBLIC = {"sign_in", "sign_out", "reset", "join"}
RATERS = [each for each in annotate_urls.urlpatterns if "slug" in each.pattern.converters]
OWN = [each for each in annotate_urls.urlpatterns if each not in RATERS and each.name not in PUBLIC]
# What only a study of the Oracle's answers has.
OF_ANSWERS = {"corrections"}


def filled_study() -> Study:
    """A study in which every address that names a row has one; its rater ben judged a unit."""
    made = studies.study(consent_text=studies.consent(), contact="Vera", locked_at=NOW)
    studies.study(slug="answers", kind="oracle_answer")
    # A chart is drawn of pairs that two raters judged.
    made.units.filter(key="u0").update(key="gnorb fold_flat")
    unit = made.units.get(key="gnorb fold_flat")
    ben = studies.rater(made, "ben", user=User.objects.create_user("ben"))
    for rater in (ben, studies.rater(made, "cleo")):
        studies.judged(unit, rater)
    Rater.objects.create(study=made, pseudonym="machine", kind=Rater.Kind.MODEL)
    made.invitations.create(token="t0ken", note="a course")
    made.guideline_questions.create(rater=ben, text="A rim?", asked_at=NOW, key=uuid.uuid4())
    Publication.objects.create(
        study=made, number=1, files={"x.json": "{}"}, sha256="0" * 64, made_at=NOW
    )
    return made


def of_annotators(
    study: Study, patterns: Sequence[URLPattern] = annotate_urls.urlpatterns
) -> list[str]:
    return [address_of("annotate", each, study) for each in patterns]


def of_researchers(study: Study) -> dict[str, str]:
    """Url name -> address."""
    return {
        each.name: address_of("annotations", each, study)
        for each in study_urls.urlpatterns
        if each.name is not None
    }


def address_of(namespace: str, pattern: URLPattern, study: Study) -> str:
    """A new converter needs a value here, and its row in `filled_study`."""
    rater = "machine" if pattern.name == "remove_model" else "ben"
    values = {
        "slug": "answers" if pattern.name in OF_ANSWERS else study.slug,
        "version": study.version,
        "unit_id": study.units.get(key="gnorb fold_flat").pk,
        "rater_id": study.raters.get(pseudonym=rater).pk,
        "invitation_id": Invitation.objects.get().pk,
        "question_id": study.guideline_questions.get().pk,
        "question": "label",
        "size": "wide",
        "theme": "light",
        "number": 1,
        "name": "x.json",
        "file_format": "csv",
        "token": "t0ken",
        "uidb64": "x",
    }
    wanted = pattern.pattern.converters
    return reverse(f"{namespace}:{pattern.name}", kwargs={each: values[each] for each in wanted})


def codes(
    browser: Client, addresses: Iterable[str], methods: Sequence[str] = METHODS
) -> dict[str, set[int]]:
    """Address -> the statuses that its methods get; nothing is changed by any of them."""
    before = stored()
    found = {
        each: {browser.generic(method, each).status_code for method in methods}
        for each in addresses
    }
    assert stored() == before
    return found


def but(allowed: set[int], found: dict[str, set[int]]) -> dict[str, set[int]]:
    """What is answered otherwise than allowed."""
    return {each: statuses for each, statuses in found.items() if not statuses <= allowed}


def stored() -> dict[type, list[str]]:
    """Every row of the site but sessions."""
    models = [model for model in apps.get_models() if model is not Session]
    return {model: sorted(map(str, model.objects.values())) for model in models}


def browser_of(name: str, **fields: bool) -> Client:
    """The browser of an account, which is made where there is none."""
    client = Client()
    user = User.objects.filter(username=name).first()
    client.force_login(user or User.objects.create_user(name, **fields))
    return client


def without_tokens(browser: Client) -> Client:
    """The same browser, of which the token of a form is asked."""
    checked = Client(enforce_csrf_checks=True)
    checked.cookies = browser.cookies
    return checked
