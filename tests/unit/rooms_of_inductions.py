"""What the rooms of inductions of rules may import."""

from tests.unit.rooms_of_games import VALUES

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
INDUCTIONS: dict[str, set[str]] = {
    "evaluation.induction": VALUES
    | {
        "evaluation.kari",
        "evaluation.spec_readers",
        "evaluation.spec_tables",
        "evaluation.spec_values",
        "evaluation.specs",
        "games.candidates",
        "games.formats",
        "games.llm",
        "games.prompts",
        "games.replies",
    },
    "evaluation.induction_sources": {
        "evaluation.induction",
        "evaluation.kari",
        "games.knowledge",
    },
    "evaluation.induction_form": {
        "annotation.keyed_form",
        "evaluation.induction",
        "evaluation.models",
        "evaluation.spec_ranges",
        "evaluation.spec_tables",
    },
    "evaluation.induction_urls": {"evaluation.views"},
}
