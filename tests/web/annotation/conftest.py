"""A researcher's browser, a draft, and a broker that only takes notes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation import tasks
from annotation.models import Draft
from tests import drafts


@pytest.fixture(autouse=True)
def enqueued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ids of the objects that were sent to the broker; a sweep is run where it is sent."""
    sent: list[int] = []
    monkeypatch.setattr(tasks.draft_sheet, "delay", sent.append)
    monkeypatch.setattr(tasks.sweep, "delay", tasks.sweep)
    return sent


@pytest.fixture
def researcher(client: Client, db: None) -> Client:
    """A browser in which a researcher is signed in."""
    client.force_login(User.objects.create_user("researcher", is_staff=True))
    return client


@pytest.fixture
def draft(db: None) -> Draft:
    return drafts.draft()
