"""COAT's tables and figures over all whole runs, people and tuned models of a catalogue."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import question_results as pages
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def results(request: HtmxHttpRequest) -> HttpResponse:
    page = pages.page_of(request.GET.get("catalogue", ""))
    if page is None:
        raise Http404("No run or quiz over a set of such a catalogue has ended.")
    return render(request, "evaluation/coat/results.html", {"page": page})


@require_safe
@researchers_only
def table_file(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """A table as CSV."""
    content = pages.file_of(_version(request), key)
    if content is None:
        raise Http404("There is no such table.")
    return responses.file(content, "text/csv; charset=utf-8", f"coat-{key}.csv")


@require_safe
@researchers_only
def chart(request: HtmxHttpRequest, key: str, size: str, theme: str) -> HttpResponse:
    return responses.chart(pages.chart_of(_version(request), key, size=size, theme=theme))


def _version(request: HtmxHttpRequest) -> str:
    return request.GET.get("catalogue", "") or pages.newest()
