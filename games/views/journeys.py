"""A volunteer's own pages: where they stand, the next game, stopping, own data, withdrawing."""

import random

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import http, pseudonyms, standings
from games.http import HtmxHttpRequest, post_or_back
from games.models import Campaign, Participant, Withdrawal
from games.pages import comparisons, own_data
from games.services import journeys, seats, volunteers
from games.study_forms import AboutForm
from games.views.study_access import known_in, study_or_404, volunteers_only
from games.volunteers import withdrawal_of


@require_safe
@volunteers_only
def mine(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    return _own_page(request, me)


@post_or_back
@volunteers_only
def next_game(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    """Begin the next game, or find the one that is open: a second click finds the first's."""
    try:
        play = journeys.start_next(me, now=timezone.now(), rng=random.SystemRandom())
    except seats.NotOpen:
        return _own_page(
            request,
            me,
            _("The study begins no new games at the moment. What you played is kept."),
        )
    except seats.Full:
        return _own_page(
            request,
            me,
            _(
                "You were away for long, and others have taken all places since. What you "
                "played is kept. You can end your part here and get your code."
            ),
        )
    return redirect("games:play", play.token) if play else redirect("studies:mine", _study(me).slug)


@post_or_back
@volunteers_only
def about(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    """Keep what the volunteer says of themselves; sending it again replaces it."""
    form = AboutForm(request.POST)
    if not form.is_valid():
        return _own_page(request, me, about_form=form)
    if _study(me).ask_demographics:
        volunteers.note_about(me, form.said)
    return redirect(reverse("studies:mine", args=[_study(me).slug]) + "#about")


@require_safe
@volunteers_only
def agreed(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    """The consent text as it was agreed to, in the language it was shown in."""
    given = me.consent
    language = given.language if given.language in given.text.texts else "en"
    context = _where(me) | {"consent": given, "text": given.text.in_language(language)}
    return render(request, "games/study_agreed.html", context | {"text_language": language})


@require_safe
@volunteers_only
def stop(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    return render(request, "games/study_stop.html", _where(me))


@require_http_methods(["GET", "HEAD", "POST"])
@volunteers_only
def end(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    """Ask once more, then end the volunteer's part before its last game."""
    if request.method == "POST":
        journeys.end_early(me, now=timezone.now(), rng=random.SystemRandom())
    elif not me.outcome:
        return render(request, "games/study_end.html", _where(me))
    return redirect("studies:mine", _study(me).slug)


@require_safe
@volunteers_only
def data(request: HtmxHttpRequest, me: Participant) -> HttpResponse:
    stored = own_data.own_data(me, _study(me))
    response = JsonResponse(stored, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return http.as_file(response, f"{_study(me).slug}-{me.pseudonym}.json")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then delete everything at once; a copy of the post finds it gone."""
    study = study_or_404(request, slug)
    me = known_in(request, study)
    if me is None:
        return _gone(request, study)
    if request.method != "POST":
        return render(request, "games/study_withdraw.html", _where(me))
    try:
        receipt = journeys.withdraw(me, now=timezone.now())
    except Participant.DoesNotExist:
        return _gone(request, study)
    response = redirect("studies:withdrawn", slug, receipt.receipt)
    http.forget(response, me)
    return response


def _gone(request: HtmxHttpRequest, study: Campaign) -> HttpResponse:
    """The receipt to a second click on withdrawing; to anybody else that nothing is here."""
    token = http.study_token(request, study.pk)
    row = withdrawal_of(study, token) if token else None
    if row:
        return redirect("studies:withdrawn", study.slug, row.receipt)
    return render(request, "games/study_nothing_here.html", {"study": study})


@never_cache
@require_safe
def withdrawn(request: HtmxHttpRequest, slug: str, receipt: str) -> HttpResponse:
    study = study_or_404(request, slug)
    row = get_object_or_404(Withdrawal, campaign=study, receipt=pseudonyms.tidy_code(receipt))
    return render(request, "games/study_withdrawn.html", {"study": study, "withdrawal": row})


def _study(me: Participant) -> Campaign:
    assert me.campaign is not None  # volunteers_only finds participants of a campaign
    return me.campaign


def _where(me: Participant) -> dict[str, object]:
    return {"study": _study(me), "standing": standings.standing_of(me)}


def _own_page(
    request: HtmxHttpRequest,
    me: Participant,
    notice: str = "",
    *,
    about_form: AboutForm | None = None,
) -> HttpResponse:
    study = _study(me)
    if study.ask_demographics and about_form is None:
        about_form = AboutForm(initial=me.demographics)
    context = _where(me) | {
        "notice": notice,
        "about": about_form if study.ask_demographics else None,
        "comparison": comparisons.comparison_of(me, study) if me.outcome else None,
        "panel_code": study.panel_codes.get(me.outcome, "") if me.external_id else "",
    }
    return render(request, "games/study_mine.html", context)
