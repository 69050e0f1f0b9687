"""What a text leaves unsaid, since its words imply it: glass is rigid, a box has corners."""

from games.lexicon import COMPOUNDS, Kind, Lexicon
from games.sheets import Dimension, Property

NOT_SOLID = frozenset(
    {
        "hollow", "open", "concave", "flexible", "fabric", "foldable", "container_shaped",
        "pocket", "compartment", "porous", "drawer", "lid", "canopy", "woven", "knitted", "paper",
        "bulb", "sand", "water", "spout", "neck", "box_shaped", "stopper", "cap", "pages", "shell",
        "foam", "squishy", "layered", "liquid", "gas", "mesh", "frame",
    }
)  # fmt: skip
ROLLING = frozenset({"sphere", "cylinder", "tube", "disc", "ring"})
SHEETS = frozenset({"sheet", "strip", "fabric", "paper"})
JOINED = frozenset(
    {
        "moving_parts", "lid", "cap", "stopper", "wheels", "hinge", "fastener", "strap", "drawer",
        "legs", "pages", "screw", "rivet", "zip", "button", "lining", "stitching", "seam",
    }
)  # fmt: skip
GLEAMING = frozenset(
    {"shiny", "glass", "metal", "glazed", "transparent", "metallic_look", "slippery", "wet"}
)
# Colours that are told apart by words more than by the eye.
SHADES = {
    "silver_coloured": "grey", "tan": "brown", "beige": "brown", "copper_coloured": "brown",
    "gold_coloured": "yellow", "turquoise": "blue",
}  # fmt: skip
# Classes of substances: two that are of one of these are unlike all the same.
CLASSES = frozenset(
    {"plant_material", "natural_material", "synthetic", "animal_material", "mineral", "composite"}
)
STIFF_PARTS = frozenset({"ribs", "shaft", "frame", "legs", "rod", "blade", "hinge", "arms"})
OF_PARTS = frozenset({"flexible", "soft", "transparent", "reflective"})
ROOMS = frozenset({"box_shaped", "container_shaped"})
SOFT = frozenset({"flexible", "fabric", "flat"})
ROUNDS = 3


def unsaid(
    lexicon: Lexicon,
    listed: frozenset[Property],
    *,
    denied: frozenset[str],
    main: frozenset[str],
    substances: frozenset[str],
) -> frozenset[Property]:
    """The listed properties and those that follow, unless the text says otherwise.

    main: the substances that the object is mainly of; only these stand for the whole.
    substances: all that its list of materials names; where empty, those that are listed.
    """
    properties = listed | _compounds(listed)
    for _ in range(ROUNDS):
        properties |= _usual(lexicon, properties, denied=denied, main=main)
    return properties | _left_over(lexicon, properties, denied, substances)


def _compounds(listed: frozenset[Property]) -> frozenset[Property]:
    """A flat bottom for a base that is flat, and the other way round."""
    found = set[Property]()
    for name, (quality, part) in COMPOUNDS.items():
        one = Property(Dimension.SHAPE, quality, part)
        if Property(Dimension.SHAPE, name) in listed:
            found |= {one, Property(Dimension.SHAPE, part)}
        if one in listed:
            found.add(Property(Dimension.SHAPE, name))
    return frozenset(found)


def _usual(
    lexicon: Lexicon,
    properties: frozenset[Property],
    *,
    denied: frozenset[str],
    main: frozenset[str],
) -> frozenset[Property]:
    names = {each.value for each in properties}
    seldom = {name for each in names for name in lexicon.values[each].seldom}
    found = set[Property]()
    for each in properties:
        if lexicon.values[each.value].kind == Kind.SUBSTANCE and each.value not in main:
            continue
        suggested = {
            name for wide in lexicon.broader(each.value) for name in lexicon.values[wide].usually
        }
        for name in suggested - seldom - denied:
            part = each.part or _own_part(lexicon, each.value, name)
            nearby = {other.value for other in properties if other.part in ("", part)}
            if not (nearby if part else names) & _excluding(lexicon, name):
                found.add(Property(lexicon.values[name].dimension, name, part))
    return frozenset(found)


def _own_part(lexicon: Lexicon, name: str, quality: str) -> str:
    """The part itself, where a part suggests a quality: a cord is flexible, not what it is on."""
    is_part = lexicon.values[name].kind in (Kind.PART, Kind.FITTING)
    return name if is_part and quality in OF_PARTS else ""


def _excluding(lexicon: Lexicon, name: str) -> frozenset[str]:
    """The values that exclude it or a broader one: what is matt does not gleam like metal."""
    others = (other for wide in lexicon.broader(name) for other in lexicon.opposites(wide))
    return frozenset[str]().union(*map(lexicon.narrower, others))


def _left_over(
    lexicon: Lexicon,
    properties: frozenset[Property],
    denied: frozenset[str],
    substances: frozenset[str],
) -> frozenset[Property]:
    """One of two complements where nothing speaks for the other."""
    names = {wide for each in properties for wide in lexicon.broader(each.value)}
    kinds = _count_substances(lexicon, substances or _substances(lexicon, properties))
    colours = len(
        {SHADES.get(each, each) for each in names if lexicon.values[each].kind == Kind.COLOUR}
    )
    claims = {
        "solid": not names & NOT_SOLID or "hollow" in denied,
        "hollow": bool(names & {"open", "open_top"} and names & ROOMS) and not names & SOFT,
        "opaque": not names & {"transparent", "translucent"},
        "several_materials": kinds > 1,
        "one_material": kinds == 1,
        "one_piece": kinds == 1 and not names & JOINED,
        "matt": not names & GLEAMING,
        "multi_part": kinds > 1 or bool(names & JOINED),
        "moving_parts": "foldable" in names and bool(names & STIFF_PARTS),
        "rollable": bool(names & ROLLING) or "flexible" in names and bool(names & SHEETS),
        "foldable": "flexible" in names and bool(names & SHEETS),
        "colourful": colours > 1,
        "one_colour": colours == 1 and kinds <= 1,
        "dry": True,
        "plain": not names & {"patterned", "decorated", "lettering", "printed", "picture"},
        "flexible": "rigid" in denied,
        "rigid": "flexible" in denied,
    }
    return frozenset(
        Property(lexicon.values[name].dimension, name)
        for name, claimed in claims.items()
        if claimed and name not in denied and not names & _excluding(lexicon, name)
    )


def _substances(lexicon: Lexicon, properties: frozenset[Property]) -> frozenset[str]:
    return frozenset(
        each.value
        for each in properties
        if each.dimension == Dimension.MATERIAL
        and lexicon.values[each.value].kind == Kind.SUBSTANCE
    )


def _count_substances(lexicon: Lexicon, substances: frozenset[str]) -> int:
    """How many unlike substances there are: steel and metal are one, steel and wood two."""
    groups: list[frozenset[str]] = []
    for name in sorted(substances):
        family = (lexicon.broader(name) | lexicon.narrower(name)) - CLASSES
        if family and not any(family & group for group in groups):
            groups.append(family)
    return len(groups)
