"""The leaderboard as a page, as charts and as files; nothing here changes anything."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import board_choice, board_figures, board_files
from evaluation.pages import leaderboard as pages
from evaluation.pages.published import PUBLISHED
from games.access import researchers_only
from games.http import HtmxHttpRequest, as_file


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
    if drawn is None:
        raise Http404(f"There is no chart {name} {size} {theme} of these players.")
    return HttpResponse(drawn, content_type="image/svg+xml")


@require_safe
@researchers_only
def as_csv(request: HtmxHttpRequest) -> HttpResponse:
    content = board_files.as_csv(board_choice.groups_of(request.GET.dict()))
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    return as_file(response, "leaderboard.csv")


@require_safe
@researchers_only
def as_json(request: HtmxHttpRequest) -> HttpResponse:
    content = board_files.as_json(board_choice.groups_of(request.GET.dict()))
    return as_file(HttpResponse(content, content_type="application/json"), "leaderboard.json")
