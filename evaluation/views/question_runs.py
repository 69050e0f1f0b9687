"""Runs over question sets: looked at and steered."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import trigger_client_event

from evaluation import coat_results, tasks
from evaluation.models import Run
from evaluation.pages import question_card, question_figures, run_usage
from evaluation.pages import question_runs as pages
from evaluation.pages.run_page import POLL_SECONDS
from evaluation.run_forms import SettingsForm
from evaluation.services import changed_facts, control
from evaluation.views import responses
from games.access import researchers_only
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FOLDER = "evaluation/questions"
# Told to the page when a run stops, so that its sums are asked for once more.
STOPPED = "run-stopped"
TOO_LATE = "Nothing was changed: the run is in another state by now, as you see here."
STEPS = {
    "pause": control.pause,
    "resume": changed_facts.resume,
    "retry": control.retry_failed,
}
"""Name -> what is done; whether it was."""


@require_safe
@researchers_only
def run_list(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, f"{FOLDER}/runs.html", {"lines": pages.listed()})


@require_safe
@researchers_only
def run(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _shown(request, find(slug))


@require_safe
@researchers_only
def progress(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """What changes while it goes on, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect("coat:run", slug)
    page = pages.progress_of(find(slug), timezone.now())
    if request.GET.get("seen") == page.stamp:
        return HttpResponse(status=204)
    response = render(request, f"{FOLDER}/_question_run.html", {"progress": page})
    return response if page.polls else trigger_client_event(response, STOPPED)


@require_safe
@researchers_only
def usage(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Calls, tokens and cost, which cost too much to be asked for every other second."""
    if not request.htmx:
        return redirect(reverse("coat:run", args=[slug]) + "#_question_usage")
    return render(request, f"{FOLDER}/_question_usage.html", {"usage": _usage(find(slug))})


@require_safe
@researchers_only
def letters(request: HtmxHttpRequest, slug: str, size: str, theme: str) -> HttpResponse:
    found = coat_results.of_run(find(slug))
    return responses.chart(question_figures.letters_drawn(found, size, theme))


@require_safe
@researchers_only
def letters_csv(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    content = question_figures.letters_csv(coat_results.of_run(find(slug)))
    return responses.file(content, responses.CSV, f"{slug}-letters.csv")


@require_safe
@researchers_only
def card(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    row = find(slug)
    context = {"run": row, "sections": question_card.sections(question_card.card_of(row))}
    return render(request, f"{FOLDER}/card.html", context)


@require_safe
@researchers_only
def card_json(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    content = question_card.as_json(question_card.card_of(find(slug)))
    return HttpResponse(content, content_type=responses.JSON)


@require_safe
@researchers_only
def card_text(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    content = question_card.as_text(question_card.card_of(find(slug)))
    return HttpResponse(content, content_type="text/plain; charset=utf-8")


@SHOWS_OR_TAKES
@researchers_only
def step(request: HtmxHttpRequest, slug: str, name: str) -> HttpResponse:
    """Pause, resume, or ask the broken-off questions again; each once, however often it is sent."""
    row = find(slug)
    if name not in STEPS:
        raise Http404("There is no such step.")
    if request.method != "POST":
        return redirect("coat:run", slug)
    done = STEPS[name](row.pk)
    if done and name != "pause":
        tasks.enqueue(row.pk)
    return _told(request, slug, done)


@SHOWS_OR_TAKES
@researchers_only
def cancel(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then end it for good."""
    row = find(slug)
    if request.method != "POST":
        page = pages.progress_of(row, timezone.now())
        return render(request, f"{FOLDER}/cancel.html", {"run": row, "progress": page})
    return _told(request, slug, control.cancel(row.pk, now=timezone.now()))


@SHOWS_OR_TAKES
@researchers_only
def settings(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Calls at once and limits, which may be changed as long as it has not ended."""
    row = find(slug)
    if request.method != "POST":
        return redirect("coat:run", slug)
    form = SettingsForm(request.POST, run=row)
    if not form.is_valid():
        return _shown(request, row, form=form)
    said = form.cleaned_data
    control.set_concurrency(row.pk, said["concurrency"])
    control.set_limits(row.pk, tokens=said["tokens"], cost=said.get("cost"))
    changed = find(slug)
    stands = changed.concurrency, changed.token_limit, changed.cost_limit
    wanted = said["concurrency"], said["tokens"], said.get("cost")
    return _told(request, slug, stands == wanted)


def find(slug: str) -> Run:
    rows = Run.objects.filter(kind=Run.Kind.QUESTIONS)
    return get_object_or_404(rows.select_related("question_set", "made_by"), slug=slug)


def _shown(
    request: HtmxHttpRequest, row: Run, *, notice: str = "", form: SettingsForm | None = None
) -> HttpResponse:
    context = {
        "run": row,
        "progress": pages.progress_of(row, timezone.now()),
        "usage": _usage(row),
        "about": pages.about(row),
        "form": form or SettingsForm(run=row),
        "notice": notice,
    }
    return render(request, f"{FOLDER}/run.html", context)


def _usage(row: Run) -> run_usage.UsagePage:
    return run_usage.usage_page(row, polls=bool(POLL_SECONDS.get(row.status)))


def _told(request: HtmxHttpRequest, slug: str, done: bool) -> HttpResponse:
    if done:
        return redirect("coat:run", slug)
    return _shown(request, find(slug), notice=TOO_LATE)
