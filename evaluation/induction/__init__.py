"""Rules of affordances induced by language models; docs/rules.md says in words how."""
