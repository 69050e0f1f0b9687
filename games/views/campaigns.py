"""A researcher's campaigns: the list, a new one, its page, its steps, its live block."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import progress
from games.access import researchers_only
from games.campaign_forms import CampaignForm
from games.http import HtmxHttpRequest
from games.models import Campaign
from games.pages import campaign as pages
from games.pages import live as live_pages
from games.services import campaigns
from games.services.campaigns import CampaignRefused

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@researchers_only
@require_safe
def campaign_list(request: HtmxHttpRequest) -> HttpResponse:
    rows = progress.progress_of(Campaign.objects.order_by("-pk"))
    return render(request, "games/campaign_list.html", {"rows": list(rows)})


@never_cache
@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    form = CampaignForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            campaign = campaigns.create(form.plan())
        except CampaignRefused as refused:
            form.refuse(refused)
        else:
            return redirect("campaigns:campaign", campaign.slug)
    return render(request, "games/campaign_new.html", {"form": form})


@never_cache
@researchers_only
@require_safe
def campaign(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    return _page(request, find(slug))


@never_cache
@researchers_only
@require_safe
def live(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The live block alone, for a page that polls; nothing where it has not changed."""
    if not request.htmx:
        return redirect(reverse("campaigns:campaign", args=[slug]) + "#live")
    page = live_pages.live_page(find(slug))
    if page.polls and request.GET.get("seen") == page.stamp:
        return HttpResponse(status=204)
    return render(request, "games/_campaign_live.html", {"live": page})


@never_cache
@researchers_only
@require_POST
def open_campaign(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    opened = find(slug)
    reason = request.POST.get("override_reason", "")
    try:
        campaigns.open_campaign(
            opened,
            protocol=pages.protocol_now(opened),
            gate=pages.gate_of(opened),
            override_reason=reason,
            now=timezone.now(),
        )
    except CampaignRefused as refused:
        return _page(request, opened, notice=str(refused), override_reason=reason)
    return redirect("campaigns:campaign", slug)


@never_cache
@researchers_only
@require_POST
def pause(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    paused = find(slug)
    try:
        campaigns.pause(paused)
    except CampaignRefused as refused:
        return _page(request, paused, notice=str(refused))
    return redirect("campaigns:campaign", slug)


@never_cache
@researchers_only
@SHOWS_OR_TAKES
def close(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then close for good."""
    closed = find(slug)
    if request.method != "POST":
        return render(request, "games/campaign_close.html", {"campaign": closed})
    try:
        campaigns.close(closed, now=timezone.now())
    except CampaignRefused as refused:
        return _page(request, closed, notice=str(refused))
    return redirect("campaigns:campaign", slug)


@never_cache
@researchers_only
@SHOWS_OR_TAKES
def delete(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Ask once more, then delete a draft."""
    draft = find(slug)
    if request.method != "POST":
        return render(request, "games/campaign_delete.html", {"campaign": draft})
    try:
        campaigns.delete_draft(draft)
    except CampaignRefused as refused:
        return _page(request, draft, notice=str(refused))
    return redirect("campaigns:list")


def find(slug: str) -> Campaign:
    rows = Campaign.objects.select_related("catalogue", "protocol", "consent_text", "practice_game")
    return get_object_or_404(rows, slug=slug)


def _page(request: HtmxHttpRequest, row: Campaign, **more: Any) -> HttpResponse:
    (standing,) = progress.progress_of(Campaign.objects.filter(pk=row.pk))
    share = request.build_absolute_uri(reverse("studies:landing", args=[row.slug]))
    context = {
        "campaign": row,
        "progress": standing,
        "sentence": pages.sentence_of(standing),
        "share": f"{row.share:.1%}" if row.share else "",
        "protocol": pages.protocol_shown(row),
        "condition": pages.CONDITIONS[row.condition],
        "gate": pages.gate_shown(row),
        "warning": pages.warning_of(row),
        "share_address": share,
        "panel_address": f"{share}?{pages.PANEL_PARAMETERS}",
        "live": None if row.status == Campaign.Status.DRAFT else live_pages.live_page(row),
        **more,
    }
    return render(request, "games/campaign_page.html", context)
