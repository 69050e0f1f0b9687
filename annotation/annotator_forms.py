"""What annotators fill in: signing in, joining, a password, a question about the guidelines."""

import hashlib
from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UserCreationForm,
)
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from annotation.keyed_form import KeyedForm
from games.text_field import TextField

QUESTION_LIMIT = 2_000
NAME_RULE = "A name has letters, digits and the signs . + - _ only, and no spaces."
NAME_HELP = (
    "Letters, digits and the signs . + - _ without spaces. Not your real name, no e-mail address."
)
PASSWORD_HELP = "At least 8 characters, and none of the passwords that everybody tries first."
TWICE = "The two passwords differ. Type the same one twice."
TAKEN = "There is an account of this name already. Take another name, or sign in if it is yours."


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": "Name and password do not fit. Both mind capital letters.",
        "inactive": "This account is not in use any more.",
    }

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, label_suffix="", **named)
        self.fields["username"].label = "Name"


class ConsentForm(forms.Form):
    """text: the hash of the text that was shown, so that nobody agrees to another one."""

    agrees = forms.BooleanField(
        label="I have read this and agree.",
        error_messages={"required": "Tick the box if you agree. Without it you cannot take part."},
    )
    text = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, sent: Any, shown: str) -> None:
        self.now_shown = hashlib.sha256(shown.encode()).hexdigest()
        super().__init__(sent, initial={"text": self.now_shown}, label_suffix="")

    def clean_text(self) -> str:
        if self.cleaned_data["text"] != self.now_shown:
            # The box is ticked for the new text only by whoever has read it.
            sent = {name: self.data[name] for name in self.data}
            self.data = {**sent, "text": self.now_shown, "agrees": ""}
            raise ValidationError(
                "The text was changed since you opened this page. Read it again, please."
            )
        return self.now_shown


class BlamesFirst:
    """What is wrong with a password is said where it was typed first, not where it was repeated."""

    first: str

    def validate_password_for_user(self, user: Any, password_field_name: str = "") -> None:
        super().validate_password_for_user(user, self.first)  # type: ignore[misc]  # of the form


class NewAccountForm(BlamesFirst, UserCreationForm):
    first = "password1"
    error_messages = {"password_mismatch": TWICE}

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, label_suffix="")
        name = self.fields["username"]
        name.label, name.help_text = "Name", NAME_HELP
        name.error_messages["invalid"] = NAME_RULE
        name.widget.attrs.pop("autofocus", None)
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = "Password, once more"
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if "@" in name:
            raise ValidationError("Take a made-up name, no e-mail address.")
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(TAKEN)
        return name


class NewPasswordForm(BlamesFirst, SetPasswordForm):
    first = "new_password1"
    error_messages = {"password_mismatch": TWICE}

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, label_suffix="", **named)
        _say_plainly(self.fields)


class OtherPasswordForm(BlamesFirst, PasswordChangeForm):
    first = "new_password1"
    error_messages = {
        "password_mismatch": TWICE,
        "password_incorrect": "This is not your present password.",
    }

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, label_suffix="", **named)
        self.fields["old_password"].label = "Present password"
        self.fields["old_password"].widget.attrs.pop("autofocus", None)
        _say_plainly(self.fields)


class QuestionForm(KeyedForm):
    text = TextField(
        max_length=QUESTION_LIMIT,
        label="Your question",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="About the guidelines, not about yourself. Its answer is shown to everybody who "
        "judges here, with your question and without your name.",
        error_messages={
            "required": "Write the question first.",
            "max_length": "A question has at most %(limit_value)s characters; this one has "
            "%(show_value)s.",
        },
    )

    def __init__(self, sent: Any = None) -> None:
        super().__init__(sent, label_suffix="")
        # A browser would cut what is pasted there without a word; the form says it instead.
        self.fields["text"].widget.attrs.pop("maxlength", None)


def _say_plainly(fields: dict[str, forms.Field]) -> None:
    fields["new_password1"].label, fields["new_password1"].help_text = "New password", PASSWORD_HELP
    fields["new_password2"].label = "New password, once more"
    fields["new_password2"].help_text = ""
