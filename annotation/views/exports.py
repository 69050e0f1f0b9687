"""A study's export: a page that says what is in it, and the file."""

from django import forms
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation import judgement_exports
from annotation.judgement_rows import Selection
from annotation.models import Study
from annotation.views import found
from games.access import researchers_only
from games.exporting.file_formats import Format
from games.http import HtmxHttpRequest, as_file


class ExportForm(forms.Form):
    """What the address of the file asks for; CSV without anything more where it is silent."""

    format = forms.ChoiceField(choices=[(each, each) for each in Format], required=False)
    left_out = forms.ChoiceField(choices=[("1", "1")], required=False)
    no_comments = forms.ChoiceField(choices=[("1", "1")], required=False)

    def file_format(self) -> Format:
        return Format(self.cleaned_data["format"] or Format.CSV)

    def selection(self, study: Study) -> Selection:
        said = self.cleaned_data
        return Selection(study, left_out=bool(said["left_out"]), comments=not said["no_comments"])


@researchers_only
@require_safe
def export(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _page(request, found.study(slug, version))


@researchers_only
@require_safe
def export_file(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponseBase:
    """The file itself, made while it is sent: what is cut off has no end."""
    study = found.study(slug, version)
    form = ExportForm(request.GET)
    if not form.is_valid():
        problem = f"There is no such choice. Formats are {', '.join(Format)}; left_out and "
        return _page(request, study, problem + "no_comments can be 1. Nothing was exported.")
    file_format = form.file_format()
    selection = form.selection(study)
    pieces = judgement_exports.stream(selection, file_format)
    response = StreamingHttpResponse(
        pieces if request.method == "GET" else (), content_type="application/zip"
    )
    name = judgement_exports.file_name(selection, file_format)
    return as_file(response, name, compressed=True)


def _page(request: HtmxHttpRequest, study: Study, problem: str = "") -> HttpResponse:
    context = {
        "study": study,
        "summary": judgement_exports.summary_of(Selection(study)),
        "problem": problem,
    }
    return render(request, "annotation/study_export.html", context, status=400 if problem else 200)
