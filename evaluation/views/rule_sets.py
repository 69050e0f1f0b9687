"""Sets of rules: all of them, one, one of its rules, what is changed of it, and files."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from evaluation import tasks
from evaluation.kari.rule_sets import Rule
from evaluation.models import RuleSet
from evaluation.pages import rule_page
from evaluation.pages import rule_sets as pages
from evaluation.rule_forms import EditForm, ImportForm, ScoreForm
from evaluation.services import rule_scores, rule_sets
from evaluation.services.rule_sets import FileRefused, RuleRefused
from evaluation.views import responses
from games.access import researchers_only, user_of
from games.http import HtmxHttpRequest
from games.models import Catalogue

JSON_LINES = "application/jsonl; charset=utf-8"
SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
FAULTS_SHOWN = 100


@researchers_only
@require_safe
def all_sets(request: HtmxHttpRequest) -> HttpResponse:
    page = pages.listed(request.GET.get("page"))
    return render(request, "evaluation/rules/sets.html", {"page": page})


@researchers_only
@SHOWS_OR_TAKES
def import_set(request: HtmxHttpRequest) -> HttpResponse:
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    if not form.is_valid():
        return _import_form(request, form)
    file, note = form.cleaned_data["file"], form.cleaned_data["note"]
    maker = user_of(request)
    try:
        found = rule_sets.import_file(file.read(), file=file.name, made_by=maker, note=note)
    except FileRefused as refused:
        return _import_form(request, form, refused)
    return redirect("rules:rule_set", found.row.name, found.row.version)


@researchers_only
@require_safe
def rule_set(request: HtmxHttpRequest, name: str, version: int) -> HttpResponse:
    return _set_page(request, _find(name, version))


@researchers_only
@require_safe
def file(request: HtmxHttpRequest, name: str, version: int) -> HttpResponse:
    row = _find(name, version)
    return responses.file(row.text, JSON_LINES, f"rules-{row.name}-{row.version}.jsonl")


@researchers_only
@SHOWS_OR_TAKES
def score(request: HtmxHttpRequest, name: str, version: int) -> HttpResponse:
    """Send for the scores on a catalogue; who comes by an address bar is led to the set."""
    row = _find(name, version)
    if request.method == "POST":
        form = ScoreForm(request.POST, row=row)
        if not form.is_valid():
            return _set_page(request, row, form)
        asked = rule_scores.ask(row, form.cleaned_data["catalogue"], now=timezone.now())
        tasks.enqueue_scores(asked.pk)
    return redirect("rules:rule_set", name, version)


@researchers_only
@require_safe
def rule(request: HtmxHttpRequest, name: str, version: int, affordance: str) -> HttpResponse:
    row = _find(name, version)
    on = request.GET.get("on")
    catalogue = get_object_or_404(Catalogue, version=on) if on else None
    page = rule_page.page_of(row, _rule(row, affordance), catalogue)
    return render(request, "evaluation/rules/rule.html", {"page": page, "row": row})


@researchers_only
@SHOWS_OR_TAKES
def edit(request: HtmxHttpRequest, name: str, version: int, affordance: str) -> HttpResponse:
    """The rule in a form, looked at first or at once the next version of the set."""
    row = _find(name, version)
    page = rule_page.page_of(row, _rule(row, affordance), None)
    if request.method != "POST":
        form = EditForm(initial={"words": page.rule.text, "rule": page.written})
        return _edit_form(request, form, page)
    form = EditForm(request.POST)
    valid, wanted = form.is_valid(), form.edit(affordance)
    seen = None
    try:
        if valid and not form.only_looks:
            made = rule_sets.edit(row, wanted, made_by=user_of(request))
            return redirect("rules:rule", made.row.name, made.row.version, affordance)
        if wanted.rule:
            seen = rule_page.seen_of(rule_sets.edited_rule(row, wanted))
    except RuleRefused as refused:
        form.refuse(refused.problems)
    return _edit_form(request, form, page, seen if form.only_looks else None)


def _find(name: str, version: int) -> RuleSet:
    # The text of a large set has megabytes, and few pages need all of it.
    rows = RuleSet.objects.defer("text").select_related("induction")
    return get_object_or_404(rows, name=name, version=version)


def _rule(row: RuleSet, affordance: str) -> Rule:
    found = rule_page.rule_of(row, affordance)
    if found is None:
        raise Http404(f"{row.label} has no rule for {affordance}.")
    return found


def _set_page(
    request: HtmxHttpRequest, row: RuleSet, form: ScoreForm | None = None
) -> HttpResponse:
    page = pages.page_of(row, request.GET.get("page"))
    context = {"page": page, "row": row, "form": form or ScoreForm(row=row)}
    return render(request, "evaluation/rules/set.html", context)


def _import_form(
    request: HtmxHttpRequest, form: ImportForm, refused: FileRefused | None = None
) -> HttpResponse:
    errors = refused.errors if refused else ()
    context = {
        "form": form,
        "errors": errors[:FAULTS_SHOWN],
        "further": max(len(errors) - FAULTS_SHOWN, 0),
    }
    return render(request, "evaluation/rules/import.html", context)


def _edit_form(
    request: HtmxHttpRequest,
    form: EditForm,
    page: rule_page.RulePage,
    seen: rule_page.Seen | None = None,
) -> HttpResponse:
    words = pages.vocabulary_of(rule_sets.opened(page.row).head.vocabulary)
    context = {"form": form, "page": page, "seen": seen, "vocabulary": words}
    return render(request, "evaluation/rules/edit.html", context)
