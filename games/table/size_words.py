"""Words of size in figures: from where on a thing is called big, thin or heavy."""

from dataclasses import replace

from games.table.fitting import HAND
from games.table.probe import Fits, Probe, Scale, Threshold

# Where people begin to call a thing big, thin or heavy: between the two it is a matter of taste.
THRESHOLDS = {
    "big": Threshold(Scale.LENGTH, 35, 50),
    "huge": Threshold(Scale.LENGTH, 110, 180),
    "bulky": Threshold(Scale.LENGTH, 35, 50),
    "small": Threshold(Scale.LENGTH, 16, 28, inverse=True),
    "tiny": Threshold(Scale.LENGTH, 4, 8, inverse=True),
    "long": Threshold(Scale.LENGTH, 15, 30, slender=2.5),
    "short": Threshold(Scale.LENGTH, 12, 25, inverse=True),
    "elongated": Threshold(Scale.LENGTH, 0.1, 5, slender=3.0),
    "tall": Threshold(Scale.HEIGHT, 30, 60),
    "low": Threshold(Scale.HEIGHT, 15, 40, inverse=True),
    "wide": Threshold(Scale.WIDTH, 20, 40),
    "narrow": Threshold(Scale.WIDTH, 5, 10, inverse=True),
    "thin": Threshold(Scale.THICKNESS, 1.2, 2.5, inverse=True),
    "thick": Threshold(Scale.THICKNESS, 2.5, 5),
    "deep": Threshold(Scale.HEIGHT, 15, 30),
    "shallow": Threshold(Scale.HEIGHT, 6, 10, inverse=True),
    "heavy": Threshold(Scale.MASS, 2000, 3500),
    "lightweight": Threshold(Scale.MASS, 500, 1500, inverse=True),
}
ROOMS: dict[str, Probe] = {
    "pocket_sized": Fits((15.5, 11.0, 3.5), mass=500.0),
    "hand_sized": replace(HAND, sides=(30.0, 20.0, 11.0)),
    "portable": Fits((150.0, 80.0, 60.0), mass=15_000.0),
}
