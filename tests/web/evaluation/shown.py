"""Where figures stand, for the tests of their page, files and charts."""

from django.test import Client
from django.urls import reverse

from evaluation.pages import figures
from games.models import Campaign


def address(campaign: Campaign, view: str = "figures", **parts) -> str:
    return reverse(f"evaluation:{view}", kwargs={"slug": campaign.slug, **parts})


def page_of(client: Client, campaign: Campaign) -> str:
    response = client.get(address(campaign))
    assert response.status_code == 200
    return response.content.decode()


def cells(campaign: Campaign, table: str, row: str) -> dict[str, object]:
    """column -> value of one row, as files give it."""
    lines = figures.lines(figures.figures_of(Campaign.objects.get(pk=campaign.pk)))
    return {line.column: line.value for line in lines if (line.table, line.row) == (table, row)}


def chart(client: Client, campaign: Campaign, name: str, size="wide", theme="light") -> str:
    response = client.get(address(campaign, "chart", name=name, size=size, theme=theme))
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    return response.content.decode()
