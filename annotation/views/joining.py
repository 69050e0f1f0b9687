"""Joining a study by a researcher's link, with an account or a new one."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.forms import BoundField
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from annotation.access import in_english
from annotation.annotator_forms import TAKEN, ConsentForm, NewAccountForm
from annotation.kinds.registry import KINDS
from annotation.models import Invitation, Rater
from annotation.pages import consent
from annotation.services import enrolment
from annotation.services.accounts import NameTaken
from annotation.services.enrolment import NotLetIn, Over
from games.http import HtmxHttpRequest


@dataclass(frozen=True)
class Forms:
    """account: only for who is not signed in."""

    consent: ConsentForm
    account: NewAccountForm | None

    def are_valid(self) -> bool:
        # Both are looked at, so that all faults are said at once.
        valid = [form.is_valid() for form in (self.consent, self.account) if form is not None]
        return all(valid)

    @property
    def faults(self) -> list[BoundField]:
        """The fields with a fault, as they stand on the page."""
        filled = [form for form in (self.consent, self.account) if form is not None]
        return [field for form in filled for field in form if field.errors]


@in_english
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HtmxHttpRequest, token: str) -> HttpResponse:
    invitation = _find(token)
    user = request.user if isinstance(request.user, User) else None
    if user is not None and enrolment.rater_of(invitation.study, user) is not None:
        return _to_study(invitation)
    forms = _forms(request, invitation, user)
    if request.method == "POST" and (done := _again(request, invitation, user)) is not None:
        return done
    refusal = enrolment.refusal_of(invitation, user, now=timezone.now())
    if refusal is not None:
        return _refused(request, invitation, refusal)
    if request.method == "POST" and forms.are_valid():
        try:
            return _joined(request, invitation, user, forms)
        except NotLetIn as refused:
            return _refused(request, invitation, refused)
        except NameTaken:
            if (done := _again(request, invitation, user)) is not None:
                return done
            assert forms.account is not None
            forms.account.add_error("username", TAKEN)
    return _page(request, invitation, forms=forms)


def _find(token: str) -> Invitation:
    made_here = token.isascii() and token.isalnum()
    rows = Invitation.objects.select_related("study__consent_text", "study__catalogue")
    invitation = rows.filter(token=token).first() if made_here else None
    if invitation is None:
        raise Http404("There is no such invitation.")
    return invitation


def _forms(request: HtmxHttpRequest, invitation: Invitation, user: User | None) -> Forms:
    sent = request.POST if request.method == "POST" else None
    agreed = ConsentForm(sent, enrolment.shown_consent(invitation.study))
    return Forms(agreed, None if user is not None else NewAccountForm(sent))


def _joined(
    request: HtmxHttpRequest, invitation: Invitation, user: User | None, forms: Forms
) -> HttpResponse:
    """Raises NotLetIn, NameTaken."""
    text, now = enrolment.consent_for(invitation.study), timezone.now()
    if user is not None:
        enrolment.join(invitation, user, consent_text=text, now=now)
        return _to_study(invitation)
    assert forms.account is not None
    filled = forms.account.cleaned_data
    rater = enrolment.join_as_newcomer(
        invitation, filled["username"], filled["password1"], consent_text=text, now=now
    )
    return _signed_in(request, invitation, rater)


def _again(
    request: HtmxHttpRequest, invitation: Invitation, user: User | None
) -> HttpResponse | None:
    """Where a copy of a post leads whose first made an account; None for any other post."""
    name, password = (request.POST.get(field, "") for field in ("username", "password1"))
    if user is not None or "\0" in name:
        return None
    rater = enrolment.joined_before(invitation, name, password)
    return None if rater is None else _signed_in(request, invitation, rater)


def _signed_in(request: HtmxHttpRequest, invitation: Invitation, rater: Rater) -> HttpResponse:
    assert rater.user is not None
    login(request, rater.user)
    return _to_study(invitation)


def _to_study(invitation: Invitation) -> HttpResponse:
    return redirect("annotate:study", invitation.study.slug, invitation.study.version)


def _refused(request: HtmxHttpRequest, invitation: Invitation, refusal: NotLetIn) -> HttpResponse:
    return _page(request, invitation, status=410 if isinstance(refusal, Over) else 200, why=refusal)


def _page(
    request: HtmxHttpRequest, invitation: Invitation, *, status: int = 200, **more: Any
) -> HttpResponse:
    study = invitation.study
    context = {
        **more,
        "invitation": invitation,
        "study": study,
        "kind": KINDS[study.kind],
        "units": study.units.filter(training=False).count(),
        "training": study.units.filter(training=True).count(),
        "consent": consent.parts(enrolment.shown_consent(study)),
    }
    return render(request, "annotation/join.html", context, status=status)
