"""A campaign's export: a page that says what is in it, and the file."""

from django import forms
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import exports
from games.access import researchers_only
from games.export_rows import Include, Selection
from games.exporting.file_formats import Format
from games.exports import OnlySimulated
from games.http import HtmxHttpRequest, as_file
from games.models import Campaign
from games.views.campaigns import find


class ExportForm(forms.Form):
    """What the address of the file asks for; CSV without anything more where it is silent."""

    format = forms.ChoiceField(choices=[(each, each) for each in Format], required=False)
    include = forms.MultipleChoiceField(choices=[(each, each) for each in Include], required=False)

    def file_format(self) -> Format:
        return Format(self.cleaned_data["format"] or Format.CSV)

    def selection(self, campaign: Campaign) -> Selection:
        return Selection(campaign, frozenset(map(Include, self.cleaned_data["include"])))


@researchers_only
@require_safe
def export(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _page(request, find(slug))


@researchers_only
@require_safe
def data(request: HtmxHttpRequest, slug: str) -> HttpResponseBase:
    """The file itself, made while it is sent: what is cut off has no end (docs/exports.md)."""
    campaign = find(slug)
    form = ExportForm(request.GET)
    if not form.is_valid():
        formats = ", ".join(Format)
        problem = f"There is no such choice. Formats are {formats}; included can be " + (
            ", ".join(Include) + ". Nothing was exported."
        )
        return _page(request, campaign, problem)
    file_format = form.file_format()
    try:
        pieces = exports.stream(form.selection(campaign), file_format)
    except OnlySimulated:
        problem = "A program played here. Tick that you know it; nothing was exported."
        return _page(request, campaign, problem)
    response = StreamingHttpResponse(
        pieces if request.method == "GET" else (), content_type="application/zip"
    )
    name = exports.file_name(campaign, file_format)
    return as_file(response, name, compressed=True)


def _page(request: HtmxHttpRequest, campaign: Campaign, problem: str = "") -> HttpResponse:
    context = {
        "campaign": campaign,
        "summary": exports.summary_of(Selection(campaign)),
        "formats": list(Format),
        "problem": problem,
    }
    return render(request, "games/export.html", context, status=400 if problem else 200)
