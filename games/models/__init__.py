"""The rows of the games app, by noun: what is played with, who plays, what was answered."""

from games.models.answers import ModelCall, ModelMargin, OracleScore, StoredAnswer, StoredRuling
from games.models.campaigns import Assignment, Campaign, CampaignGame, ConsentText
from games.models.catalogue import (
    Affordance,
    AffordanceLabel,
    BaselinePlay,
    Catalogue,
    Game,
    Measure,
    PhysicalObject,
    Property,
)
from games.models.people import (
    CompletionCode,
    Consent,
    JudgedCatalogue,
    Participant,
    Withdrawal,
)
from games.models.plays import Doubt, Mark, Play, PlayProtocol, TextReview, Turn

__all__ = [
    "Affordance",
    "AffordanceLabel",
    "Assignment",
    "BaselinePlay",
    "Campaign",
    "CampaignGame",
    "Catalogue",
    "CompletionCode",
    "Consent",
    "ConsentText",
    "Doubt",
    "Game",
    "JudgedCatalogue",
    "Mark",
    "Measure",
    "ModelCall",
    "ModelMargin",
    "OracleScore",
    "Participant",
    "PhysicalObject",
    "Play",
    "PlayProtocol",
    "Property",
    "StoredAnswer",
    "StoredRuling",
    "TextReview",
    "Turn",
    "Withdrawal",
]
