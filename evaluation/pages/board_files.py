"""The leaderboard as files: each row with all that has to be known beside its figures."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from evaluation.leaderboard import Group, Row
from evaluation.pages import flat
from evaluation.pages.board_choice import KINDS
from evaluation.pages.leaderboard import oracle_of
from evaluation.pages.published import PUBLISHED
from evaluation.pages.tables import Column, Line, Table, Unit, lines_of
from evaluation.pages.tables import Row as TableRow

SCHEMA = "leaderboard/1"
CAPTION = (
    "Success of people: the average over players; of a run: all its plays, aborted ones as not "
    "solved, Wilson's 95% score interval. Over objects: hidden objects resampled with all their "
    "plays. Turns and bits: 95% bootstrap intervals. Ranks: behind every player whose success is "
    "higher on the games that both ended, with a 95% interval of the difference above 0, and "
    "before every player whose success is lower so."
)
_COLUMNS = (
    Column("success_rate", "Success rate", Unit.SHARE),
    Column("success_rate_over_objects", "Success rate, objects resampled", Unit.SHARE),
    Column("success_rate_pooled", "Success rate, all plays pooled", Unit.SHARE),
    Column("success_rate_without_aborted", "Success without aborted", Unit.SHARE),
    Column("turns_when_solved", "Turns, solved plays only", Unit.TURNS),
    Column("turns_unsolved_as_budget", "Turns, unsolved as the budget", Unit.TURNS),
    Column("net_gain", "Net gain", Unit.BITS),
    Column("games", "Games", Unit.COUNT),
    Column("plays", "Plays", Unit.COUNT),
    Column("players", "Players", Unit.COUNT),
    Column("repeats", "Repeats", Unit.COUNT),
    Column("aborted", "Aborted", Unit.COUNT),
)


def as_csv(groups: Sequence[Group]) -> str:
    """One line a cell; the published rows last, without any mark of ours."""
    found = [
        {**_marks(row), **asdict(line), "caption": CAPTION}
        for group in groups
        for row in group.rows
        for line in _lines(row)
    ]
    blank: dict[str, object] = dict.fromkeys(found[0], "") if found else {}
    others = [{**blank, **line} for line in flat.rows([PUBLISHED], {})]
    return flat.as_csv([*found, *others])


def as_json(groups: Sequence[Group]) -> str:
    whole = {
        "schema": SCHEMA,
        "caption": CAPTION,
        "groups": [
            {
                "catalogue": group.catalogue,
                "split": group.split,
                "protocol": _protocol(group),
                "rows": [
                    {**_marks(row), "figures": [asdict(line) for line in _lines(row)]}
                    for row in group.rows
                ],
            }
            for group in groups
        ],
        "published": {
            "caption": PUBLISHED.caption,
            "figures": [asdict(line) for line in lines_of(PUBLISHED)],
        },
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _protocol(group: Group) -> dict[str, object]:
    """Its settings with their hash."""
    return {"sha256": group.protocol_sha256, **group.protocol.settings}


def _marks(row: Row) -> dict[str, object]:
    """What is known of the row beside its figures."""
    entry = row.entry
    return {
        "reference": entry.reference,
        "kind": KINDS[entry.kind],
        "title": entry.title,
        "catalogue": entry.catalogue,
        "split": entry.split,
        "preset": entry.protocol.preset,
        "condition": entry.protocol.condition,
        "constrained": entry.protocol.constrained,
        "rules": entry.protocol.rules,
        "protocol_sha256": entry.protocol_sha256,
        "oracle": entry.oracle.version,
        "oracle_quality": oracle_of(entry),
        "oracle_practice_quality": entry.oracle.practice,
        "rank_best": row.rank.best if row.rank else None,
        "rank_worst": row.rank.worst if row.rank else None,
        "knows_the_object": entry.bound,
        "contaminated": entry.contaminated,
        "openness": entry.openness,
        "architecture": entry.architecture,
        "size": entry.size,
        "code": entry.code,
        "status": entry.status,
        "provisional": entry.provisional,
        "simulated": entry.simulated,
    }


def _lines(row: Row) -> Iterator[Line]:
    figures = row.figures
    values = (
        row.rate,
        figures.rate_over_objects,
        figures.pooled.rate,
        figures.score.rate_without_aborted,
        figures.score.turns_when_solved,
        figures.score.turns_of_all,
        figures.net_gain,
        figures.games,
        figures.pooled.plays,
        figures.players,
        figures.repeats,
        figures.pooled.aborted,
    )
    rows = [TableRow(row.entry.name, values)]
    return lines_of(Table("leaderboard", "Leaderboard", CAPTION, "Player", _COLUMNS, rows))
