"""The shape of what a play's page posts; whether a move is allowed is the rules' matter."""

from typing import TypedDict
from uuid import UUID

from django import forms

from games.services.plays import MovedOn

DAY_MILLISECONDS = 24 * 3600 * 1000


class AskSent(TypedDict):
    position: tuple[int, int]
    key: UUID
    thinking_seconds: float | None
    typing_seconds: float | None


class MeasuredField(forms.Field):
    """Whole milliseconds by the browser's stopwatch, as seconds; None for anything else.

    A browser without JavaScript sends none, and what one sends is its word alone. So nothing
    that stands here is a fault of the form.
    """

    widget = forms.HiddenInput

    def clean(self, value: object) -> float | None:
        digits = str(value)
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 8):
            return None
        milliseconds = int(digits)
        return milliseconds / 1000 if milliseconds <= DAY_MILLISECONDS else None


class AskForm(forms.Form):
    """The question itself is no field: its limits have sentences of their own."""

    number = forms.IntegerField()
    attempt = forms.IntegerField()
    key = forms.UUIDField()
    thinking = MeasuredField()
    typing = MeasuredField()

    @property
    def sent(self) -> AskSent:
        """Raises MovedOn where the page's own fields are missing or mangled."""
        if not self.is_valid():
            raise MovedOn("The page's hidden fields did not come back as they were sent.")
        asked = self.cleaned_data
        return {
            "position": (asked["number"], asked["attempt"]),
            "key": asked["key"],
            "thinking_seconds": asked["thinking"],
            "typing_seconds": asked["typing"],
        }


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
