"""Inductions of rules: all of them, one as it goes on, its prompts and its calls."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import tasks
from evaluation.induction_form import ResumeForm
from evaluation.models import Induction, InductionCall
from evaluation.pages import inductions as pages
from evaluation.services import inductions
from evaluation.services.inductions import LimitRefused
from games.access import researchers_only
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FOLDER = "evaluation/induction"


@researchers_only
@require_safe
def all_inductions(request: HtmxHttpRequest) -> HttpResponse:
    page = pages.listed(request.GET.get("page"))
    return render(request, f"{FOLDER}/list.html", {"page": page})


@researchers_only
@require_safe
def induction(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _shown(request, _find(slug))


@researchers_only
@require_safe
def progress(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The part that changes, for a page that polls."""
    if not request.htmx:
        return redirect("inductions:induction", slug)
    return _shown(request, _find(slug), template="_induction_progress.html")


@researchers_only
@require_safe
def prompts(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    page = pages.prompts_of(_find(slug), request.GET.get("page"))
    return render(request, f"{FOLDER}/prompts.html", {"page": page})


@researchers_only
@require_safe
def call(request: HtmxHttpRequest, slug: str, call_id: int) -> HttpResponse:
    rows = InductionCall.objects.filter(affordance__induction=_find(slug))
    row = get_object_or_404(rows.select_related("affordance__induction"), pk=call_id)
    return render(request, f"{FOLDER}/call.html", {"page": pages.call_page(row)})


@researchers_only
@SHOWS_OR_TAKES
def pause(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    if request.method == "POST":
        inductions.pause(_find(slug).pk)
    return redirect("inductions:induction", slug)


@researchers_only
@SHOWS_OR_TAKES
def resume(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Go on, under another limit of tokens where there is one."""
    row = _find(slug)
    if request.method != "POST":
        return redirect("inductions:induction", slug)
    form = ResumeForm(request.POST, induction=row)
    if not form.is_valid():
        return _shown(request, row, form=form)
    try:
        if inductions.resume_within(row.pk, form.token_limit):
            tasks.enqueue_induction(row.pk)
    except LimitRefused as refused:
        form.add_error("tokens", str(refused))
        return _shown(request, row, form=form)
    return redirect("inductions:induction", slug)


@researchers_only
@SHOWS_OR_TAKES
def cancel(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then end it for good."""
    row = _find(slug)
    if request.method != "POST":
        page = pages.page_of(row, None, now=timezone.now())
        return render(request, f"{FOLDER}/cancel.html", {"page": page})
    inductions.cancel(row.pk, now=timezone.now())
    return redirect("inductions:induction", slug)


def _shown(
    request: HtmxHttpRequest,
    row: Induction,
    *,
    form: ResumeForm | None = None,
    template: str = "induction.html",
) -> HttpResponse:
    """form: what came back with a fault."""
    page = pages.page_of(row, request.GET.get("page"), now=timezone.now())
    context = {"page": page, "form": form or ResumeForm(induction=row)}
    return render(request, f"{FOLDER}/{template}", context)


def _find(slug: str) -> Induction:
    return get_object_or_404(Induction.objects.select_related("rule_set", "made_by"), slug=slug)
