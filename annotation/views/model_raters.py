"""Models as raters of a study: their answers from a file, and gone again."""

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from annotation.forms import UploadForm
from annotation.models import Rater, Study
from annotation.pages import model_raters as pages
from annotation.services import model_raters as services
from annotation.views import found
from annotation.views.studies import SHOWS_OR_TAKES
from games.access import researchers_only
from games.http import HtmxHttpRequest

MOST_BYTES = 20_000_000


class AnswersForm(UploadForm):
    """A pass of a thousand objects has 5 MB, a file of answers with comments more."""

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is not None and file.size > MOST_BYTES:
            raise ValidationError(
                f"The file has {file.size:,} bytes; {MOST_BYTES:,} at most are taken here. "
                "manage.py import_passes takes larger ones."
            )
        return file


@researchers_only
@SHOWS_OR_TAKES
def model_raters(request: HtmxHttpRequest, slug: str, version: int) -> HttpResponse:
    """Take the answers of a file: all of them, or none where a line is wrong."""
    study, said = found.study(slug, version), ""
    posted = request.method == "POST"
    form = AnswersForm(request.POST, request.FILES) if posted else AnswersForm()
    if form.is_valid():
        imported = services.import_answers(study, form.uploaded(), form.name(), now=timezone.now())
        form.refuse(imported.errors)
        said = "" if imported.errors else pages.taken(imported)
    return _page(request, study, form=form, said=said)


@researchers_only
@SHOWS_OR_TAKES
def remove_model(request: HtmxHttpRequest, slug: str, version: int, rater_id: int) -> HttpResponse:
    """Ask, then delete a model with all that it said."""
    study = found.study(slug, version)
    rater = get_object_or_404(Rater, pk=rater_id, study=study, kind=Rater.Kind.MODEL)
    if request.method == "POST":
        services.remove(rater)
        return redirect("annotations:model_raters", study.slug, study.version)
    context = {"study": study, "rater": rater}
    return render(request, "annotation/remove_model.html", context)


def _page(request: HtmxHttpRequest, study: Study, *, form: AnswersForm, said: str) -> HttpResponse:
    models = study.raters.filter(kind=Rater.Kind.MODEL).order_by("pk")
    context = {"study": study, "raters": models, "form": form, "models_said": said}
    return render(request, "annotation/model_raters.html", context)
