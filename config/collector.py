"""Garbage collection for servers: less often, and never of what was loaded at the start.

Measured on a whole turn: a tenth of its CPU time went into collections that found nothing.
"""

import gc


def relax() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
