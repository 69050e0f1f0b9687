"""How descriptions are written: where clauses part, what is denied, what is said by the way."""

import re

from games.lexicon import words_of

CLAUSE = re.compile(
    r"[.;:!?](?:\s+|$)|,\s*|\s[-–—]\s|\b(?:but|while|whereas|although|though|which)\b|"
    r"\band (?=(?:the|a|an|it|its|has|is|one) )"
)
SENTENCE = re.compile(r"[.;!?](?:\s+|$)")
DENIED = re.compile(
    r"\b(?:no|not|without|never|nor|neither|nothing|none|cannot|lacks?|free of|free from|"
    r"rather than|instead of|\w+n['’]t)\b"
)
# "No stand, stopper or marking" denies all three.
DENIED_LIST = re.compile(
    r"\b(?:no|without|neither|nothing|not|cannot|never|\w+n['’]t)\b"
    r"(?: [\w-]+){1,4}(?:, [\w -]+?){1,4},? (?:or|nor)\b"
)
# What follows these words is no part of the thing itself: "shatters on a stone floor".
ASIDE = re.compile(
    r"\ba (?:great |large |small )?number of\b|\bas (?:if|though|through|in|with|on|from|by)\b.*|"
    r"\bon (?:the|a) (?:scales?|balance)\b|"
    r"\bsoft (?=sheen|shine|light|glow|gleam|colou?r|sound|click|lustre|gloss|pink|blue|green)|"
    r"\b(?:plant|flower|oil|water|gas|food|soap|bone|wood|paper|tin) "
    r"(?=pots?\b|bottles?\b|cans?\b|tanks?\b|dish|screws?\b|knife|saw\b|trays?\b)|"
    r"\b(?:try|tries|trying|tried) to\b.*|\bwould (?!be\b)\w+.*|\bas \w+ as\b.*|"
    r"\bthe (?:size|width|length|thickness|weight|height) of\b.*|"
    r"\b(?:rolled|folded|coiled|packed|wound)(?: up)?,? it .*|"
    r"\bclear (?:of|gap|space|way|edge)\b|"
    r"\b(?:if|unless|when|once|onto|against|like|such as|as though|than)\b.*|"
    r"\b(?:on|from|in|under|by|with) (?:(?:a|an|the|your|one) )?(?:[\w-]+ ){0,2}"
    r"(?:floor|ground|table|wall|water|pressure|hand|hands|thumb|finger|fingers|rain)\b"
)
# What may stand between two adjectives of one noun.
BETWEEN = frozenset(
    words_of(
        """very quite slightly fairly really perfectly rather somewhat extremely faintly a an the
        its own and one two three four five six eight single several many about cm mm m g old new
        small large big tiny little short long wide broad deep thin thick heavy plain simple fine"""
    )
)
# Words behind which another noun begins.
PARTING = frozenset(
    words_of(
        """with of in on at to by for from that which is are was has have over under around across
        through between into along inside outside behind beside near as or runs ends"""
    )
)
# A clause that begins with one of these has a subject of its own.
OPENERS = frozenset({"the", "a", "an", "its", "it", "both", "each", "this", "there", "one", "in"})
CLOSELY = frozenset({"of", "made", "from", "in", "is", "are", "out"})
SUBJECT = re.compile(r"^(?:(?:the|its|each|both|one|this|a|all) )*")
FIGURE = re.compile(
    r"\d|^(?:cm|mm|metres?|meters?|centimetres?|centimeters?|millimetres?|inch|inches)$"
)
# A clause of a description that speaks of the whole, and words behind which it no longer does.
OF_THE_WHOLE = re.compile(
    r"^\W*(?:and |but |then )?(?:it|its|this|the (?:whole|body|object|thing|item|overall)|in shape|"
    r"overall|in outline|seen|shaped|rather)\b"
)
OF_A_DETAIL = re.compile(
    r"\b(?:with|carry|carries|has|have|having|bears?|around|round|in|on|at|through|near|along|"
    r"between|from|ends?|into|there|printed|painted|where|by|around|inside|under)\b"
)
DETAIL = "detail"
# Last words of a list of materials that name no part.
STUFF = frozenset(
    words_of(
        """material materials throughout fibre fibres fabric cloth only all inside outside body
        construction wood metal filling paint varnish coating stuff mix blend alloy board boards
        sheet finish grade little bit traces parts part pieces"""
    )
)
# Words that prose mostly uses for what something does.
DOING = frozenset(
    words_of("stand stands joins join covers catch fly flies scales rests chips points")
)
# Parts whose names a whole thing may bear as well: a flat rectangular panel.
HEADS = frozenset(
    {"panel", "tray", "cord", "strap", "mesh", "shell", "cover", "pocket", "frame", "roller",
     "loop", "chain", "wire", "shaft", "clip", "cushion", "blade", "hook", "tube_part", "bell",
     "lever", "peg", "needle", "board", "flap", "cap", "lid", "stopper", "wheels", "magnet"}
)  # fmt: skip
FIELDS = ("material", "shape", "surface", "size", "description")
LOOSE_STUFF = frozenset({"water", "oil", "liquid", "gas", "food", "soil", "sand", "ice", "powder"})
# "Round" that only tells where something runs.
AROUND = re.compile(r"\bround (?=(?:the|its|it|a|an|each|both|one)\b)|(?<=way )round\b")
# Substances whose words are mostly names of things or of acts: a toy brick, a lead, a horn.
HOMONYMS = frozenset({"brick", "lead", "horn", "tin", "lace", "soap"})
