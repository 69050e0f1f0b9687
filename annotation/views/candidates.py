"""The lists of candidates: searched, kept and dropped, row by row."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from annotation.forms import DecisionForm, SearchForm
from annotation.models import Draft, DraftAffordance, DraftObject
from annotation.pages import candidates as pages
from annotation.pages.candidates import Row
from annotation.services import decide
from annotation.stages import BrokenDecision, Kind
from annotation.views.drafts import find
from annotation.views.posts import post_or_back
from games.access import researchers_only
from games.http import HtmxHttpRequest

ROWS_A_PAGE = 50


@researchers_only
@require_safe
def objects(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    return _list(request, find(draft_slug), Kind.OBJECT)


@researchers_only
@require_safe
def affordances(request: HtmxHttpRequest, draft_slug: str) -> HttpResponse:
    return _list(request, find(draft_slug), Kind.AFFORDANCE)


@researchers_only
@post_or_back("workshop:objects", "draft_slug")
def decide_object(request: HtmxHttpRequest, draft_slug: str, key: str) -> HttpResponse:
    return _decide(request, find(draft_slug), Kind.OBJECT, key)


@researchers_only
@post_or_back("workshop:affordances", "draft_slug")
def decide_affordance(request: HtmxHttpRequest, draft_slug: str, key: str) -> HttpResponse:
    return _decide(request, find(draft_slug), Kind.AFFORDANCE, key)


def find_object(draft: Draft, key: str) -> DraftObject:
    row = DraftObject.objects.filter(draft=draft, key=key).first()
    if row is None:
        raise Http404(f"{draft.slug} has no object {key}.")
    return row


def find_affordance(draft: Draft, key: str) -> DraftAffordance:
    row = DraftAffordance.objects.filter(draft=draft, key=key).first()
    if row is None:
        raise Http404(f"{draft.slug} has no affordance {key}.")
    return row


def _decide(request: HtmxHttpRequest, draft: Draft, kind: Kind, key: str) -> HttpResponse:
    """Store a decision; answer with the row for htmx, with its list otherwise."""
    row: Row = find_object(draft, key) if kind == Kind.OBJECT else find_affordance(draft, key)
    form = DecisionForm(request.POST)
    problem = _stored(row, kind, form)
    place = (form.cleaned_data.get("place") if form.is_valid() else None) or 1
    if request.htmx:
        context = {
            "row": pages.shown(row, place),
            "problem": problem,
            "typed": form.data if problem else {},
            "swapped": True,
            **_row_context(request, draft, kind),
        }
        return render(request, "annotation/_candidate.html", context)
    if problem:
        return _list(request, draft, kind, notice=f"{key}: {problem}")
    return redirect(f"{_address(draft, kind)}?{_query(request)}#c-{key}")


def _stored(row: Row, kind: Kind, form: DecisionForm) -> str:
    """Store the decision; return what kept it from being stored."""
    if not form.is_valid():
        return "That form was incomplete; nothing was changed."
    try:
        decide.decide(row, form.decided(kind))
    except BrokenDecision as broken:
        return "Choose why it is dropped first." if broken.about == "reason" else str(broken)
    return ""


def _list(request: HtmxHttpRequest, draft: Draft, kind: Kind, *, notice: str = "") -> HttpResponse:
    form = SearchForm(request.GET)
    page = Paginator(_found(draft, kind, form), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": pages.all_shown(page.object_list),
        "form": form,
        "kind": kind.value,
        "list_url": _address(draft, kind),
        "searched": form.said("q") or form.said("stage"),
        "filters": urlencode({"q": form.said("q"), "stage": form.said("stage")}),
        "notice": notice,
        **_row_context(request, draft, kind),
    }
    return render(request, "annotation/candidates.html", context)


def _row_context(request: HtmxHttpRequest, draft: Draft, kind: Kind) -> dict[str, object]:
    return {
        "draft": draft,
        "reasons": pages.reasons_of(kind),
        "query": _query(request),
        "decide_url": f"workshop:decide_{kind}",
        "open_url": f"workshop:{kind}",
    }


def _found(
    draft: Draft, kind: Kind, form: SearchForm
) -> QuerySet[DraftObject] | QuerySet[DraftAffordance]:
    """The rows that the search asks for, by key."""
    text, stage = form.said("q"), form.said("stage")
    of_stage = Q(stage=stage) if stage else Q()
    if kind == Kind.OBJECT:
        said = Q(name__icontains=text) | Q(key__icontains=text) if text else Q()
        return DraftObject.objects.filter(said & of_stage, draft=draft).order_by("key")
    said = Q(text__icontains=text) | Q(key__icontains=text) if text else Q()
    return DraftAffordance.objects.filter(said & of_stage, draft=draft).order_by("key")


def _address(draft: Draft, kind: Kind) -> str:
    return reverse(f"workshop:{kind}s", args=[draft.slug])


def _query(request: HtmxHttpRequest) -> str:
    """What the list was showing, so that a decision leads back to it."""
    form = SearchForm(request.GET)
    told = {"q": form.said("q"), "stage": form.said("stage"), "page": request.GET.get("page", "")}
    return urlencode({name: value for name, value in told.items() if value})
