"""What a campaign's page tells its researcher: where it stands, whether its Oracle may answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from games import backends, oracle_gate, selectors
from games.models import Campaign
from games.oracle_gate import Gate
from games.oracle_scores import Figures
from games.pages.campaign_drafts import game_keys
from games.presets import Condition, Protocol
from games.progress import progress_of

CONDITIONS: Mapping[str, tuple[str, str]] = {
    Condition.QUESTIONS: ("The game: 20 questions", "Asking, inference and recall together."),
    Condition.NAME_SHOWN: (
        "Control: the name is shown, no questions",
        "What a player knows of the object by name: recall.",
    ),
    Condition.FULL_SHEET: (
        "Control: the whole property sheet is shown, no questions",
        "What follows from all that is known: inference, without having to ask for it.",
    ),
    Condition.LABELS_ONLY: (
        "Control: nothing but the eight labels, no questions",
        "What the labels alone give away: the floor that asking has to beat.",
    ),
}
PANEL_PARAMETERS = (
    "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
)


@dataclass(frozen=True)
class GateShown:
    """sentence: the measured figure, or that there is none. needed: whether opening asks for it."""

    gate: Gate
    sentence: str
    needed: bool

    @property
    def reason_needed(self) -> bool:
        return self.needed and not self.gate.passed


@dataclass(frozen=True)
class ConsentShown:
    """One language of the consent text, with the hash that the consents to it carry."""

    language: str
    text: str
    sha256: str


@dataclass(frozen=True)
class Frozen:
    """What a protocol does not say. keys: of the games, in their order. share: in percent."""

    keys: Sequence[str]
    share: str
    consents: Sequence[ConsentShown]


def frozen_of(campaign: Campaign) -> Frozen:
    text = campaign.consent_text
    return Frozen(
        keys=game_keys(campaign),
        share=f"{100 * campaign.share:.4g}%" if campaign.share else "",
        consents=[
            ConsentShown(language, words, text.sha256_of(language))
            for language, words in text.texts.items()
        ],
    )


def sentence_of(campaign: Campaign) -> str:
    """State, since when, players and plays, as one sentence without its full stop."""
    (progress,) = progress_of(Campaign.objects.filter(pk=campaign.pk))
    if campaign.status == Campaign.Status.DRAFT:
        games = _counted(progress.games, "game")
        return f"A draft of {games}; nobody can play before it is opened"
    wanted = f" of {campaign.players_wanted:,}" if campaign.players_wanted else ""
    done = f"{progress.done:,}{wanted} players done"
    plays = f"{progress.ended:,} of {progress.plays_wanted:,} plays"
    return f"{_since(campaign)}; {done}, {plays}"


def protocol_now(campaign: Campaign) -> Protocol:
    """What it would freeze if it were opened with the Oracle and Checker that run here."""
    return backends.campaign_protocol(
        campaign.catalogue_id, preset=campaign.preset, condition=campaign.condition
    )


def protocol_shown(campaign: Campaign) -> Protocol:
    """The frozen protocol, for a draft what would be frozen now."""
    if campaign.protocol_id is None:
        return protocol_now(campaign)
    return selectors.protocol_of(campaign.protocol_id)


def gate_of(campaign: Campaign) -> Gate:
    """How the Oracle stands: for a draft as it is scored now, later as it was when it opened.

    A control condition asks no Oracle, which then cannot be wrong.
    """
    if campaign.condition != Condition.QUESTIONS:
        return Gate(passed=True, share=None, figures=None)
    protocol = protocol_shown(campaign)
    return oracle_gate.judge(_figures(campaign, protocol), cannot_tell=protocol.cannot_tell)


def gate_shown(campaign: Campaign) -> GateShown:
    gate = gate_of(campaign)
    asked = campaign.condition == Condition.QUESTIONS
    sentence = _in_words(campaign, gate) if asked else "No question is asked in this condition."
    return GateShown(gate=gate, sentence=sentence, needed=campaign.baseline and asked)


def warning_of(campaign: Campaign) -> str:
    """What is wrong where other roles run here than the campaign was opened with; else empty."""
    running = campaign.status in (Campaign.Status.OPEN, Campaign.Status.PAUSED)
    if not running or campaign.condition != Condition.QUESTIONS:
        return ""
    frozen, here = protocol_shown(campaign), protocol_now(campaign)
    roles = (
        ("Oracle", frozen.oracle, here.oracle),
        ("Checker", frozen.checker, here.checker),
    )
    other = [f"its {noun} is {was}, here runs {now}" for noun, was, now in roles if was != now]
    if not other:
        return ""
    return (
        "Questions of this study are not answered here now: "
        + "; ".join(other)
        + ". Run what it was opened with, or close it and make a new one."
    )


def _figures(campaign: Campaign, protocol: Protocol) -> Figures | None:
    if campaign.status == Campaign.Status.DRAFT:
        return selectors.gate_figures(campaign.catalogue, protocol.oracle)
    kept: dict[str, Any] = campaign.oracle_figures
    return Figures(**kept) if kept else None


def _in_words(campaign: Campaign, gate: Gate) -> str:
    about = f"the objects of {campaign.catalogue.version}"
    if gate.figures is None or gate.share is None:
        return f"How right this Oracle is on blind questions about {about} was not measured."
    asked, answered = gate.figures.questions, gate.figures.answered
    if not protocol_shown(campaign).cannot_tell:
        return (
            f"Right on {gate.share:.1%} of {asked:,} blind questions about {about}, "
            "where it must answer yes or no."
        )
    return (
        f"Answers {answered:,} of {asked:,} blind questions about {about} "
        f"({answered / asked:.1%}), and is right on {gate.share:.1%} of those."
    )


def _since(campaign: Campaign) -> str:
    if campaign.status == Campaign.Status.CLOSED and campaign.closed_at:
        return f"Closed since {_moment(campaign.closed_at)}"
    assert campaign.opened_at is not None  # a constraint: whatever is no draft was opened
    opened = _moment(campaign.opened_at)
    if campaign.status == Campaign.Status.PAUSED:
        return f"Paused, opened {opened}"
    return f"Open since {opened}"


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%-d %b %Y, %H:%M} UTC"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
