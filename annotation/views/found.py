"""The rows that researchers' views are about."""

from django.shortcuts import get_object_or_404

from annotation.models import Study


def study(slug: str, version: int) -> Study:
    return get_object_or_404(Study, slug=slug, version=version)
