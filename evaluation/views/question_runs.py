"""Runs over question sets: launched, looked at, steered; and the tables of all of them."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import tasks
from evaluation.models import Run
from evaluation.pages import question_launch as launch
from evaluation.pages import question_results as results_page
from evaluation.pages import question_runs as pages
from evaluation.question_run_form import QuestionRunForm
from evaluation.run_forms import SettingsForm
from evaluation.services import changed_facts, control, runs
from evaluation.services.runs import RunRefused
from evaluation.views import responses
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FOLDER = "evaluation/questions"
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


@SHOWS_OR_TAKES
@researchers_only
def new(request: HtmxHttpRequest) -> HttpResponse:
    """A spec as text, written out for the set that is named."""
    if request.method != "POST":
        text = launch.proposed(request.GET.get("questions", ""))
        form = QuestionRunForm(initial={"text": text, "key": uuid.uuid4()})
        return render(request, f"{FOLDER}/new.html", {"form": form})
    form = QuestionRunForm(request.POST)
    if form.is_valid():
        try:
            key, now = form.cleaned_data["key"], timezone.now()
            row = runs.create_run(form.spec, key=key, now=now, made_by=user_of(request))
        except RunRefused as refused:
            form.refuse(refused.problems)
        else:
            tasks.enqueue(row.pk)
            return redirect("coat:run", row.slug)
    return render(request, f"{FOLDER}/new.html", {"form": form})


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
    return render(request, f"{FOLDER}/_question_run.html", {"progress": page})


@require_safe
@researchers_only
def card(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(pages.card(find(slug)), content_type="application/json")


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


@require_safe
@researchers_only
def results(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, f"{FOLDER}/results.html", {"page": _results(request)})


@require_safe
@researchers_only
def table_file(request: HtmxHttpRequest, key: str) -> HttpResponse:
    """A table as CSV."""
    for table in _results(request).tables:
        if table.key == key:
            named = {"Content-Disposition": f'attachment; filename="coat-{key}.csv"'}
            content = results_page.as_csv(table)
            return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=named)
    raise Http404("There is no such table.")


@require_safe
@researchers_only
def result_chart(request: HtmxHttpRequest, key: str, size: str, theme: str) -> HttpResponse:
    version = request.GET.get("catalogue", "") or _results(request).catalogue
    return responses.chart(results_page.chart_of(version, key, size=size, theme=theme))


def find(slug: str) -> Run:
    rows = Run.objects.filter(kind=Run.Kind.QUESTIONS)
    return get_object_or_404(rows.select_related("question_set", "made_by"), slug=slug)


def _results(request: HtmxHttpRequest) -> results_page.Page:
    page = results_page.page_of(request.GET.get("catalogue", ""))
    if page is None:
        raise Http404("No run or quiz over a set of such a catalogue has ended.")
    return page


def _shown(
    request: HtmxHttpRequest, row: Run, *, notice: str = "", form: SettingsForm | None = None
) -> HttpResponse:
    context = {
        "run": row,
        "progress": pages.progress_of(row, timezone.now()),
        "about": pages.about(row),
        "form": form or SettingsForm(run=row),
        "notice": notice,
    }
    return render(request, f"{FOLDER}/run.html", context)


def _told(request: HtmxHttpRequest, slug: str, done: bool) -> HttpResponse:
    if done:
        return redirect("coat:run", slug)
    return _shown(request, find(slug), notice=TOO_LATE)
