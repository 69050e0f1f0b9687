"""Many episodes of a run at once: calls on the event loop, rows on the worker's own thread."""
