"""A browser of a simulated player: cookies, redirects, patience, and a clumsy hand."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode, urljoin, urlsplit

import aiohttp
from django.urls import Resolver404, resolve

from games.simulation import pages
from games.simulation.characters import Character
from games.simulation.pages import Form, Page
from games.simulation.tally import Tally

TIMEOUT_SECONDS = 30
CUT_OFF_SECONDS = 0.04
PAUSES_SECONDS = (0.2, 0.5, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5)
REDIRECTS = 8
HTMX = {"HX-Request": "true"}
# Answers of a server that is just starting or of a proxy before it.
ABSENT = (502, 503, 504)


class GaveUp(Exception):
    """The site did not answer in all the time that a player has patience for."""


class LostTheWay(Exception):
    """The page is none that a player could go on from."""


@dataclass(frozen=True)
class _Request:
    method: str
    address: str
    fields: Mapping[str, str]
    headers: Mapping[str, str]

    @property
    def kind(self) -> str:
        return f"{self.method} {view_name(self.address)}"


class Browser:
    """`get` and `send` bring a page, whatever it takes; what it took is in the tally."""

    def __init__(self, site: str, who: Character, tally: Tally, rng: Random) -> None:
        self.site = site
        self._who = who
        self._tally = tally
        self._rng = rng
        self._session = aiohttp.ClientSession(
            # The site's address may be a number, whose cookies are kept only so.
            cookie_jar=aiohttp.CookieJar(unsafe=True),
            headers={"Accept-Language": who.language, "Referer": site},
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_SECONDS),
        )

    async def close(self) -> None:
        await self._session.close()

    async def get(self, address: str, *, htmx: bool = False) -> Page:
        return await self._persist(self._request("GET", address, htmx=htmx))

    async def send(
        self, page: Page, form: Form, filled: Mapping[str, str] | None = None, *, htmx: bool = False
    ) -> Page:
        """Send a form of this page, filled in; a clumsy player sends a post twice."""
        address = urljoin(page.address, form.action or page.address)
        fields = {**form.fields, **(filled or {})}
        if form.method != "post":
            return await self.get(f"{address}?{urlencode(fields)}", htmx=htmx)
        request = self._request("POST", address, fields, htmx=htmx)
        chance = self._rng.random()
        if chance < self._who.doubled:
            return await self._twice(request)
        if chance < self._who.doubled + self._who.cut_off:
            await self._cut_off(request)
        return await self._persist(request)

    def _request(
        self,
        method: str,
        address: str,
        fields: Mapping[str, str] | None = None,
        *,
        htmx: bool = False,
    ) -> _Request:
        whole = urljoin(self.site, address)
        return _Request(method, whole, fields or {}, HTMX if htmx else {})

    async def _twice(self, request: _Request) -> Page:
        """A double click: both are on their way at once, what the second brings is looked at."""
        self._tally.mischief["sent twice at once"] += 1
        first = asyncio.create_task(self._persist(request))
        try:
            return await self._persist(request)
        finally:
            await first

    async def _cut_off(self, request: _Request) -> None:
        self._tally.mischief["cut off before the answer"] += 1
        with suppress(aiohttp.ClientError, TimeoutError):
            patience = self._rng.uniform(0, CUT_OFF_SECONDS)
            await asyncio.wait_for(self._follow(request), timeout=patience)

    async def _persist(self, request: _Request) -> Page:
        """Ask until there is an answer that is none of a server that is away or broken."""
        for pause in PAUSES_SECONDS:
            try:
                page = await self._follow(request)
            except (aiohttp.ClientError, TimeoutError) as lost:
                self._tally.retries[type(lost).__name__] += 1
            else:
                if page.status < 500:
                    return page
                self._note_broken(page, request)
            await asyncio.sleep(pause)
        raise GaveUp(f"{request.kind} had no answer after {len(PAUSES_SECONDS)} tries")

    def _note_broken(self, page: Page, request: _Request) -> None:
        if page.status in ABSENT:
            self._tally.retries[str(page.status)] += 1
        else:
            self._tally.fault(str(page.status), request.kind)

    async def _follow(self, request: _Request) -> Page:
        for _ in range(REDIRECTS):
            page, onward = await self._once(request)
            if not onward:
                return page
            request = _Request("GET", urljoin(request.address, onward), {}, {})
        raise GaveUp(f"{request.kind} redirects without an end")

    async def _once(self, request: _Request) -> tuple[Page, str]:
        """One exchange: the page, and where it leads on at once, if it does."""
        began = time.monotonic()
        post = request.fields if request.method == "POST" else None
        async with self._session.request(
            request.method,
            request.address,
            data=post,
            headers=request.headers,
            allow_redirects=False,
        ) as response:
            html = await response.text()
            headers = response.headers
            onward = headers.get("HX-Redirect", headers.get("Location", ""))
        self._tally.took("page", time.monotonic() - began)
        self._tally.took(request.kind, time.monotonic() - began)
        return pages.read(html, status=response.status, address=request.address), onward


def view_name(address: str) -> str:
    """Which of the site's pages an address is, such as "games:play"; "" for another site's."""
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


def form_to(
    page: Page, name: str, *, method: str = "post", typed: str = "", hidden: str = ""
) -> Form | None:
    """The page's form that is sent to this view, with such a field."""
    fitting = (
        form
        for form in page.forms
        if form.method == method and view_name(urljoin(page.address, form.action)) == name
    )
    for form in fitting:
        is_hidden = hidden in form.fields and hidden not in form.typed
        if (not typed or typed in form.typed) and (not hidden or is_hidden):
            return form
    return None


def link_to(page: Page, name: str) -> str:
    """The page's first link to this view. Raises LostTheWay where it has none."""
    for link in page.links:
        address = urljoin(page.address, link)
        if view_name(address) == name:
            return address
    raise LostTheWay(f"no link to {name} on {page.address} (status {page.status})")
