"""The shape of what volunteers post, and of what a recruiting platform puts into a link."""

from uuid import UUID

from django import forms
from django.conf import settings
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

PANEL_LIMIT = 100
NOT_SAID = ("", _("prefer not to say"))


class PanelField(forms.RegexField):
    """One parameter of the link, such as Prolific makes it."""

    def __init__(self) -> None:
        super().__init__(r"^[A-Za-z0-9_-]*\Z", required=False, max_length=PANEL_LIMIT)


class PanelForm(forms.Form):
    """Who sends a volunteer, named as the platform names it."""

    PROLIFIC_PID = PanelField()
    STUDY_ID = PanelField()
    SESSION_ID = PanelField()

    @property
    def given(self) -> dict[str, str]:
        return {name: text for name, text in self.cleaned_data.items() if text}

    @property
    def external_id(self) -> str:
        return self.given.get("PROLIFIC_PID", "")

    @property
    def query(self) -> str:
        """What an address of this study carries on, empty where nothing was given."""
        return f"?{urlencode(self.given)}" if self.given else ""


class ConsentForm(forms.Form):
    """key: makes a copy of the post harmless. language: of the text that was shown."""

    key = forms.UUIDField()
    language = forms.ChoiceField(choices=settings.LANGUAGES)
    not_judged = forms.BooleanField()

    def __init__(self, sent: object, *, baseline: bool) -> None:
        super().__init__(sent)  # type: ignore[arg-type]  # a request's POST
        if not baseline:
            del self.fields["not_judged"]

    @property
    def lacks_statement(self) -> bool:
        """Whether all that is missing is the statement about judging."""
        return set(self.errors) == {"not_judged"}

    @property
    def sent_key(self) -> UUID:
        key: UUID = self.cleaned_data["key"]
        return key


class AboutForm(forms.Form):
    """Questions about the volunteer, every one optional; what is not said is not kept."""

    age_group = forms.ChoiceField(
        label=_("Your age"),
        required=False,
        choices=[
            NOT_SAID,
            ("18-24", "18–24"),
            ("25-34", "25–34"),
            ("35-44", "35–44"),
            ("45-54", "45–54"),
            ("55-64", "55–64"),
            ("65+", _("65 or older")),
        ],
    )
    gender = forms.CharField(
        label=_("Your gender, in your own words (at most 60 characters)"), required=False
    )
    english = forms.ChoiceField(
        label=_("Your English"),
        required=False,
        choices=[
            NOT_SAID,
            ("basic", _("basic")),
            ("good", _("good")),
            ("fluent", _("fluent")),
            ("native", _("my first language")),
        ],
    )
    familiarity = forms.ChoiceField(
        label=_("Have you played 20 Questions before?"),
        required=False,
        choices=[
            NOT_SAID,
            ("never", _("never")),
            ("sometimes", _("a few times")),
            ("often", _("often")),
        ],
    )

    def __init__(self, sent: object = None, **named: object) -> None:
        super().__init__(sent, label_suffix="", **named)  # type: ignore[arg-type]  # as Django takes them
        gender = self.fields["gender"]
        gender.widget.attrs.update(maxlength=60, autocomplete="off")
        gender.widget.attrs["placeholder"] = NOT_SAID[1]

    def clean_gender(self) -> str:
        text: str = self.cleaned_data["gender"]
        return text[:60]

    @property
    def said(self) -> dict[str, str]:
        return {name: text for name, text in self.cleaned_data.items() if text}


class WordsForm(forms.Form):
    words = forms.CharField(max_length=200)
