"""A campaign before it is opened: made, changed, copied, deleted."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.access import researchers_only
from games.campaign_forms import CampaignForm
from games.http import HtmxHttpRequest
from games.models import Campaign
from games.services import campaigns
from games.services.campaigns import CampaignRefused
from games.views.campaigns import SHOWS_OR_TAKES, campaign_page, find


@researchers_only
@SHOWS_OR_TAKES
def new(request: HtmxHttpRequest) -> HttpResponse:
    """A draft from the form, which ?like=<address> fills from another campaign."""
    like = request.GET.get("like")
    source = find(like) if like else None
    form = CampaignForm(request.POST if request.method == "POST" else None, like=source)
    if form.is_valid():
        try:
            return redirect("campaigns:campaign", campaigns.create(form.plan()).slug)
        except CampaignRefused as refused:
            form.refuse(refused)
    return render(request, "games/campaign_new.html", {"form": form, "source": source})


@researchers_only
@SHOWS_OR_TAKES
def edit(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Replace all of a draft by what the form says."""
    draft = find(slug)
    if draft.status != Campaign.Status.DRAFT:
        return campaign_page(request, draft, notice=f"{draft.name} was opened; it stays as it is.")
    form = CampaignForm(request.POST if request.method == "POST" else None, draft=draft)
    if form.is_valid():
        try:
            return redirect("campaigns:campaign", campaigns.replace_draft(draft, form.plan()).slug)
        except CampaignRefused as refused:
            form.refuse(refused)
    return render(request, "games/campaign_edit.html", {"form": form, "campaign": draft})


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
        return campaign_page(request, draft, notice=str(refused))
    return redirect("campaigns:list")
