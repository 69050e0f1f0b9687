"""One lab on this machine and one Chromium for all browser tests."""

import os
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.judging_desk import Desk
from tests.lab import Lab, running_lab
from tests.trips import CHROMIUM, chromium

RESEARCHER_PASSWORD = uuid.uuid4().hex
MAKE_RESEARCHER = (
    "from django.contrib.auth.models import User; "
    f"User.objects.create_user('researcher', password='{RESEARCHER_PASSWORD}', is_staff=True)"
)


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    folder = tmp_path_factory.mktemp("lab")
    with running_lab({"VAR_DIR": str(folder), "SECRET_KEY": uuid.uuid4().hex}) as lab:
        lab.shell(MAKE_RESEARCHER)
        lab.start_worker()
        yield lab


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("REQUIRE_LIVE"):
            pytest.fail("Chromium is not installed.")
        pytest.skip("Chromium is not installed.")
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.fixture
def desk(browser: Browser, lab: Lab):
    """Makes raters at the judging page; kind "" is for one of each."""
    contexts = []

    def made(kind: str = "object_affordance", *, options=None, **more) -> Desk:
        context = browser.new_context(**(options or {}))
        contexts.append(context)
        return Desk(context, lab, kind, **more)

    yield made
    for context in contexts:
        context.close()
