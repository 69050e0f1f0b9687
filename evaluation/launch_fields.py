"""The fields of the launch form of a run of games, beside those of any run."""

from django import forms
from django.db.models import Count, Q

from evaluation.models import FixedList, RuleSet
from evaluation.spec_fields import Choice, Flag, Number, SharedFields, Text
from evaluation.spec_values import ProtocolSpec, QuestionerSpec, RunSettings, SamplingSpec
from games.labels import Split
from games.models import Campaign, Catalogue, Game


class LaunchFields(SharedFields):
    questioner_kind = Text("Player", initial=QuestionerSpec.kind)
    questioner_guess = Text("Who guesses")
    questioner_skill = Number("Skill", "From 0, which asks at random, to 1, which is greedy.")
    questioner_list = Choice("List of questions", [("", "the shipped list of the catalogue")])
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
    sampling_belief = Flag(
        "Ask for its own belief",
        "One more token a move, where the server gives log-probabilities.",
    )
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
        self.offer(
            "games_catalogue",
            [
                (version, f"{version}: {test:,} test and {dev:,} dev games")
                for version, dev, test in catalogues
            ],
        )
        self.offer(
            "games_campaign",
            [
                (slug, f"{name} ({version})")
                for slug, name, version in campaigns.values_list(
                    "slug", "name", "catalogue__version"
                )
            ],
        )
        sets = [row.label for row in RuleSet.objects.only("name", "version")]
        self.offer("protocol_rules", [(label, label) for label in sets])
        self.offer("questioner_list", [(name, f"{name} ({version})") for name, version in lists])
