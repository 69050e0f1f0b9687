"""A whole game won and lost in Chromium, on PostgreSQL, Redis and a Celery worker."""

import pytest

from tests import trips
from tests.lab import Lab

pytestmark = pytest.mark.live


@pytest.mark.parametrize("win", [True, False])
def test_a_whole_game_on_services(services_lab: Lab, win: bool):
    services_lab.start_worker()
    with trips.chromium() as browser:
        trips.play_a_whole_game(browser.new_context(), services_lab, win=win)
