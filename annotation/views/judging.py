"""Judging: one unit at a time, the next in the same response. Every form works without JavaScript.

Whatever is shown is the rater's own: a unit that they have a seat for or judged before.
"""

from collections.abc import Mapping
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from annotation import judgement_forms, orders
from annotation.access import raters_only
from annotation.judgement_forms import Filled
from annotation.kinds.base import BadAnswer
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Rater, Study, Unit
from annotation.pages import annotators, judging_progress, judging_words
from annotation.pages import judging as pages
from annotation.services import judging, seats
from annotation.services.said import Conflict, Refused, Said, form_key, was_shown
from annotation.services.seats import Closed
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@raters_only
@require_POST
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
    seat = seats.open_seat(rater) if _may_judge(rater) else None
    if seat is None:
        return _rest(request, rater, now)
    return _unit_page(request, rater, pages.fresh(rater, seat.unit), now)


@raters_only
@SHOWS_OR_TAKES
def unit(request: HtmxHttpRequest, rater: Rater, unit_id: int) -> HttpResponse:
    """A unit that this rater judged, to look at what they said of it and change it."""
    mine = Judgement.objects.filter(rater=rater).select_related("unit")
    judgement = get_object_or_404(mine, unit=unit_id)
    judgement.unit.study = rater.study
    if request.method == "POST":
        return _judge(request, rater, judgement.unit)
    now = timezone.now()
    if not _may_judge(rater):
        return _rest(request, rater, now)
    return _unit_page(request, rater, pages.again(rater, judgement), now, judgement=judgement)


@raters_only
@require_safe
def back(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """To the unit that was judged last, or last before the one that the page came from."""
    mine = Judgement.objects.filter(rater=rater).order_by("-pk")
    came_from = request.GET.get("from", "")
    if came_from.isascii() and came_from.isdigit():
        here = get_object_or_404(mine, unit=int(came_from))
        mine = mine.filter(pk__lt=here.pk)
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
        lost = judging_words.spoken(kind, unit, said)
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
    return _onward(request, rater, seat.unit if seat else None, now)


def _onward(
    request: HtmxHttpRequest, rater: Rater, unit: Unit | None, now: datetime
) -> HttpResponse:
    """To the unit that the rater holds now, without JavaScript by its own page."""
    address = _address(rater, "judge")
    if not request.htmx:
        return redirect(address) if unit else _rest(request, rater, now)
    if unit is None:
        return replace_url(_rest(request, rater, now), address)
    return replace_url(_unit_page(request, rater, pages.fresh(rater, unit), now), address)


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
    if not (posted.isascii() and posted.isdigit()):
        raise Http404("A unit is named by its number.")
    found = orders.held_unit(rater, int(posted))
    if found is None:
        found = get_object_or_404(Unit, study=rater.study_id, pk=int(posted))
    found.study = rater.study
    return found


def _may_judge(rater: Rater) -> bool:
    ended = rater.removed_at or rater.left_out_at
    return bool(rater.study.status == Study.Status.OPEN and rater.agreed_at and not ended)


def _address(rater: Rater, name: str, *more: object) -> str:
    return reverse(f"annotate:{name}", args=[rater.study.slug, rater.study.version, *more])


def _rest(
    request: HtmxHttpRequest,
    rater: Rater,
    now: datetime,
    sent: Mapping[str, object] | None = None,
) -> HttpResponse:
    """No unit: before the first one, after the last one, or where none may be judged.

    sent: what came in and was not stored, for it is not to vanish unseen.
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
    progress = judging_progress.progress_of(rater, now=now)
    template = "annotation/_judge.html" if request.htmx else "annotation/judge.html"
    whole = {"rater": rater, "study": rater.study, "progress": progress, **context}
    return render(request, template, whole)
