"""What the workshop's pages show, as values."""
