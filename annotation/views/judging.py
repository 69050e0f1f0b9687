"""Judging: one unit at a time, the next in the same response. Every form works without JavaScript.

Whatever is shown is the rater's own: a unit that they have a seat for or judged before.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from annotation import judgement_forms, orders
from annotation.access import raters_only
from annotation.judgement_forms import Filled
from annotation.kinds.base import BadAnswer
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Rater, Unit
from annotation.pages import annotators, judging_progress, judging_words
from annotation.pages import judging as pages
from annotation.services import judging, seats
from annotation.services.said import Conflict, Refused, Said, form_key, was_shown
from annotation.services.seats import Closed
from annotation.views.posts import post_or_back
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@raters_only
@post_or_back("annotate:study")
def next_unit(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """Hand out a unit, or find the one that this rater holds."""
    now = timezone.now()
    try:
        seat = seats.hand_out(rater, now=now)
    except Closed:
        return _rest(request, rater, now)
    return _onward(request, rater, seat.unit if seat else None, now)


@raters_only
@SHOWS_OR_TAKES
def judge(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    if request.method == "POST":
        return _judge(request, rater, _unit(rater, request.POST.get("unit", "")))
    now = timezone.now()
    seat = seats.open_seat(rater) if annotators.may_judge(rater) else None
    if seat is None:
        return _rest(request, rater, now)
    return _unit_page(request, rater, pages.fresh(rater, seat.unit), now)


@raters_only
@SHOWS_OR_TAKES
def unit(request: HtmxHttpRequest, rater: Rater, unit_id: int) -> HttpResponse:
    """A unit that this rater judged, to look at what they said of it and change it."""
    mine = Judgement.objects.filter(rater=rater).select_related("unit")
    # By the unit's id and not by the unit, which takes no number that is too large for an id.
    judgement = get_object_or_404(mine, unit__id=unit_id)
    judgement.unit.study = rater.study
    if request.method == "POST":
        return _judge(request, rater, judgement.unit)
    now = timezone.now()
    if not annotators.may_judge(rater):
        return _rest(request, rater, now)
    return _unit_page(request, rater, pages.again(rater, judgement), now, judgement=judgement)


@raters_only
@require_safe
def back(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """To what was judged or changed last, or last before the unit that the page came from."""
    mine = Judgement.objects.filter(rater=rater).order_by("-at", "-pk")
    came_from = request.GET.get("from", "")
    if (number := judgement_forms.number(came_from)) is not None:
        here = get_object_or_404(mine, unit=number)
        mine = mine.filter(Q(at__lt=here.at) | Q(at=here.at, pk__lt=here.pk))
    before = mine.first()
    if before is None:
        return redirect(_address(rater, "judge"))
    return redirect(_address(rater, "unit", before.unit_id))


def _judge(request: HtmxHttpRequest, rater: Rater, unit: Unit) -> HttpResponse:
    now = timezone.now()
    kind = KINDS[rater.study.kind]
    filled = judgement_forms.posted(kind.questions(unit.snapshot), request.POST)
    try:
        said = judgement_forms.said(kind, unit.snapshot, filled, request.POST)
    except BadAnswer as broken:
        return _refused(request, rater, unit, filled, broken)
    try:
        return _store(request, rater, unit, said, now)
    except Refused as broken:
        return _refused(request, rater, unit, filled, BadAnswer("", str(broken)))
    except Closed as closed:
        lost = judging_words.answered(kind, unit, said.answer)
        sent = {"lost": lost, "comment": filled.comment, "reason": closed.reason.value}
        return _rest(request, rater, now, sent)
    except Conflict as found:
        return _clash(request, rater, unit, filled, said, found.judgement)


def _store(
    request: HtmxHttpRequest, rater: Rater, unit: Unit, said: Said, now: datetime
) -> HttpResponse:
    if unit.training:
        judgement = judging.judge(rater, unit, said, now=now)
        told = judging_words.feedback(KINDS[rater.study.kind], judgement)
        shown = pages.again(rater, judgement)
        return _answer(request, rater, now, {"feedback": told, "shown": shown})
    seat = judging.judge_and_next(rater, unit, said, now=now)[1]
    coming = seat.unit if seat else None
    told_of = {"note": judging_words.note(said), "same": judging_words.is_same(unit, coming)}
    return _onward(request, rater, coming, now, told_of)


def _onward(
    request: HtmxHttpRequest,
    rater: Rater,
    unit: Unit | None,
    now: datetime,
    told: Mapping[str, object] | None = None,
) -> HttpResponse:
    """To the unit that the rater holds now, without JavaScript by its own page.

    told: of the unit before.
    """
    address = _address(rater, "judge")
    if not request.htmx:
        return redirect(address) if unit else _rest(request, rater, now)
    context = dict(told or {})
    if unit is None:
        return replace_url(_rest(request, rater, now, context), address)
    context["shown"] = pages.fresh(rater, unit)
    return replace_url(_answer(request, rater, now, context), address)


def _refused(
    request: HtmxHttpRequest, rater: Rater, unit: Unit, filled: Filled, broken: BadAnswer
) -> HttpResponse:
    """Status 200 with what was chosen and what is wrong with it: htmx 2 leaves 4xx unswapped."""
    now = timezone.now()
    judgement = Judgement.objects.filter(rater=rater, unit=unit).first()
    if judgement is None and not _was_given(request, rater, unit):
        return _answer(request, rater, now, {"gone": True})
    # What the form was made from, and not what is stored: a refused form must overwrite nothing.
    revision = judgement_forms.revision_of(request.POST)
    if revision is None:
        revision = judgement.revision if judgement else 0
    shown = pages.show(
        rater, unit, filled, revision=revision, key=form_key(rater, unit), broken=broken
    )
    return _unit_page(request, rater, shown, now, judgement=judgement)


def _was_given(request: HtmxHttpRequest, rater: Rater, unit: Unit) -> bool:
    """Whether the rater holds the unit, or held it when its page was made for them."""
    if seats.open_seat_id(rater, unit) is not None:
        return True
    key = judgement_forms.key_of(request.POST)
    return key is not None and was_shown(rater, unit, key)


def _clash(
    request: HtmxHttpRequest,
    rater: Rater,
    unit: Unit,
    filled: Filled,
    said: Said,
    before: Judgement,
) -> HttpResponse:
    """Both answers of this rater, for them to choose from."""
    now = timezone.now()
    if (before.rater_id, before.unit_id) != (rater.pk, unit.pk):
        return _answer(request, rater, now, {"gone": True})  # a key that belongs to another form
    kind = KINDS[rater.study.kind]
    clash = judging_words.clash(kind, before, filled=filled, said=said)
    context = {"clash": clash, "shown": pages.again(rater, before), "seconds": said.seconds}
    return _answer(request, rater, now, context)


def _unit(rater: Rater, posted: str) -> Unit:
    number = judgement_forms.number(posted)
    if number is None:
        raise Http404("A unit is named by its number.")
    found = orders.held_unit(rater, number)
    if found is None:
        found = get_object_or_404(Unit, study=rater.study_id, pk=number)
    found.study = rater.study
    return found


def _address(rater: Rater, name: str, *more: object) -> str:
    return reverse(f"annotate:{name}", args=[rater.study.slug, rater.study.version, *more])


def _rest(
    request: HtmxHttpRequest,
    rater: Rater,
    now: datetime,
    sent: Mapping[str, object] | None = None,
) -> HttpResponse:
    """No unit: before the first one, after the last one, or where none may be judged.

    sent: what to say of what came in.
    """
    mine = annotators.mine(rater, now=now)
    if mine.step == annotators.Step.AGREE:
        address = _address(rater, "study")
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    return _answer(request, rater, now, {"mine": mine, **(sent or {})})


def _unit_page(
    request: HtmxHttpRequest,
    rater: Rater,
    shown: pages.Shown,
    now: datetime,
    *,
    judgement: Judgement | None = None,
) -> HttpResponse:
    return _answer(request, rater, now, {"shown": shown, "judgement": judgement})


def _answer(
    request: HtmxHttpRequest, rater: Rater, now: datetime, context: dict[str, object]
) -> HttpResponse:
    shown = context.get("shown")
    learns = isinstance(shown, pages.Shown) and shown.unit.training
    anew = learns or bool(context.get("note"))  # a skip or a change; an answer counts by itself
    progress = judging_progress.progress_of(rater, now=now, anew=anew)
    template = "annotation/_judge.html" if request.htmx else "annotation/judge.html"
    whole = {"rater": rater, "study": rater.study, "progress": progress, **context}
    return render(request, template, whole)
