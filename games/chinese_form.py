"""What a researcher writes in Chinese beside the English of a campaign, all of it optional."""

from typing import Any

from django import forms

FALLBACK = "Empty: the Chinese pages show the English text."


class ChineseForm(forms.Form):
    name_zh = forms.CharField(
        required=False,
        max_length=120,
        label="Name in Simplified Chinese",
        help_text=FALLBACK,
        widget=forms.TextInput(attrs={"lang": "zh-Hans"}),
    )
    ethics_zh = forms.CharField(
        required=False,
        max_length=2000,
        label="Ethics in Simplified Chinese",
        help_text=FALLBACK,
        widget=forms.Textarea(attrs={"rows": 2, "lang": "zh-Hans"}),
    )
    contact_zh = forms.CharField(
        required=False,
        max_length=500,
        label="Contact in Simplified Chinese",
        help_text=FALLBACK,
        widget=forms.Textarea(attrs={"rows": 2, "lang": "zh-Hans"}),
    )

    @property
    def chinese(self) -> dict[str, Any]:
        """As a CampaignPlan takes it."""
        names = ("name", "ethics", "contact")
        return {name: self.cleaned_data.get(f"{name}_zh", "") for name in names}
