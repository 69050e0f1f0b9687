"""A campaign's participants and their completion codes, for its researcher."""

import csv
from contextlib import suppress
from datetime import UTC

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from games import progress, pseudonyms
from games.access import researchers_only
from games.exporting.file_formats import neutralised
from games.http import HtmxHttpRequest, as_file
from games.models import Campaign, CompletionCode, Participant, Withdrawal
from games.researcher_forms import CodeForm, ReasonForm
from games.services import codes as code_services
from games.services import journeys
from games.services.seats import NotOpen
from games.views.campaigns import SHOWS_OR_TAKES, find

PEOPLE_A_PAGE = 100
CODES_A_PAGE = 100
CSV_HEAD = ("code", "outcome", "pseudonym", "platform_id", "issued_at", "reopened_at")


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


@researchers_only
@SHOWS_OR_TAKES
def include(request: HtmxHttpRequest, slug: str, participant_id: int) -> HttpResponse:
    """Ask once more, then take an exclusion back."""
    campaign = find(slug)
    participant = _participant_of(campaign, participant_id)
    context: dict[str, object] = {"campaign": campaign, "participant": participant}
    if request.method == "POST":
        if journeys.include_again(participant, now=timezone.now()):
            return redirect("campaigns:people", slug)
        context["no_room"] = True
    elif not participant.excluded_reason:
        return redirect("campaigns:people", slug)
    return render(request, "games/campaign_include.html", context)


@researchers_only
@require_safe
def codes(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Say what a code is, and list all; looking one up changes nothing."""
    campaign = find(slug)
    form = CodeForm(request.GET if "code" in request.GET else None)
    pages = Paginator(progress.codes_of(campaign), CODES_A_PAGE)
    context: dict[str, object] = {
        "campaign": campaign,
        "form": form,
        "page": pages.get_page(request.GET.get("page")),
    }
    if form.is_valid():
        typed = form.cleaned_data["code"]
        context |= {"typed": typed, **_found(campaign, pseudonyms.tidy_code(typed))}
    return render(request, "games/campaign_codes.html", context)


@researchers_only
@require_safe
def codes_csv(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """All codes with the platform's ids, to pay by."""
    response = as_file(HttpResponse(content_type="text/csv; charset=utf-8"), f"{slug}-codes.csv")
    lines = csv.writer(response)
    lines.writerow(CSV_HEAD)
    lines.writerows(map(_csv_line, progress.codes_of(find(slug)).iterator(chunk_size=1000)))
    return response


@researchers_only
@require_POST
def reopen(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    typed = pseudonyms.tidy_code(request.POST.get("code", ""))
    code = get_object_or_404(CompletionCode, campaign__slug=slug, code=typed)
    with suppress(NotOpen):  # the code's page says that the study is closed
        code_services.reopen(code, now=timezone.now())
    return redirect(f"{reverse('campaigns:codes', args=[slug])}?{urlencode({'code': typed})}")


def _csv_line(code: CompletionCode) -> list[str]:
    moments = (code.issued_at, code.reopened_at)
    return [
        neutralised(code.code),
        code.outcome,
        neutralised(code.participant.pseudonym) if code.participant else "",
        neutralised(code.external_id),
        *(when.astimezone(UTC).isoformat(timespec="seconds") if when else "" for when in moments),
    ]


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
