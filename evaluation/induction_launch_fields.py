"""The fields of the form of an induction, beside those of any run's model."""

from django import forms

from evaluation.induction.specs import InductionSpec, OnBroken, Sampling
from evaluation.induction.values import Caps
from evaluation.spec_fields import Choice, Flag, Number, SharedFields, Text
from evaluation.spec_values import ModelSpec
from games.models import Catalogue

MOST_CATALOGUES = 200


class Lines(Text):
    """A list, one text a line."""

    def __init__(self, label: str, help_text: str = "") -> None:
        widget = forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
        super().__init__(label, help_text, strip=False, widget=widget)


class Elsewhere(Flag):
    """Whether this machine's files say nothing of the workers'."""

    def __init__(self) -> None:
        super().__init__(
            "The workers run on another machine than these pages",
            "Paths are then not looked for here; a worker that cannot read one pauses it.",
        )


class InductionLaunchFields(SharedFields):
    induction_title = Text("Title", "Empty: the name of the set.")
    induction_name = Text(
        "Name of the set of rules", "Small letters, digits and underscores, such as wordnet_rules."
    )
    affordances_catalogue = Choice("Which affordances", [("", "those that I write below")])
    affordances_list = Lines("Affordances", "One a line, in words, such as: pierce through.")
    affordances_only = Lines("Only these of them", "One a line. Empty: all of the catalogue.")
    wordings_lines = Lines(
        "Other words for them",
        "By which sources may speak of one, a line each, such as: hold liquid: drink, store "
        "liquid.",
    )
    sources_wordnet = Text("WordNet", "The folder that has data.noun. Empty: not read.")
    sources_cskg = Text("CSKG", "Its file of edges, TSV, plain or gzip. Empty: not read.")
    sources_aristo = Text("Aristo Tuple KB", "Its file COMBINED-KB.tsv. Empty: not read.")
    sources_catalogue = Choice(
        "A catalogue of the lab",
        [("", "none")],
        "Its objects and their labels then count as evidence. That contaminates the rules: they "
        "have seen the answers of its games, so runs with them on these games are marked and "
        "cannot stand beside others.",
    )
    sources_broken = Choice(
        "At a broken line of a source",
        [
            (str(OnBroken.STOP), "pause, and name the line"),
            (str(OnBroken.SKIP), "pass it over, and count it"),
        ],
        initial=str(OnBroken.STOP),
    )
    elsewhere = Elsewhere()
    model_backend = Choice(
        "Where the model is",
        [
            ("openai", "at a server of the OpenAI protocol"),
            ("transformers", "in a worker's process: transformers, one small model"),
            ("vllm", "in a worker's process: vLLM, on a GPU"),
        ],
        "A worker's process has to be started with --pool solo to hold a model.",
        initial=str(ModelSpec.backend),
    )
    induction_rounds = Number(
        "Rounds",
        "The first drafts a rule from some of the things, each later one checks it on others and "
        "extends it.",
        initial=Caps.rounds,
    )
    induction_things = Number("Things of each affordance", initial=InductionSpec.things)
    induction_facts = Number("Facts of each thing", initial=InductionSpec.facts)
    induction_shown = Number("Things in one prompt", initial=Caps.shown)
    induction_proposals = Number("Further ways asked for in a round", initial=Caps.proposals)
    induction_ways = Number("Ways of a rule at most", initial=Caps.ways)
    induction_asks = Number("Asks for one usable reply", initial=Caps.asks)
    induction_concurrency = Number("Calls at once", initial=InductionSpec.concurrency)
    limits_tokens = Number(
        "Limit of tokens",
        "Of all its calls; it is paused there and can be given more. Empty: none.",
    )
    sampling_proposer_tokens = Number("Tokens of a rule", initial=Sampling.proposer_tokens)
    sampling_auditor_tokens = Number("Tokens of an audit", initial=Sampling.auditor_tokens)
    sampling_validator_tokens = Number("Tokens of a check", initial=Sampling.validator_tokens)
    induction_hold = Flag(
        "Wait once the sources are read",
        "Its prompts can then be looked at before the model is asked anything.",
    )

    def offer_what_is_stored(self) -> None:
        """The newest catalogues; one query."""
        rows = Catalogue.objects.order_by("-pk").values_list("version", "title")
        stored = list(rows[:MOST_CATALOGUES])
        named = [(version, f"{version}: {title}") for version, title in stored]
        self.offer("sources_catalogue", named)
        all_of = [(version, f"all or some of {version}") for version, _ in stored]
        self.offer("affordances_catalogue", all_of)
