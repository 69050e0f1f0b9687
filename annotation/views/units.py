"""The units of a study: its list, one of them, files and stored rows on their way in."""

from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_safe

from annotation import catalogue_keys, study_progress, unit_examples
from annotation.catalogue_units import BadWish
from annotation.forms import UploadForm
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.pages import remarks, unit_names
from annotation.pages import units as pages
from annotation.services import unit_sources, units
from annotation.services.unit_sources import Taken
from annotation.services.units import Imported, NotRemoved
from annotation.unit_forms import (
    CatalogueForm,
    CheckedForm,
    ListForm,
    SourceForm,
    StoredAnswersForm,
)
from annotation.views import found
from annotation.views.studies import SHOWS_OR_TAKES
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest, as_file

UNITS_A_PAGE = 50
EXAMPLE_TYPES = {"csv": "text/csv; charset=utf-8", "jsonl": "application/x-ndjson; charset=utf-8"}
Sent = tuple[QueryDict, MultiValueDict[str, UploadedFile]] | tuple[None, None]


@researchers_only
@require_safe
def unit_list(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    study, form = found.study(slug, version), ListForm(request.GET)
    rows = study_progress.units_of(study).filter(form.wanted(study))
    page = Paginator(rows.order_by("pk"), UNITS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "study": study,
        "form": form,
        "page": page,
        "rows": pages.listed(page.object_list),
        "searched": form.narrows,
        "strange": _strange(study, catalogue_keys.strangers(study)),
        "source": pages.source(study),
        "from_catalogue": unit_sources.could_use_catalogue(study),
    }
    return render(request, "annotation/units.html", context)


@researchers_only
@require_safe
def unit(request: HtmxHttpRequest, slug: str, version: int, unit_id: int) -> HttpResponse:
    study = found.study(slug, version)
    row = get_object_or_404(study_progress.units_of(study).select_related("study"), pk=unit_id)
    judges = remarks.judges_here(study, user_of(request))
    said = [] if judges else remarks.said_of(row, row.judgements.select_related("rater"))
    context = {
        "study": study,
        "unit": row,
        "name": unit_names.name_of(row),
        "template": f"annotation/kinds/{study.kind}.html",
        "fields": pages.fields(row.snapshot),
        "questions": pages.questions(row),
        "said": said,
        "judges": judges,
    }
    return render(request, "annotation/unit.html", context)


@researchers_only
@SHOWS_OR_TAKES
def remove(request: HtmxHttpRequest, slug: str, version: int, unit_id: int) -> HttpResponse:
    """Ask once more, then take the unit out of a draft; a copy of the post finds it gone."""
    study = found.study(slug, version)
    problem = ""
    if request.method == "POST":
        try:
            units.remove(study, unit_id)
            return redirect("annotations:units", slug, version)
        except NotRemoved as stays:
            problem = str(stays)
    row = get_object_or_404(Unit, study=study, pk=unit_id)
    context = {"study": study, "unit": row, "name": unit_names.name_of(row), "problem": problem}
    return render(request, "annotation/unit_remove.html", context)


@researchers_only
@require_safe
def example(request: HtmxHttpRequest, slug: str, version: int, file_format: str) -> HttpResponse:
    """A file of units of the study's kind to begin with."""
    kind = KINDS[found.study(slug, version).kind]
    if file_format not in unit_examples.FORMATS:
        raise Http404("There is no example in this format.")
    text = unit_examples.file_of(kind, file_format)
    response = HttpResponse(text.encode(), content_type=EXAMPLE_TYPES[file_format])
    return as_file(response, f"{kind.key}-example.{file_format}")


@researchers_only
@SHOWS_OR_TAKES
def upload(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """A file is checked first, which stores nothing; what was checked is stored by a second post.

    A file that is too large to be taken along is stored by choosing it again.
    """
    study = found.study(slug, version)
    if "packed" in request.POST:
        return _store(request, study)
    form = UploadForm(*_sent(request))
    if not form.is_valid():
        return _upload_page(request, study, form)
    data, name = form.uploaded(), form.name()
    dry_run = request.POST.get("step") != "add"
    imported = units.import_units(study, data, name, dry_run=dry_run)
    if not dry_run:
        return _upload_page(request, study, UploadForm(), imported)
    checked = CheckedForm(initial={"name": name, "packed": pages.pack(data)})
    return _upload_page(request, study, UploadForm(), imported, checked)


@researchers_only
@SHOWS_OR_TAKES
def catalogue(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Units from what is stored: counted first, or added at once."""
    study = found.study(slug, version)
    sent = request.POST if request.method == "POST" else None
    known, answers = unit_sources.known_keys(study), unit_sources.takes_answers(study)
    form = StoredAnswersForm(sent) if answers else CatalogueForm(sent, kind=study.kind, known=known)
    taken = None
    if form.is_valid():
        try:
            taken = _take(study, form)
        except BadWish as bad:
            form.refuse(bad)
    context = {
        "study": study,
        "form": form,
        "taken": taken,
        "possible": unit_sources.has_source(study),
        "answers": answers,
        "known": known,
        "only_counted": taken is not None and form.only_counts,
        **(_outcome(study, taken.imported) if taken else {}),
    }
    return render(request, "annotation/unit_source.html", context)


def _take(study: Study, form: SourceForm) -> Taken:
    if isinstance(form, StoredAnswersForm):
        return unit_sources.from_answers(study, form.wish(), dry_run=form.only_counts)
    assert isinstance(form, CatalogueForm)
    return Taken(unit_sources.from_catalogue(study, form.wish(), dry_run=form.only_counts))


def _strange(study: Study, rows: QuerySet[Unit]) -> str:
    """That the study's catalogue lacks what some of its units are about; "" where none."""
    if study.catalogue is None:
        return ""
    first = list(rows.values_list("key", flat=True)[: pages.EXAMPLES])
    return pages.strange(first, rows.count() if first else 0, study.catalogue.version)


def _sent(request: HtmxHttpRequest) -> Sent:
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _store(request: HtmxHttpRequest, study: Study) -> HttpResponse:
    checked = CheckedForm(request.POST)
    if not checked.is_valid():
        return _upload_page(request, study, UploadForm(), came_back=False)
    filled = checked.cleaned_data
    imported = units.import_units(study, filled["packed"], filled["name"])
    return _upload_page(request, study, UploadForm(), imported)


def _upload_page(
    request: HtmxHttpRequest,
    study: Study,
    form: UploadForm,
    imported: Imported | None = None,
    checked: CheckedForm | None = None,
    *,
    came_back: bool = True,
) -> HttpResponse:
    """came_back: whether the file that was checked could be read again."""
    context = {
        "study": study,
        "came_back": came_back,
        "form": form,
        "checked": checked,
        "only_checked": checked is not None,
        "sound": checked and imported and imported.compared.new and not imported.errors,
        "limit": UploadForm.most,
        "kind": KINDS[study.kind],
        "fields": unit_examples.fields(KINDS[study.kind]),
        **(_outcome(study, imported) if imported else {}),
    }
    return render(request, "annotation/unit_upload.html", context)


def _outcome(study: Study, imported: Imported) -> dict[str, object]:
    """What a template says of an import."""
    errors, more = pages.errors(imported)
    return {
        "imported": imported,
        "counts": pages.counts(imported),
        "errors": errors,
        "more_errors": more,
        "done": pages.done(imported),
        "strange": pages.strange_in(study, imported),
    }
