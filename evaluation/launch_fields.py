"""The fields of the launch form, one for each key of a spec: `games_limit` is games.limit.

None is required and none is judged here: what is empty takes the spec's default, and what is
wrong the spec says.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.db.models import Count, Q
from django.forms.widgets import ChoiceWidget

from evaluation.models import FixedList, RuleSet
from evaluation.spec_values import (
    ModelSpec,
    PriceSpec,
    ProtocolSpec,
    QuestionerSpec,
    RunSettings,
    SamplingSpec,
)
from games.labels import Split
from games.llm.profiles import PROFILES
from games.llm.served import VLLM_CONTEXT
from games.models import Campaign, Catalogue, Game

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


class Flag(forms.BooleanField):
    def __init__(self, label: str, help_text: str = "") -> None:
        super().__init__(required=False, label=label, help_text=help_text)


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


class LaunchFields(forms.Form):
    questioner_kind = Text("Player", initial=QuestionerSpec.kind)
    questioner_guess = Text("Who guesses")
    run_title = Text("Title", "Empty: the player's name.")
    run_player = Text(
        "Name of the player", "As it stands on every page. Empty: the model's name or the program."
    )
    questioner_skill = Number("Skill", "From 0, which asks at random, to 1, which is greedy.")
    questioner_list = Choice("List of questions", [("", "the shipped list of the catalogue")])
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
    model_key_variable = Text(
        "Variable that holds the key",
        "The name of an environment variable, such as OPENAI_API_KEY, never the key itself; empty: "
        "no key. The lab's setting MODEL_KEYS says where each key may be sent. It is set where the "
        "workers run, which this page cannot see: the worker checks it before the first game.",
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
    games_catalogue = Choice("Catalogue", [])
    games_split = Choice(
        "Split",
        [("test", "test"), ("dev", "dev"), ("", "test and dev together")],
        "Figures are compared on test. Programs, prompts and FIX20Q's lists are made on dev: with "
        "its games such a list is contaminated, and its run has no rank.",
        initial="test",
    )
    games_campaign = Choice(
        "Only the games of a campaign", [("", "–")], "For a comparison with its players."
    )
    games_limit = Number("Number of games", "Empty: all of them.")
    run_repeats = Number("How often each game is played", initial=RunSettings.repeats)
    run_seed = Number(
        "Seed", "Of the order of games and of all that is left to chance.", initial=RunSettings.seed
    )
    protocol_preset = Choice(
        "Preset",
        [
            ("paper", "As in the paper: labels alone, the Oracle must answer yes or no"),
            ("house", "House: labels with definitions, the Oracle may say that it cannot tell"),
        ],
        offered_by=forms.RadioSelect,
        initial=ProtocolSpec.preset,
    )
    protocol_condition = Choice(
        "Condition",
        [
            ("questions", "The game: 20 questions"),
            ("name_shown", "Control: the name is shown, no questions"),
            ("full_sheet", "Control: the whole property sheet is shown, no questions"),
            ("labels_only", "Control: nothing but the eight labels, no questions"),
        ],
        offered_by=forms.RadioSelect,
        initial=ProtocolSpec.condition,
    )
    protocol_multi_property = Choice(
        "Questions on more than one property",
        [
            ("reject", "Refused, as in both presets"),
            ("allow", "Answered as one question: a deviation that the run card prints"),
        ],
        offered_by=forms.RadioSelect,
        initial=ProtocolSpec.multi_property,
    )
    protocol_rules = Choice(
        "Set of rules",
        [("", "none")],
        "A model is shown those that match its candidates; the Questioner Rules has nothing else.",
    )
    protocol_constrained = Flag(
        "Constrained replies",
        "The server holds replies to the two forms. Part of the rules: such runs stand apart.",
    )
    sampling_temperature = Number("Temperature", initial=f"{SamplingSpec.temperature:g}")
    sampling_questioner_tokens = Number(
        "Tokens of a Questioner's reply", initial=SamplingSpec.questioner_tokens
    )
    sampling_oracle_tokens = Number(
        "Tokens of an Oracle's reply",
        "Another limit is another Oracle.",
        initial=SamplingSpec.oracle_tokens,
    )
    sampling_checker_tokens = Number(
        "Tokens of a Checker's reply",
        "Another limit is another Checker.",
        initial=SamplingSpec.checker_tokens,
    )
    sampling_effort = Text("Reasoning effort", "Empty: the profile's.")
    sampling_reasoning_tokens = Number("Tokens for hidden reasoning", "Empty: the profile's.")
    sampling_belief = Flag(
        "Ask for its own belief",
        "One more token a move, where the server gives log-probabilities.",
    )
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
    price_roles_input = Number(
        "Of the Oracle's and Checker's models, in", "Empty: these calls cost nothing."
    )
    price_roles_output = Number("Of the Oracle's and Checker's models, out")
    run_hold = Flag(
        "Wait after the trial games",
        "Three games are played and the rest is forecast; it goes on when you say so. A model of a "
        "paid service waits in any case, unless a limit of cost is set.",
    )

    def offer_what_is_stored(self) -> None:
        """Fill in the choices that the database knows; four queries."""
        with_games = Catalogue.objects.filter(pk__in=Game.objects.values("catalogue"))
        counted = with_games.annotate(
            dev=Count("games", filter=Q(games__split=Split.DEV)),
            test=Count("games", filter=Q(games__split=Split.TEST)),
        )
        catalogues = counted.order_by("-pk").values_list("version", "dev", "test")
        campaigns = Campaign.objects.exclude(campaign_games=None).order_by("-pk")
        lists = FixedList.objects.order_by("-pk").values_list("name", "catalogue__version")
        self._offer(
            "games_catalogue",
            [
                (version, f"{version}: {test:,} test and {dev:,} dev games")
                for version, dev, test in catalogues
            ],
        )
        self._offer(
            "games_campaign",
            [
                (slug, f"{name} ({version})")
                for slug, name, version in campaigns.values_list(
                    "slug", "name", "catalogue__version"
                )
            ],
        )
        sets = [row.label for row in RuleSet.objects.only("name", "version")]
        self._offer("protocol_rules", [(label, label) for label in sets])
        self._offer("questioner_list", [(name, f"{name} ({version})") for name, version in lists])

    def keep_strange_choices(self, said: Mapping[str, Any]) -> None:
        """What was said and is not on offer stays to be seen, beside what is wrong with it."""
        for name, field in self.fields.items():
            if isinstance(field.widget, ChoiceWidget):
                value = said.get(name) or ""
                if value and value not in dict(field.widget.choices):
                    self._offer(name, [(value, value)])

    def _offer(self, name: str, more: Choices) -> None:
        select = self.fields[name].widget
        assert isinstance(select, ChoiceWidget)
        select.choices = [*select.choices, *more]
