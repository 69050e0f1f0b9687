"""What a researcher fills in to make a campaign, or to change its draft."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.text import slugify

from games import campaign_words
from games.campaign_texts import default_consent
from games.chinese_form import ChineseForm
from games.models import Campaign, Catalogue, Game
from games.pages.campaign import CONDITIONS
from games.pages.campaign_drafts import filled_from
from games.panel_form import PANEL_OUTCOMES, PanelForm
from games.presets import Condition
from games.services import campaigns
from games.services.campaigns import CampaignPlan, CampaignRefused
from games.text_field import TextField

# Addresses that would hide the campaign's own page.
TAKEN_SLUGS = {"new"}
DAY_MINUTES = 24 * 60
CONSENT_LIMIT = 20_000
COPIED = (
    "name", "slug", "catalogue", "baseline", "preset", "seed", "assignment",
    "idle_minutes", "reveal", "practice", "ethics", "contact", "ask_demographics",
)  # fmt: skip
# What has to be right before the games can be looked at.
GAME_FIELDS = {
    "catalogue", "split", "seed", "share_percent", "game_keys", "practice",
    "assignment", "players_wanted", "plays_wanted", "games_each",
}  # fmt: skip


@dataclass(frozen=True)
class FieldGroup:
    title: str
    says: str
    fields: list[forms.BoundField]


class CampaignForm(ChineseForm, PanelForm):
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
        help_text="The controls measure singly what the game mixes: recall, inference, asking.",
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
        initial="test",
        choices=[("test", "test"), ("dev", "dev"), ("", "all games: test and dev together")],
        help_text="Programs and prompts are made on dev; figures are compared on test.",
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
        help_text="Keys, such as g0001, separated by spaces, commas or line breaks. Share and "
        "split are not used then.",
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
    consent_en = TextField(
        max_length=CONSENT_LIMIT,
        label="Consent text in English",
        widget=forms.Textarea(attrs={"rows": 12, "lang": "en"}),
        help_text="Adapt it to what your ethics board approved; it is frozen with its hash.",
    )
    consent_zh = TextField(
        required=False,
        max_length=CONSENT_LIMIT,
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
    GROUPS = (
        ("The study", "", ("name", "name_zh", "slug", "baseline")),
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
            ("consent_en", "consent_zh", "ethics", "ethics_zh", "contact", "contact_zh", "reveal")
            + ("ask_demographics",),
        ),
        (
            "Codes of a recruiting platform",
            "What the platform expects for each way to end. Empty: only the lab's own code is "
            "shown.",
            tuple(f"panel_{outcome}" for outcome in PANEL_OUTCOMES),
        ),
    )

    def __init__(
        self, data: Any = None, *, like: Campaign | None = None, draft: Campaign | None = None
    ) -> None:
        """like: the campaign that it starts from. draft: the one that is changed."""
        self.draft = draft
        source = like or draft
        super().__init__(data, initial=filled_from(source) if source else _beginning())
        catalogues = Catalogue.objects.filter(pk__in=Game.objects.values("catalogue"))
        chosen = self.fields["catalogue"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = catalogues.order_by("-pk")
        for name, field in self.fields.items():
            # A browser would cut what is pasted there without a word; the form says it instead.
            field.widget.attrs.pop("maxlength", None)
            field.error_messages |= campaign_words.of_field(name)

    def groups(self) -> Iterator[FieldGroup]:
        for title, says, names in self.GROUPS:
            yield FieldGroup(title, says, [self[name] for name in names])

    def wrong(self) -> list[forms.BoundField]:
        """The fields that something is wrong with, in the order of the page."""
        return [field for group in self.groups() for field in group.fields if field.errors]

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"] or slugify(self.cleaned_data.get("name", ""))
        if not slug and self.cleaned_data.get("name"):
            raise ValidationError("Give an address: this name has no letters that it could be of.")
        slug = slug[:50].rstrip("-")
        others = Campaign.objects.exclude(pk__in=[self.draft.pk] if self.draft else [])
        if slug in TAKEN_SLUGS or others.filter(slug=slug).exists():
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
        if not GAME_FIELDS & set(self.errors):
            self._look_at_games()
        return filled

    def _look_at_games(self) -> None:
        """So that games which do not fit are said together with all that is wrong besides."""
        try:
            campaigns.choose(self.plan())
        except CampaignRefused as refused:
            self.refuse(refused)

    def _require(self, name: str, sentence: str) -> None:
        if name not in self.errors and not self.cleaned_data.get(name):
            self.add_error(name, sentence)

    def plan(self) -> CampaignPlan:
        """Of what is right so far; what is wrong is left empty."""
        filled: dict[str, Any] = dict.fromkeys(self.fields, "") | self.cleaned_data
        crossed = filled["assignment"] == Campaign.Assignment.CROSSED
        keys = filled["game_keys"].replace(",", " ").split()
        return CampaignPlan(
            condition=Condition(filled["condition"] or Condition.QUESTIONS),
            share=None if keys else filled["share_percent"] / 100,
            game_keys=keys,
            players_wanted=filled["players_wanted"] if crossed else None,
            plays_wanted=None if crossed else filled["plays_wanted"],
            games_each=None if crossed else filled["games_each"],
            consent={
                "en": filled["consent_en"],
                "zh-hans": filled["consent_zh"],
            },
            chinese=self.chinese,
            panel_codes=self.panel_codes,
            split="" if keys else filled["split"],
            **{name: filled[name] for name in COPIED},
        )

    def refuse(self, refused: CampaignRefused) -> None:
        """Put the service's sentence beside the field that it is about."""
        field = {"share": "share_percent"}.get(refused.about, refused.about)
        self.add_error(field or None, str(refused))


def _beginning() -> dict[str, str]:
    consent = default_consent()
    return {"consent_en": consent["en"], "consent_zh": consent["zh-hans"]}
