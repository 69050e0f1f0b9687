"""What a campaign's figures rest on: its catalogue, labels, protocol and Oracle."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation import records
from evaluation.metrics.intervals import Estimate, Figure
from evaluation.pages import oracle
from evaluation.pages.headline import interval_in_words
from evaluation.pages.oracle import OracleScore
from evaluation.pages.tables import Unit, number
from evaluation.records import LabelFacts
from games import belief
from games.models import Campaign
from games.presets import Condition

DRAFTED = "labels drafted by a model, not confirmed by people"


@dataclass(frozen=True)
class Fact:
    """One line of it. sha256: of what `value` names."""

    name: str
    value: str
    sha256: str = ""


@dataclass(frozen=True)
class Basis:
    """labels, oracle: in words, to stand beside the headline; empty where there is nothing to say.

    score: None where the Oracle was not measured, or is not asked.
    """

    facts: Sequence[Fact]
    labels: str
    oracle: str
    score: OracleScore | None

    @property
    def sentences(self) -> list[str]:
        return [f"{words}." for words in (self.labels, self.oracle) if words]


def basis_of(campaign: Campaign) -> Basis:
    """campaign: with its catalogue and protocol selected."""
    labels, score = records.labels_of(campaign), _score(campaign)
    asked = campaign.condition == Condition.QUESTIONS and campaign.protocol is not None
    return Basis(
        facts=_facts(campaign, labels, score),
        labels=_drafted(labels),
        oracle=_right(score) if asked else "",
        score=score if asked else None,
    )


def _score(campaign: Campaign) -> OracleScore | None:
    settings = campaign.protocol.settings if campaign.protocol else {}
    cannot_tell = bool(settings.get("cannot_tell"))
    return oracle.score_of(campaign.oracle_figures, cannot_tell=cannot_tell)


def _facts(campaign: Campaign, labels: LabelFacts, score: OracleScore | None) -> list[Fact]:
    catalogue, protocol = campaign.catalogue, campaign.protocol
    shown = [
        Fact("Condition", campaign.condition.replace("_", " ")),
        Fact("Games", str(campaign.campaign_games.count())),
        Fact("Catalogue", catalogue.version, catalogue.sha256),
        Fact("Labels of objects", _drafted(labels) or f"{labels.labels:,}"),
        Fact("Reference observer", f"judge {belief.JUDGE}, eps {belief.CLIP:g}"),
    ]
    if protocol is None:
        return [*shown, Fact("Protocol", "frozen when the campaign opens")]
    return [
        *shown,
        Fact("Protocol", campaign.preset, protocol.sha256),
        Fact("Oracle", str(protocol.settings["oracle"])),
        Fact("Checker", str(protocol.settings["checker"])),
        Fact("Oracle's score when it opened", _right(score)),
    ]


def _drafted(labels: LabelFacts) -> str:
    if not labels.drafted_by_model:
        return ""
    if labels.drafted_by_model == labels.labels:
        return f"All {labels.labels:,} {DRAFTED}"
    return f"{labels.drafted_by_model:,} of {labels.labels:,} {DRAFTED}"


def _right(score: OracleScore | None) -> str:
    if score is None:
        return "How right the Oracle is on this catalogue's objects was not measured"
    if not score.cannot_tell:
        right = _share(score.right_forced, "blind questions")
        return f"The Oracle, which must answer yes or no, is right on {right}"
    answered = _share(score.answered, "blind questions")
    right = _share(score.right_answered, "answered ones")
    return (
        f"The Oracle, which may say that it cannot tell, answers {answered} and is right on {right}"
    )


def _share(figure: Figure, noun: str) -> str:
    if not isinstance(figure, Estimate):
        return f"none of 0 {noun}"
    words = interval_in_words(figure, Unit.SHARE)
    return f"{number(figure.value, Unit.SHARE)} of {figure.n:,} {noun} ({words})"
