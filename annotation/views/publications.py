"""Publishing a study, what was published of it, and the Oracle answers that it corrects."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Publication, Study
from annotation.pages import correcting
from annotation.pages import publishing as pages
from annotation.publish_forms import PublishForm
from annotation.services import corrections as correction_services
from annotation.services import publish as services
from annotation.services.corrections import CorrectionRefused
from annotation.services.publish import PublishRefused
from annotation.views import found
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest, as_file

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
TYPES = {".json": "application/json", ".jsonl": "application/x-ndjson; charset=utf-8"}


@researchers_only
@SHOWS_OR_TAKES
def publish(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    study = found.study(slug, version)
    form = _form(request, study)
    if request.method != "POST" or not form.is_valid():
        return _page(request, study, form)
    by, now = user_of(request), timezone.now()
    try:
        made = services.publish(study, by=by, now=now, **form.cleaned_data)
    except PublishRefused as refused:
        about = refused.about if refused.about in form.fields else None
        form.add_error(about, str(refused))
        return _page(request, study, form)
    return redirect("annotations:publication", slug, version, made.number)


@researchers_only
@require_safe
def publication(request: HtmxHttpRequest, slug: str, version: int, number: int) -> HttpResponse:
    study = found.study(slug, version)
    page = pages.publication_page(_publication(study, number))
    return render(request, "annotation/publication.html", {"study": study, "page": page})


@researchers_only
@require_safe
def publication_file(
    request: HtmxHttpRequest, slug: str, version: int, number: int, name: str
) -> HttpResponse:
    """One file, the very bytes that the hash is of."""
    files = _publication(found.study(slug, version), number).files
    if name not in files:
        raise Http404("This publication has no such file.")
    kind = TYPES["." + name.rpartition(".")[2]]
    return as_file(HttpResponse(files[name].encode(), content_type=kind), name)


@researchers_only
@SHOWS_OR_TAKES
def corrections(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    study = found.study(slug, version)
    if study.kind != OracleAnswer.key:
        raise Http404("Only a study of the Oracle's answers corrects answers.")
    if request.method != "POST":
        return _corrections_page(request, study)
    try:
        correction_services.apply(study, by=user_of(request), now=timezone.now())
    except CorrectionRefused as refused:
        return _corrections_page(request, study, problem=str(refused))
    return redirect("annotations:corrections", slug, version)


def _publication(study: Study, number: int) -> Publication:
    return get_object_or_404(study.publications.select_related("catalogue"), number=number)


def _form(request: HtmxHttpRequest, study: Study) -> PublishForm:
    given = request.POST if request.method == "POST" else None
    return PublishForm(given, catalogue=services.revises(study), seed=study.seed)


def _page(request: HtmxHttpRequest, study: Study, form: PublishForm) -> HttpResponse:
    planned = services.plan(study)
    found = planned.outcome
    form.ask_about(open_units=len(found.open), misfits=len(found.left_out))
    context = {
        "study": study,
        "page": pages.plan_page(planned),
        "form": form,
        "publications": pages.publications_of(study),
        "shown": pages.SHOWN,
    }
    return render(request, "annotation/publish.html", context)


def _corrections_page(request: HtmxHttpRequest, study: Study, problem: str = "") -> HttpResponse:
    page = correcting.corrections_page(study, request.GET.get("page"))
    context = {"study": study, "page": page, "problem": problem, "shown": correcting.SHOWN}
    return render(request, "annotation/publish_corrections.html", context)
