"""What axe-core finds on a page."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Colours hang on the scheme and what is shown on the width: each of both is looked at once.
LOOKS = pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]
