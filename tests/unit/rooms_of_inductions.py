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
        "evaluation.induction_launch_fields",
        "evaluation.induction_sources",
        "evaluation.models",
        "evaluation.spec_ranges",
        "evaluation.spec_tables",
        "evaluation.spec_values",
        "games.llm",
    },
    "evaluation.induction_launch_fields": {
        "evaluation.induction",
        "evaluation.spec_fields",
        "evaluation.spec_values",
        "games.models",
    },
    "evaluation.induction_launch_form": {
        "evaluation.induction",
        "evaluation.induction_form",
        "evaluation.induction_launch_fields",
        "evaluation.spec_form",
        "evaluation.spec_tables",
        "games.candidates",
        "games.llm",
    },
    "evaluation.induction_urls": {"evaluation.views"},
}
