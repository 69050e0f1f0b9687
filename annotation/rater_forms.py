"""What a researcher fills in about raters: invitations, accounts, reasons, answers."""

from typing import Any

from django import forms

from annotation.forms import UploadForm
from annotation.keyed_form import KeyedForm
from games.text_field import TextField

PLACES_MOST = 1_000
DAYS_MOST = 365
ANSWER_LIMIT = 5_000


class InvitationForm(KeyedForm):
    note = forms.CharField(
        required=False,
        max_length=200,
        help_text="For researchers only, such as the course it goes to.",
    )
    places = forms.IntegerField(
        min_value=1,
        max_value=PLACES_MOST,
        initial=1,
        help_text="How many people may join by this link.",
    )
    days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=DAYS_MOST,
        initial=30,
        label="Days that it is valid",
        help_text="Empty: until it is revoked or the study closes.",
    )
    adjudicates = forms.BooleanField(
        required=False,
        label="Who joins by it adjudicates",
        help_text="They see the votes of others, decide what is open, and judge nothing.",
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, auto_id="invitation_%s", label_suffix="")


class ExistingForm(forms.Form):
    existing = forms.CharField(
        max_length=150,
        label="Name of the account",
        help_text="Its owner agrees to the consent text before the first unit.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type the name of an account."},
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, label_suffix="")


class FreshForm(KeyedForm):
    """An account for somebody, with a password that is made up here."""

    fresh = forms.RegexField(
        r"^[\w.+-]+\Z",
        max_length=150,
        label="Name of the new account",
        help_text="Not a real name: letters, digits, and . + - _",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={
            "required": "Type a name for the account.",
            "invalid": "A name has letters, digits, and . + - _ only.",
        },
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, auto_id="fresh_%s", label_suffix="")


class ForgottenForm(forms.Form):
    forgotten = forms.CharField(
        max_length=150,
        label="Name of the account",
        help_text="Who has the link sets a new password. Hand it to the owner of the account only.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Type the name of an account."},
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, label_suffix="")


class ModelAnswersForm(UploadForm):
    """A pass of a thousand objects has 5 MB, a file of answers with comments more."""

    most = 20_000_000
    larger = "manage.py import_passes takes larger ones."

    def __init__(self, sent: Any = None, files: Any = None, *, passes: bool) -> None:
        """passes: whether the study takes label passes, too."""
        super().__init__(sent, files, auto_id="answers_%s", label_suffix="")
        self.fields["file"].label = "File of answers"
        self.fields["file"].help_text = (
            f"JSON Lines: {'a label pass, or ' if passes else ''}a line each of the form "
            '{"unit": key, "rater": name, "answer": {question: choice}}; at and comment if they '
            "are known. All lines are taken or none. Lines about other units are counted and left."
        )


class LeaveOutForm(forms.Form):
    reason = forms.CharField(
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It goes into exports with the pseudonym; name nobody.",
        error_messages={"required": "Say why; without a reason nobody is left out."},
    )

    def __init__(self, sent: Any = None, **named: Any) -> None:
        super().__init__(sent, label_suffix="", **named)


class AnswerForm(forms.Form):
    """seen: the answer that the form was opened with."""

    answer = TextField(
        max_length=ANSWER_LIMIT,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Write the answer first."},
    )
    seen = TextField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(self, sent: Any = None, *, number: int, answer: str = "") -> None:
        super().__init__(
            sent,
            initial={"answer": answer, "seen": answer},
            auto_id=f"question_{number}_%s",
            label_suffix="",
        )

    @property
    def said(self) -> str:
        return str(self.cleaned_data["answer"])

    @property
    def seen_before(self) -> str | None:
        """None where the form did not say what it was opened with."""
        if "seen" not in self.data:
            return None
        return str(self.cleaned_data["seen"])
