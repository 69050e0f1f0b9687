"""Models as raters of a study: their answers from a file, and gone again."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from annotation.models import Rater
from annotation.pages import model_raters as pages
from annotation.rater_forms import ModelAnswersForm
from annotation.services import model_raters as services
from annotation.views import found, raters
from annotation.views.posts import post_or_back
from annotation.views.studies import SHOWS_OR_TAKES
from games.access import researchers_only
from games.http import HtmxHttpRequest


@researchers_only
@post_or_back("annotations:raters")
def model_raters(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Take the answers of a file: all of them, or none where a line is wrong."""
    study = found.study(slug, version)
    passes = services.takes_passes(study)
    form = ModelAnswersForm(request.POST, request.FILES, passes=passes)
    if not form.is_valid():
        return raters.page(request, study, models_form=form)
    imported = services.import_answers(study, form.uploaded(), form.name(), now=timezone.now())
    if imported.errors:
        form.refuse(imported.errors)
        return raters.page(request, study, models_form=form)
    return raters.page(request, study, models_said=pages.taken(imported))


@researchers_only
@SHOWS_OR_TAKES
def remove_model(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    """Ask, then delete a model with all that it said."""
    study = found.study(slug, version)
    rater = get_object_or_404(Rater, pk=rater_id, study=study, kind=Rater.Kind.MODEL)
    if request.method == "POST":
        services.remove(rater)
        return raters.back(study, "models")
    context = {"study": study, "rater": rater}
    return render(request, "annotation/remove_model.html", context)
