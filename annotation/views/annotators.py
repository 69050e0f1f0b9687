"""An annotator's own pages: studies, account, and what each study says before judging."""

from typing import Any

from django.contrib.auth import update_session_auth_hash, views
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from annotation.access import in_english, raters_only, signed_in_only
from annotation.annotator_forms import (
    ConsentForm,
    NewPasswordForm,
    OtherPasswordForm,
    QuestionForm,
    SignInForm,
)
from annotation.kinds.registry import KINDS
from annotation.markdown import to_html
from annotation.models import Rater
from annotation.pages import annotators as pages
from annotation.pages import consent
from annotation.services import accounts, enrolment, questions
from annotation.views.posts import post_or_back
from games.access import user_of
from games.http import HtmxHttpRequest

SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])
# What the address says of a page after its post was taken.
CHANGED, ASKED = "?changed=1", "?asked=1#questions"


class SignIn(views.LoginView):
    template_name = "annotation/sign_in.html"
    authentication_form = SignInForm
    next_page = "annotate:home"


class SignOut(views.LogoutView):
    next_page = "annotate:sign_in"

    def post(self, request: Any, *args: Any, **named: Any) -> Any:
        return _forgotten(super().post(request, *args, **named))


class NewPassword(views.PasswordResetConfirmView):
    """By a link that a researcher made; never for a researcher's own account."""

    template_name = "annotation/reset.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("annotate:home")
    post_reset_login = True

    def get_user(self, uidb64: str) -> Any:
        user = super().get_user(uidb64)
        return user if isinstance(user, User) and accounts.may_be_reset(user) else None


sign_in = in_english(SHOWS_OR_TAKES(SignIn.as_view()))
sign_out = in_english(post_or_back("annotate:home")(SignOut.as_view()))
reset = in_english(SHOWS_OR_TAKES(NewPassword.as_view()))


@signed_in_only
@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    mine = pages.studies_of(user_of(request), now=timezone.now())
    return render(request, "annotation/home.html", {"mine": mine})


@signed_in_only
@sensitive_post_parameters()
@SHOWS_OR_TAKES
def account(request: HtmxHttpRequest) -> HttpResponse:
    user = user_of(request)
    form = OtherPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        # Every other browser in which this account is signed in is signed out by it.
        update_session_auth_hash(request, form.save())
        return redirect(reverse("annotate:account") + CHANGED)
    mine = pages.studies_of(user, now=timezone.now())
    return render(request, "annotation/account.html", {"form": form, "mine": mine})


@raters_only
@require_safe
def study(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    return _start_page(request, rater)


@raters_only
@post_or_back("annotate:study")
def agree(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    form = ConsentForm(request.POST, enrolment.shown_consent(rater.study))
    if not form.is_valid():
        return _start_page(request, rater, form)
    enrolment.agree(rater, enrolment.consent_for(rater.study), now=timezone.now())
    return redirect(_address(rater, "study") + "#begin")


@raters_only
@SHOWS_OR_TAKES
def guidelines(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """The guidelines with what was asked about them; a post asks."""
    form = QuestionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        asked = form.cleaned_data
        questions.ask(rater, asked["text"], asked["key"], now=timezone.now())
        if not request.htmx:
            return redirect(_address(rater, "guidelines") + ASKED)
        form = QuestionForm()
    context = {
        "rater": rater,
        "study": rater.study,
        "guidelines": to_html(rater.study.guidelines),
        "answered": questions.answered(rater.study),
        "waiting": questions.waiting(rater.study).filter(rater=rater),
        "form": form,
        "asked": not form.is_bound and (request.method == "POST" or "asked" in request.GET),
    }
    # Over the judging page they lie without a page of their own, and so does what is asked there.
    template = "annotation/_guidelines.html" if request.htmx else "annotation/guidelines.html"
    return render(request, template, context)


@raters_only
@SHOWS_OR_TAKES
def withdraw(request: HtmxHttpRequest, rater: Rater) -> HttpResponse:
    """Ask once more, then delete all that this rater said."""
    if request.method != "POST":
        context = {"rater": rater, "study": rater.study}
        return render(request, "annotation/withdraw.html", context)
    enrolment.withdraw(rater, now=timezone.now())
    return _forgotten(redirect("annotate:withdrawn"))


@signed_in_only
@require_safe
def withdrawn(request: HtmxHttpRequest) -> HttpResponse:
    return render(request, "annotation/withdrawn.html")


def _start_page(
    request: HtmxHttpRequest, rater: Rater, form: ConsentForm | None = None
) -> HttpResponse:
    text = enrolment.shown_consent(rater.study)
    context = {
        "mine": pages.mine(rater, now=timezone.now()),
        "rater": rater,
        "study": rater.study,
        "kind": KINDS[rater.study.kind],
        "guidelines": to_html(rater.study.guidelines),
        "consent": consent.parts(text),
        "form": form or ConsentForm(None, text),
    }
    return render(request, "annotation/start.html", context)


def _forgotten(response: HttpResponse) -> HttpResponse:
    """Let the browser drop the drafts of answers that it keeps."""
    response.headers["Clear-Site-Data"] = '"storage"'
    return response


def _address(rater: Rater, name: str) -> str:
    return reverse(f"annotate:{name}", args=[rater.study.slug, rater.study.version])
