"""A campaign's participants and their completion codes, for its researcher."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import progress, pseudonyms
from games.access import researchers_only
from games.campaign_forms import CodeForm, ReasonForm
from games.http import HtmxHttpRequest
from games.models import Campaign, CompletionCode, Participant, Withdrawal
from games.services import codes as code_services
from games.services import journeys
from games.views.campaigns import SHOWS_OR_TAKES, find

PEOPLE_A_PAGE = 100


@never_cache
@researchers_only
@require_safe
def people(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    campaign = find(slug)
    pages = Paginator(progress.participants_of(campaign), PEOPLE_A_PAGE)
    context = {
        "campaign": campaign,
        "page": pages.get_page(request.GET.get("page")),
        "withdrawn": campaign.withdrawals.count(),
    }
    return render(request, "games/campaign_people.html", context)


@never_cache
@researchers_only
@SHOWS_OR_TAKES
def exclude(request: HtmxHttpRequest, slug: str, participant_id: int) -> HttpResponse:
    """Ask for the reason, then leave the participant out."""
    campaign = find(slug)
    participant = _participant_of(campaign, participant_id)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        journeys.exclude(participant, form.cleaned_data["reason"], now=timezone.now())
        return redirect("campaigns:people", slug)
    context = {"campaign": campaign, "participant": participant, "form": form}
    return render(request, "games/campaign_exclude.html", context)


@never_cache
@researchers_only
@require_safe
def codes(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Say what a code is; looking it up changes nothing."""
    campaign = find(slug)
    form = CodeForm(request.GET if "code" in request.GET else None)
    context: dict[str, object] = {"campaign": campaign, "form": form}
    if form.is_valid():
        typed = pseudonyms.tidy_code(form.cleaned_data["code"])
        context |= {"typed": typed, **_found(campaign, typed)}
    return render(request, "games/campaign_codes.html", context)


@never_cache
@researchers_only
@require_POST
def reopen(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    typed = pseudonyms.tidy_code(request.POST.get("code", ""))
    code = get_object_or_404(CompletionCode, campaign__slug=slug, code=typed)
    code_services.reopen(code, now=timezone.now())
    return redirect(f"{reverse('campaigns:codes', args=[slug])}?{urlencode({'code': typed})}")


def _participant_of(campaign: Campaign, participant_id: int) -> Participant:
    return get_object_or_404(progress.participants_of(campaign), pk=participant_id)


def _found(campaign: Campaign, code: str) -> dict[str, object]:
    """The completion code or the receipt of a withdrawal; nothing where it is neither."""
    completion = campaign.codes.select_related("participant").filter(code=code).first()
    if completion is None:
        return {"receipt": Withdrawal.objects.filter(campaign=campaign, receipt=code).first()}
    if completion.participant_id is None:
        return {"found": completion}
    return {
        "found": completion,
        "participant": _participant_of(campaign, completion.participant_id),
    }
