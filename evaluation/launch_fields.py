"""The fields of the launch form, one for each key of a spec: `games_limit` is games.limit.

None is required and none is judged here: what is empty takes the spec's default, and what is
wrong the spec says.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.widgets import ChoiceWidget

from evaluation.models import FixedList
from games.llm.profiles import PROFILES
from games.models import Campaign, Catalogue, Game

Choices = Iterable[tuple[str, str]]


class Text(forms.CharField):
    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        super().__init__(required=False, label=label, help_text=help_text, **more)


class Number(forms.CharField):
    """A number where it is one, else the text, so that the spec says what is wrong with it."""

    def __init__(self, label: str, help_text: str = "", **more: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal"})
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


class LaunchFields(forms.Form):
    questioner_kind = Text("Player", initial="model")
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
        initial="openai",
    )
    model_address = Text("Address of the server", "Up to the version: http://127.0.0.1:8000/v1.")
    model_name = Text("Name of the model", "As the server calls it.")
    model_folder = Text(
        "Folder of the model", "The same path for every worker, or a hub's owner/name."
    )
    model_key_variable = Text(
        "Variable that holds the key",
        "The name of an environment variable, such as OPENAI_API_KEY, never the key itself; empty: "
        "no key. It is set where the workers run, which this page cannot see: the worker checks "
        "it before the first game.",
    )
    model_profile = Choice(
        "Profile of the service",
        [(name, name) for name in PROFILES],
        "What it takes and how it counts tokens; docs/runs.md lists them.",
        initial="plain",
    )
    model_context = Number("Context in tokens", "Of vLLM in process. Empty: 8,192.")
    model_timeout_seconds = Number("Seconds that a reply may take", initial=300)
    model_group = Choice("Openness", [("", "–"), ("open", "open"), ("closed", "closed")])
    model_architecture = Choice(
        "Architecture", [("", "–"), ("dense", "dense"), ("moe", "mixture of experts")]
    )
    model_size = Text("Size", "As its makers give it: 8B, 671B-A37B.")
    model_revision = Text("Revision")
    games_catalogue = Choice("Catalogue", [])
    games_split = Choice(
        "Split",
        [("", "test and dev together"), ("test", "test"), ("dev", "dev")],
        "Programs and prompts are made on dev; figures are compared on test.",
    )
    games_campaign = Choice(
        "Only the games of a campaign", [("", "–")], "For a comparison with its players."
    )
    games_limit = Number("Number of games", "Empty: all of them.")
    run_repeats = Number("How often each game is played", initial=1)
    run_seed = Number("Seed", "Of the order of games and of all that is left to chance.", initial=1)
    protocol_preset = Choice(
        "Preset",
        [
            ("paper", "As in the paper: labels alone, the Oracle must answer yes or no"),
            ("house", "House: labels with definitions, the Oracle may say that it cannot tell"),
        ],
        offered_by=forms.RadioSelect,
        initial="paper",
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
        initial="questions",
    )
    protocol_constrained = Flag(
        "Constrained replies",
        "The server holds replies to the two forms. Part of the rules: such runs stand apart.",
    )
    sampling_temperature = Number("Temperature", initial=0)
    sampling_questioner_tokens = Number("Tokens of a Questioner's reply", initial=512)
    sampling_oracle_tokens = Number(
        "Tokens of an Oracle's reply", "Another limit is another Oracle.", initial=20
    )
    sampling_checker_tokens = Number(
        "Tokens of a Checker's reply", "Another limit is another Checker.", initial=50
    )
    sampling_effort = Text("Reasoning effort", "Empty: the profile's.")
    sampling_reasoning_tokens = Number("Tokens for hidden reasoning", "Empty: the profile's.")
    sampling_belief = Flag(
        "Ask for its own belief",
        "One more token a move, where the server gives log-probabilities.",
    )
    run_concurrency = Number("Calls at once", "In each worker.", initial=16)
    run_workers = Number(
        "Places for workers", "Processes that share the run, on one machine or several.", initial=1
    )
    limits_tokens = Number("Limit of tokens", "Of all roles; the run is paused there. Empty: none.")
    limits_cost = Number("Limit of cost", "The run is paused there. It needs a price.")
    price_input = Number("Price of a million tokens in")
    price_output = Number("Price of a million tokens out")
    price_cached = Number(
        "Price of a million cached tokens in", "Empty: the same as all others in."
    )
    price_currency = Text("Currency", "Empty: USD.")
    run_hold = Flag(
        "Wait after the trial games",
        "Three games are played and the rest is forecast; it goes on when you say so.",
    )

    def offer_what_is_stored(self) -> None:
        """Fill in the choices that the database knows; three queries."""
        with_games = Catalogue.objects.filter(pk__in=Game.objects.values("catalogue"))
        versions = with_games.order_by("-pk").values_list("version", flat=True)
        campaigns = Campaign.objects.exclude(campaign_games=None).order_by("-pk")
        lists = FixedList.objects.order_by("-pk").values_list("name", "catalogue__version")
        self._offer("games_catalogue", [(version, version) for version in versions])
        self._offer(
            "games_campaign",
            [
                (slug, f"{name} ({version})")
                for slug, name, version in campaigns.values_list(
                    "slug", "name", "catalogue__version"
                )
            ],
        )
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
