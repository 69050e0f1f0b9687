"""A run's figures as one document of JSON, with how each came about."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields

from evaluation.leaderboard import OF_RUN
from evaluation.metrics.summary import Summary
from evaluation.models import Run
from evaluation.pages.tables import REASONS
from evaluation.run_exports.documents import as_document
from games.estimates import LEVEL

SCHEMA = "run-summary/1"
# A run is one player, who played the games in no order of its own.
_OF_PEOPLE = frozenset(
    {
        "players",
        "complete",
        "average",
        "average_of_complete",
        "by_position",
        "by_position_of_complete",
    }
)


def as_json(run: Run, summary: Summary, card: Mapping[str, object]) -> str:
    """card: the run's, which goes along."""
    whole = {
        "schema": SCHEMA,
        "canary": run.catalogue.canary,
        "run": run.slug,
        "player": run.player,
        "catalogue": run.catalogue.version,
        "protocol_sha256": run.protocol.sha256,
        "provisional": run.status != Run.Status.COMPLETE,
        "level": LEVEL,
        "resampling": asdict(OF_RUN),
        "reasons": REASONS,
        "figures": {
            each.name: as_document(getattr(summary, each.name))
            for each in fields(summary)
            if each.name not in _OF_PEOPLE
        },
        "card": card,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
