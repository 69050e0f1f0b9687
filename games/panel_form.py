"""The codes that a recruiting platform expects for each way to end."""

from django import forms

PANEL_OUTCOMES = ("completed", "partial", "full", "barred")


class PanelForm(forms.Form):
    panel_completed = forms.CharField(
        required=False, max_length=100, label="Completed", help_text="All games were played."
    )
    panel_partial = forms.CharField(
        required=False, max_length=100, label="Partial", help_text="Stopped before the last game."
    )
    panel_full = forms.CharField(
        required=False, max_length=100, label="Full", help_text="Came when no place was left."
    )
    panel_barred = forms.CharField(
        required=False,
        max_length=100,
        label="Barred",
        help_text="Knew the objects, from judging or playing them; for baselines only.",
    )

    @property
    def panel_codes(self) -> dict[str, str]:
        """As a CampaignPlan takes them."""
        codes = {name: self.cleaned_data.get(f"panel_{name}") for name in PANEL_OUTCOMES}
        return {name: code for name, code in codes.items() if code}
