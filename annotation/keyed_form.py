"""Forms whose copy is harmless: each carries a key, and what it makes is made once a key."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError


class KeyedForm(forms.Form):
    """A fresh form has a new key; so has one that came back without a key that can be read."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean(self) -> dict[str, Any]:
        if "key" in self.errors:
            sent = {name: self.data[name] for name in self.data}
            self.data = {**sent, "key": str(uuid.uuid4())}
            raise ValidationError(
                "This page was out of date, so nothing was taken. Send it once more."
            )
        return self.cleaned_data
