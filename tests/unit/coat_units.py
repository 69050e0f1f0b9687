"""One good unit of each kind of COAT, of a task that is none of the published ones."""

from annotation.kinds import (
    configuration_rating,
    context_objects,
    material_ranking,
    object_utility,
    variable_values,
)

UTILITY = object_utility.KIND
CONTEXT = context_objects.KIND
VALUES = variable_values.KIND
RATING = configuration_rating.KIND
RANKING = material_ranking.KIND

PAIR = {
    "task": "moor_boat",
    "task_text": "Mooring a boat for a year",
    "utility": "binding",
    "utility_text": "something that ties two things together",
}
ROPE = {"object": "Rope", "name": "rope"}
STATE = {
    "mass": "light",
    "material": "Hemp",
    "temperature": "RoomTemp",
    "in_use": "free",
    "condition": "dirty",
}

UNITS = {
    "utility": {
        **ROPE,
        "utilities": [
            {"key": "binding", "label": "Binding", "phrase": "ties things together"},
            {"key": "cutting", "label": "Cutting", "phrase": "parts things with an edge"},
        ],
    },
    "context": {
        **PAIR,
        "objects": [{"key": "Rope", "label": "rope"}, {"key": "Ribbon", "label": "ribbon"}],
    },
    "common": {
        **ROPE,
        "form": "common",
        "variables": {
            "condition": ["clean", "dirty", "broken"],
            "mass": ["light", "medium"],
            "material": ["Hemp", "Nylon", "Cotton"],
            "temperature": ["RoomTemp"],
            "in_use": ["free", "reversible-using"],
        },
        "glosses": {"light": "up to 1 kg"},
    },
    "ideal": {
        **ROPE,
        "form": "ideal",
        "variables": {
            "temperature": ["RoomTemp", "Cold"],
            "in_use": ["free"],
            "condition": ["clean", "dirty"],
        },
        "defaults": {"condition": ["clean"]},
    },
    "materials": {**PAIR, **ROPE, "form": "materials", "materials": ["Hemp", "Nylon", "Paper"]},
    "whole": {**PAIR, **ROPE, "form": "whole", "configuration": STATE},
    "ranking": {**PAIR, **ROPE, "materials": ["Hemp", "Nylon", "Paper"]},
}
KINDS = {
    "utility": UTILITY,
    "context": CONTEXT,
    "common": VALUES,
    "ideal": VALUES,
    "materials": RATING,
    "whole": RATING,
    "ranking": RANKING,
}
