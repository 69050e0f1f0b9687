"""A simulated volunteer's way through a study, from its link to the completion code."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from uuid import UUID

from games.simulation import reading
from games.simulation.browsers import Browser, GaveUp, LostTheWay, form_to, link_to, view_name
from games.simulation.characters import Character, Ending
from games.simulation.minds import Bent, Known, Mind
from games.simulation.pages import Form, Page
from games.simulation.sittings import Sitting
from games.simulation.tally import Tally

STEPS = 1000
PANEL = "?PROLIFIC_PID={0}&STUDY_ID=simulated&SESSION_ID={0}"
ENDED, WITHDRAWN, AWAY, TURNED_AWAY = "with a code", "withdrawn", "away", "turned away"
CUT_SHORT = "cut short"


@dataclass(frozen=True)
class Stage:
    """site: the server's address. study: the path of the study's link.

    practice: whether the first game is one for practice.
    """

    site: str
    study: str
    practice: bool
    known: Known
    bent: Bent


@dataclass
class Volunteer:
    """One simulated person.

    ended: how the way ended, empty before. seen: the keys of all questions that were sent.
    games: addresses of the plays that were begun, the practice too. last_move: by the clock
    of `monotonic`.
    """

    who: Character
    stage: Stage
    tally: Tally
    rng: Random
    ended: str = ""
    code: str = ""
    games: list[str] = field(default_factory=list)
    seen: set[UUID] = field(default_factory=set)
    last_move: float = field(default_factory=monotonic)
    _browsers: list[Browser] = field(default_factory=list, init=False)

    async def go(self) -> None:
        """Take part as this character does; faults go into the tally, none is raised."""
        try:
            self.ended = await self._take_part()
        except (GaveUp, LostTheWay) as fault:
            self.ended = type(fault).__name__
            self.tally.fault(self.ended, f"player {self.who.number}: {fault}")
        finally:
            self.tally.endings[self.ended or CUT_SHORT] += 1
            self.last_move = monotonic()
            for browser in self._browsers:
                await browser.close()

    async def _take_part(self) -> str:
        page = await self._join()
        for _ in range(STEPS):
            if page.outcome or view_name(page.address) == "studies:mine":
                onward = form_to(page, "studies:next")
                if onward is None and not page.outcome:
                    return self._note_code(page)
                page = await self._go_on(page, onward)
            elif view_name(page.address) == "games:play":
                left, page = await self._sit_down(page)
                if left:
                    return left
            else:
                return self._note_turned_away(page)
        raise LostTheWay(f"no end after {STEPS} steps")

    async def _join(self) -> Page:
        """Follow the link and agree, in two windows at once where the character does so."""
        if not self.who.two_windows:
            return await self._agree(self._open_browser())
        self.tally.mischief["two windows at once"] += 1
        windows = [self._open_browser(), self._open_browser()]
        page, _ = await asyncio.gather(*(self._agree(window) for window in windows))
        return page

    async def _agree(self, browser: Browser) -> Page:
        query = PANEL.format(self.who.external_id) if self.who.external_id else ""
        page = await browser.get(f"{self.stage.study}{query}")
        if view_name(page.address) == "studies:mine":
            return page
        page = await browser.get(link_to(page, "studies:consent"))
        form = form_to(page, "studies:consent")
        if form is None:
            return page
        began = monotonic()
        page = await browser.send(page, form, _all_ticked(form))
        self.tally.took("joining", monotonic() - began)
        return page

    async def _go_on(self, page: Page, onward: Form | None) -> Page:
        """Start the next game, from both windows at once where there are two."""
        browser = self._browsers[0]
        if onward is None:
            return await browser.get(link_to(page, "studies:mine"))
        starts = [browser.send(page, onward)]
        starts += [self._go_on_beside(other) for other in self._browsers[1:]]
        mine, *others = await asyncio.gather(*starts)
        if any(other.address != mine.address for other in others):
            raise LostTheWay(f"two windows came to {mine.address} and {others[0].address}")
        return mine

    async def _go_on_beside(self, browser: Browser) -> Page:
        page = await browser.get(f"{self.stage.study}mine/")
        onward = form_to(page, "studies:next")
        return await browser.send(page, onward) if onward else page

    async def _sit_down(self, page: Page) -> tuple[str, Page]:
        """Play a game: how the part ended where it ended in it, else "", and the last page."""
        if page.address not in self.games:
            self.games.append(page.address)
        number = len(self.games) - self.stage.practice
        sitting = self._sitting(page)
        if not self.who.stays and number == self.who.leaves_at:
            await sitting.ask_and_leave(page)
            return await self._leave(page), page
        if number and number == self.who.returns_at:
            page = await self._come_back(page)
            sitting = self._sitting(page)
        page = await sitting.play(page)
        self.last_move = monotonic()
        if number:
            self.tally.games += 1
            self.tally.won += page.outcome == "won"
        return "", page

    def _sitting(self, page: Page) -> Sitting:
        candidates = reading.candidates(page)
        return Sitting(
            browser=self._browsers[0],
            tally=self.tally,
            mind=Mind(self.stage.known, candidates, self.stage.bent, self.rng),
            address=page.address,
            scripted=self.who.scripted,
            seen=self.seen,
        )

    async def _leave(self, page: Page) -> str:
        """Stop in the middle of this game as the character does."""
        if self.who.ending == Ending.GOES_AWAY:
            self.tally.mischief["went away"] += 1
            return AWAY
        browser = self._browsers[0]
        page = await browser.get(link_to(page, "studies:stop"))
        page = await browser.get(link_to(page, "studies:mine"))
        withdraws = self.who.ending == Ending.WITHDRAWS
        name = "studies:withdraw" if withdraws else "studies:end"
        page = await browser.get(link_to(page, name))
        form = form_to(page, name)
        if form is None:
            raise LostTheWay(f"no form to {name} on {page.address} (status {page.status})")
        page = await browser.send(page, form, _all_ticked(form))
        self.tally.mischief["withdrew" if withdraws else "ended early"] += 1
        if not withdraws:
            return self._note_code(page)
        if view_name(page.address) != "studies:withdrawn":
            self.tally.surprises["a withdrawal without a receipt on the page"] += 1
        return WITHDRAWN

    async def _come_back(self, page: Page) -> Page:
        """Go on in another browser, by the three words; lead to the very game that was open."""
        self.tally.mischief["came back by three words"] += 1
        old = self._browsers[0]
        own_page = await old.get(f"{self.stage.study}mine/")
        words = reading.resume_words(own_page)
        new = self._open_browser()
        self._browsers = [new, *(each for each in self._browsers if each is not new)]
        found = await new.get(f"{self.stage.study}resume/")
        form = form_to(found, "studies:resume")
        if form is None:
            raise LostTheWay(f"no form for the three words on {found.address}")
        found = await new.send(found, form, {"words": words.upper()})
        onward = form_to(found, "studies:next")
        if onward:
            found = await new.send(found, onward)
        if found.address != page.address:
            raise LostTheWay(f"three words led to {found.address}, not to {page.address}")
        await old.close()
        self._browsers = [each for each in self._browsers if each is not old]
        return found

    def _note_code(self, page: Page) -> str:
        self.code = reading.code(page)
        if not self.code:
            raise LostTheWay(f"no completion code on {page.address} (status {page.status})")
        return ENDED

    def _note_turned_away(self, page: Page) -> str:
        self.code = reading.code(page)
        if page.status != 200 or not self.code:
            raise LostTheWay(f"no way on from {page.address} (status {page.status})")
        return TURNED_AWAY

    def _open_browser(self) -> Browser:
        browser = Browser(self.stage.site, self.who, self.tally, self.rng)
        self._browsers.append(browser)
        return browser


def _all_ticked(form: Form) -> dict[str, str]:
    """The first value of everything that can be chosen and is not yet."""
    return {name: offered[0] for name, offered in form.choices.items() if name not in form.fields}
