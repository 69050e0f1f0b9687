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
        label="Publish without the open units",
        help_text="They stay as they were, or are left out of a document, and are named in it.",
    )

    def __init__(self, *args: object, catalogue: bool, seed: int, **named: object) -> None:
        super().__init__(*args, **named)  # type: ignore[arg-type]  # handed on as they came
        self.fields["seed"].initial = seed
        if not catalogue:
            self.hide("version", "seed")

    def hide(self, *names: str) -> None:
        for name in names:
            self.fields.pop(name, None)
