"""A run's figures as a page, as charts and as files; nothing here changes anything."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import flat
from evaluation.pages import run_charts as pages
from evaluation.views import responses
from evaluation.views.runs import find
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def figures(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {"run": row, "page": pages.figures_of(row)}
    return render(request, "evaluation/run_figures.html", context)


@require_safe
@researchers_only
def chart(request: HtmxHttpRequest, slug: str, name: str, size: str, theme: str) -> HttpResponse:
    drawn = pages.chart_of(find(slug), name, size=size, theme=theme)
    return responses.chart(drawn)


@require_safe
@researchers_only
def figures_csv(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    page = pages.figures_of(find(slug))
    content = flat.as_csv(flat.rows(page.tables, page.marks))
    return responses.file(content, responses.CSV, f"{slug}-figures.csv")
