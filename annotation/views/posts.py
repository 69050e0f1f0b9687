"""Addresses that only take posts: who comes by an address bar is led to the page that posts."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from annotation.models import Rater, Study
from games.http import HtmxHttpRequest

View = Callable[..., HttpResponseBase]


def post_or_back(page: str, *also: str) -> Callable[[View], View]:
    """page: its url name; it is of the same study, where there is one. also: what else of the
    address the page has in its own."""

    def guarded(view: View) -> View:
        @wraps(view)
        def taken(request: HtmxHttpRequest, *args: object, **named: object) -> HttpResponseBase:
            if request.method == "POST":
                return view(request, *args, **named)
            return _elsewhere(request, page, _study_in(args, named) | {n: named[n] for n in also})

        return taken

    return guarded


def _elsewhere(request: HtmxHttpRequest, page: str, place: dict[str, object]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["POST"])
    return redirect(reverse(page, kwargs=place))


def _study_in(args: tuple[object, ...], named: dict[str, object]) -> dict[str, object]:
    about = args[0] if args else None
    study = about.study if isinstance(about, Rater) else about
    if isinstance(study, Study):
        return {"slug": study.slug, "version": study.version}
    return {name: named[name] for name in ("slug", "version") if name in named}
