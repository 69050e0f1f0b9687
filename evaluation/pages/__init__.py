"""What the pages of figures show, as values."""
