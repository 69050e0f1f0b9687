"""Writing rows of drafts: collect, decide, enrich, correct, and write out as a folder."""
