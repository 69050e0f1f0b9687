"""A rater at the judging page, as a browser posts its forms."""

import re

from django.contrib.auth.models import User
from django.test import Client

from annotation.models import Judgement, Study, Unit
from annotation.services import seats
from tests import judging_units, studies

HTMX = {"HX-Request": "true"}


class Desk:
    """A rater at the judging page, with htmx and without."""

    def __init__(self, client: Client, study: Study, name: str = "ana") -> None:
        self.client, self.study = client, study
        self.user = User.objects.create_user(name)
        self.rater = studies.rater(study, name, user=self.user)
        client.force_login(self.user)
        self.page = ""

    def address(self, name: str) -> str:
        return f"/annotate/{self.study.slug}/{self.study.version}/{name}/"

    def get(self, name: str = "judge", **more):
        response = self.client.get(self.address(name), **more)
        self.page = response.content.decode()
        return response

    def begin(self) -> str:
        self.client.post(self.address("next"))
        self.get()
        return self.page

    @property
    def fields(self) -> dict[str, str]:
        return hidden(self.page)

    def post(self, name: str = "judge", *, plain: bool = False, **said):
        """Send the form on the page; the answer to the one question as label."""
        fields = {key.replace("label", "a.label"): value for key, value in said.items()}
        return self.send(self.fields | fields, name, plain=plain)

    def send(self, fields, name: str = "judge", *, plain: bool = False):
        headers = {} if plain else HTMX
        response = self.client.post(self.address(name), fields, headers=headers)
        if not plain:
            self.page = response.content.decode()
        return response


def study_of(kind: str = "object_affordance", units: int = 3, **fields) -> Study:
    made = studies.study(units=0, policy="as_given", **fields)
    made.kind = kind
    made.save()
    snapshot = judging_units.SNAPSHOTS[kind]
    rows = [Unit(study=made, key=f"u{n}", snapshot=snapshot) for n in range(units)]
    for row in rows:
        row.snapshot = {
            name: f"{value} {row.key}" if name == "definition" else value
            for name, value in snapshot.items()
        }
    seats.add_units(made, rows)
    return made


def only() -> Judgement:
    return Judgement.objects.get()


def without_numbers(page: str) -> str:
    page = re.sub(r'(value|data-draft|action|hx-post)="[^"]*"', "", page)
    return re.sub(r"u\d|\d+ done|\d+ to go", "", page)


def hidden(page: str) -> dict[str, str]:
    """What a form on the page posts unseen."""
    found = re.findall(r'<input type="hidden" name="([\w.]+)" value="([^"]*)"', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}
