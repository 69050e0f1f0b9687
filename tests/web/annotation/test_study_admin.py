"""The read-only lists of what studies store, and what they do not tell."""

import uuid

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import RequestFactory
from django.urls import reverse

from annotation import models
from tests import make, studies

pytestmark = pytest.mark.django_db
LISTS = [
    models.Study,
    models.Unit,
    models.Invitation,
    models.Rater,
    models.FormerRater,
    models.Seat,
    models.Judgement,
    models.Consensus,
    models.Change,
    models.GuidelineQuestion,
    models.Publication,
    models.Correction,
]
EACH = pytest.mark.parametrize("model", LISTS, ids=lambda model: model._meta.model_name)
WALKS = [
    "user__password__startswith",
    "rater__user__password__startswith",
    "made_by__password__startswith",
    "by__password__startswith",
    "decided_by__username",
    "token__startswith",
    "invitation__token__startswith",
    "rater__invitation__token__startswith",
    "unit__study__title",
    "key__startswith",
]


def address(model, page: str = "changelist", *more: int) -> str:
    return reverse(f"admin:annotation_{model._meta.model_name}_{page}", args=more)


def filled() -> models.Study:
    """Twelve rows of nearly everything."""
    study = studies.study(units=12)
    by = User.objects.create_user("zoe")
    for number, unit in enumerate(study.units.order_by("pk")):
        rater = studies.rater(study, f"r{number}", user=User.objects.create_user(f"r{number}"))
        studies.judged(unit, rater)
        at = {"study": study, "rater": rater, "asked_at": make.NOW}
        models.GuidelineQuestion.objects.create(text="Why?", key=uuid.uuid4(), **at)
        models.Invitation.objects.create(study=study, token=f"secret-{number}")
        models.FormerRater.objects.create(study=study, account=f"{number:064}")
        models.Consensus.objects.create(unit=unit, question="label", counted_at=make.NOW)
        models.Change.objects.create(unit=unit, rater=rater, by=by, old={}, new={}, at=make.NOW)
        models.Publication.objects.create(
            study=study, number=number, files={}, made_by=by, made_at=make.NOW
        )
    return study


@EACH
def test_a_list_takes_as_many_queries_for_many_rows_as_for_few(
    researcher, model, django_assert_max_num_queries
):
    filled()
    with django_assert_max_num_queries(9):
        assert researcher.get(address(model)).status_code == 200


@EACH
@pytest.mark.parametrize("walk", WALKS)
def test_a_list_is_filtered_by_nothing_of_other_tables(model, walk):
    page = admin.site.get_model_admin(model)
    request = RequestFactory().get("/")
    assert not page.lookup_allowed(walk, "p", request)


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_in_the_address_is_refused(researcher, walk):
    for model in (models.Judgement, models.Rater, models.Invitation):
        assert researcher.get(address(model), {walk: "p"}).status_code == 400


def test_a_list_is_filtered_by_what_its_own_filters_offer(researcher):
    filled()
    response = researcher.get(address(models.Rater), {"kind__exact": "model"})
    assert response.status_code == 200 and "0 raters" in response.content.decode()


@EACH
def test_nothing_can_be_added(researcher, model):
    assert researcher.get(address(model, "add")).status_code == 403


def test_a_row_of_an_invitation_hides_its_token(researcher):
    row = filled().invitations.first()
    page = researcher.get(address(models.Invitation, "change", row.pk)).content.decode()
    assert "secret" not in page
    assert "secret" not in researcher.get(address(models.Invitation)).content.decode()


@EACH
def test_annotators_see_none_of_it(client, model):
    client.force_login(User.objects.create_user("annotator"))
    assert client.get(address(model)).status_code == 302
