"""What a researcher fills in to make a campaign, to exclude somebody, to look up a code."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.html import format_html
from django.utils.text import slugify

from games.campaign_texts import default_consent
from games.models import Campaign, Catalogue, Game
from games.pages.campaign import CONDITIONS
from games.presets import Condition
from games.services.campaigns import CampaignPlan, CampaignRefused

# Addresses that would hide the campaign's own page.
TAKEN_SLUGS = {"new"}
PANEL_OUTCOMES = ("completed", "partial", "full", "barred")
DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class FieldGroup:
    title: str
    says: str
    fields: list[forms.BoundField]


class CampaignForm(forms.Form):
    """Whether the games fit each other is the service's matter; shapes and gaps are found here."""

    name = forms.CharField(max_length=120, help_text="Volunteers read it on the first page.")
    slug = forms.SlugField(
        required=False,
        label="Address",
        help_text="The last part of the link: letters, digits, hyphens. Empty: made of the name.",
    )
    baseline = forms.BooleanField(
        required=False,
        label="A human baseline",
        help_text="Its figures stand beside models: the Oracle has to pass, and nobody who "
        "judged the objects may play.",
    )
    catalogue = forms.ModelChoiceField(
        Catalogue.objects.none(), empty_label=None, help_text="The stored catalogue to play from."
    )
    preset = forms.ChoiceField(
        label="Rules",
        widget=forms.RadioSelect,
        initial="paper",
        choices=[
            ("paper", "As in the paper: labels alone, the Oracle must answer yes or no"),
            ("house", "House: labels with definitions, the Oracle may say that it cannot tell"),
        ],
        help_text="A baseline is compared with the paper only under the paper's rules.",
    )
    condition = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial=Condition.QUESTIONS,
        choices=[
            (key, format_html('{}<small class="means">{}</small>', *words))
            for key, words in CONDITIONS.items()
        ],
        help_text="The controls part what the game mixes: recall, inference and asking.",
    )
    share_percent = forms.FloatField(
        required=False,
        label="Share of each target, in percent",
        min_value=0.01,
        max_value=100,
        initial=30,
        help_text="Of its games: 30 in the paper. No object comes twice, so that everybody can "
        "play all games.",
    )
    split = forms.ChoiceField(
        required=False,
        choices=[("", "all games"), ("dev", "dev"), ("test", "test")],
        help_text="Take the games from one split of the catalogue only.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=2_147_483_647,
        initial=1,
        help_text="The same seed and share choose the same games again.",
    )
    game_keys = forms.CharField(
        required=False,
        max_length=20_000,
        label="Or these games",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Keys, such as g0001, parted by spaces or lines. The share is not used then.",
    )
    practice = forms.BooleanField(
        required=False,
        initial=True,
        label="One practice game first",
        help_text="Of an object that the study does not use; it counts in no figure.",
    )
    assignment = forms.ChoiceField(
        widget=forms.RadioSelect,
        initial=Campaign.Assignment.CROSSED,
        choices=[
            (Campaign.Assignment.CROSSED, "Crossed: every player plays every game"),
            (Campaign.Assignment.QUOTA, "Quota: each game gets so many plays"),
        ],
        help_text="The paper's baseline is crossed.",
    )
    players_wanted = forms.IntegerField(
        required=False, min_value=1, max_value=100_000, initial=5, help_text="For crossed."
    )
    plays_wanted = forms.IntegerField(
        required=False, min_value=1, max_value=100_000, label="Plays of each game",
        help_text="For quota; the least played games are filled first.",
    )  # fmt: skip
    games_each = forms.IntegerField(
        required=False, min_value=1, max_value=10_000, label="Games a player",
        help_text="For quota; never two of one object.",
    )  # fmt: skip
    idle_minutes = forms.IntegerField(
        min_value=5,
        max_value=60 * DAY_MINUTES,
        initial=DAY_MINUTES,
        label="Minutes without a move before a place is free again",
        help_text="1,440 are a day. Who comes back gets the place again if there is one.",
    )
    reveal = forms.ChoiceField(
        label="Objects and comparison are shown",
        initial=Campaign.Reveal.AFTER_LAST,
        choices=Campaign.Reveal.choices,
        help_text="Right or wrong is always shown after each game.",
    )
    consent_en = forms.CharField(
        max_length=8000,
        label="Consent text in English",
        widget=forms.Textarea(attrs={"rows": 12, "lang": "en"}),
        help_text="Adapt it to what your ethics board approved; it is frozen with its hash.",
    )
    consent_zh = forms.CharField(
        required=False,
        max_length=5000,
        label="Consent text in Simplified Chinese",
        widget=forms.Textarea(attrs={"rows": 12, "lang": "zh-Hans"}),
        help_text="Empty: the Chinese pages show the English text.",
    )
    ethics = forms.CharField(
        max_length=2000,
        label="Ethics",
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Which board approved the study, and under which number.",
    )
    contact = forms.CharField(
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Whom a volunteer can write to.",
    )
    ask_demographics = forms.BooleanField(
        required=False,
        label="Ask optional questions",
        help_text="Age, gender, English, whether the game is known; each may be left empty.",
    )
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
        required=False, max_length=100, label="Barred", help_text="Has judged the objects."
    )

    GROUPS = (
        ("The study", "", ("name", "slug", "baseline")),
        ("The game", "Frozen when the study opens.", ("catalogue", "preset", "condition")),
        (
            "Games",
            "",
            ("share_percent", "split", "seed", "game_keys", "practice"),
        ),
        (
            "Players",
            "",
            ("assignment", "players_wanted", "plays_wanted", "games_each", "idle_minutes"),
        ),
        (
            "What volunteers read",
            "",
            ("consent_en", "consent_zh", "ethics", "contact", "reveal", "ask_demographics"),
        ),
        (
            "Codes of a recruiting platform",
            "What the platform expects for each way to end. Empty: only the lab's own code is "
            "shown.",
            tuple(f"panel_{outcome}" for outcome in PANEL_OUTCOMES),
        ),
    )

    def __init__(self, data: Any = None) -> None:
        consent = default_consent()
        texts = {"consent_en": consent["en"], "consent_zh": consent["zh-hans"]}
        super().__init__(data, initial=texts)
        catalogues = Catalogue.objects.filter(pk__in=Game.objects.values("catalogue"))
        chosen = self.fields["catalogue"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = catalogues.order_by("-pk")

    def groups(self) -> Iterator[FieldGroup]:
        for title, says, names in self.GROUPS:
            yield FieldGroup(title, says, [self[name] for name in names])

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"] or slugify(self.cleaned_data.get("name", ""))
        if not slug and self.cleaned_data.get("name"):
            raise ValidationError("Give an address: this name has no letters that it could be of.")
        slug = slug[:50].rstrip("-")
        if slug in TAKEN_SLUGS or Campaign.objects.filter(slug=slug).exists():
            raise ValidationError(f"There is a page at the address “{slug}” already.")
        return slug

    def clean(self) -> dict[str, Any]:
        filled = self.cleaned_data
        if not filled.get("game_keys") and "share_percent" in filled:
            self._require("share_percent", "Give a share, or the keys of the games.")
        if filled.get("assignment") == Campaign.Assignment.CROSSED:
            self._require("players_wanted", "How many players are wanted?")
        if filled.get("assignment") == Campaign.Assignment.QUOTA:
            self._require("plays_wanted", "How many plays should each game get?")
            self._require("games_each", "How many games should a player get?")
        return filled

    def _require(self, name: str, sentence: str) -> None:
        if name not in self.errors and not self.cleaned_data.get(name):
            self.add_error(name, sentence)

    def plan(self) -> CampaignPlan:
        filled = self.cleaned_data
        crossed = filled["assignment"] == Campaign.Assignment.CROSSED
        keys = filled["game_keys"].replace(",", " ").split()
        panel = {outcome: filled[f"panel_{outcome}"] for outcome in PANEL_OUTCOMES}
        copied = (
            "name", "slug", "catalogue", "baseline", "preset", "split", "seed", "assignment",
            "idle_minutes", "reveal", "practice", "ethics", "contact", "ask_demographics",
        )  # fmt: skip
        return CampaignPlan(
            condition=Condition(filled["condition"]),
            share=None if keys else filled["share_percent"] / 100,
            game_keys=keys,
            players_wanted=filled["players_wanted"] if crossed else None,
            plays_wanted=None if crossed else filled["plays_wanted"],
            games_each=None if crossed else filled["games_each"],
            consent={
                "en": _unix(filled["consent_en"]),
                "zh-hans": _unix(filled["consent_zh"]),
            },
            panel_codes={outcome: code for outcome, code in panel.items() if code},
            **{name: filled[name] for name in copied},
        )

    def refuse(self, refused: CampaignRefused) -> None:
        """Put the service's sentence beside the field that it is about."""
        if isinstance(refused.__cause__, IntegrityError):
            self.add_error("slug", str(refused))
        elif isinstance(refused.__cause__, ValueError):
            listed = self.cleaned_data.get("game_keys")
            self.add_error("game_keys" if listed else "share_percent", str(refused))
        else:
            self.add_error(None, str(refused))


def _unix(text: str) -> str:
    """With the line ends that the hash of a text should not depend on a browser for."""
    return text.replace("\r\n", "\n")


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="It is printed with the participant in exports; name nobody.",
    )


class CodeForm(forms.Form):
    code = forms.CharField(
        max_length=40,
        label="Completion code or receipt",
        help_text="Such as 7KQ2-MX9D; case and hyphen do not matter.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
