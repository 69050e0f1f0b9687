"""The play page and its moves. Every form works without JavaScript; htmx gets fragments."""

from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import http, results, selectors, tasks
from games.board import Board, Candidate
from games.forms import AskForm, GuessForm, MarkForm
from games.http import HtmxHttpRequest
from games.models import Play
from games.rules import RuleBroken
from games.services import plays
from games.views import boards


@require_safe
def play(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    return _page(request, _play_or_404(request, token))


@require_safe
def board(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    """The polled fragment: nothing while it would look the same."""
    row = _play_or_404(request, token)
    shown = boards.board_of(row)
    if request.GET.get("seen") == shown.stamp:
        return HttpResponse(status=204)
    return _fragment(request, shown)


@require_POST
def ask(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    row = _play_or_404(request, token)
    form = AskForm(request.POST)
    draft = request.POST.get("question", "")
    if not form.is_valid():
        return _refused(request, row, plays.MovedOn(), draft)
    sent = form.cleaned_data
    try:
        turn = plays.ask(
            row.pk,
            sent["question"],
            position=(sent["number"], sent["attempt"]),
            key=sent["key"],
            now=timezone.now(),
        )
    except RuleBroken as broken:
        return _refused(request, row, broken, draft)
    if turn is not None:
        tasks.enqueue(turn.pk)
    return _fragment(request, boards.board_of(row)) if request.htmx else _back(row)


@require_POST
def mark(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    row = _play_or_404(request, token)
    form = MarkForm(request.POST)
    if not form.is_valid():
        raise Http404("No such mark.")
    sent = form.cleaned_data
    try:
        plays.mark(row.pk, sent["affordance"], crossed_out=sent["crossed_out"])
    except RuleBroken as broken:
        return _refused(request, row, broken)
    if not request.htmx:
        return _back(row)
    return render(request, "games/_candidates.html", {"board": _marked_board(row)})


@require_http_methods(["GET", "HEAD", "POST"])
def guess(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    return _final_guess(request, token) if request.method == "POST" else _review(request, token)


@require_POST
def doubt(request: HtmxHttpRequest, token: UUID, number: int, attempt: int) -> HttpResponse:
    row = _play_or_404(request, token)
    try:
        plays.doubt(row.pk, number, attempt)
    except RuleBroken as broken:
        raise Http404("No such answer.") from broken
    if not request.htmx:
        return _back(row)
    shown = boards.board_of(row)
    line = next(r for r in shown.rows if (r.number, r.attempt) == (number, attempt))
    return render(request, "games/_row.html", {"board": shown, "row": line})


def _review(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    """The review step before a final guess: which one, and that it ends the game."""
    row = _play_or_404(request, token)
    return _show_review(request, row, chosen=_chosen(row, request.GET.get("affordance", "")))


def _final_guess(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
    row = _play_or_404(request, token)
    form = GuessForm(request.POST)
    chosen = request.POST.get("affordance", "")
    try:
        if not form.is_valid():
            raise plays.MovedOn()
        number = form.cleaned_data["number"]
        plays.guess(row.pk, chosen, number=number, now=timezone.now())
    except RuleBroken as broken:
        notice = boards.sentence(broken)
        return _show_review(request, row, chosen=_chosen(row, chosen), notice=notice)
    address = _back(row)
    return HttpResponseClientRedirect(address.url) if request.htmx else address


def _play_or_404(request: HtmxHttpRequest, token: UUID) -> Play:
    mine = selectors.plays_of(http.participant_token(request))
    return get_object_or_404(mine, token=token)


def _chosen(row: Play, key: str) -> Candidate | None:
    return next((c for c in boards.candidates(row, frozenset()) if c.key == key), None)


def _marked_board(row: Play) -> Board:
    turns = selectors.turns_of(row)
    return boards.make_board(
        row, turns, selectors.state_of(row, turns), crossed_out=selectors.crossed_out(row)
    )


def _page(
    request: HtmxHttpRequest, row: Play, *, notice: str = "", draft: str = ""
) -> HttpResponse:
    shown = _marked_board(row)
    result = results.result_of(row) if shown.outcome else None
    context = {"board": shown, "notice": notice, "draft": draft, "result": result}
    return render(request, "games/play.html", context)


def _fragment(
    request: HtmxHttpRequest, shown: Board, *, notice: str = "", draft: str = ""
) -> HttpResponse:
    context = {"board": shown, "notice": notice, "draft": draft}
    return render(request, "games/_board.html", context)


def _refused(
    request: HtmxHttpRequest, row: Play, broken: RuleBroken, draft: str = ""
) -> HttpResponse:
    """Show where the play stands, say what was wrong, keep what was typed. Status 200:
    htmx 2 leaves 4xx answers unswapped."""
    row.refresh_from_db()
    notice = boards.sentence(broken)
    if request.htmx:
        shown = boards.board_of(row)
        return http.in_place_of_board(_fragment(request, shown, notice=notice, draft=draft))
    return _page(request, row, notice=notice, draft=draft)


def _show_review(
    request: HtmxHttpRequest, row: Play, *, chosen: Candidate | None, notice: str = ""
) -> HttpResponse:
    row.refresh_from_db()
    template = "games/_guess.html" if request.htmx else "games/guess.html"
    context = {"board": _marked_board(row), "chosen": chosen, "notice": notice}
    return render(request, template, context)


def _back(row: Play) -> HttpResponseRedirect:
    return redirect("games:play", token=row.token)
