"""Rows of the leaderboard that somebody chose, as a table to print."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from evaluation.leaderboard import Group
from evaluation.pages import board_choice
from evaluation.run_exports import latex
from games.models import Catalogue
from games.snapshots import snapshot


class NotOnTheLeaderboard(Exception):
    """What was asked for has no ended game, or is not there; the message names it."""


def as_latex(references: Collection[str] = (), said: Mapping[str, str] | None = None) -> str:
    """The rows of these references, "run/<address>" or "campaign/<address>"; all where none is.

    said: what the leaderboard's address asks for; only such rows are there then.
    Raises NotOnTheLeaderboard.
    """
    with snapshot():
        groups = _chosen(references, board_choice.groups_of(said or {}))
        versions = [group.catalogue for group in groups]
        rows = Catalogue.objects.filter(version__in=versions).order_by("version")
        return latex.document(groups, canaries=list(rows.values_list("canary", flat=True)))


def _chosen(references: Collection[str], groups: Sequence[Group]) -> list[Group]:
    there = {row.entry.reference for group in groups for row in group.rows}
    missing = sorted(set(references) - there)
    if missing:
        raise NotOnTheLeaderboard(
            f"Not on the leaderboard: {', '.join(missing)}. There stand: "
            f"{', '.join(sorted(there)) or 'none yet'}."
        )
    if not there:
        raise NotOnTheLeaderboard("The leaderboard is empty: no game of a run has ended yet.")
    wanted = set(references) or there
    chosen = [
        replace(group, rows=[row for row in group.rows if row.entry.reference in wanted])
        for group in groups
    ]
    return [group for group in chosen if group.rows]
