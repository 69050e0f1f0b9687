"""Short forms of a researcher: a reason, a code."""

from django import forms

REASON_LEAST = 10


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It is printed with the participant in exports; name nobody.",
        error_messages={"required": "An exclusion needs its reason."},
    )


class OpenForm(forms.Form):
    """Why a baseline is opened whose Oracle does not pass."""

    override_reason = forms.CharField(
        min_length=REASON_LEAST,
        max_length=2000,
        label="Reason to open it all the same",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=f"{REASON_LEAST} characters or more. It is kept and printed as you write it.",
        error_messages={
            "required": "Without a reason it stays a draft.",
            "min_length": "%(show_value)s characters say too little; write %(limit_value)s or "
            "more.",
        },
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        max_length=40,
        label="Completion code or receipt",
        help_text="Such as 7KQ2-MX9D; case and hyphen do not matter.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type the code first."},
    )
