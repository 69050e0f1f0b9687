"""CPU time of a campaign's figures, from its rows to the page's values, first and once kept."""

import time

import pytest

from evaluation.pages import figures
from games import observer
from games.models import Turn
from tests.bench import asked

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


@pytest.mark.parametrize(
    ("people", "games", "limit_seconds"), [(5, 38, 2), (264, 38, 10)], ids=["baseline", "crowd"]
)
def test_the_figures_of_a_campaign(people, games, limit_seconds):
    campaign = asked.fill(people=people, games=games, slug="figures")
    figures.forget()
    observer.forget()
    first, page = _seconds(campaign)
    again, _ = _seconds(campaign)
    print(
        f"\nfigures of {page.plays:,} plays with {Turn.objects.count():,} questions: "
        f"{first:.2f} s, again {again:.3f} s, limit {limit_seconds} s"
    )
    assert page.plays == people * games
    assert first <= limit_seconds


def _seconds(campaign):
    start = time.process_time()
    page = figures.figures_of(campaign)
    return time.process_time() - start, page
