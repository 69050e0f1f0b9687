"""Files from a researcher's machine: a list of candidates, a vocabulary."""

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_safe

from annotation import selectors, sources
from annotation.forms import CandidatesForm, UploadForm
from annotation.models import Draft
from annotation.pages import uploads as pages
from annotation.pages import vocabulary as vocabulary_pages
from annotation.pages.drafts import number_of
from annotation.services import collect, drafts
from annotation.services.drafts import Imported
from annotation.sources import Source
from annotation.stages import Kind
from annotation.views.drafts import SHOWS_OR_TAKES, find
from games.access import researchers_only
from games.candidates import SameKey
from games.formats import RowError
from games.http import HtmxHttpRequest, as_file
from games.knowledge import BrokenLine

Sent = tuple[QueryDict, MultiValueDict[str, UploadedFile]] | tuple[None, None]


@researchers_only
@SHOWS_OR_TAKES
def candidates(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """Collect the candidates of a list: all of them, or none where a line is broken."""
    draft = find(draft_slug)
    said: list[str] = []
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
        if not imported.errors:
            said = pages.vocabulary_taken(imported.values, imported.unfit) + _replaced(imported)
    context = {
        "draft": draft,
        "form": form,
        "said": said,
        "vocabulary": vocabulary_pages.by_dimension(selectors.vocabulary_of(draft.pk)),
        "stored": selectors.newest_stored(),
    }
    return render(request, "annotation/upload_vocabulary.html", context)


@researchers_only
@require_safe
def stored_vocabulary(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    """The vocabulary.jsonl of the catalogue that was stored last, to start from."""
    find(draft_slug)
    catalogue = selectors.newest_stored()
    if catalogue is None:
        raise Http404("No catalogue is stored yet.")
    data = selectors.vocabulary_file(catalogue)
    response = HttpResponse(data, content_type="application/jsonl")
    return as_file(response, "vocabulary.jsonl")


def _sent(request: HtmxHttpRequest) -> Sent:
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _replaced(imported: Imported) -> str:
    """What became of the vocabulary before, after a blank; "" where there was none."""
    if not imported.before:
        return ""
    are = "is" if imported.new == 1 else "are"
    return (
        f" Of the one before, {number_of(imported.gone, 'value')} went; {imported.new:,} {are} new."
    )


def _collected(draft: Draft, form: CandidatesForm) -> list[str]:
    """Store the list's candidates and say what became of them; the form says what is wrong."""
    kind, name = Kind(form.cleaned_data["kind"]), form.name()
    try:
        lines = form.uploaded().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        form.add_error("file", f"{name} is no UTF-8; save it as UTF-8.")
        return []
    broken: list[BrokenLine] = []
    same: list[SameKey] = []
    offered = sources.candidates_in(
        Source.LIST, kind, lines, name, broken=broken.append, repeated=same.append
    )
    found = list(offered)
    form.refuse(tuple(RowError(each.line, "", each.problem, each.file) for each in broken))
    if broken:
        return []
    if not found:
        form.add_error("file", f"{name} lists nothing.")
        return []
    done = collect.collect(draft, kind, found)
    return pages.collected(done.read, done.added, done.there, same)
