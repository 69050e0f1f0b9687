"""The export of a run over a question set: what is in it, the file, its documents alone."""

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.models import Run
from evaluation.question_exports import whole
from evaluation.views.question_runs import find
from evaluation.views.run_exports import FormatForm, sent
from games.access import researchers_only
from games.exporting.archive import media_type_of
from games.exporting.file_formats import Format
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def export(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _page(request, find(slug))


@require_safe
@researchers_only
def data(request: HtmxHttpRequest, slug: str) -> HttpResponseBase:
    """The whole export, made while it is sent: what is cut off has no end (docs/exports.md)."""
    run, form = find(slug), FormatForm(request.GET)
    if not form.is_valid():
        formats = ", ".join(Format)
        return _page(request, run, f"There is no such format: {formats}. Nothing was exported.")
    file_format = form.file_format()
    name = whole.file_name(run, file_format)
    return sent(request, whole.stream(run, file_format), name, "application/zip")


@require_safe
@researchers_only
def document(request: HtmxHttpRequest, slug: str, name: str) -> HttpResponseBase:
    run = find(slug)
    if name not in whole.DOCUMENTS:
        raise Http404(f"An export has no {name}.")
    pieces = whole.document(run, name)
    return sent(request, pieces, f"{run.slug}-{name}", media_type_of(name))


def _page(request: HtmxHttpRequest, run: Run, problem: str = "") -> HttpResponse:
    counts = {name: f"{count:,}" for name, count in whole.counts_of(run).items()}
    context = {"run": run, "counts": counts, "problem": problem}
    status = 400 if problem else 200
    return render(request, "evaluation/questions/export.html", context, status=status)
