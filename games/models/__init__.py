"""The rows of the games app, by noun: what is played with, who plays, what was answered."""

from games.models.answers import ModelCall, ModelMargin, OracleScore, StoredAnswer, StoredRuling
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
from games.models.plays import Doubt, Mark, Participant, Play, PlayProtocol, Turn

__all__ = [
    "Affordance",
    "AffordanceLabel",
    "BaselinePlay",
    "Catalogue",
    "Doubt",
    "Game",
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
    "Turn",
]
