"""What a researcher sends of rules: a file, one rule written anew, a catalogue to score on."""

from typing import Any

from django import forms

from evaluation.kari.syntax import LONGEST
from evaluation.models import RuleSet
from evaluation.services.rule_sets import NOTE_LENGTH, Edit
from games.models import Catalogue

FILE_LIMIT = 20_000_000
WORDS_LENGTH = 200
NONE = "none"


class ImportForm(forms.Form):
    """`file` is within the limit once it is valid."""

    file = forms.FileField(
        label="File",
        help_text="JSON Lines: a head, then a rule a line; docs/rules.md describes it.",
        error_messages={"required": "Choose a file.", "empty": "The file is empty."},
    )
    note = forms.CharField(
        required=False,
        max_length=NOTE_LENGTH,
        label="Note",
        help_text="Shown beside the set. May be empty.",
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > FILE_LIMIT:
            raise forms.ValidationError(
                f"The file has {file.size:,} bytes; {FILE_LIMIT:,} at most are read."
            )
        return file


class EditForm(forms.Form):
    """One rule of a set. What is right and wrong with it, the language says."""

    words = forms.CharField(
        max_length=WORDS_LENGTH,
        label="The affordance in words",
        help_text="By these words a game's candidates find the rule.",
        error_messages={"required": "Write the affordance in words."},
    )
    rule = forms.CharField(
        max_length=LONGEST,
        strip=False,
        label="The rule",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"}),
        help_text="MADE_OF, SHAPE, SIZE, SURFACE and PART, joined by AND and OR.",
        error_messages={"required": "Write a rule."},
    )
    grow = forms.BooleanField(
        required=False,
        label="Take new values into the set’s vocabulary",
        help_text="Without this a value that the set does not know yet is a fault.",
    )
    looked_at = forms.ChoiceField(
        label="Labels that you have seen",
        help_text="Of the catalogue whose labels you looked at for this edit, also on these "
        "pages. A run on its games is then marked as contaminated.",
        error_messages={"required": "Say whether you saw labels."},
    )
    note = forms.CharField(
        required=False, max_length=NOTE_LENGTH, label="Note", help_text="Why. May be empty."
    )

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        versions = Catalogue.objects.order_by("-pk").values_list("version", flat=True)
        choices = [("", "Choose"), (NONE, "none"), *((each, each) for each in versions)]
        looked_at = self.fields["looked_at"]
        assert isinstance(looked_at, forms.ChoiceField)
        looked_at.choices = choices
        # It is asked of what is stored, not of what is only looked at.
        looked_at.required = not self.only_looks

    def edit(self, affordance: str) -> Edit:
        """What was filled in; what is missing or wrong in it is empty."""
        said = self.cleaned_data
        looked_at = said.get("looked_at", "")
        return Edit(
            affordance=affordance,
            words=said.get("words", ""),
            rule=said.get("rule", ""),
            note=said.get("note", ""),
            grow=said["grow"],
            looked_at="" if looked_at == NONE else looked_at,
        )

    @property
    def only_looks(self) -> bool:
        return bool(self.data.get("step") == "look")

    def refuse(self, problems: tuple[str, ...]) -> None:
        for problem in problems:
            self.add_error("rule", problem)


class ScoreForm(forms.Form):
    """On which catalogue a set is scored: one that is not scored on yet."""

    catalogue = forms.ModelChoiceField(
        Catalogue.objects.none(),
        to_field_name="version",
        label="Catalogue",
        empty_label=None,
        error_messages={
            "required": "Choose a catalogue.",
            "invalid_choice": "Choose a catalogue that it is not scored on yet.",
        },
    )

    def __init__(self, data: Any = None, *, row: RuleSet) -> None:
        super().__init__(data)
        field = self.fields["catalogue"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Catalogue.objects.exclude(rule_scores__rule_set=row).order_by("-pk")
