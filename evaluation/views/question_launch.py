"""From a question set and a model to a run: a form, the spec that it comes to, a spec as text."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from evaluation import question_specs, specs, tasks
from evaluation.pages import question_launch as pages
from evaluation.pages.launch import NoStart
from evaluation.pages.question_launch import Frozen
from evaluation.question_launch_form import QuestionLaunchForm
from evaluation.question_run_form import QuestionRunForm
from evaluation.services import question_plans, runs
from evaluation.services.runs import RunRefused
from evaluation.spec_tables import SpecError
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FOLDER = "evaluation/questions"
AnyForm = QuestionLaunchForm | QuestionRunForm


@SHOWS_OR_TAKES
@researchers_only
def new(request: HtmxHttpRequest) -> HttpResponse:
    """The form; a post may also ask for the fields of what was chosen, or for its spec."""
    if request.method != "POST":
        tables = _begun(request)
        return _form(request, QuestionLaunchForm.opened(tables), pages.frozen(tables))
    if request.POST.get("look") == "fields":
        return _form(request, QuestionLaunchForm.as_it_stands(request.POST.dict()))
    form = QuestionLaunchForm(request.POST)
    if not form.is_valid():
        return _form(request, form)
    if request.POST.get("look") == "text":
        return _as_text(request, form)
    if request.POST.get("look") == "spec":
        return _form(request, form, _looked_at(form))
    return _launched(request, form) or _form(request, form)


@SHOWS_OR_TAKES
@researchers_only
def as_text(request: HtmxHttpRequest) -> HttpResponse:
    """A spec as text; a post launches it, or fills the form from it."""
    if request.method != "POST":
        text = pages.proposed(request.GET.get("questions", ""))
        return _text(request, QuestionRunForm(initial={"text": text, "key": uuid.uuid4()}))
    form = QuestionRunForm(request.POST)
    if request.POST.get("look") == "form":
        return _filled(request, form)
    if not form.is_valid():
        return _text(request, form)
    return _launched(request, form) or _text(request, form)


def _begun(request: HtmxHttpRequest) -> pages.Tables:
    try:
        return pages.tables_of(request.GET.get("start", ""), request.GET.get("questions", ""))
    except NoStart as error:
        raise Http404(str(error)) from error


def _looked_at(form: QuestionLaunchForm) -> Frozen | None:
    """What it comes to here; what stands against it is put beside its field."""
    try:
        plan = question_plans.plan_of(form.spec)
    except RunRefused as refused:
        form.refuse(refused.problems)
        return None
    return pages.frozen_of(form.spec, len(plan.questions))


def _as_text(request: HtmxHttpRequest, form: QuestionLaunchForm) -> HttpResponse:
    kept = {"text": pages.as_text(form.spec), "key": form.cleaned_data["key"]}
    return _text(request, QuestionRunForm(initial=kept))


def _filled(request: HtmxHttpRequest, form: QuestionRunForm) -> HttpResponse:
    """The form from a text, all that is wrong beside its field; nothing is launched."""
    try:
        tables = specs.tables_of(request.POST.get("text", "").encode())
    except SpecError as error:
        form.is_valid()
        form.errors.pop("text", None)
        form.refuse(error.problems)
        return _text(request, form)
    try:
        tables = specs.as_json(question_specs.of_json(tables))
    except SpecError:
        return _form(request, QuestionLaunchForm.of_tables(tables, key=str(uuid.uuid4())))
    return _form(request, QuestionLaunchForm.opened(tables), pages.frozen(tables))


def _launched(request: HtmxHttpRequest, form: AnyForm) -> HttpResponse | None:
    """The way to the run; None, with what is wrong in the form, where there is none."""
    key, now = form.cleaned_data["key"], timezone.now()
    try:
        row = runs.create_run(form.spec, key=key, now=now, made_by=user_of(request))
    except RunRefused as refused:
        form.refuse(refused.problems)
        return None
    tasks.enqueue(row.pk)
    return redirect("coat:run", row.slug)


def _form(
    request: HtmxHttpRequest, form: QuestionLaunchForm, frozen: Frozen | None = None
) -> HttpResponse:
    context = {"form": form, "frozen": frozen, "starts": pages.starts()}
    return render(request, f"{FOLDER}/new.html", context)


def _text(request: HtmxHttpRequest, form: QuestionRunForm) -> HttpResponse:
    return render(request, f"{FOLDER}/new_text.html", {"form": form})
