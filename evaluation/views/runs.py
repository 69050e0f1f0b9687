"""Runs as a researcher sees them: the list, one of them, what of it changes, its games, its card.

Nothing here changes anything.
"""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import trigger_client_event

from evaluation.models import Run
from evaluation.pages import run_card, run_games, run_page, run_usage, touched
from evaluation.pages import runs as pages
from evaluation.run_forms import SettingsForm
from games.access import researchers_only
from games.http import HtmxHttpRequest

# Told to the page when a run stops, so that its sums are asked for once more.
STOPPED = "run-stopped"


@require_safe
@researchers_only
def run_list(request: HtmxHttpRequest) -> HttpResponse:
    listed = pages.listed(request.GET.dict())
    return render(request, "evaluation/runs.html", {"listed": listed})


@require_safe
@researchers_only
def run(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return shown(request, find(slug))


@require_safe
@researchers_only
def progress(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """What changes while it goes on, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect("runs:run", slug)
    page = run_page.progress_of(find(slug), timezone.now())
    if request.GET.get("seen") == page.stamp:
        return HttpResponse(status=204)
    response = render(request, "evaluation/_run_progress.html", {"progress": page})
    return response if page.polls else trigger_client_event(response, STOPPED)


@require_safe
@researchers_only
def usage(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Calls, tokens and cost, which cost too much to be asked for every other second."""
    if not request.htmx:
        return redirect(reverse("runs:run", args=[slug]) + "#_run_usage")
    return render(request, "evaluation/_run_usage.html", {"usage": _usage(find(slug))})


@require_safe
@researchers_only
def games(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {"run": row, "listed": run_games.listed(row, request.GET.dict())}
    return render(request, "evaluation/run_games.html", context)


@require_safe
@researchers_only
def card(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {"run": row, "sections": run_card.sections(run_card.card_of(row))}
    return render(request, "evaluation/run_card.html", context)


@require_safe
@researchers_only
def card_json(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    content = run_card.as_json(run_card.card_of(find(slug)))
    return HttpResponse(content, content_type="application/json")


@require_safe
@researchers_only
def card_text(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    content = run_card.as_text(run_card.card_of(find(slug)))
    return HttpResponse(content, content_type="text/plain; charset=utf-8")


def find(slug: str) -> Run:
    """Of games; those of questions have pages of their own."""
    rows = Run.objects.filter(kind=Run.Kind.GAMES)
    rows = rows.select_related("catalogue", "protocol", "made_by")
    return get_object_or_404(rows, slug=slug)


def shown(
    request: HtmxHttpRequest, row: Run, *, notice: str = "", form: SettingsForm | None = None
) -> HttpResponse:
    """The run's page, with what came of the last step where that has to be said."""
    context = {
        "run": row,
        "progress": run_page.progress_of(row, timezone.now()),
        "usage": _usage(row),
        "about": run_page.about(row),
        "touched": touched.page_of(row),
        "form": form or SettingsForm(run=row),
        "notice": notice,
    }
    return render(request, "evaluation/run.html", context)


def _usage(row: Run) -> run_usage.UsagePage:
    return run_usage.usage_page(row, polls=bool(run_page.POLL_SECONDS.get(row.status)))
