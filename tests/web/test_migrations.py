"""Migrations and models agree, and take the rows that were there before them."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from annotation import consent
from annotation.models import Study
from games.services import campaigns

BEFORE = ("annotation", "0003_judging")
NOW = timezone.now()


@pytest.mark.django_db
def test_no_change_of_the_models_lacks_its_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.fixture
def rows_before(transactional_db):
    """The models as they were before opened studies had to have a consent text."""
    executor = MigrationExecutor(connection)
    executor.migrate([BEFORE])
    yield executor.loader.project_state([BEFORE]).apps
    _migrate()


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("annotation"))


def _opened_without_text(apps, slug: str):
    return apps.get_model("annotation", "Study").objects.create(
        slug=slug, kind="object_affordance", seed=1, status="open", opened_at=NOW
    )


def test_an_opened_study_without_consent_text_gets_the_one_that_joining_shows(rows_before):
    _opened_without_text(rows_before, "vrelk")
    _migrate()
    assert Study.objects.get().consent_text == campaigns.consent_text({"en": consent.DEFAULT})


def test_an_opened_study_without_consent_text_gets_the_one_that_its_raters_agreed_to(rows_before):
    study = _opened_without_text(rows_before, "vrelk")
    agreed = campaigns.consent_text({"en": "I agree."})
    study.raters.create(pseudonym="ana", consent_text_id=agreed.pk, agreed_at=NOW)
    _migrate()
    assert Study.objects.get().consent_text == agreed


def test_a_draft_without_consent_text_stays_without(rows_before):
    rows = rows_before.get_model("annotation", "Study").objects
    rows.create(slug="vrelk", kind="object_affordance", seed=1)
    _migrate()
    assert Study.objects.get().consent_text is None
