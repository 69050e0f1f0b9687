"""The way into a study: what it is, the consent form, and back with three words.

No GET stores anything: who previews or scans a link takes no seat.
"""

import random
import uuid
from datetime import datetime

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import http, volunteers
from games.http import HtmxHttpRequest, post_or_back
from games.models import Campaign, CompletionCode, Participant
from games.pages import introductions
from games.services import codes, seats
from games.services import volunteers as volunteer_services
from games.study_forms import ConsentForm, PanelForm, WordsForm
from games.views.study_access import known_in, study_or_404

# At 5 a second somebody who guesses needs years for one of a thousand volunteers (38 bits), and
# somebody who wants to lock the others out has to keep at it.
TRIES_A_MINUTE = 300


@never_cache
@require_safe
def landing(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    study, panel = study_or_404(request, slug), PanelForm(request.GET)
    if not panel.is_valid():
        return _damaged_link(request, study)
    me = known_in(request, study, external_id=panel.external_id)
    if me and not _brings_new_id(me, panel):
        return redirect("studies:mine", slug)
    if me is None and study.status in (Campaign.Status.PAUSED, Campaign.Status.CLOSED):
        return _not_open(request, study, panel)
    intro = introductions.introduction_of(study)
    context = {"study": study, "intro": intro, "query": panel.query, "panel": panel.given}
    return render(request, "games/study_landing.html", context | {"known": me is not None})


@never_cache
@post_or_back
def arrive(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Lead who takes part already to the own page, and keep the ids that the link has brought."""
    study, panel = study_or_404(request, slug), PanelForm(request.POST)
    if not panel.is_valid():
        return _damaged_link(request, study)
    me = known_in(request, study, external_id=panel.external_id)
    if me is None:
        return redirect(reverse("studies:landing", args=[slug]) + panel.query)
    return _led_to_own_page(study, me, panel)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    study = study_or_404(request, slug)
    panel = PanelForm(request.POST if request.method == "POST" else request.GET)
    if not panel.is_valid():
        return _damaged_link(request, study)
    if request.method == "POST":
        return _agree(request, study, panel)
    me = known_in(request, study, external_id=panel.external_id)
    if me:
        query = panel.query if _brings_new_id(me, panel) else ""
        return redirect(
            reverse("studies:landing" if query else "studies:mine", args=[slug]) + query
        )
    if study.status in (Campaign.Status.PAUSED, Campaign.Status.CLOSED):
        return _not_open(request, study, panel)
    return _consent_form(request, study, panel)


@never_cache
@require_safe
def declined(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    study, panel = study_or_404(request, slug), PanelForm(request.GET)
    if not panel.is_valid():
        return _damaged_link(request, study)
    context = {"study": study, "query": panel.query}
    return render(request, "games/study_declined.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Lead somebody with the right three words to their own page, on whatever device."""
    study, panel = study_or_404(request, slug), PanelForm(request.GET)
    if not panel.is_valid():
        return _damaged_link(request, study)
    if request.method != "POST":
        return _resume_form(request, study, panel)
    form = WordsForm(request.POST)
    if not form.is_valid():
        return _resume_form(request, study, panel, _("Type the three words."))
    if _too_many_tries(study, timezone.now()):
        wait = _("Too many tries. Wait a minute, then try again.")
        return _resume_form(request, study, panel, wait)
    me = volunteers.by_words(study, form.cleaned_data["words"])
    if me is None:
        unknown = _(
            "Nobody with these words takes part. Check their spelling and order; if you "
            "withdrew, everything is deleted."
        )
        return _resume_form(request, study, panel, unknown)
    return _led_to_own_page(study, me, panel)


def _led_to_own_page(study: Campaign, me: Participant, panel: PanelForm) -> HttpResponse:
    """With the platform's ids kept, where the participant came without them before."""
    if _brings_new_id(me, panel):
        noted = seats.Arrival(
            key=uuid.uuid4(),
            language=me.language,
            external_id=panel.external_id,
            external=panel.given,
        )
        try:
            volunteer_services.note_arrival(me, noted)
        except Participant.DoesNotExist:  # withdrawn meanwhile, in another tab
            return redirect("studies:withdraw", study.slug)
    response = redirect("studies:mine", study.slug)
    http.remember(response, me)
    return response


def _brings_new_id(me: Participant, panel: PanelForm) -> bool:
    return bool(panel.external_id) and not me.external_id


def _agree(request: HtmxHttpRequest, study: Campaign, panel: PanelForm) -> HttpResponse:
    form = ConsentForm(request.POST, baseline=study.baseline)
    if not form.is_valid():
        return _consent_form(request, study, panel, again=form)
    arrival = _arrival(request, study, panel, form)
    try:
        me = seats.join(study.pk, arrival, now=timezone.now(), rng=random.SystemRandom())
    except seats.NotOpen:
        return _not_open(request, study, panel)
    except seats.Full:
        return _turned_away(request, study, CompletionCode.Outcome.FULL, arrival)
    except seats.Barred:
        return _turned_away(request, study, CompletionCode.Outcome.BARRED, arrival)
    response = redirect("studies:mine", study.slug)
    http.remember(response, me)
    return response


def _arrival(
    request: HtmxHttpRequest, study: Campaign, panel: PanelForm, form: ConsentForm
) -> seats.Arrival:
    me = known_in(request, study, external_id=panel.external_id)
    return seats.Arrival(
        key=form.sent_key,
        language=form.cleaned_data["language"],
        known=me.token if me else None,
        external_id=panel.external_id,
        external=panel.given,
        account_id=request.user.pk,
        tokens=http.tokens(request),
    )


def _consent_form(
    request: HtmxHttpRequest, study: Campaign, panel: PanelForm, again: ConsentForm | None = None
) -> HttpResponse:
    """again: what was sent and could not be taken."""
    language = get_language() or "en"
    context = {
        "study": study,
        "text": study.consent_text.in_language(language),
        "text_language": language if language in study.consent_text.texts else "en",
        "panel": panel.given,
        "query": panel.query,
        "key": uuid.uuid4(),
        "again": again,
    }
    return render(request, "games/study_consent.html", context)


def _resume_form(
    request: HtmxHttpRequest, study: Campaign, panel: PanelForm, notice: str = ""
) -> HttpResponse:
    context = {
        "study": study,
        "query": panel.query,
        "notice": notice,
        "typed": request.POST.get("words", ""),
        "me": known_in(request, study, external_id=panel.external_id),
    }
    return render(request, "games/study_resume.html", context)


def _damaged_link(request: HtmxHttpRequest, study: Campaign) -> HttpResponse:
    return render(request, "games/study_damaged_link.html", {"study": study})


def _not_open(request: HtmxHttpRequest, study: Campaign, panel: PanelForm) -> HttpResponse:
    context = {"study": study, "query": panel.query}
    return render(request, "games/study_not_open.html", context)


def _turned_away(
    request: HtmxHttpRequest, study: Campaign, outcome: str, arrival: seats.Arrival
) -> HttpResponse:
    now, rng = timezone.now(), random.SystemRandom()
    code = codes.turn_away(study, outcome, arrival.external_id, now=now, rng=rng, key=arrival.key)
    context = {"study": study, "code": code.code, "outcome": outcome}
    context["paid_by_panel"] = bool(arrival.external_id)
    context["panel_code"] = study.panel_codes.get(outcome, "") if arrival.external_id else ""
    return render(request, "games/study_turned_away.html", context)


def _too_many_tries(study: Campaign, now: datetime) -> bool:
    """Count one more try at this study's words in this minute; whose it was is not kept."""
    key = f"resume-tries-{study.pk}-{now:%Y%m%d%H%M}"
    cache.add(key, 0, timeout=60)
    return cache.incr(key) > TRIES_A_MINUTE
