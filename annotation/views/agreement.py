"""The researchers' page of agreement on a study; nothing here changes anything."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation.models import Study
from annotation.pages import agreement as pages
from annotation.pages import agreement_files as files
from annotation.pages.agreement import AgreementPage, NoSuchQuestion
from annotation.views import found
from games.access import researchers_only
from games.http import HtmxHttpRequest, as_file


@researchers_only
@require_safe
def agreement(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    study = found.study(slug, version)
    page = _page(study, request.GET.get("question", ""), extra=_extra(request))
    return render(request, "annotation/agreement.html", {"study": study, "page": page})


@researchers_only
@require_safe
def chart(
    request: HtmxHttpRequest, slug: str, version: int, question: str, size: str, theme: str
) -> HttpResponse:
    study = found.study(slug, version)
    try:
        drawn = pages.chart_of(study, question, extra=_extra(request), size=size, theme=theme)
    except NoSuchQuestion as error:
        raise Http404(str(error)) from error
    if drawn is None:
        raise Http404(f"There is no chart of {question} {size} {theme}.")
    return HttpResponse(drawn, content_type="image/svg+xml")


@researchers_only
@require_safe
def matrix(request: HtmxHttpRequest, slug: str, version: int, question: str) -> HttpResponse:
    answers = pages.answers_for(found.study(slug, version), extra=_extra(request))
    try:
        asked = pages.question_of(answers, question)
    except NoSuchQuestion as error:
        raise Http404(str(error)) from error
    name = f"{slug}-{version}-{question}-matrix.csv"
    return _file(files.matrix(answers, asked), "text/csv; charset=utf-8", name)


@researchers_only
@require_safe
def figures(request: HtmxHttpRequest, slug: str, version: int, question: str) -> HttpResponse:
    study = found.study(slug, version)
    page = _page(study, question, extra=_extra(request))
    name = f"{slug}-{version}-{question}-agreement.json"
    return _file(files.figures(study, [page]), "application/json", name)


def _page(study: Study, question: str, *, extra: bool) -> AgreementPage:
    try:
        return pages.agreement_of(study, question, extra=extra)
    except NoSuchQuestion as error:
        raise Http404(str(error)) from error


def _extra(request: HtmxHttpRequest) -> bool:
    return request.GET.get("extra") == "1"


def _file(content: str, kind: str, name: str) -> HttpResponse:
    return as_file(HttpResponse(content, content_type=kind), name)
