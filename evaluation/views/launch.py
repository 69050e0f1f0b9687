"""From a kind of player to a run: where to begin, the form, a spec as a file."""

import uuid
from contextlib import suppress

from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from evaluation import tasks
from evaluation.launch_form import LaunchForm
from evaluation.pages import launch as pages
from evaluation.pages.launch import NoStart, Start
from evaluation.run_forms import TomlForm
from evaluation.services import runs
from evaluation.services.runs import RunRefused
from games.access import researchers_only
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    """First what plays, then all the rest, filled as that proposes."""
    if request.method == "POST":
        return _launched(request, LaunchForm(request.POST))
    if "start" not in request.GET:
        return render(request, "evaluation/launch.html", {"choices": pages.choices()})
    start = _start(request.GET["start"])
    return _form(request, LaunchForm(tables=start.tables), start=start)


@researchers_only
@SHOWS_OR_TAKES
def from_toml(request: HtmxHttpRequest) -> HttpResponse:
    """Fill the form from a spec, with all that is wrong beside its fields; nothing is stored."""
    posted = request.method == "POST"
    form = TomlForm(request.POST, request.FILES) if posted else TomlForm()
    if not form.is_valid():
        return render(request, "evaluation/launch_toml.html", {"form": form})
    filled = LaunchForm.of_tables(form.tables, key=str(uuid.uuid4()))
    return _form(request, filled, from_spec=True)


def _launched(request: HtmxHttpRequest, form: LaunchForm) -> HttpResponse:
    if not form.is_valid():
        return _refused(request, form)
    maker = request.user if isinstance(request.user, User) else None
    try:
        run = runs.create_run(
            form.spec, key=form.cleaned_data["key"], now=timezone.now(), made_by=maker
        )
    except RunRefused as refused:
        form.refuse(refused.problems)
        return _refused(request, form)
    tasks.enqueue(run.pk)
    return redirect("runs:run", run.slug)


def _refused(request: HtmxHttpRequest, form: LaunchForm) -> HttpResponse:
    """The form again, still headed by its player."""
    with suppress(NoStart):
        return _form(request, form, start=pages.start_of(form.start))
    return _form(request, form)


def _form(
    request: HtmxHttpRequest,
    form: LaunchForm,
    *,
    start: Start | None = None,
    from_spec: bool = False,
) -> HttpResponse:
    context = {"form": form, "start": start, "from_spec": from_spec}
    return render(request, "evaluation/launch_form.html", context)


def _start(key: str) -> Start:
    try:
        return pages.start_of(key)
    except NoStart as error:
        raise Http404(str(error)) from error
