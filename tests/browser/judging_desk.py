"""A signed-in rater at the judging page of a real browser."""

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests import judging_units
from tests.lab import Lab

MAKE = """
import uuid
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from annotation.kinds.registry import KINDS
from annotation.models import Study, Unit
from annotation.services import seats
from tests import judging_units, studies
name = uuid.uuid4().hex[:12]
user = User.objects.create_user(name, password="quomb")
for kind in {kinds}:
    slug = f"{name}-{kind}".replace("_", "-")
    study = studies.study(units=0, slug=slug, policy="as_given")
    study.kind, study.guidelines = kind, KINDS[kind].guidelines
    study.save()
    snapshot = judging_units.SNAPSHOTS[kind]
    rows = [
        Unit(study=study, key=f"u{n}", block={block}, snapshot=dict(snapshot))
        for n in range({units})
    ]
    for row in rows:
        if "definition" in snapshot:
            row.snapshot["definition"] += f" This is {row.key}."
    if {training}:
        rows[0].training, rows[0].gold = True, {"label": "no"}
    seats.add_units(study, rows)
    studies.rater(study, "ana", user=user)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.create()
print(name, session.session_key)
"""
STORED = """
from annotation.models import Judgement
fields = ["unit__study__kind", "unit__key", "answer", "skip_reason", "comment", "revision"]
rows = Judgement.objects.filter(unit__study__slug__startswith="{name}").order_by("pk")
print(list(rows.values_list(*fields)))
"""
SETTLED = 650
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}
DRAFTS = "Object.keys(localStorage).filter(key => key.startsWith('judge:draft')).length"
DEFAULTS = {"units": 5, "training": False, "block": "''"}


class Desk:
    """A rater of a study of this kind, or of one of each kind at the page of the first."""

    def __init__(self, context: BrowserContext, lab: Lab, kind: str = "", **more) -> None:
        code = MAKE
        kinds = [kind] if kind else list(judging_units.SNAPSHOTS)
        for name, value in {**DEFAULTS, "kinds": kinds, **more}.items():
            code = code.replace(f"{{{name}}}", str(value))
        self.username, session = lab.shell(code).split()
        self.lab, self.context = lab, context
        context.add_cookies([{"name": "sessionid", "value": session, "url": lab.address}])
        self.page = context.new_page()
        self.become(kinds[0])

    def become(self, kind: str) -> None:
        """Turn to the study of another kind."""
        slug = f"{self.username}-{kind}".replace("_", "-")
        self.address = f"{self.lab.address}/annotate/{slug}/1/judge/"

    def begin(self) -> Page:
        self.page.goto(self.address)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#judging")).to_be_visible()
        return self.page

    def press(self, *keys: str) -> None:
        """Once the unit on the page takes keys: a press right after a swap is a second one."""
        self.settle()
        for key in keys:
            self.page.keyboard.press(key)

    def settle(self, page: Page | None = None) -> None:
        (page or self.page).wait_for_timeout(SETTLED)

    def answer(self, name: str) -> Locator:
        """The button of an answer, once it takes presses."""
        self.settle()
        return self.page.get_by_role("button", name=name)

    def stored(self) -> list[tuple[str, dict[str, object], str, str, int]]:
        return [row[1:] for row in self.stored_by_kind()]

    def stored_by_kind(self) -> list[tuple[str, str, dict[str, object], str, str, int]]:
        code = STORED.replace("{name}", self.username)
        return eval(self.lab.shell(code))  # our own print

    def sees(self, key: str) -> None:
        expect(self.page.get_by_text(f"This is {key}.")).to_be_visible()
