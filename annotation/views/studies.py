"""A researcher's annotation studies: the list, a new one, its overview, its steps."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from annotation import markdown
from annotation.kinds.registry import KINDS
from annotation.models import Study
from annotation.pages import studies as pages
from annotation.services import questions, studies
from annotation.services.studies import StudyRefused
from annotation.study_forms import KindForm, StudyForm
from annotation.views import found
from annotation.views.posts import post_or_back
from games.access import researchers_only
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@researchers_only
@require_safe
def study_list(request: HtmxHttpRequest) -> HttpResponse:
    rows = pages.listed(Study.objects.order_by("-pk"))
    return render(request, "annotation/study_list.html", {"rows": rows})


@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    """First the kind, then all the rest, filled as the kind proposes."""
    kind = KINDS.get(request.GET.get("kind", ""))
    if kind is None:
        form = KindForm(request.GET if request.GET.keys() & {"kind", "chosen"} else None)
        return render(request, "annotation/study_kind.html", {"form": form})
    filled = StudyForm(request.POST if request.method == "POST" else None, kind=kind)
    if filled.is_valid():
        try:
            made = studies.create(
                filled.settings(), kind=kind.key, slug=filled.cleaned_data["slug"]
            )
            return redirect("annotations:study", made.slug, made.version)
        except StudyRefused as refused:
            filled.refuse(refused)
    return render(request, "annotation/study_new.html", {"form": filled, "kind": kind})


@researchers_only
@require_safe
def study(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return study_page(request, found.study(slug, version))


@researchers_only
@SHOWS_OR_TAKES
def edit(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Replace all settings by what the form says, as long as nothing is judged."""
    changed = found.study(slug, version)
    if changed.locked_at is not None:
        return study_page(request, changed, notice=_LOCKED)
    form = StudyForm(request.POST if request.method == "POST" else None, study=changed)
    if form.is_valid():
        try:
            studies.change(changed, form.settings(), seen=form.seen_before)
            return redirect("annotations:study", slug, version)
        except StudyRefused as refused:
            form.refuse(refused)
    return render(request, "annotation/study_edit.html", {"form": form, "study": changed})


@researchers_only
@require_safe
def guidelines(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """The guidelines as raters read them."""
    row = found.study(slug, version)
    context = {"study": row, "guidelines": markdown.to_html(row.guidelines)}
    return render(request, "annotation/study_guidelines.html", context)


@researchers_only
@post_or_back("annotations:study")
def open_study(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _stepped(request, slug, version, lambda row: studies.open_study(row, now=timezone.now()))


@researchers_only
@post_or_back("annotations:study")
def close(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _stepped(request, slug, version, lambda row: studies.close(row, now=timezone.now()))


@researchers_only
@post_or_back("annotations:study")
def reopen(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _stepped(request, slug, version, studies.reopen)


@researchers_only
@SHOWS_OR_TAKES
def next_version(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Say what the next version takes along, then make it."""
    row = found.study(slug, version)
    try:
        studies.require_locked(row)
        if request.method != "POST":
            answered = questions.answered(row).count()
            context = {"study": row, "answered": answered, "later": pages.later_draft(row)}
            return render(request, "annotation/study_next.html", context)
        made = studies.next_version(row)
    except StudyRefused as refused:
        return study_page(request, row, notice=str(refused))
    return redirect("annotations:study", made.slug, made.version)


@researchers_only
@SHOWS_OR_TAKES
def delete(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Ask once more, then delete a draft; a copy of the post finds it gone."""
    if request.method != "POST":
        context = {"study": found.study(slug, version)}
        return render(request, "annotation/study_delete.html", context)
    row = Study.objects.filter(slug=slug, version=version).first()
    try:
        if row is not None:
            studies.delete(row)
    except StudyRefused as refused:
        return study_page(request, found.study(slug, version), notice=str(refused))
    return redirect("annotations:list")


def study_page(request: HtmxHttpRequest, row: Study, *, notice: str = "") -> HttpResponse:
    context = {"study": row, "page": pages.overview(row, now=timezone.now()), "notice": notice}
    return render(request, "annotation/study.html", context)


_LOCKED = (
    "The study is locked since its first judgement, so that all raters judged by the same "
    "rules. Make its next version to change something."
)


def _stepped(
    request: HtmxHttpRequest, slug: str, version: int, step: Callable[[Study], None]
) -> HttpResponse:
    row = found.study(slug, version)
    try:
        step(row)
    except StudyRefused as refused:
        return study_page(request, row, notice=str(refused))
    return redirect("annotations:study", slug, version)
