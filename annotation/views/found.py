"""The rows that researchers' views are about."""

from django.shortcuts import get_object_or_404

from annotation.models import Study
from annotation.services.questions import with_waiting


def study(slug: str, version: int) -> Study:
    return get_object_or_404(with_waiting(Study.objects.all()), slug=slug, version=version)
