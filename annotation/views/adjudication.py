"""Deciding what raters left open: a queue by rule, one unit at a time, the next in the response."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, push_url

from annotation import judgement_forms, queues, released
from annotation.access import adjudicators_only, may_adjudicate
from annotation.counted import units_of
from annotation.judgement_forms import Filled
from annotation.kinds.base import BadAnswer
from annotation.kinds.registry import KINDS
from annotation.models import Rater, Study, Unit
from annotation.pages import adjudicated
from annotation.pages import adjudication as pages
from annotation.queues import Rule
from annotation.services import adjudicate, adjudicators, consensus
from annotation.services.adjudicate import (
    BadReason,
    Conflict,
    Look,
    NothingDecided,
    OwnDecision,
)
from annotation.services.consensus import Counted
from annotation.views.posts import post_or_back
from games.formats.lines import Json
from games.http import HtmxHttpRequest

ROWS_A_PAGE = 50
CHANGED = (
    "This unit was changed while you looked at it. What stands now is shown here; "
    "nothing of yours was stored, and what you typed is still in the form."
)
OWN = "This decision is yours. A second look is for somebody else."
UNDECIDED = "There is no decision here that waits for a second look. Nothing was changed."


@dataclass(frozen=True)
class Typed:
    """What was sent and could not be stored, with why."""

    filled: Filled | None = None
    reason: str = ""
    note: str = ""
    broken: BadAnswer | None = None
    problems: dict[str, str] = field(default_factory=dict)


@adjudicators_only
@require_safe
def adjudication(request: HtmxHttpRequest, study: Study) -> HttpResponse:
    return _queue(request, study)


@may_adjudicate
@require_http_methods(["GET", "HEAD", "POST"])
def apart(request: HtmxHttpRequest, study: Study, rater: Rater | None) -> HttpResponse:
    """Ask who judges here to judge no more before they see what others said; a post says so."""
    if rater is not None and request.method == "POST":
        adjudicators.set_apart(rater, now=timezone.now())
    elif rater is not None and rater.apart_since is None:
        return render(request, "annotation/apart.html", {"study": study, "rater": rater})
    return redirect("annotations:adjudication", study.slug, study.version)


@adjudicators_only
@post_or_back("annotations:adjudication")
def count(request: HtmxHttpRequest, study: Study) -> HttpResponse:
    """Count again what adjudicators did not decide."""
    return _queue(request, study, counted=consensus.count(study, now=timezone.now()))


@adjudicators_only
@require_http_methods(["GET", "HEAD", "POST"])
def unit(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    """A unit with all that was said of it; a post decides it."""
    found = _find(study, unit_id)
    return _decide(request, found) if request.method == "POST" else _unit(request, found, Typed())


@adjudicators_only
@post_or_back("annotations:adjudicate", "unit_id")
def second_look(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    found = _find(study, unit_id)
    look = Look(request.POST.get("agrees") == "yes", request.POST.get("note", ""))
    typed = Typed(note=look.note)
    try:
        adjudicate.second_look(found, look, _who(request), now=timezone.now(), seen=_seen(request))
    except BadReason as broken:
        return _refused(request, found, typed, note=str(broken))
    except Conflict:
        return _refused(request, found, typed, page=CHANGED)
    except OwnDecision:
        return _refused(request, found, typed, page=OWN)
    except NothingDecided:
        return _refused(request, found, typed, page=UNDECIDED)
    return _onward(request, found)


@adjudicators_only
@post_or_back("annotations:adjudicate", "unit_id")
def take_back(request: HtmxHttpRequest, study: Study, unit_id: int) -> HttpResponse:
    found = _find(study, unit_id)
    try:
        adjudicate.undecide(found, _who(request), now=timezone.now(), seen=_seen(request))
    except Conflict:
        return _refused(request, found, Typed(), page=CHANGED)
    address = _address(request, study, "adjudicate", found.pk)
    return _unit(request, found, Typed()) if request.htmx else redirect(address)


def _decide(request: HtmxHttpRequest, unit: Unit) -> HttpResponse:
    kind = KINDS[unit.study.kind]
    filled = judgement_forms.posted(kind.questions(unit.snapshot), request.POST)
    typed = Typed(filled, request.POST.get("reason", ""))
    try:
        said = judgement_forms.said(kind, unit.snapshot, filled, request.POST)
        adjudicate.decide(
            unit,
            said.answer,
            typed.reason,
            _who(request),
            now=timezone.now(),
            seen=_seen(request),
        )
    except BadAnswer as broken:
        return _unit(request, unit, Typed(filled, typed.reason, broken=broken))
    except BadReason as broken:
        return _refused(request, unit, typed, reason=str(broken))
    except Conflict:
        return _refused(request, unit, typed, page=CHANGED)
    return _onward(request, unit)


def _refused(request: HtmxHttpRequest, unit: Unit, typed: Typed, **problems: str) -> HttpResponse:
    """problems: field, or `page`, -> what was wrong."""
    return _unit(request, unit, Typed(typed.filled, typed.reason, typed.note, problems=problems))


def _onward(request: HtmxHttpRequest, unit: Unit) -> HttpResponse:
    """To the next unit of the queue, from the last to the first; to the list at its end."""
    others = units_of(unit.study).exclude(pk=unit.pk)
    waiting = queues.queue(unit.study, _rule(request), others)
    found = waiting.filter(pk__gt=unit.pk).first() or waiting.first()
    if found is None:
        address = _address(request, unit.study, "adjudication")
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    address = _address(request, unit.study, "adjudicate", found.pk)
    if not request.htmx:
        return redirect(address)
    found.study = unit.study
    return push_url(_unit(request, found, Typed()), address)


def _queue(
    request: HtmxHttpRequest, study: Study, *, counted: Counted | None = None
) -> HttpResponse:
    rule = _rule(request)
    units = units_of(study)
    counts = {each: queues.queue(study, each, units).count() for each in queues.rules_of(study)}
    found = queues.queue(study, rule, units).prefetch_related("consensus")
    paginator = Paginator(found, ROWS_A_PAGE)
    paginator.count = counts.get(rule, 0)
    page = paginator.get_page(request.GET.get("page"))
    counted_at = consensus.counted_at(study)
    context = {
        "study": study,
        "rule": rule,
        "means": pages.RULE_MEANS[rule],
        "tabs": pages.tabs(counts),
        "page": page,
        "rows": pages.rows(study, page.object_list),
        "counted": counted,
        "counted_at": counted_at,
        "uncounted": pages.uncounted(study, counted_at),
    }
    return render(request, "annotation/adjudication.html", context)


def _unit(request: HtmxHttpRequest, unit: Unit, typed: Typed) -> HttpResponse:
    template = "annotation/_adjudicate.html" if request.htmx else "annotation/adjudicate.html"
    return render(request, template, _context(request, unit, typed))


def _context(request: HtmxHttpRequest, unit: Unit, typed: Typed) -> dict[str, object]:
    named = request.GET.get("names") == "1"
    standing = adjudicate.standing_of(unit)
    said = list(unit.judgements.select_related("rater"))
    voices = adjudicated.voices(unit, said, named=named)
    changes = list(unit.changes.filter(rater=None).order_by("-at", "-pk"))
    names = adjudicated.names_of(unit.study, standing, changes)
    viewer = _who(request).pk
    decisions = adjudicated.decisions(unit, standing, names, viewer)
    filled = typed.filled or adjudicated.filled(standing, _taken(request.GET, voices))
    return {
        "study": unit.study,
        "unit": unit,
        "shown": adjudicated.form(unit, filled, typed.broken),
        "votes": adjudicated.votes(unit, standing),
        "voices": voices,
        "named": named,
        "decisions": decisions,
        "history": adjudicated.history(unit, changes, names),
        "may_look": any(not each.own and not each.second for each in decisions),
        "seen": standing.seen,
        "typed": typed,
        "mine": any(each.rater.user_id == viewer for each in said),
        "judged": unit.seats.exclude(judged_at=None).count(),
        "released": released.label_of(unit),
        "rule": _rule(request),
        "rule_words": pages.RULE_WORDS[_rule(request)],
        "query": _query(request),
    }


def _taken(asked: QueryDict, voices: Sequence[adjudicated.Voice]) -> dict[str, Json] | None:
    """The answer of the rater that is to be taken over, by its place in the list."""
    place = asked.get("take", "")
    if not (place.isascii() and place.isdigit() and len(place) < 4) or int(place) >= len(voices):
        return None
    return dict(voices[int(place)].answer) or None


def _find(study: Study, unit_id: int) -> Unit:
    found = get_object_or_404(units_of(study), pk=unit_id)
    found.study = study
    return found


def _who(request: HtmxHttpRequest) -> User:
    assert isinstance(request.user, User)  # adjudicators are signed in
    return request.user


def _seen(request: HtmxHttpRequest) -> str:
    return request.POST.get("seen", "")


def _rule(request: HtmxHttpRequest) -> Rule:
    asked = request.GET.get("rule", "")
    return Rule(asked) if asked in list(Rule) else Rule.OPEN


def _query(request: HtmxHttpRequest) -> str:
    """What leads from unit to unit: the queue, and whether names are shown."""
    names = {"names": "1"} if request.GET.get("names") == "1" else {}
    return urlencode({"rule": _rule(request).value, **names})


def _address(request: HtmxHttpRequest, study: Study, name: str, *more: int) -> str:
    at = reverse(f"annotations:{name}", args=[study.slug, study.version, *more])
    return f"{at}?{_query(request)}"
