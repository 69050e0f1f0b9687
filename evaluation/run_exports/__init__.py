"""A run as files: tables, transcripts, figures, a table to print, a log for Inspect AI."""
