"""Fields of a form that is a spec: one for each key, `games_limit` is games.limit.

None is required and none is judged here: what is empty takes the spec's default, and what is
wrong the spec says.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.widgets import ChoiceWidget

from evaluation.spec_values import ModelSpec, PriceSpec, RunSettings, SamplingSpec
from games.llm import key_hosts
from games.llm.profiles import PROFILES
from games.llm.served import VLLM_CONTEXT

Choices = Iterable[tuple[str, str]]


class Text(forms.CharField):
    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        super().__init__(required=False, label=label, help_text=help_text, **more)


class Number(forms.CharField):
    """A number where it is one, else the text, so that the spec says what is wrong with it."""

    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal"})
        if "initial" in more:
            help_text = f"{help_text} Empty: {more['initial']}.".strip()
        super().__init__(required=False, label=label, help_text=help_text, widget=widget, **more)

    def clean(self, value: Any) -> int | float | str:
        text = str(super().clean(value))
        for read in (int, float):
            try:
                number = read(text)
            except ValueError:
                continue
            return number if isinstance(number, int) or math.isfinite(number) else text
        return text


class _OnlyVariables(forms.TextInput):
    """Shows a name of a variable again, and nothing else: it may be the key itself."""

    def format_value(self, value: Any) -> str | None:
        return value if value and key_hosts.VARIABLE.fullmatch(str(value)) else None


class Variable(Text):
    """The name of an environment variable that holds a key."""

    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        super().__init__(label, help_text, widget=_OnlyVariables(), **more)


class Flag(forms.BooleanField):
    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        super().__init__(required=False, label=label, help_text=help_text, **more)


class Choice(forms.CharField):
    """The spec says which choices there are; the widget only offers them."""

    def __init__(
        self,
        label: str,
        choices: Choices,
        help_text: str = "",
        *,
        offered_by: type[ChoiceWidget] = forms.Select,
        **more: Any,
    ) -> None:
        widget = offered_by(choices=list(choices))
        super().__init__(required=False, label=label, help_text=help_text, widget=widget, **more)


PROFILES_MEAN: Mapping[str, str] = {
    "plain": "any server, or a paid one that has no profile here",
    "vllm": "vLLM; replies can be constrained",
    "vllm-no-thinking": "vLLM, with the model's thinking switched off",
    "vllm-thinking": "vLLM, with room for the model's thinking",
    "llama.cpp": "the llama.cpp server",
    "openai-reasoning": "OpenAI's reasoning models, paid",
    "gemini": "Google's Gemini, paid",
    "minimax": "MiniMax, paid",
    "deepseek": "DeepSeek without thinking, paid",
    "deepseek-thinking": "DeepSeek with thinking, paid",
}


class SharedFields(forms.Form):
    """Those of any run in which a model answers."""

    run_title = Text("Title", "Empty: the player's name.")
    run_player = Text(
        "Name of the player", "As it stands on every page. Empty: the model's name or the program."
    )
    model_backend = Choice(
        "How it is loaded",
        [("transformers", "transformers: one small model"), ("vllm", "vLLM: on a GPU")],
        "In the process of a worker that was started with --pool solo.",
        initial=ModelSpec.backend,
    )
    model_address = Text("Address of the server", "Up to the version: http://127.0.0.1:8000/v1.")
    model_name = Text("Name of the model", "As the server calls it.")
    model_folder = Text(
        "Folder of the model", "The same path for every worker, or a hub's owner/name."
    )
    model_key_variable = Variable(
        "Variable that holds the key",
        "The name of an environment variable, such as OPENAI_API_KEY, never the key itself; empty: "
        "no key. The lab's setting MODEL_KEYS says where each key may be sent. It is set where the "
        "workers run, which this page cannot see: the worker checks it before it begins.",
    )
    model_profile = Choice(
        "Profile of the service",
        [(name, f"{name}: {PROFILES_MEAN[name]}") for name in PROFILES],
        "How requests to it look and how its tokens count; docs/runs.md tells more.",
        initial=ModelSpec.profile,
    )
    model_context = Number("Context in tokens", f"Of vLLM in process. Empty: {VLLM_CONTEXT:,}.")
    model_timeout_seconds = Number(
        "Seconds that a reply may take", initial=ModelSpec.timeout_seconds
    )
    model_group = Choice("Openness", [("", "–"), ("open", "open"), ("closed", "closed")])
    model_architecture = Choice(
        "Architecture", [("", "–"), ("dense", "dense"), ("moe", "mixture of experts")]
    )
    model_size = Text("Size", "As its makers give it: 8B, 671B-A37B.")
    model_revision = Text("Revision")
    run_seed = Number(
        "Seed",
        "Of the order in which they come and of all that is left to chance.",
        initial=RunSettings.seed,
    )
    sampling_temperature = Number("Temperature", initial=f"{SamplingSpec.temperature:g}")
    sampling_effort = Text("Reasoning effort", "Empty: the profile's.")
    sampling_reasoning_tokens = Number("Tokens for hidden reasoning", "Empty: the profile's.")
    run_concurrency = Number("Calls at once", "In each worker.", initial=RunSettings.concurrency)
    run_workers = Number(
        "Workers that may share it",
        "How many may play it at once, on one machine or several; each has to be started.",
        initial=RunSettings.workers,
    )
    limits_tokens = Number("Limit of tokens", "Of all roles; the run is paused there. Empty: none.")
    limits_cost = Number("Limit of cost", "The run is paused there. It needs a price.")
    price_input = Number("Price of a million tokens in")
    price_output = Number("Price of a million tokens out")
    price_cached = Number(
        "Price of a million cached tokens in", "Empty: the same as all others in."
    )
    price_currency = Text("Currency", f"Empty: {PriceSpec.currency}.")

    def keep_strange_choices(self, said: Mapping[str, Any]) -> None:
        """What was said and is not on offer stays to be seen, beside what is wrong with it."""
        for name, field in self.fields.items():
            if isinstance(field.widget, ChoiceWidget):
                value = said.get(name) or ""
                if value and value not in dict(field.widget.choices):
                    self.offer(name, [(value, value)])

    def offer(self, name: str, more: Choices) -> None:
        select = self.fields[name].widget
        assert isinstance(select, ChoiceWidget)
        select.choices = [*select.choices, *more]
