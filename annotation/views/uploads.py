"""Files from a researcher's machine: a list of candidates, a vocabulary."""

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict

from annotation import sources
from annotation.forms import CandidatesForm, UploadForm
from annotation.models import Draft
from annotation.services import collect, drafts
from annotation.sources import Source
from annotation.stages import Kind
from annotation.views.drafts import SHOWS_OR_TAKES, find
from games.access import researchers_only
from games.formats import RowError
from games.http import HtmxHttpRequest
from games.knowledge import BrokenLine

Sent = tuple[QueryDict, MultiValueDict[str, UploadedFile]] | tuple[None, None]


@researchers_only
@SHOWS_OR_TAKES
def candidates(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """Collect the candidates of a list: all of them, or none where a line is broken."""
    draft, said = find(draft_slug), ""
    form = CandidatesForm(*_sent(request))
    if form.is_valid():
        said = _collected(draft, form)
    context = {"draft": draft, "form": form, "said": said}
    return render(request, "annotation/upload_candidates.html", context)


@researchers_only
@SHOWS_OR_TAKES
def vocabulary(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    draft, said = find(draft_slug), ""
    form = UploadForm(*_sent(request))
    if form.is_valid():
        imported = drafts.import_vocabulary(draft, form.uploaded(), form.name())
        form.refuse(imported.errors)
        said = "" if imported.errors else f"The vocabulary has {imported.values} values now."
    context = {"draft": draft, "form": form, "said": said}
    return render(request, "annotation/upload_vocabulary.html", context)


def _sent(request: HtmxHttpRequest) -> Sent:
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _collected(draft: Draft, form: CandidatesForm) -> str:
    """Store the list's candidates and say how many; "" where the form says what is wrong."""
    kind, name = Kind(form.cleaned_data["kind"]), form.name()
    try:
        lines = form.uploaded().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        form.add_error("file", f"{name} is no UTF-8; save it as UTF-8.")
        return ""
    broken: list[BrokenLine] = []
    found = list(sources.candidates_in(Source.LIST, kind, lines, name, broken=broken.append))
    form.refuse(tuple(RowError(each.line, "", each.problem, each.file) for each in broken))
    if broken:
        return ""
    if not found:
        form.add_error("file", f"{name} lists nothing.")
        return ""
    done = collect.collect(draft, kind, found)
    return f"{done.read} candidates read, {done.added} of them new."
