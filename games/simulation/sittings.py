"""One game as a simulated player plays it, on its page."""

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from uuid import UUID, uuid4

from games.rules import Answer
from games.simulation.browsers import Browser, LostTheWay, form_to
from games.simulation.minds import Mind
from games.simulation.pages import Form, Page
from games.simulation.tally import Tally

# A page that runs scripts asks every second; the first look comes earlier, to time better.
FIRST_LOOK_SECONDS = 0.25
LOOK_SECONDS = 1.0
PATIENCE_SECONDS = 300
MOVES = 90


@dataclass
class Sitting:
    """address: of the play's page. seen: takes the keys of questions that were sent."""

    browser: Browser
    tally: Tally
    mind: Mind
    address: str
    scripted: bool
    seen: set[UUID]
    _pending: int | None = field(default=None, init=False)
    _asked_at: float = field(default=0.0, init=False)
    _key: UUID = field(default_factory=uuid4, init=False)

    async def play(self, page: Page) -> Page:
        """Ask and guess; return the result page."""
        began = monotonic()
        for _ in range(MOVES):
            if page.outcome:
                self.tally.took("a game", monotonic() - began)
                return page
            page = await self.move(page)
        raise LostTheWay(f"no end after {MOVES} moves at {self.address}")

    async def move(self, page: Page) -> Page:
        """Do whatever this page asks for."""
        kind = page.rows[-1].kind if page.rows else ""
        if kind == "waiting":
            return await self._look_until(page, monotonic() + PATIENCE_SECONDS)
        if kind == "failed":
            return await self._send_again(page)
        if self._pending is not None:
            self._take_in(kind, self._pending)
            self._pending = None
        form = form_to(page, "games:ask", typed="question")
        question = self.mind.question() if form else None
        if form is None or question is None:
            return await self._guess(page)
        return await self._ask(page, form, question)

    async def ask_and_leave(self, page: Page) -> None:
        """Send a question and look at no answer."""
        form = form_to(page, "games:ask", typed="question")
        question = self.mind.question()
        if form and question is not None:
            await self.browser.send(page, form, {"question": self.mind.wording(question)})
            self.seen.add(UUID(form.fields["key"]))

    async def _ask(self, page: Page, form: Form, question: int) -> Page:
        self._asked_at = monotonic()
        text = self.mind.wording(question)
        page = await self.browser.send(page, form, {"question": text}, htmx=self.scripted)
        position = int(form.fields["number"]), int(form.fields["attempt"])
        if position not in [(row.number, row.attempt) for row in page.rows]:
            self.tally.surprises["a question was not taken"] += 1
            return await self.browser.get(self.address)
        self._key = UUID(form.fields["key"])
        self.seen.add(self._key)
        self._pending = question
        return page

    def _take_in(self, kind: str, question: int) -> None:
        self.tally.took("question to answer", monotonic() - self._asked_at)
        self.tally.rows[kind] += 1
        if kind in (Answer.YES, Answer.NO):
            self.mind.hear(question, Answer(kind))
        else:
            self.mind.be_refused(question)

    async def _look_until(self, page: Page, deadline: float) -> Page:
        """Look again until the newest question waits no more."""
        pause = FIRST_LOOK_SECONDS
        poll = page.poll if self.scripted else ""
        while monotonic() < deadline:
            await asyncio.sleep(pause)
            pause = LOOK_SECONDS
            page = await self.browser.get(poll or self.address, htmx=bool(poll))
            # While nothing has changed a poll brings nothing at all.
            if page.rows and page.rows[-1].kind != "waiting":
                return page
        raise LostTheWay(f"no answer within {PATIENCE_SECONDS} s at {self.address}")

    async def _send_again(self, page: Page) -> Page:
        """The Oracle did not reply: the same question once more, in its own row."""
        form = form_to(page, "games:ask", hidden="question")
        if form is None:
            raise LostTheWay(f"a failed question cannot be sent again at {self.address}")
        self.tally.rows["failed"] += 1
        await self.browser.send(page, form)
        # A question that is sent again keeps its row and takes the new post's key.
        self.seen.discard(self._key)
        self._key = UUID(form.fields["key"])
        self.seen.add(self._key)
        return await self.browser.get(self.address)

    async def _guess(self, page: Page) -> Page:
        """Choose, review, confirm: three pages, the last of which brings the result."""
        address = f"{self.address}guess/"
        page = await self.browser.get(address)
        choosing = form_to(page, "games:guess", method="get")
        if choosing is None:
            return await self.browser.get(self.address)
        page = await self.browser.send(page, choosing, {"affordance": self.mind.guess()})
        confirming = form_to(page, "games:guess", method="post")
        if confirming is None:
            raise LostTheWay(f"the guess cannot be confirmed at {address}")
        page = await self.browser.send(page, confirming)
        return page if page.outcome else await self.browser.get(self.address)
