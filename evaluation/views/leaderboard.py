"""The leaderboard as a page, as charts and as files; nothing here changes anything."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import board_choice, board_figures, board_files
from evaluation.pages import leaderboard as pages
from evaluation.pages.published import PUBLISHED
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def leaderboard(request: HtmxHttpRequest) -> HttpResponse:
    context = {"page": pages.page_of(request.GET.dict()), "published": PUBLISHED}
    return render(request, "evaluation/leaderboard.html", context)


@require_safe
@researchers_only
def figures(request: HtmxHttpRequest) -> HttpResponse:
    page = board_figures.figures_of(request.GET.dict())
    return render(request, "evaluation/board_figures.html", {"page": page})


@require_safe
@researchers_only
def chart(request: HtmxHttpRequest, name: str, size: str, theme: str) -> HttpResponse:
    drawn = board_figures.chart_of(request.GET.dict(), name, size=size, theme=theme)
    return responses.chart(drawn)


@require_safe
@researchers_only
def as_csv(request: HtmxHttpRequest) -> HttpResponse:
    content = board_files.as_csv(board_choice.groups_of(request.GET.dict()))
    return responses.file(content, responses.CSV, "leaderboard.csv")


@require_safe
@researchers_only
def as_json(request: HtmxHttpRequest) -> HttpResponse:
    content = board_files.as_json(board_choice.groups_of(request.GET.dict()))
    return responses.file(content, responses.JSON, "leaderboard.json")
