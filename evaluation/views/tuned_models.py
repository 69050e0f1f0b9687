"""Tuned models as pages; they are made by a command."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluation.models import TunedModel
from evaluation.pages import tuned_models as pages
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def tuned_models(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "evaluation/coat/tuned_models.html", {"lines": pages.lines()})


@require_safe
@researchers_only
def tuned_model(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = get_object_or_404(TunedModel, slug=slug)
    return render(request, "evaluation/coat/tuned_model.html", {"page": pages.page_of(row)})


@require_safe
@researchers_only
def chart(request: HtmxHttpRequest, slug: str, size: str, theme: str) -> HttpResponse:
    row = get_object_or_404(TunedModel.objects.defer("slice_text"), slug=slug)
    return responses.chart(pages.chart_of(row, size=size, theme=theme))
