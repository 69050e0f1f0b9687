"""How the rule-based Checker reads a question: text, clauses, frames, claims, pairs."""
