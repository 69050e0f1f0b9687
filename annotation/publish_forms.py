"""What a researcher decides when publishing a study."""

from django import forms


class PublishForm(forms.Form):
    """Fields that a study does not need are left out: no version where no catalogue is made."""

    version = forms.CharField(
        label="Version of the new catalogue",
        help_text="Letters, digits, hyphens and underscores. A stored version never changes.",
        error_messages={"required": "Give the new catalogue a version name."},
    )
    seed = forms.IntegerField(
        label="Seed of new games",
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        help_text="New games are drawn for those that fell away; the same seed draws the same.",
    )
    leave_open = forms.BooleanField(
        required=False,
        help_text="They stay as they were, or are left out of a document, and are named in it.",
    )
    leave_misfits = forms.BooleanField(
        required=False,
        help_text="Left out of every file but the provenance, and named with the reason.",
    )

    def __init__(self, *args: object, catalogue: bool, seed: int, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]  # handed on as they came
        self.fields["seed"].initial = seed
        if not catalogue:
            del self.fields["version"], self.fields["seed"]

    def ask_about(self, *, open_units: int, misfits: int) -> None:
        """Offer to publish without so many units; where there are none, nothing is asked."""
        self._offer("leave_open", open_units, "is open", "are open")
        self._offer("leave_misfits", misfits, "does not fit", "do not fit")

    def _offer(self, field: str, units: int, is_so: str, are_so: str) -> None:
        if not units:
            del self.fields[field]
        else:
            which = f"the unit that {is_so}" if units == 1 else f"the {units:,} units that {are_so}"
            self[field].label = f"Publish without {which}"
