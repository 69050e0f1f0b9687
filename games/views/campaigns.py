"""A researcher's campaigns: the list, a new one, its page, its steps, its live block."""

import random
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import progress
from games.access import researchers_only
from games.http import HtmxHttpRequest
from games.models import Campaign
from games.pages import campaign as pages
from games.pages import campaign_drafts as draft_pages
from games.pages import live as live_pages
from games.researcher_forms import OpenForm
from games.services import campaigns
from games.services.campaigns import CampaignRefused

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@researchers_only
@require_safe
def campaign_list(request: HtmxHttpRequest) -> HttpResponse:
    rows = progress.progress_of(Campaign.objects.order_by("-pk"))
    return render(request, "games/campaign_list.html", {"rows": list(rows)})


@researchers_only
@require_safe
def campaign(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return campaign_page(request, find(slug))


@researchers_only
@require_safe
def live(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The live block alone, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect(reverse("campaigns:campaign", args=[slug]) + "#live")
    page = live_pages.live_page(find(slug))
    if page.polls and request.GET.get("seen") == page.stamp:
        return HttpResponse(status=204)
    return render(request, "games/_campaign_live.html", {"live": page, "polled": True})


@researchers_only
@SHOWS_OR_TAKES
def open_campaign(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Open it; a baseline whose Oracle does not pass only with a reason, asked for on a page."""
    opened, reason = find(slug), ""
    if opened.status == Campaign.Status.DRAFT and pages.gate_shown(opened).reason_needed:
        form = OpenForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return _asks_for_reason(request, opened, form)
        reason = form.cleaned_data["override_reason"]
    elif request.method != "POST":
        return redirect("campaigns:campaign", slug)
    try:
        campaigns.open_campaign(
            opened,
            protocol=pages.protocol_now(opened),
            gate=pages.gate_of(opened),
            override_reason=reason,
            now=timezone.now(),
        )
    except CampaignRefused as refused:
        return campaign_page(request, opened, notice=str(refused))
    return redirect("campaigns:campaign", slug)


@researchers_only
@require_POST
def pause(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    paused = find(slug)
    try:
        campaigns.pause(paused)
    except CampaignRefused as refused:
        return campaign_page(request, paused, notice=str(refused))
    return redirect("campaigns:campaign", slug)


@researchers_only
@SHOWS_OR_TAKES
def close(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then close for good."""
    closed = find(slug)
    if request.method != "POST":
        going_on = closed.participants.filter(outcome="").count()
        context = {"campaign": closed, "going_on": going_on}
        return render(request, "games/campaign_close.html", context)
    try:
        campaigns.close(closed, now=timezone.now(), rng=random.SystemRandom())
    except CampaignRefused as refused:
        return campaign_page(request, closed, notice=str(refused))
    return redirect("campaigns:campaign", slug)


def find(slug: str) -> Campaign:
    rows = Campaign.objects.select_related("catalogue", "protocol", "consent_text", "practice_game")
    return get_object_or_404(rows, slug=slug)


def _asks_for_reason(request: HtmxHttpRequest, draft: Campaign, form: OpenForm) -> HttpResponse:
    context = {"campaign": draft, "form": form, "gate": pages.gate_shown(draft)}
    return render(request, "games/campaign_open.html", context)


def campaign_page(request: HtmxHttpRequest, row: Campaign, **more: Any) -> HttpResponse:
    share = request.build_absolute_uri(reverse("studies:landing", args=[row.slug]))
    draft = row.status == Campaign.Status.DRAFT
    live_block = None if draft else live_pages.live_page(row)
    context = {
        "campaign": row,
        "sentence": live_block.sentence if live_block else pages.sentence_of(row),
        "frozen": pages.frozen_of(row),
        "protocol": pages.protocol_shown(row),
        "condition": pages.CONDITIONS[row.condition],
        "gate": pages.gate_shown(row),
        "warning": pages.warning_of(row),
        "notices": draft_pages.notices_of(row) if draft else [],
        "share_address": share,
        "panel_address": f"{share}?{pages.PANEL_PARAMETERS}",
        "live": live_block,
        **more,
    }
    return render(request, "games/campaign_page.html", context)
