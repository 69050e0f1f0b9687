"""Two players beside each other on the same games; nothing here changes anything."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.pages import compare as pages
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def compare(request: HtmxHttpRequest) -> HttpResponse:
    page = pages.page_of(request.GET.dict())
    return render(request, "evaluation/compare.html", {"page": page})


@require_safe
@researchers_only
def gain(request: HtmxHttpRequest, size: str, theme: str) -> HttpResponse:
    drawn = pages.gain_chart(request.GET.dict(), size=size, theme=theme)
    return responses.chart(drawn)
