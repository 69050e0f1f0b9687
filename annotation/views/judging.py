"""Judging: one unit at a time, the next in the same response. Every form works without JavaScript.

Whatever is shown is the rater's own: a unit that they have a seat for or judged before.
"""

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect, replace_url

from annotation import judgement_forms, judgement_posts, orders, rater_progress
from annotation.access import raters_only
from annotation.judgement_forms import Filled
from annotation.kinds.base import BadAnswer, Kind
from annotation.kinds.registry import KINDS
from annotation.models import Judgement, Rater, Study, Unit
from annotation.pages import annotators, judging_progress, judging_words
from annotation.pages import judging as pages
from annotation.pages.judging import Lost, Page
from annotation.rater_standings import Step, may_judge
from annotation.services import judging, seats
from annotation.services.said import Conflict, Refused, Said
from annotation.services.seats import Closed, Reason
from annotation.views.posts import post_or_back
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@dataclass(frozen=True)
class Desk:
    """A request of a rater to judge, or to look at a unit."""

    request: HtmxHttpRequest
    rater: Rater
    now: datetime

    @property
    def study(self) -> Study:
        return self.rater.study

    @property
    def kind(self) -> Kind:
        return KINDS[self.study.kind]

    def address(self, name: str, *more: object) -> str:
        return reverse(f"annotate:{name}", args=[self.study.slug, self.study.version, *more])


@dataclass(frozen=True)
class Sent:
    """A form that came in, right or wrong."""

    unit: Unit
    filled: Filled


@raters_only
@post_or_back("annotate:study")
def next_unit(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """Hand out a unit, or find the one that this rater holds."""
    desk = _desk(request, rater)
    try:
        seat = seats.hand_out(rater, now=desk.now)
    except Closed:
        return _rest(desk)
    return _onward(desk, seat.unit if seat else None)


@raters_only
@SHOWS_OR_TAKES
def judge(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    desk = _desk(request, rater)
    if request.method == "POST":
        return _judge(desk, _unit(rater, request.POST.get("unit", "")))
    seat = seats.open_seat(rater) if may_judge(rater) else None
    if seat is None:
        return _rest(desk)
    return _answer(desk, Page(pages.fresh(rater, seat.unit)))


@raters_only
@SHOWS_OR_TAKES
def unit(request: HtmxHttpRequest, rater: Rater, unit_id: int) -> HttpResponse:
    """A unit that this rater judged, to look at what they said of it and change it."""
    desk = _desk(request, rater)
    mine = Judgement.objects.filter(rater=rater).select_related("unit")
    # By the unit's id and not by the unit, which takes no number that is too large for an id.
    judgement = get_object_or_404(mine, unit__id=unit_id)
    judgement.unit.study = rater.study
    if request.method == "POST":
        return _judge(desk, judgement.unit)
    if not may_judge(rater):
        return _rest(desk)
    return _answer(desk, Page(pages.again(rater, judgement), judgement))


@raters_only
@require_safe
def back(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """To what was judged or changed last, or last before the unit that the page came from."""
    desk = _desk(request, rater)
    try:
        came_from = judgement_forms.number(request.GET.get("from", ""))
        before = judging.judged_before(rater, came_from)
    except Judgement.DoesNotExist:
        raise Http404("You did not judge the unit that you come from.") from None
    return redirect(desk.address("unit", before.unit_id) if before else desk.address("judge"))


def _desk(request: HtmxHttpRequest, rater: Rater) -> Desk:
    return Desk(request, rater, timezone.now())


def _unit(rater: Rater, posted: str) -> Unit:
    number = judgement_forms.number(posted)
    if number is None:
        raise Http404("A unit is named by its number.")
    found = orders.held_unit(rater, number)
    if found is None:
        found = get_object_or_404(Unit, study=rater.study_id, pk=number)
    found.study = rater.study
    return found


def _judge(desk: Desk, unit: Unit) -> HttpResponse:
    post, kind = desk.request.POST, desk.kind
    sent = Sent(unit, judgement_forms.posted(kind.questions(unit.snapshot), post))
    try:
        said = judgement_posts.said(kind, unit.snapshot, sent.filled, post)
    except BadAnswer as broken:
        return _refused(desk, sent, broken)
    try:
        return _store(desk, unit, said)
    except Refused as broken:
        return _refused(desk, sent, BadAnswer("", str(broken)))
    except Closed as closed:
        lines = judging_words.answered(kind, unit, said.answer)
        return _rest(desk, Lost(tuple(lines), sent.filled.comment), reason=closed.reason)
    except Conflict as found:
        return _clash(desk, sent, said, found.judgement)


def _store(desk: Desk, unit: Unit, said: Said) -> HttpResponse:
    if unit.training:
        judgement = judging.judge(desk.rater, unit, said, now=desk.now)
        told = judging_words.feedback(desk.kind, judgement)
        return _answer(desk, Page(pages.again(desk.rater, judgement), feedback=told))
    seat = judging.judge_and_next(desk.rater, unit, said, now=desk.now)[1]
    return _onward(desk, seat.unit if seat else None, before=unit, note=judging_words.note(said))


def _onward(
    desk: Desk, unit: Unit | None, *, before: Unit | None = None, note: str = ""
) -> HttpResponse:
    """To the unit that the rater holds now, without JavaScript by its own page.

    before, note: the unit that was judged, and what became of it.
    """
    address = desk.address("judge")
    if not desk.request.htmx:
        return redirect(address) if unit else _rest(desk)
    if unit is None:
        return replace_url(_rest(desk, note=note), address)
    same = before is not None and judging_words.is_same(before, unit)
    page = Page(pages.fresh(desk.rater, unit), same=same, note=note)
    return replace_url(_answer(desk, page), address)


def _refused(desk: Desk, sent: Sent, broken: BadAnswer) -> HttpResponse:
    """Status 200 with what was chosen and what is wrong with it: htmx 2 leaves 4xx unswapped."""
    rater, unit, post = desk.rater, sent.unit, desk.request.POST
    judgement = Judgement.objects.filter(rater=rater, unit=unit).first()
    if judgement is None and not judging.was_given(rater, unit, judgement_posts.key_of(post)):
        return _answer(desk, Page(rest=pages.GONE))
    # What the form was made from, and not what is stored: a refused form must overwrite nothing.
    revision = judgement_posts.revision_of(post)
    if revision is None:
        revision = judgement.revision if judgement else 0
    origin = pages.origin_of(rater, unit, revision)
    shown = pages.show(desk.study, unit, sent.filled, broken=broken, origin=origin)
    return _answer(desk, Page(shown, judgement))


def _clash(desk: Desk, sent: Sent, said: Said, before: Judgement) -> HttpResponse:
    """Both answers of this rater, for them to choose from."""
    if (before.rater_id, before.unit_id) != (desk.rater.pk, sent.unit.pk):
        return _answer(desk, Page(rest=pages.GONE))  # a key that belongs to another form
    clash = judging_words.clash(desk.kind, before, filled=sent.filled, said=said)
    shown = pages.again(desk.rater, before)
    return _answer(desk, Page(shown, clash=clash, seconds=said.seconds))


def _rest(
    desk: Desk, lost: Lost | None = None, *, reason: Reason | None = None, note: str = ""
) -> HttpResponse:
    """No unit: before the first one, after the last one, or where none may be judged."""
    mine = annotators.mine(desk.rater, now=desk.now)
    if mine.step == Step.AGREE:
        address = desk.address("study")
        return HttpResponseClientRedirect(address) if desk.request.htmx else redirect(address)
    rest = pages.PLAYED if reason == Reason.PLAYED_BASELINE else mine.words
    return _answer(desk, Page(rest=rest, lost=lost, note=note))


def _answer(desk: Desk, page: Page) -> HttpResponse:
    anew = page.shows_training or bool(page.note)  # a skip or a change; an answer counts by itself
    progress = rater_progress.progress_of(desk.rater, now=desk.now, anew=anew)
    template = "annotation/_judge.html" if desk.request.htmx else "annotation/judge.html"
    context = {
        "rater": desk.rater,
        "study": desk.study,
        "page": page,
        "way": judging_progress.way(progress),
    }
    return render(desk.request, template, context)
