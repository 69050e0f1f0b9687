"""Whether the name of a part is a plural: `tines` are, a `lens` is.

English nouns by their endings, with the exceptions that names of parts of things meet. A name whose
forms are alike, such as `series`, counts as one.
"""

import re

_SINGULAR_ENDINGS = ("ss", "us", "is")
_SINGULAR = frozenset(
    ("asbestos", "atlas", "bias", "canvas", "gas", "lens", "news", "series", "species", "thermos")
)
_PLURAL = frozenset(
    ("children", "dice", "feet", "geese", "lice", "men", "mice", "people", "teeth", "women")
    + ("menus", "skis", "taxis", "vertebrae")
)
_AFTER_THE_NOUN = re.compile(r" (?:at|for|from|in|of|on|through|to|under|with) ")


def is_plural(name: str) -> bool:
    """name: words in lower case, whose noun stands last or before a preposition: row of teeth."""
    noun = _AFTER_THE_NOUN.split(name, maxsplit=1)[0]
    if " and " in noun:
        return True
    last = noun.split()[-1]
    if last in _SINGULAR or last in _PLURAL:
        return last in _PLURAL
    return len(last) > 2 and last.endswith("s") and not last.endswith(_SINGULAR_ENDINGS)
