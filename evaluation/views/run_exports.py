"""A run's export: a page that says what is in it, the file, each of its documents alone."""

from collections.abc import Iterator

from django import forms
from django.http import Http404, HttpResponse, HttpResponseBadRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from evaluation.models import Run
from evaluation.run_exports import selections, whole
from evaluation.run_exports.selections import NotOnTheLeaderboard
from evaluation.views import responses
from evaluation.views.runs import find
from games.access import researchers_only
from games.exporting.archive import media_type_of
from games.exporting.file_formats import Format
from games.http import HtmxHttpRequest, as_file


class FormatForm(forms.Form):
    """What the address of the file asks for; CSV where it is silent."""

    format = forms.ChoiceField(choices=[(each, each) for each in Format], required=False)

    def file_format(self) -> Format:
        return Format(self.cleaned_data["format"] or Format.CSV)


@require_safe
@researchers_only
def export(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _page(request, find(slug))


@require_safe
@researchers_only
def data(request: HtmxHttpRequest, slug: str) -> HttpResponseBase:
    """The whole export, made while it is sent: what is cut off has no end (docs/exports.md)."""
    run = find(slug)
    form = FormatForm(request.GET)
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


@require_safe
@researchers_only
def leaderboard_tex(request: HtmxHttpRequest) -> HttpResponse:
    """The rows that `of` names, each a reference; without it those that the leaderboard shows."""
    try:
        content = selections.as_latex(request.GET.getlist("of"), request.GET.dict())
    except NotOnTheLeaderboard as error:
        return HttpResponseBadRequest(str(error), content_type="text/plain; charset=utf-8")
    return responses.file(content, media_type_of("leaderboard.tex"), "leaderboard.tex")


def sent(
    request: HtmxHttpRequest, pieces: Iterator[bytes], name: str, kind: str
) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces if request.method == "GET" else (), content_type=kind)
    return as_file(response, name, compressed=kind == "application/zip")


def _page(request: HtmxHttpRequest, run: Run, problem: str = "") -> HttpResponse:
    counts = {name: f"{count:,}" for name, count in whole.counts_of(run).items()}
    context = {"run": run, "counts": counts, "problem": problem}
    return render(request, "evaluation/run_export.html", context, status=400 if problem else 200)
