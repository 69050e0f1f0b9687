"""The games of a catalogue's files, held against its labels and properties."""

from collections.abc import Iterator

import numpy as np

from games import players, pool
from games.catalogue_checks import Finding
from games.formats import CatalogueContent, GameRow, labels_of
from games.labels import Label
from games.players import Deal, Facts
from games.roles import Pair

UNSETTLED = "unsettled game"


def facts_of(content: CatalogueContent) -> Facts:
    """Rows are the objects in the order of the content, columns the affordances by key."""
    broader = {Pair(row.dimension, row.value): row.broader for row in content.vocabulary}
    answers = pool.build([row.sheet for row in content.objects], broader).answers
    labels = labels_of(content.labels)
    has = [
        [labels[row.sheet.key][key] == Label.YES for key in _columns(content)]
        for row in content.objects
    ]
    return Facts(np.array(has, dtype=bool).reshape(len(has), -1), answers)


def deals_of(content: CatalogueContent) -> Iterator[tuple[GameRow, Deal]]:
    row = {each.sheet.key: at for at, each in enumerate(content.objects)}
    column = {key: at for at, key in enumerate(_columns(content))}
    for game in content.games:
        candidates = tuple(column[key] for key in game.spec.candidates)
        yield game, Deal(row[game.spec.object_key], candidates, column[game.spec.target])


def unsettled(content: CatalogueContent) -> Iterator[Finding]:
    """Games in which no pool question tells some object with another candidate from the hidden."""
    facts = facts_of(content)
    for game, deal in deals_of(content):
        rivals = [content.objects[at].sheet.key for at in players.inseparable(facts, deal)]
        if rivals:
            text = f"No question tells {game.spec.object_key} from {', '.join(rivals)}."
            yield Finding(UNSETTLED, game.key, text)


def _columns(content: CatalogueContent) -> list[str]:
    return sorted(row.key for row in content.affordances)
