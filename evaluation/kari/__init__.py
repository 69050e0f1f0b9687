"""Affordance rules anchored in knowledge bases; docs/rules.md says in words what they are."""
