"""Annotators' pages that need no account, in English as what annotators judge is."""

from collections.abc import Callable
from functools import wraps

from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import translation
from django.utils.cache import add_never_cache_headers

View = Callable[..., HttpResponseBase]


def in_english(view: View) -> View:
    """Rendered here, while English holds, whatever language the browser prefers."""

    @wraps(view)
    def answered(*args: object, **named: object) -> HttpResponseBase:
        with translation.override("en"):
            response = view(*args, **named)
            if isinstance(response, TemplateResponse):
                response.render()
        response.headers["Content-Language"] = "en"
        add_never_cache_headers(response)
        return response

    return answered
