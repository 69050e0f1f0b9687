"""The play page and its moves. Every form works without JavaScript; htmx gets fragments."""

import random
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import http, selectors, tasks
from games.forms import AskForm, GuessForm, MarkForm
from games.http import HtmxHttpRequest, post_or_back
from games.models import Play
from games.pages import boards, results, study_plays
from games.pages.board import Board, Candidate
from games.rules import NotACandidate, RuleBroken
from games.services import journeys, plays
from games.views.recover import or_gone
from games.views.sentences import sentence


@never_cache
@require_safe
@or_gone
def play(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    return _page(request, _play(request, token))


@never_cache
@require_safe
@or_gone
def board(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    """The polled fragment: nothing while it would look the same."""
    row = _play(request, token)
    turns = selectors.turns_of(row)
    now = timezone.now()
    state = selectors.state_of(row, turns, now=now)
    if request.GET.get("seen") == boards.stamp(state):
        return HttpResponse(status=204)
    return _fragment(request, boards.make_board(row, turns, state, now=now))


@never_cache
@post_or_back
@or_gone
def ask(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    form = AskForm(request.POST)
    draft, now = request.POST.get("question", ""), timezone.now()
    try:
        asked = plays.ask(_mine(request, token), draft, now=now, **form.sent)
    except RuleBroken as broken:
        return _refused(request, token, broken, draft)
    if asked.turn is not None:
        tasks.enqueue(asked.turn.pk)
    if not request.htmx:
        return _back(token, "ask")
    return _fragment(request, boards.make_board(asked.play, asked.turns, asked.state, now=now))


@never_cache
@post_or_back
@or_gone
def mark(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    form = MarkForm(request.POST)
    if not form.is_valid():
        raise Http404("No such mark.")
    sent = form.cleaned_data
    try:
        plays.mark(_mine(request, token), now=timezone.now(), **sent)
    except RuleBroken as broken:
        return _refused(request, token, broken)
    if not request.htmx:
        return _back(token)
    context = {"board": _marked_board(_play(request, token))}
    return render(request, "games/_candidates.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@or_gone
def guess(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    return _final_guess(request, token) if request.method == "POST" else _review(request, token)


@never_cache
@post_or_back
@or_gone
def doubt(request: HtmxHttpRequest, token: UUID, number: int, attempt: int) -> HttpResponse:
    try:
        plays.doubt(_mine(request, token), number, attempt)
    except RuleBroken as missing:
        raise Http404("No such answer.") from missing
    if not request.htmx:
        return _back(token, f"_row-{number}-{attempt}")
    shown = boards.board_of(_play(request, token), now=timezone.now())
    line = next(r for r in shown.rows if (r.number, r.attempt) == (number, attempt))
    return render(request, "games/_row.html", {"board": shown, "row": line})


def _review(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    """The review step before a final guess: which one, and that it ends the game."""
    chosen = request.GET.get("affordance", "")
    if "review" in request.GET and not chosen:
        return _show_review(request, token, "", notice=sentence(NotACandidate("None was chosen.")))
    return _show_review(request, token, chosen)


def _final_guess(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    form = GuessForm(request.POST)
    chosen = request.POST.get("affordance", "")
    try:
        plays.guess(_mine(request, token), chosen, number=form.sent_number, now=timezone.now())
    except RuleBroken as broken:
        return _show_review(request, token, chosen, notice=sentence(broken))
    _finish_part(_play(request, token))
    address = _back(token)
    return HttpResponseClientRedirect(address.url) if request.htmx else address


def _finish_part(row: Play) -> None:
    """A volunteer's part in a study is complete with the guess of its last game."""
    if row.participant.campaign_id:
        rng = random.SystemRandom()
        journeys.finish_if_done(row.participant, now=timezone.now(), rng=rng)


def _mine(request: HtmxHttpRequest, token: UUID) -> QuerySet[Play]:
    return selectors.play_of(http.tokens(request), token)


def _play(request: HtmxHttpRequest, token: UUID) -> Play:
    row = _mine(request, token)
    return row.select_related("participant__campaign", "assignment").get()


def _marked_board(row: Play) -> Board:
    return boards.board_of(row, now=timezone.now(), crossed_out=selectors.crossed_out(row))


def _page(
    request: HtmxHttpRequest, row: Play, *, notice: str = "", draft: str = ""
) -> HttpResponse:
    shown, study = _marked_board(row), study_plays.study_play_of(row)
    if study and study.over and not shown.outcome:
        return redirect("studies:mine", study.slug)  # ended before this game did
    whole = study is None or study.whole
    context = {
        "board": shown,
        "study": study,
        "notice": notice,
        "draft": draft,
        "oracle": boards.oracle_of(row),
        "catalogue": selectors.version_of(selectors.frozen_game(row.game_id).catalogue_id),
        "result": results.result_of(row, whole=whole) if shown.outcome else None,
    }
    return render(request, "games/play.html", context)


def _fragment(
    request: HtmxHttpRequest, shown: Board, *, notice: str = "", draft: str = ""
) -> HttpResponse:
    context = {"board": shown, "notice": notice, "draft": draft}
    return render(request, "games/_board.html", context)


def _refused(
    request: HtmxHttpRequest, token: UUID, broken: RuleBroken, draft: str = ""
) -> HttpResponse:
    """Show where the play stands, say what was wrong, keep what was typed. Status 200:
    htmx 2 leaves 4xx answers unswapped."""
    row = _play(request, token)
    notice = sentence(broken)
    if request.htmx:
        shown = boards.board_of(row, now=timezone.now())
        return http.in_place_of_board(_fragment(request, shown, notice=notice, draft=draft))
    return _page(request, row, notice=notice, draft=draft)


def _show_review(
    request: HtmxHttpRequest, token: UUID, affordance: str, *, notice: str = ""
) -> HttpResponse:
    row = _play(request, token)
    shown = _marked_board(row)
    chosen: Candidate | None = next((c for c in shown.candidates if c.key == affordance), None)
    template = "games/_guess.html" if request.htmx else "games/guess.html"
    context = {"board": shown, "chosen": chosen, "notice": notice}
    return render(request, template, context | {"study": row.participant.campaign})


def _back(token: UUID, place: str = "") -> HttpResponseRedirect:
    """To the play page, at the place (an element's id) where something is new."""
    address = reverse("games:play", args=[token])
    return HttpResponseRedirect(f"{address}#{place}" if place else address)
