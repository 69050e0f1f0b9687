"""What a researcher fills in on pages of COAT: what is shown, imported, drawn."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from annotation.keyed_form import KeyedForm
from evaluation.coat import words
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.generate import SetSpec
from evaluation.coat.json_files import FILES
from evaluation.coat.labels import FILE as LABELS_FILE
from evaluation.coat.partition import Category, Policy
from evaluation.coat.ranking import Order
from evaluation.coat.variations import Kind
from evaluation.models import CoatCatalogue, PenaltyScheme
from evaluation.services.coat_question_sets import MOST
from games.exporting.checks import UNREADABLE
from games.formats.rows import RowError

MOST_BYTES = 30_000_000
NAMES: Mapping[str, str] = {PurePosixPath(name).name: name for name in (*FILES, LABELS_FILE)}
"""A browser sends the name of a file without its folder; the names differ without it, too."""

PARTITIONS = [(each.value, said) for each, said in words.PARTITIONS.items()]
ORDERS = [(each.value, said) for each, said in words.ORDERS.items()]
WEIGHTS = [(each.value, said) for each, said in words.WEIGHTS.items()]
PADDINGS = [(each.value, said) for each, said in words.PADDINGS.items()]


class PolicyForm(forms.Form):
    """How configurations are told apart and ranked; what is wrong in an address is left out."""

    partition = forms.ChoiceField(choices=PARTITIONS, required=False)
    order = forms.ChoiceField(choices=ORDERS, required=False)
    scheme = forms.ModelChoiceField(
        PenaltyScheme.objects.all(),
        required=False,
        empty_label="the partition's own",
        label="Penalties",
    )
    category = forms.ChoiceField(
        choices=[("", "all"), *((each.value, each.value) for each in Category)], required=False
    )

    def said(self, name: str) -> Any:
        self.is_valid()
        return self.cleaned_data.get(name)

    @property
    def policy(self) -> Policy:
        return Policy(self.said("partition") or Policy.CORRECTED)

    @property
    def chosen_order(self) -> Order:
        return Order(self.said("order") or Order.LEXICOGRAPHIC)

    @property
    def chosen_scheme(self) -> PenaltyScheme | None:
        scheme: PenaltyScheme | None = self.said("scheme")
        return scheme

    @property
    def scheme_id(self) -> int | None:
        return self.chosen_scheme.pk if self.chosen_scheme else None


class SeveralFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One ZIP file, or the files themselves."""

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        each = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(one, initial) for one in each or [None]]


class VersionForm(KeyedForm):
    """Under which name a catalogue is stored."""

    version = forms.SlugField(
        max_length=60, help_text="Letters, digits and hyphens, such as kitchen-1."
    )
    title = forms.CharField(max_length=200)


class ImportForm(VersionForm):
    licence = forms.CharField(
        max_length=60,
        initial="unknown",
        help_text="As the Hugging Face Hub names it, such as cc-by-4.0. It stands in what is"
        " exported.",
    )
    upload = FilesField(
        label="Files",
        widget=SeveralFiles,
        allow_empty_file=True,
        error_messages={"required": "Choose the files first.", "invalid": "Choose files first."},
        help_text="The eleven files, or one ZIP file that holds them; labels.json may be among"
        f" them. {MOST_BYTES:,} bytes at most.",
    )

    def clean_upload(self) -> dict[str, bytes]:
        sent: list[UploadedFile] = self.cleaned_data["upload"]
        if sum(each.size or 0 for each in sent) > MOST_BYTES:
            raise ValidationError(f"These files are larger than {MOST_BYTES:,} bytes together.")
        found: dict[str, bytes] = {}
        for each in sent:
            content = each.read()
            inside = _unpacked(content) if str(each.name).endswith(".zip") else {}
            for name, data in (inside or {str(each.name): content}).items():
                known = NAMES.get(PurePosixPath(name).name)
                if known is not None and known in found:
                    raise ValidationError(f"{known} was sent twice.")
                if known is not None:
                    found[known] = data
        return found

    def refuse(self, errors: tuple[RowError, ...], *, most: int = 40) -> None:
        """Say what is wrong in the files, the first faults of many."""
        for error in errors[:most]:
            self.add_error("upload", str(error))
        if len(errors) > most:
            self.add_error("upload", f"And {len(errors) - most} more.")


def _unpacked(content: bytes) -> dict[str, bytes]:
    """The known files of a ZIP file, none larger than all may be together."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            held = [each for each in packed.infolist() if _known(each.filename)]
            if sum(each.file_size for each in held) > MOST_BYTES:
                raise ValidationError(f"Unpacked it is larger than {MOST_BYTES:,} bytes.")
            return {each.filename: packed.read(each) for each in held}
    except UNREADABLE as error:
        raise ValidationError(f"The ZIP file cannot be read: {error}.") from error


def _known(name: str) -> bool:
    return PurePosixPath(name).name in NAMES and not name.startswith("__MACOSX")


POLICIES = ("partition", "order", "scheme", "weights", "padding")


class SetForm(KeyedForm):
    """of: kind and variation as one choice. step: whether it is only counted first."""

    catalogue = forms.ModelChoiceField(
        CoatCatalogue.objects.all(), empty_label=None, to_field_name="version"
    )
    of = forms.ChoiceField(
        label="What is asked, and which options there are",
        help_text="In brackets the kind, and the variation's name in the published data.",
    )
    size = forms.IntegerField(
        label="Questions", min_value=1, max_value=MOST, initial=500,
        help_text="A pair that has fewer than its share gives all it has.",
    )  # fmt: skip
    seed = forms.IntegerField(
        min_value=0, max_value=2**31 - 1, initial=1,
        help_text="The same seed draws the same questions.",
    )  # fmt: skip
    partition = forms.ChoiceField(
        choices=PARTITIONS,
        initial=Policy.CORRECTED.value,
        label=words.PARTITION,
        help_text="Legacy repeats the published program, with its mistakes.",
    )
    order = forms.ChoiceField(choices=ORDERS, initial=Order.LEXICOGRAPHIC.value, label=words.ORDER)
    scheme = forms.ModelChoiceField(
        PenaltyScheme.objects.all(),
        required=False,
        empty_label="those of the choice above",
        label="Penalties",
    )
    weights = forms.ChoiceField(
        choices=WEIGHTS,
        initial=Weights.LEGACY.value,
        label=words.WEIGHT,
        help_text="Of kinds that show states.",
    )
    padding = forms.ChoiceField(
        choices=PADDINGS,
        initial=Padding.STRICT.value,
        label=words.PAD,
        help_text="Of task-0 alone.",
    )
    step = forms.ChoiceField(choices=[("count", "count"), ("make", "make")], required=False)

    def __init__(
        self, data: Any = None, *, variations: list[Any] | None = None, **more: Any
    ) -> None:
        """variations: (group, [(value, words)]), as a list to choose from shows them."""
        super().__init__(data, **more)
        chosen = self.fields["of"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = variations or []

    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in ("catalogue", "of", "size", "seed")]

    def policies(self) -> list[forms.BoundField]:
        """What follows the study unless somebody wants it otherwise."""
        return [self[name] for name in POLICIES]

    def policies_are_open(self) -> bool:
        return self.is_bound and any(
            name in self.changed_data or self[name].errors for name in POLICIES
        )

    @property
    def only_counts(self) -> bool:
        return bool(self.cleaned_data["step"] != "make")

    def spec(self) -> SetSpec:
        filled = self.cleaned_data
        kind, _, variation = filled["of"].partition("/")
        return SetSpec(
            kind=Kind(kind),
            variation=variation,
            size=filled["size"],
            seed=filled["seed"],
            weights=Weights(filled["weights"]),
            padding=Padding(filled["padding"]),
        )
