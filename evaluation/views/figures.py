"""The researchers' pages of figures; nothing here changes anything."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluation.pages import campaign_plays, files
from evaluation.pages import figures as pages
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest
from games.models import Campaign


@require_safe
@researchers_only
def figures(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    campaign = _campaign(slug)
    shown = {"campaign": campaign, "page": pages.figures_of(campaign)}
    return render(request, "evaluation/figures.html", shown)


@require_safe
@researchers_only
def chart(request: HtmxHttpRequest, slug: str, name: str, size: str, theme: str) -> HttpResponse:
    drawn = pages.chart_of(_campaign(slug), name, size=size, theme=theme)
    return responses.chart(drawn)


@require_safe
@researchers_only
def figures_json(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    page = pages.figures_of(_campaign(slug))
    return responses.file(files.as_json(page), responses.JSON, f"{slug}-figures.json")


@require_safe
@researchers_only
def figures_csv(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    page = pages.figures_of(_campaign(slug))
    return responses.file(files.as_csv(page), responses.CSV, f"{slug}-figures.csv")


@require_safe
@researchers_only
def plays(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    campaign = _campaign(slug)
    shown = {"campaign": campaign, "listed": campaign_plays.listed(campaign, request.GET.dict())}
    return render(request, "evaluation/campaign_plays.html", shown)


def _campaign(slug: str) -> Campaign:
    return get_object_or_404(Campaign.objects.select_related("catalogue", "protocol"), slug=slug)
