"""What the rooms of stored COAT catalogues, question sets and quizzes may import."""

# Longest prefix wins. Room -> rooms of this project that it may import, itself always.
STORED_COAT: dict[str, set[str]] = {
    "evaluation.coat_stored": {"evaluation.coat", "evaluation.models"},
    "evaluation.quiz_results": {"evaluation.coat", "evaluation.coat_results", "evaluation.models"},
    "evaluation.coat_board": {
        "evaluation.coat",
        "evaluation.coat_results",
        "evaluation.models",
        "evaluation.question_charts",
        "evaluation.quiz_results",
        "evaluation.tuning_results",
    },
    "evaluation.coat_forms": {
        "annotation.keyed_form",
        "evaluation.coat",
        "evaluation.models",
        "evaluation.services",
        "games.exporting",
        "games.formats",
    },
    "evaluation.coat_edit_forms": {
        "annotation.keyed_form",
        "evaluation.coat",
        "evaluation.coat_forms",
    },
    "evaluation.coat_label_form": {"evaluation.coat", "evaluation.coat_forms"},
    "evaluation.coat_suggestion_forms": {
        "annotation.keyed_form",
        "evaluation.coat",
        "evaluation.coat_forms",
        "evaluation.services",
        "evaluation.spec_tables",
        "evaluation.specs",
    },
    "evaluation.quiz_forms": {
        "annotation.keyed_form",
        "evaluation.coat",
        "games.text_field",
    },
    "evaluation.coat_urls": {"evaluation.views"},
    "evaluation.quiz_urls": {"evaluation.views"},
}
