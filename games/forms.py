"""The shape of what a play's page posts; whether a move is allowed is the rules' matter."""

from typing import TypedDict
from uuid import UUID

from django import forms

from games.services.plays import MovedOn


class AskSent(TypedDict):
    position: tuple[int, int]
    key: UUID


class AskForm(forms.Form):
    """The question itself is no field: its limits have sentences of their own."""

    number = forms.IntegerField()
    attempt = forms.IntegerField()
    key = forms.UUIDField()

    @property
    def sent(self) -> AskSent:
        """Raises MovedOn where the page's own fields are missing or mangled."""
        if not self.is_valid():
            raise MovedOn("The page's hidden fields did not come back as they were sent.")
        asked = self.cleaned_data
        return {"position": (asked["number"], asked["attempt"]), "key": asked["key"]}


class MarkForm(forms.Form):
    affordance = forms.CharField()
    crossed_out = forms.TypedChoiceField(
        choices=[("1", "out"), ("0", "in")], coerce=lambda value: value == "1"
    )


class GuessForm(forms.Form):
    number = forms.IntegerField()

    @property
    def sent_number(self) -> int:
        """Raises MovedOn where the page's own field is missing or mangled."""
        if not self.is_valid():
            raise MovedOn("The page's hidden field did not come back as it was sent.")
        number: int = self.cleaned_data["number"]
        return number
