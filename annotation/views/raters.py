"""A study's raters, for its researchers: who takes part, by which link, and who leaves."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from annotation.models import Invitation, Rater, Study
from annotation.pages import raters as pages
from annotation.rater_forms import (
    ExistingForm,
    ForgottenForm,
    FreshForm,
    InvitationForm,
    LeaveOutForm,
    ModelAnswersForm,
)
from annotation.services import accounts, enrolment, invitations, model_raters
from annotation.services.accounts import NameTaken, NoSuchAccount, NotAnAnnotator
from annotation.services.enrolment import NotLetIn
from annotation.views import found
from annotation.views.posts import post_or_back
from annotation.views.studies import SHOWS_OR_TAKES
from games.access import researchers_only
from games.http import HtmxHttpRequest

NO_ACCOUNT = "No account has exactly this name; capital letters count."


@researchers_only
@require_safe
def raters(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    return page(request, found.study(slug, version))


@researchers_only
@post_or_back("annotations:raters")
def invite(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    study = found.study(slug, version)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return page(request, study, invitation_form=form)
    invitations.make(study, **form.cleaned_data, now=timezone.now())
    return back(study, "invitations")


@researchers_only
@post_or_back("annotations:raters")
def revoke(request: HtmxHttpRequest, slug: str, version: int, invitation_id: int) -> HttpResponse:
    study = found.study(slug, version)
    invitation = get_object_or_404(Invitation, pk=invitation_id, study=study)
    invitations.revoke(invitation, now=timezone.now())
    return back(study, "invitations")


@researchers_only
@post_or_back("annotations:raters")
def add(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Take in an account by its name."""
    study = found.study(slug, version)
    form = ExistingForm(request.POST)
    if form.is_valid():
        try:
            enrolment.add(study, accounts.named(form.cleaned_data["existing"]))
        except NoSuchAccount:
            form.add_error("existing", NO_ACCOUNT)
        except NotLetIn as refusal:
            form.add_error("existing", f"Not taken in. What its owner would read: {refusal}")
        else:
            return back(study, "raters")
    return page(request, study, existing_form=form)


@researchers_only
@post_or_back("annotations:raters")
def make_account(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Make an account that takes part here; its password is shown in this answer only."""
    study = found.study(slug, version)
    form = FreshForm(request.POST)
    if form.is_valid():
        try:
            made = enrolment.add_fresh(study, form.cleaned_data["fresh"], form.cleaned_data["key"])
        except NameTaken:
            form.add_error("fresh", "There is an account of this name already.")
        except NotLetIn as refusal:
            form.add_error("fresh", str(refusal))
        else:
            return page(request, study, made=made)
    return page(request, study, fresh_form=form)


@researchers_only
@post_or_back("annotations:raters")
def reset_link(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """A link to a new password, shown in this answer only."""
    study = found.study(slug, version)
    form = ForgottenForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["forgotten"]
        try:
            link = accounts.reset_link(name)
        except NoSuchAccount:
            form.add_error("forgotten", NO_ACCOUNT)
        except NotAnAnnotator:
            form.add_error(
                "forgotten", "This is a researcher’s account. No link is made for those here."
            )
        else:
            address = reverse("annotate:reset", args=[link.uid, link.token])
            shown = {"name": name, "address": request.build_absolute_uri(address)}
            return page(request, study, reset=shown)
    return page(request, study, forgotten_form=form)


@researchers_only
@post_or_back("annotations:raters")
def adjudicator(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    """Name the rater an adjudicator, or not any more."""
    study = found.study(slug, version)
    rater = _rater(study, rater_id)
    named = request.POST.get("adjudicates") == "1"
    enrolment.name_adjudicator(rater, adjudicates=named, now=timezone.now())
    return back(study, "raters")


@researchers_only
@post_or_back("annotations:raters")
def remove(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    study = found.study(slug, version)
    enrolment.remove(_rater(study, rater_id), now=timezone.now())
    return back(study, "raters")


@researchers_only
@post_or_back("annotations:raters")
def let_in(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    study = found.study(slug, version)
    try:
        enrolment.let_in(_rater(study, rater_id))
    except NotLetIn as refusal:
        return page(request, study, said=f"Not let in. What they would read: {refusal}")
    return back(study, "raters")


@researchers_only
@SHOWS_OR_TAKES
def leave_out(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    """Ask for the reason, then count nothing of this rater."""
    study = found.study(slug, version)
    rater = _rater(study, rater_id)
    before = {"reason": rater.left_out_reason}
    form = LeaveOutForm(request.POST if request.method == "POST" else None, initial=before)
    if form.is_valid():
        enrolment.leave_out(rater, form.cleaned_data["reason"], now=timezone.now())
        return back(study, "raters")
    context = {"study": study, "rater": rater, "form": form}
    return render(request, "annotation/leave_out.html", context)


@researchers_only
@post_or_back("annotations:raters")
def take_back(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    study = found.study(slug, version)
    rater = _rater(study, rater_id)
    late = enrolment.take_back(rater, now=timezone.now())
    said = f"{rater.pseudonym} counts again."
    if late:
        said += (
            f" {late} judgement{pluralize(late)} found no free place any more and "
            f"stay{pluralize(late, 's,')} apart as late."
        )
    return page(request, study, said=said)


def _rater(study: Study, rater_id: int) -> Rater:
    rater = Rater.objects.filter(pk=rater_id, study=study, withdrawn_at=None).first()
    if rater is None:
        raise Http404("The study has no such rater, or not any more.")
    return rater


def back(study: Study, part: str) -> HttpResponse:
    return redirect(reverse("annotations:raters", args=[study.slug, study.version]) + f"#{part}")


def page(request: HtmxHttpRequest, study: Study, **more: Any) -> HttpResponse:
    """The page of raters; more: a form with its faults, or what was just made."""

    def address_of(token: str) -> str:
        return request.build_absolute_uri(reverse("annotate:join", args=[token]))

    everybody = list(pages.raters_of(study))
    context = {
        "study": study,
        "raters": everybody,
        "models": [each for each in everybody if each.kind == Rater.Kind.MODEL],
        "invitations": pages.invitations_of(study, address_of, now=timezone.now()),
        "invitation_form": InvitationForm(),
        "existing_form": ExistingForm(),
        "fresh_form": FreshForm(),
        "forgotten_form": ForgottenForm(),
        "models_form": ModelAnswersForm(passes=model_raters.takes_passes(study)),
        "reset_days": accounts.RESET_DAYS,
        **more,
    }
    return render(request, "annotation/raters.html", context)
