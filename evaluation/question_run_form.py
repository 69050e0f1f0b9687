"""What a researcher fills in to put a question set to a model: the spec as a text."""

from collections.abc import Sequence
from typing import Any

from django import forms

from annotation.keyed_form import KeyedForm
from evaluation import question_specs, specs
from evaluation.question_spec_values import QuestionRunSpec
from evaluation.spec_tables import Problem, SpecError

NO_QUESTIONS = "It has no table [questions]; runs of games are launched at Runs."


class QuestionRunForm(KeyedForm):
    """`spec` is there once it is valid."""

    spec: QuestionRunSpec
    text = forms.CharField(
        label="The spec",
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 22, "spellcheck": "false"}),
        help_text="TOML, as docs/coat.md describes it; what is left out has its default.",
    )

    def clean(self) -> dict[str, Any]:
        filled = super().clean()
        try:
            tables = specs.tables_of(str(filled.get("text", "")).encode())
            if "questions" in tables:
                self.spec = question_specs.of_json(tables)
            else:
                self.add_error("text", NO_QUESTIONS)
        except SpecError as error:
            self.refuse(error.problems)
        return filled

    def refuse(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            self.add_error("text", str(problem))
