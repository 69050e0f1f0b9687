"""From affordances, sources and a model to an induction: a form, and a spec as a text."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from evaluation import specs, tasks
from evaluation.induction import specs as induction_specs
from evaluation.induction_form import InductionForm
from evaluation.induction_launch_form import InductionLaunchForm
from evaluation.pages import induction_launch as pages
from evaluation.pages.launch import NoStart
from evaluation.services import inductions
from evaluation.services.inductions import InductionRefused
from evaluation.spec_tables import SpecError
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FOLDER = "evaluation/induction"
AnyForm = InductionLaunchForm | InductionForm


@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    """The form; a post may also ask for the fields of what was chosen, or for its text."""
    if request.method != "POST":
        return _form(request, InductionLaunchForm.opened(_begun(request)))
    if request.POST.get("look") == "fields":
        return _form(request, InductionLaunchForm.as_it_stands(request.POST.dict()))
    form = InductionLaunchForm(request.POST)
    if not form.is_valid():
        return _form(request, form)
    if request.POST.get("look") == "text":
        kept = {name: form.cleaned_data[name] for name in ("key", "elsewhere")}
        text = pages.as_text(form.spec)
        return _text(request, InductionForm(initial={"toml": text, **kept}))
    return _made(request, form) or _form(request, form)


@researchers_only
@SHOWS_OR_TAKES
def as_text(request: HtmxHttpRequest) -> HttpResponse:
    """A spec as text; a post makes an induction of it, or fills the form from it."""
    if request.method != "POST":
        initial = {"toml": pages.proposed(), "key": uuid.uuid4()}
        return _text(request, InductionForm(initial=initial))
    if request.POST.get("look") == "form":
        return _filled(request)
    form = InductionForm(request.POST)
    if not form.is_valid():
        return _text(request, form)
    return _made(request, form) or _text(request, form)


def _begun(request: HtmxHttpRequest) -> pages.Tables:
    try:
        return pages.tables_of(request.GET.get("start", ""))
    except NoStart as error:
        raise Http404(str(error)) from error


def _filled(request: HtmxHttpRequest) -> HttpResponse:
    """The form from a text, all that is wrong beside its field; nothing is made."""
    form = InductionForm(request.POST)
    try:
        tables = specs.tables_of(request.POST.get("toml", "").encode())
    except SpecError:
        form.is_valid()
        return _text(request, form)
    try:
        tables = induction_specs.as_json(induction_specs.of_json(tables))
    except SpecError:
        return _form(request, InductionLaunchForm.of_tables(tables, key=str(uuid.uuid4())))
    return _form(request, InductionLaunchForm.opened(tables))


def _made(request: HtmxHttpRequest, form: AnyForm) -> HttpResponse | None:
    """The way to the induction; None, with what is wrong in the form, where there is none."""
    key, now = form.cleaned_data["key"], timezone.now()
    try:
        row = inductions.create(form.spec, key=key, now=now, made_by=user_of(request))
    except InductionRefused as refused:
        form.refuse([refused.problem])
        return None
    tasks.enqueue_induction(row.pk)
    return redirect("inductions:induction", row.slug)


def _form(request: HtmxHttpRequest, form: InductionLaunchForm) -> HttpResponse:
    context = {"form": form, "starts": pages.starts()}
    return render(request, f"{FOLDER}/new.html", context)


def _text(request: HtmxHttpRequest, form: InductionForm) -> HttpResponse:
    return render(request, f"{FOLDER}/new_text.html", {"form": form})
