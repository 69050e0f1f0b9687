"""Every page of figures over runs and people who play like players."""

from xml.etree import ElementTree

import pytest

from evaluation.models import Run
from games.models import Campaign, Play
from tests import believable

GAMES = 4


@pytest.fixture
def filled(transactional_db) -> None:
    believable.fill(GAMES)


def addresses() -> list[str]:
    model = Run.objects.filter(spec__questioner__kind="model").order_by("pk").first()
    people, play = Campaign.objects.get(), Play.objects.filter(episode__run=model).first()
    person = Play.objects.filter(kind=Play.Kind.STUDY).first()
    assert model and play and person
    other = Run.objects.exclude(pk=model.pk).order_by("pk").first()
    assert other
    return [
        "/leaderboard/",
        "/leaderboard/figures/",
        f"/runs/{model.slug}/figures/",
        f"/runs/{model.slug}/replies/",
        f"/runs/compare/?a=run/{model.slug}&b=run/{other.slug}",
        f"/runs/compare/?a=run/{model.slug}&b=campaign/{people.slug}",
        f"/runs/replay/{play.pk}/?turn=1&beside={person.pk}",
        f"/campaigns/{people.slug}/plays/",
    ]


def test_every_page_and_chart_of_them_can_be_looked_at(filled, researcher):
    for address in addresses():
        response = researcher.get(address)
        assert response.status_code == 200, address
        page = response.context.get("page")
        for part in getattr(page, "parts", ()):
            if part.picture:
                drawn = researcher.get(part.picture.wide_light).content
                assert ElementTree.fromstring(drawn).tag.endswith("svg")
