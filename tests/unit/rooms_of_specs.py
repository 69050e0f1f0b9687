"""What the rooms of specs, of trying a run out and of its facts may import."""

from tests.unit.rooms_of_games import VALUES

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
SPECS: dict[str, set[str]] = {
    "evaluation.spec_values": VALUES | {"games.llm", "games.model_roles"},
    "evaluation.spec_ranges": set(),
    "evaluation.spec_tables": {"evaluation.spec_ranges"},
    "evaluation.spec_readers": VALUES
    | {"evaluation.spec_tables", "evaluation.spec_values", "games.llm", "games.model_roles"},
    "evaluation.spec_rules": {"evaluation.spec_tables", "evaluation.spec_values"},
    "evaluation.specs": VALUES
    | {
        "evaluation.spec_rules",
        "evaluation.spec_readers",
        "evaluation.spec_tables",
        "evaluation.spec_values",
        "games.formats",
        "games.llm",
        "games.model_roles",
    },
    "evaluation.spec_texts": set(),
    "evaluation.suites": set(),
    "evaluation.checked": set(),
    "evaluation.forecasts": {"evaluation.spec_values"},
    "evaluation.rehearsal": {
        "evaluation.checked",
        "evaluation.prompting",
        "games.llm.chat",
        "games.rules",
    },
    "evaluation.probing": {"evaluation.checked", "games.llm"},
    "evaluation.preflight": {
        "evaluation.checked",
        "evaluation.model_checks",
        "evaluation.model_facts",
        "evaluation.probing",
        "evaluation.prompting",
        "evaluation.rehearsal",
        "evaluation.reply_forms",
        "evaluation.spec_values",
        "games.llm",
        "games.replies",
        "games.rules",
    },
    "evaluation.run_words": set(),
    "evaluation.fact_changes": set(),
    "evaluation.model_facts": {"evaluation.spec_values", "games.llm"},
    "evaluation.code_version": set(),
    "evaluation.facts": {
        "evaluation.coat",
        "evaluation.code_version",
        "games.models",
        "games.presets",
        "games.prompts",
        "games.replies",
    },
}
