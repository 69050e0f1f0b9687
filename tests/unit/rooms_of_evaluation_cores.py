"""What the pure cores of COAT and KARI may import."""

from tests.unit.rooms_of_games import VALUES

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
EVALUATION_CORES: dict[str, set[str]] = {
    "evaluation.kari": VALUES
    | {
        "evaluation.seats",
        "games.belief",
        "games.candidates",
        "games.estimates",
        "games.formats",
        "games.knowledge",
        "games.players",
        "games.pool",
        "games.wilson",
    },
    "evaluation.coat": {
        "evaluation.metrics",
        "games.formats",
        "games.llm.chat",
        "games.prompts",
        "games.replies",
        "games.wilson",
    },
    "evaluation.coat.acceptance": {"annotation.agreement", "evaluation.coat", "games.estimates"},
    "evaluation.coat_people": {
        "annotation.kinds",
        "annotation.publishing",
        "evaluation.coat",
        "games.formats",
        "games.llm.chat",
    },
    "evaluation.tuning": {"games.formats", "games.llm.chat"},
    "evaluation.tuning_results": {
        "evaluation.coat",
        "evaluation.coat_results",
        "evaluation.metrics",
        "evaluation.models",
        "evaluation.tuning",
    },
    "evaluation.coat_folders": {"evaluation.coat"},
    "evaluation.coat_sets": {"evaluation.coat", "games.formats"},
}
