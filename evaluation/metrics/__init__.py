"""Figures of plays, as pure functions; docs/metrics.md says in words what each one means."""
