"""What a researcher does with a run while it goes on: each step once, however often it is sent."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from evaluation import tasks
from evaluation.pages import run_page
from evaluation.run_forms import SettingsForm
from evaluation.services import changed_facts, control
from evaluation.views.runs import find, shown
from games.access import researchers_only
from games.http import HtmxHttpRequest

View = Callable[[HtmxHttpRequest, str], HttpResponse]
TOO_LATE = "Nothing was changed: the run is in another state by now, as you see here."


def post_or_back(view: View) -> View:
    """Take posts only; who comes by an address bar is led to the run's page."""

    @wraps(view)
    def taken(request: HtmxHttpRequest, slug: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, slug)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        return redirect("runs:run", slug)

    return taken


@researchers_only
@post_or_back
def pause(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _told(request, slug, control.pause(find(slug).pk))


@researchers_only
@post_or_back
def resume(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _sent_for(request, slug, changed_facts.resume)


@researchers_only
@post_or_back
def retry(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Open the games again that its server refused."""
    return _sent_for(request, slug, control.retry_failed)


@researchers_only
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then end it for good."""
    row = find(slug)
    if request.method != "POST":
        context = {"run": row, "progress": run_page.progress_of(row, timezone.now())}
        return render(request, "evaluation/run_cancel.html", context)
    return _told(request, slug, control.cancel(row.pk, now=timezone.now()))


@researchers_only
@post_or_back
def settings(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Calls at once and limits, which may be changed as long as it has not ended."""
    row = find(slug)
    form = SettingsForm(request.POST, run=row)
    if not form.is_valid():
        return shown(request, row, form=form)
    said = form.cleaned_data
    control.set_concurrency(row.pk, said["concurrency"])
    control.set_limits(row.pk, tokens=said["tokens"], cost=said.get("cost"))
    changed = find(slug)
    wanted = said["concurrency"], said["tokens"], said.get("cost")
    stands = changed.concurrency, changed.token_limit, changed.cost_limit
    return _told(request, slug, stands == wanted)


def _sent_for(request: HtmxHttpRequest, slug: str, step: Callable[[int], bool]) -> HttpResponse:
    """Do the step, and call workers to the run where it was done."""
    run_id = find(slug).pk
    done = step(run_id)
    if done:
        tasks.enqueue(run_id)
    return _told(request, slug, done)


def _told(request: HtmxHttpRequest, slug: str, done: bool) -> HttpResponse:
    return redirect("runs:run", slug) if done else shown(request, find(slug), notice=TOO_LATE)
