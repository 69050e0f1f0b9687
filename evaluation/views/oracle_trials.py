"""Candidate Oracles beside people: draw the questions, try Oracles, see who agrees, choose one."""

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Study
from evaluation import tasks
from evaluation.models import OracleTrial
from evaluation.oracle_forms import ChoiceForm, SampleForm, TrialForm
from evaluation.pages import oracle_trials as pages
from evaluation.services import oracle_choices, oracle_samples, oracle_trials
from evaluation.services.oracle_samples import SampleRefused
from evaluation.services.oracle_trials import TrialRefused
from games.access import researchers_only
from games.http import HtmxHttpRequest


@require_safe
@researchers_only
def studies(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "evaluation/oracles.html", {"lines": pages.studies()})


@require_safe
@researchers_only
def study(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return _study_page(request, _study(slug, version))


@require_safe
@researchers_only
def candidates(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """The table of candidates, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect("oracles:study", slug, version)
    row = _study(slug, version)
    if request.GET.get("seen") == pages.stamp_of(row):
        return HttpResponse(status=204)
    page = pages.study_page(row)
    return render(request, "evaluation/_oracle_candidates.html", {"page": page})


@require_POST
@researchers_only
def sample(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    row, form = _study(slug, version), SampleForm(request.POST)
    if form.is_valid():
        try:
            said = form.cleaned_data
            oracle_samples.sample(
                row,
                count=said["count"],
                seed=said["seed"],
                now=timezone.now(),
                made_by=_researcher(request),
            )
        except SampleRefused as refused:
            form.add_error(None, str(refused))
    if form.is_valid():
        return redirect("oracles:study", slug, version)
    return _study_page(request, row, sample_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@researchers_only
def try_out(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """The form of a new candidate, and its trial once it is filled in."""
    row = _study(slug, version)
    form = TrialForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            made = oracle_trials.create(
                row, form.spec, now=timezone.now(), made_by=_researcher(request)
            )
        except TrialRefused as refused:
            form.add_error(None, str(refused))
        else:
            tasks.enqueue_trial(made.pk)
            return redirect("oracles:study", slug, version)
    return render(request, "evaluation/oracle_try.html", {"study": row, "form": form})


@require_safe
@researchers_only
def trial(request: HtmxHttpRequest, trial_id: int) -> HttpResponse:
    return _trial_page(request, _trial(trial_id))


@require_POST
@researchers_only
def resume(request: HtmxHttpRequest, trial_id: int) -> HttpResponse:
    if oracle_trials.resume(_trial(trial_id).pk):
        tasks.enqueue_trial(trial_id)
    return redirect("oracles:trial", trial_id)


@require_POST
@researchers_only
def choose(request: HtmxHttpRequest, trial_id: int) -> HttpResponse:
    row, form = _trial(trial_id), ChoiceForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            oracle_choices.choose(
                row, said["reason"], key=said["key"], now=timezone.now(), by=_researcher(request)
            )
        except TrialRefused as refused:
            form.add_error(None, str(refused))
    if form.is_valid():
        return redirect("oracles:trial", trial_id)
    return _trial_page(request, row, form)


def _study(slug: str, version: int) -> Study:
    rows = Study.objects.filter(kind=OracleAnswer.key).select_related("catalogue", "oracle_sample")
    return get_object_or_404(rows, slug=slug, version=version)


def _trial(trial_id: int) -> OracleTrial:
    rows = OracleTrial.objects.select_related("study__catalogue", "made_by")
    return get_object_or_404(rows, pk=trial_id)


def _researcher(request: HtmxHttpRequest) -> User:
    assert isinstance(request.user, User)  # researchers_only lets nobody else in
    return request.user


def _study_page(
    request: HtmxHttpRequest, row: Study, sample_form: SampleForm | None = None
) -> HttpResponse:
    drawn = getattr(row, "oracle_sample", None)
    form = None if drawn or row.locked_at else sample_form or SampleForm()
    page = pages.study_page(row)
    context = {"page": page, "study": row, "sample": drawn, "form": form}
    return render(request, "evaluation/oracle_study.html", context)


def _trial_page(
    request: HtmxHttpRequest, row: OracleTrial, form: ChoiceForm | None = None
) -> HttpResponse:
    page = pages.trial_page(row, request.GET.get("page"))
    context = {"page": page, "study": row.study, "form": form or ChoiceForm()}
    return render(request, "evaluation/oracle_trial.html", context)
