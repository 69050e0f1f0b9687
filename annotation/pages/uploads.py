"""What an upload did, in sentences."""

from collections.abc import Sequence

from annotation.pages.drafts import number_of
from games.candidates import SameKey

NAMES_SHOWN = 10


def collected(
    read: int, added: int, there: Sequence[SameKey], repeated: Sequence[SameKey]
) -> list[str]:
    """How many candidates are new, and every name that is not, up to a limit.

    there: names that the draft had already; repeated: names that the list says again.
    """
    known = [each.left_out for each in there if each.same_name]
    again = [each.left_out for each in repeated if each.same_name]
    lost = [
        f"{each} It was not taken: call it otherwise."
        for each in (*repeated, *there)
        if not each.same_name
    ]
    sentences = [f"{number_of(read, 'candidate')} read, {added:,} of them new."]
    if known:
        sentences.append(f"There already, and left as it was: {_named(known)}.")
    if again:
        sentences.append(f"More than once in the file, and taken once: {_named(again)}.")
    sentences += lost[:NAMES_SHOWN]
    if len(lost) > NAMES_SHOWN:
        sentences.append(f"And {len(lost) - NAMES_SHOWN} more were not taken for that reason.")
    return sentences


def vocabulary_taken(values: int, unfit: int) -> str:
    said = f"The vocabulary has {number_of(values, 'value')} now."
    if not unfit:
        return said
    fits = "does not fit it" if unfit == 1 else "do not fit it"
    return f"{said} {number_of(unfit, 'stored sheet')} {fits}; the overview names what is wrong."


def _named(names: Sequence[str]) -> str:
    more = len(names) - NAMES_SHOWN
    return ", ".join(names[:NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")
