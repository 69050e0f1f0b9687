"""How far a rater is, in words and as widths of meters."""

from dataclasses import dataclass

from annotation.rater_progress import Progress


@dataclass(frozen=True)
class Way:
    """own, training: shares from 0 to 1 of what this rater can judge, and learn on."""

    progress: Progress
    own: str
    training: str
    words: str


def way(progress: Progress) -> Way:
    return Way(
        progress,
        own=_share(progress.done + progress.skipped, progress.left),
        training=_share(progress.trained, progress.training - progress.trained),
        words=_words(progress),
    )


def _words(progress: Progress) -> str:
    skipped = f", {progress.skipped:,} skipped" if progress.skipped else ""
    told = f"{progress.done:,} done{skipped}, {progress.left:,} to go"
    if progress.seconds is None or not progress.left:
        return told
    return f"{told}, about {_duration(progress.seconds * progress.left)}"


def _share(done: int, left: int) -> str:
    return f"{done / (done + left) if done + left else 1:.4f}"


def _duration(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    return f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} h"
