"""What the rooms of runs over question sets may import."""

from tests.unit.rooms_of_games import VALUES

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
QUESTION_RUNS: dict[str, set[str]] = {
    "evaluation.question_spec_values": {"evaluation.coat", "evaluation.spec_values", "games.llm"},
    "evaluation.question_specs": {
        "evaluation.coat",
        "evaluation.question_spec_values",
        "evaluation.spec_readers",
        "evaluation.spec_tables",
        "evaluation.spec_values",
        "evaluation.specs",
        "games.llm",
    },
    "evaluation.run_specs": {
        "evaluation.question_spec_values",
        "evaluation.question_specs",
        "evaluation.spec_values",
        "evaluation.specs",
        "games.llm",
    },
    "evaluation.model_checks": {
        "evaluation.checked",
        "evaluation.model_facts",
        "evaluation.probing",
        "evaluation.spec_values",
        "games.llm",
        "games.replies",
    },
    "evaluation.question_preflight": {
        "evaluation.checked",
        "evaluation.coat",
        "evaluation.model_checks",
        "evaluation.model_facts",
        "evaluation.probing",
        "evaluation.question_spec_values",
        "evaluation.rehearsal",
        "evaluation.spec_values",
        "games.llm",
    },
    "evaluation.question_casting": {
        "evaluation.clients",
        "evaluation.coat",
        "evaluation.coat_stored",
        "evaluation.models",
        "evaluation.question_spec_values",
        "evaluation.question_specs",
        "evaluation.runner",
        "evaluation.services",
        "evaluation.spec_ranges",
        "games.llm",
    },
    "evaluation.question_look": {
        "evaluation.checked",
        "evaluation.clients",
        "evaluation.coat",
        "evaluation.model_facts",
        "evaluation.models",
        "evaluation.preflight",
        "evaluation.probing",
        "evaluation.question_casting",
        "evaluation.question_preflight",
        "evaluation.question_specs",
        "evaluation.services",
        "evaluation.spec_values",
        "games.llm",
    },
    "evaluation.coat_results": VALUES
    | {
        "evaluation.coat",
        "evaluation.coat_stored",
        "evaluation.metrics",
        "evaluation.models",
        "evaluation.question_spec_values",
        "evaluation.run_specs",
    },
}
