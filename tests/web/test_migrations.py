"""Migrations and models agree."""

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_no_change_of_the_models_lacks_its_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
