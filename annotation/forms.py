"""What a researcher fills in in the workshop; rules of catalogue files are the services' matter."""

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotation import draft_sheets, stages
from annotation.models.drafts import REQUIRES_MOST
from annotation.stages import NOTE_LENGTH, Decision, Kind, Stage
from games.formats import Reading, RowError
from games.formats.fields import TEXT_LENGTH
from games.formats.lines import Json
from games.sheets import Extent
from games.text_field import TextField


class DraftForm(forms.Form):
    title = forms.CharField(max_length=200, help_text="What the catalogue is called.")
    licence = forms.CharField(
        max_length=100, initial="CC BY 4.0", help_text="Under which its files are given away."
    )
    slug = forms.SlugField(
        required=False,
        label="Version",
        help_text="Such as kitchen-1: letters, digits, hyphens. Empty: made of the title.",
    )

    def clean_slug(self) -> str | None:
        return self.cleaned_data["slug"] or None


class SearchForm(forms.Form):
    """What a list shows; the address may say anything, and what is wrong in it is left out."""

    q = forms.CharField(required=False, max_length=100, label="Search")
    stage = forms.ChoiceField(
        required=False, choices=[("", "all stages"), *((s.value, s.value) for s in Stage)]
    )

    def said(self, name: str) -> str:
        return str(self.cleaned_data.get(name, "")) if self.is_bound and self.is_valid() else ""


class DecisionForm(forms.Form):
    """place: the row's number on its page."""

    decision = forms.ChoiceField(choices=[(each, each) for each in ("keep", "drop", "undo")])
    reason = forms.CharField(required=False, max_length=20)
    note = forms.CharField(required=False, max_length=10 * NOTE_LENGTH)
    place = forms.IntegerField(required=False, min_value=1)

    def decided(self, kind: Kind) -> Decision:
        """Raises stages.BrokenDecision."""
        said = self.cleaned_data
        if said["decision"] == "undo":
            return stages.UNDONE
        if said["decision"] == "keep":
            return stages.keep(said["note"])
        return stages.drop(kind, said["reason"], said["note"])


class SheetForm(forms.Form):
    """revision: the number of the sheet that the page was filled with."""

    description = TextField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="4 to 6 sentences: form, parts, materials, surface, size, weight. Neither its "
        "name nor what it is for.",
    )
    properties = forms.CharField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text="A line a dimension, such as material: steel, wood@handle. What stands behind "
        "@ is the part that has the value.",
    )
    length = forms.CharField(
        max_length=50,
        label="Length in cm",
        help_text="The longer of the two level sides. A number with a point and no unit, such as "
        "8.5, or a range such as 20 to 26.",
    )
    width = forms.CharField(
        max_length=50, label="Width in cm", help_text="The shorter of the two level sides."
    )
    height = forms.CharField(max_length=50, label="Height in cm", help_text="As it stands or lies.")
    mass = forms.CharField(max_length=50, label="Mass in g", help_text="1000 to the kilogram.")
    revision = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def content(self) -> Reading[Mapping[str, Json]]:
        said = self.cleaned_data
        properties = draft_sheets.properties_in(said["properties"])
        measures = draft_sheets.measures_in({extent: said[extent.value] for extent in Extent})
        errors = properties.errors + measures.errors
        if errors:
            return Reading(None, errors)
        return Reading(
            {
                "description": said["description"],
                "properties": properties.content or {},
                "measures": measures.content or {},
            }
        )


class DefinitionForm(forms.Form):
    definition = TextField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One sentence, of three words or more, with numbers: what happens when it is "
        "done.",
    )
    conditions = TextField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Which physical properties it rests on.",
    )
    requires = forms.IntegerField(
        min_value=1,
        max_value=REQUIRES_MOST,
        label="Number of properties",
        help_text="How many of them it takes.",
    )


class UploadForm(forms.Form):
    """most: bytes that are taken. larger: what takes files with more, in a sentence."""

    most = 5_000_000
    larger = ""
    file = forms.FileField(
        allow_empty_file=True,
        error_messages={"required": "Choose a file first.", "invalid": "Choose a file first."},
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is not None and file.size > self.most:
            told = f"The file has {file.size:,} bytes; {self.most:,} at most are taken here."
            raise ValidationError(f"{told} {self.larger}".strip())
        return file

    def uploaded(self) -> bytes:
        content: bytes = self.cleaned_data["file"].read()
        return content

    def name(self) -> str:
        return str(self.cleaned_data["file"].name)

    def refuse(self, errors: tuple[RowError, ...], *, most: int = 20) -> None:
        """Say what is wrong in the file, the first faults of many."""
        for error in errors[:most]:
            self.add_error("file", str(error))
        if len(errors) > most:
            self.add_error("file", f"And {len(errors) - most} more.")


class CandidatesForm(UploadForm):
    kind = forms.ChoiceField(
        label="What it lists",
        widget=forms.RadioSelect,
        initial=Kind.OBJECT,
        choices=[(Kind.OBJECT, "Objects"), (Kind.AFFORDANCE, "Affordances")],
    )
    field_order = ("kind", "file")
