"""Exports of runs over question sets: tables, transcripts, figures and the card as one ZIP."""
