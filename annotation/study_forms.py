"""What a researcher fills in to make a study, or to change it; units from what is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html

from annotation import consent
from annotation.allocation import Policy
from annotation.kinds.base import Kind
from annotation.kinds.registry import KINDS
from annotation.models import Study
from annotation.services.studies import SLUG_LIMIT
from annotation.services.study_settings import ChangedMeanwhile, Settings, StudyRefused, stamp
from games.models import Catalogue
from games.text_field import TextField

GUIDELINES_LENGTH = 30_000
CONSENT_LENGTH = 20_000
SEATS_MOST = 50
POLICIES = {
    Policy.SHUFFLED_BLOCKS: "Block by block, in an order of the rater's own: what units share, such"
    " as a description, is read once",
    Policy.SHUFFLED: "In an order of the rater's own",
    Policy.AS_GIVEN: "In the order in which the units were added, alike for all",
}


@dataclass(frozen=True)
class FieldGroup:
    title: str
    fields: list[forms.BoundField]


class KindForm(forms.Form):
    kind = forms.ChoiceField(widget=forms.RadioSelect, label="What is judged")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        chosen = self.fields["kind"]
        assert isinstance(chosen, forms.ChoiceField)
        told = '{} <small class="means">{} Key: {}</small>'
        chosen.choices = [
            (key, format_html(told, kind.title, kind.purpose, key))
            for key, kind in sorted(KINDS.items(), key=lambda each: each[1].title)
        ]
        chosen.error_messages["required"] = "Choose one of them."


class StudyForm(forms.Form):
    """seen: which settings the form was opened with."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    title = forms.CharField(max_length=200, help_text="Raters read it, too.")
    slug = forms.SlugField(
        required=False,
        max_length=SLUG_LIMIT,
        label="Address",
        help_text="The last part of the link: letters, digits, hyphens. Empty: made of the title.",
    )
    about = TextField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What an invitation says of it, in a sentence or two.",
    )
    contact = forms.CharField(max_length=300, help_text="Whom raters can write to.")
    guidelines = TextField(
        max_length=GUIDELINES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 20, "spellcheck": "true"}),
        help_text="Markdown. Raters read them first, and by a key while they judge.",
    )
    consent = TextField(
        max_length=CONSENT_LENGTH,
        label="Consent text",
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="Adapt it to what your ethics board approved; it is frozen with its hash.",
    )
    seats = forms.IntegerField(
        min_value=1,
        max_value=SEATS_MOST,
        initial=3,
        label="Judgements a unit",
        help_text="Each unit gets exactly so many, by as many raters.",
    )
    policy = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial=Policy.SHUFFLED_BLOCKS,
        label="Order",
        choices=[(policy.value, words) for policy, words in POLICIES.items()],
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2_147_483_647,
        initial=1,
        help_text="Of the raters' orders: the same seed, the same orders.",
    )
    gold_every = forms.IntegerField(
        min_value=1,
        max_value=10_000,
        initial=20,
        label="Units between hidden gold units",
        help_text="Gold units have a known answer; raters cannot tell them from the rest.",
    )
    reservation_minutes = forms.IntegerField(
        min_value=1,
        max_value=24 * 60,
        initial=30,
        label="Minutes for which a unit is kept for a rater",
        help_text="After that, what was handed out and not judged may go to somebody else.",
    )
    catalogue = forms.ModelChoiceField(
        Catalogue.objects.order_by("-pk"),
        required=False,
        empty_label="none",
        help_text="From which units are made, and into which the outcome goes back.",
    )
    excludes = forms.ModelMultipleChoiceField(
        Study.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="Raters of these studies may not judge here",
        help_text="Such as the study whose labels this one checks.",
    )
    GROUPS = (
        ("The study", ("title", "slug", "about", "contact")),
        ("What raters read", ("guidelines", "consent")),
        (
            "Who judges what",
            ("seats", "policy", "seed", "gold_every", "reservation_minutes", "excludes"),
        ),
        ("Catalogue", ("catalogue",)),
    )

    def __init__(
        self, data: Any = None, *, kind: Kind | None = None, study: Study | None = None
    ) -> None:
        """kind: of a new study. study: the one that is changed, whose address stays."""
        super().__init__(data, initial=_filled_from(study) if study else _beginning(kind))
        del self.fields["slug" if study else "seen"]
        others = self.fields["excludes"]
        assert isinstance(others, forms.ModelMultipleChoiceField)
        others.queryset = Study.objects.exclude(pk__in=[study.pk] if study else []).order_by("-pk")
        if not others.queryset.exists():
            del self.fields["excludes"]
        for field in self.fields.values():
            # A browser would cut what is pasted there without a word; the form says it instead.
            field.widget.attrs.pop("maxlength", None)

    def groups(self) -> Iterator[FieldGroup]:
        for title, names in self.GROUPS:
            yield FieldGroup(title, [self[name] for name in names if name in self.fields])

    def wrong(self) -> list[forms.BoundField]:
        """The fields that something is wrong with, in the order of the page."""
        return [field for group in self.groups() for field in group.fields if field.errors]

    def settings(self) -> Settings:
        filled = self.cleaned_data
        return Settings(
            title=filled["title"],
            guidelines=filled["guidelines"],
            about=filled["about"],
            contact=filled["contact"],
            consent=filled["consent"],
            catalogue=filled["catalogue"],
            seats=filled["seats"],
            policy=Policy(filled["policy"]),
            seed=filled["seed"],
            gold_every=filled["gold_every"],
            reservation_seconds=60 * filled["reservation_minutes"],
            excludes=list(filled.get("excludes", [])),
        )

    @property
    def seen_before(self) -> str | None:
        """None where the form did not say what it was opened with."""
        return self.cleaned_data["seen"] or None

    def refuse(self, refused: StudyRefused) -> None:
        """Put the service's sentence beside the field that it is about.

        Whoever sends it again has been told of what somebody else changed.
        """
        if isinstance(refused, ChangedMeanwhile):
            assert isinstance(self.data, QueryDict)
            told = self.data.copy()
            told["seen"] = refused.stands
            self.data = told
        self.add_error(refused.about if refused.about in self.fields else None, str(refused))


def _beginning(kind: Kind | None) -> dict[str, Any]:
    return {"guidelines": kind.guidelines if kind else "", "consent": consent.DEFAULT}


def _filled_from(study: Study) -> dict[str, Any]:
    copied = (
        "title", "about", "contact", "guidelines", "seats", "policy", "seed", "gold_every",
        "catalogue",
    )  # fmt: skip
    text = study.consent_text
    return {name: getattr(study, name) for name in copied} | {
        "seen": stamp(study),
        "consent": text.in_language("en") if text else consent.DEFAULT,
        "reservation_minutes": max(1, round(study.reservation_seconds / 60)),
        "excludes": study.excludes.all(),
    }
