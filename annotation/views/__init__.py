"""The workshop's pages; researchers only."""
