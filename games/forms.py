"""The shape of what a play's page posts; whether a move is allowed is the rules' matter."""

from django import forms


class AskForm(forms.Form):
    question = forms.CharField(required=False, strip=False)
    number = forms.IntegerField()
    attempt = forms.IntegerField()
    key = forms.UUIDField()


class MarkForm(forms.Form):
    affordance = forms.CharField()
    crossed_out = forms.TypedChoiceField(
        choices=[("1", "out"), ("0", "in")], coerce=lambda value: value == "1"
    )


class GuessForm(forms.Form):
    affordance = forms.CharField(required=False)
    number = forms.IntegerField()
