"""A COAT catalogue as units for people: what there is, and the files that studies take."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from evaluation.models import CoatCatalogue, CoatConsensus
from evaluation.pages import coat_units as pages
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def units(request: HtmxHttpRequest, version: str) -> HttpResponse:
    row = get_object_or_404(CoatCatalogue, version=version)
    consensus = CoatConsensus.objects.defer("votes").filter(catalogue=row).first()
    shown = {"catalogue": row, "files": pages.files(row), "consensus": consensus}
    return render(request, "evaluation/coat/units.html", shown)


@require_safe
@researchers_only
def unit_file(request: HtmxHttpRequest, version: str, kind: str, form: str) -> HttpResponse:
    row = get_object_or_404(CoatCatalogue, version=version)
    content = pages.lines(row, kind, form)
    if content is None:
        raise Http404("There are no such units.")
    return responses.file(content, pages.JSON_LINES, pages.file_name(row, kind, form))


@require_safe
@researchers_only
def votes(request: HtmxHttpRequest, version: str) -> HttpResponse:
    """How each value of the version was decided; 404 for one that no study made."""
    row = get_object_or_404(CoatConsensus, catalogue__version=version)
    return responses.file(row.votes, pages.JSON_LINES, f"{version}-votes.jsonl")
