"""Words of size and the scale on which each of them lies."""

from games.table.probe import Scale

ENDLESS = float("inf")
MORE = {
    "longer": Scale.LENGTH, "taller": Scale.HEIGHT, "higher": Scale.HEIGHT,
    "wider": Scale.WIDTH, "broader": Scale.WIDTH, "thicker": Scale.THICKNESS,
    "fatter": Scale.THICKNESS, "deeper": Scale.HEIGHT, "heavier": Scale.MASS,
    "bigger": Scale.BULK, "larger": Scale.BULK, "bulkier": Scale.BULK, "greater": Scale.BULK,
    "weightier": Scale.MASS,
    "outweigh": Scale.MASS, "outweighs": Scale.MASS, "chunkier": Scale.BULK,
}  # fmt: skip
LESS = {
    "shorter": Scale.LENGTH, "lower": Scale.HEIGHT, "narrower": Scale.WIDTH,
    "slimmer": Scale.THICKNESS, "thinner": Scale.THICKNESS, "shallower": Scale.HEIGHT,
    "lighter": Scale.MASS, "smaller": Scale.BULK, "tinier": Scale.BULK, "skinnier": Scale.THICKNESS,
}  # fmt: skip
WORDS = {
    "long": Scale.LENGTH, "length": Scale.LENGTH, "lengthwise": Scale.LENGTH,
    "tall": Scale.HEIGHT, "high": Scale.HEIGHT, "height": Scale.HEIGHT, "deep": Scale.HEIGHT,
    "depth": Scale.HEIGHT, "wide": Scale.WIDTH, "width": Scale.WIDTH, "broad": Scale.WIDTH,
    "across": Scale.WIDTH, "diameter": Scale.WIDTH, "thick": Scale.THICKNESS,
    "thickness": Scale.THICKNESS, "heavy": Scale.MASS, "weight": Scale.MASS,
    "weigh": Scale.MASS, "weighs": Scale.MASS, "mass": Scale.MASS, "big": Scale.BULK,
    "large": Scale.BULK, "size": Scale.BULK, "thin": Scale.THICKNESS, "small": Scale.BULK,
    "tiny": Scale.BULK, "huge": Scale.BULK, "light": Scale.MASS, "short": Scale.LENGTH,
    "narrow": Scale.WIDTH, "little": Scale.BULK, "fat": Scale.THICKNESS, "bulk": Scale.BULK,
    "tallness": Scale.HEIGHT, "breadth": Scale.WIDTH, "heft": Scale.MASS, "weighing": Scale.MASS,
    "measures": Scale.LENGTH, "shallow": Scale.HEIGHT, "low": Scale.HEIGHT, "bulky": Scale.BULK,
    "lightweight": Scale.MASS, "slim": Scale.THICKNESS, "massive": Scale.BULK,
}  # fmt: skip
SMALLNESS = frozenset(
    {
        "thin",
        "small",
        "tiny",
        "light",
        "short",
        "narrow",
        "little",
        "low",
        "shallow",
        "lightweight",
        "slim",
    }
)
EXTENTS = "|".join(word for word, scale in WORDS.items() if scale not in (Scale.MASS, Scale.BULK))
COMPARATIVES = "|".join((*MORE, *LESS))
SIZE_WORDS = "|".join(WORDS)
