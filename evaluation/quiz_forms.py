"""What a researcher fills in to open a quiz, and what a person's answer is posted with."""

import math
from typing import Any

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation.coat.questions import LETTERS
from games.text_field import TextField

CONSENT = (
    "You are asked which of several household objects serves a task best. Your answers, and for"
    " how long you looked at each question, are stored without your name, beside those of other"
    " people, for research on language models. It is voluntary: you can stop at any time, and"
    " delete what you answered from the browser that you answered in."
)


class QuizForm(KeyedForm):
    title = forms.CharField(max_length=200, help_text="People read it above the questions.")
    questions = forms.IntegerField(
        label="Questions a person", min_value=1, max_value=500, initial=20,
        help_text="Drawn so that all questions of the set are given about equally often.",
    )  # fmt: skip
    most_people = forms.IntegerField(
        label="People, at most", min_value=1, max_value=100_000, initial=100
    )
    seed = forms.IntegerField(
        min_value=0, max_value=2**31 - 1, initial=1,
        help_text="The same seed gives the same order to the first person, the second, and so on.",
    )  # fmt: skip
    consent = TextField(
        label="What people agree to", max_length=5000, initial=CONSENT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="Say who asks, what is kept, and whom to write to.",
    )  # fmt: skip


class AgreeForm(KeyedForm):
    """Its key stands for one person that begins."""


class AnswerForm(forms.Form):
    """seconds: what the browser says; whatever is no number is nothing."""

    place = forms.IntegerField(min_value=1, max_value=500)
    letter = forms.ChoiceField(choices=[(each, each) for each in LETTERS])
    seconds = forms.CharField(required=False, max_length=40)

    def clean_seconds(self) -> float | None:
        try:
            found = float(self.cleaned_data["seconds"])
        except ValueError:
            return None
        return found if math.isfinite(found) else None

    def said(self, name: str) -> Any:
        return self.cleaned_data[name]
