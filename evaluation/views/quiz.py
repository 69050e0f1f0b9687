"""A quiz for whoever has its link: what it is, one question a page, the end, and deleting.

No GET stores anything. Who takes part is known by a cookie alone.
"""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from evaluation.models import Quiz, QuizSitting
from evaluation.pages import quiz as pages
from evaluation.quiz_forms import AgreeForm, AnswerForm
from evaluation.services import quizzes
from evaluation.services.quizzes import Chosen, QuizRefused
from games.http import COOKIE_SECONDS, HtmxHttpRequest

COOKIE_SALT = "evaluation.quiz"
View = Callable[..., HttpResponse]
SHOWS_OR_TAKES = require_http_methods(["GET", "HEAD", "POST"])


def of_a_quiz(view: View) -> View:
    """Give the view its quiz. Questions are in English, so the pages are, too."""

    @never_cache
    @SHOWS_OR_TAKES
    @wraps(view)
    def found(request: HtmxHttpRequest, token: UUID) -> HttpResponse:
        rows = Quiz.objects.select_related("question_set")
        with translation.override("en"):
            return view(request, get_object_or_404(rows, token=token))

    return found


@of_a_quiz
def landing(request: HtmxHttpRequest, quiz: Quiz) -> HttpResponse:
    """What it is and what people agree to; whoever takes part already is led on."""
    me = _known(request, quiz)
    if me is not None:
        return redirect("quiz:question", quiz.token)
    form = AgreeForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _landing(request, quiz, form)
    try:
        me = quizzes.begin(quiz, form.cleaned_data["key"], timezone.now())
    except QuizRefused as error:
        return _landing(request, quiz, form, str(error))
    response = redirect("quiz:question", quiz.token)
    _remember(response, me)
    return response


@of_a_quiz
def question(request: HtmxHttpRequest, quiz: Quiz) -> HttpResponse:
    """The person's next question; an answer leads to the one after it."""
    me = _known(request, quiz)
    if me is None:
        return redirect("quiz:landing", quiz.token)
    notice = ""
    if request.method == "POST":
        notice = _answered(me, AnswerForm(request.POST))
        if not notice:
            return redirect("quiz:question", quiz.token)
    place = quizzes.next_place(me)
    context = {"quiz": quiz, "notice": notice}
    if place is None or quiz.closed_at:
        return render(request, "evaluation/quiz/end.html", context | {"complete": place is None})
    context["question"] = pages.question_of(me, place)
    return render(request, "evaluation/quiz/question.html", context)


@of_a_quiz
def delete(request: HtmxHttpRequest, quiz: Quiz) -> HttpResponse:
    """Ask once more, then delete the person's answers; a copy of the post finds them gone."""
    me = _known(request, quiz)
    if me is not None and request.method != "POST":
        return render(request, "evaluation/quiz/delete.html", {"quiz": quiz})
    if me is not None:
        quizzes.forget(me)
    response = render(request, "evaluation/quiz/deleted.html", {"quiz": quiz})
    response.delete_cookie(_cookie(quiz), samesite="Lax")
    return response


def _answered(me: QuizSitting, form: AnswerForm) -> str:
    """What has to be said; nothing where the answer was stored, or another one was before it."""
    if not form.is_valid():
        return "Choose one of the options; nothing was stored."
    chosen = Chosen(form.said("place"), form.said("letter"), form.said("seconds"))
    try:
        quizzes.answer(me, chosen, timezone.now())
    except QuizRefused as error:
        return str(error)
    return ""


def _landing(
    request: HtmxHttpRequest, quiz: Quiz, form: AgreeForm, notice: str = ""
) -> HttpResponse:
    context = {"quiz": quiz, "form": form, "notice": notice}
    return render(request, "evaluation/quiz/landing.html", context)


def _cookie(quiz: Quiz) -> str:
    return f"quiz-{quiz.pk}"


def _known(request: HtmxHttpRequest, quiz: Quiz) -> QuizSitting | None:
    """Who takes part in this browser."""
    try:
        token = UUID(request.get_signed_cookie(_cookie(quiz), salt=COOKIE_SALT))
    except (KeyError, BadSignature, ValueError):
        return None
    rows = QuizSitting.objects.select_related("quiz__question_set")
    return rows.filter(quiz=quiz, token=token).first()


def _remember(response: HttpResponse, sitting: QuizSitting) -> None:
    response.set_signed_cookie(
        _cookie(sitting.quiz),
        str(sitting.token),
        salt=COOKIE_SALT,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
