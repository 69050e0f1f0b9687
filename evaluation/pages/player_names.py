"""Names by which the players of one page can be told apart."""

from collections import Counter
from collections.abc import Mapping, Sequence

from evaluation.entries import Entry


def names_of(entries: Sequence[Entry]) -> Mapping[str, str]:
    """Reference -> name; where names are alike with the title, else with the slug."""
    names = Counter(entry.name for entry in entries)
    titles = Counter((entry.name, entry.title) for entry in entries)
    found: dict[str, str] = {}
    for entry in entries:
        slug = entry.reference.partition("/")[2]
        if names[entry.name] == 1:
            found[entry.reference] = entry.name
        elif titles[entry.name, entry.title] == 1 and entry.title != entry.name:
            named = entry.title.startswith(entry.name)
            found[entry.reference] = entry.title if named else f"{entry.name} ({entry.title})"
        else:
            found[entry.reference] = f"{entry.name} ({slug})"
    return found
