"""One unit of each kind of invented words, and a form that answers it."""

from tests.unit import coat_units

BOWL = "A shallow bowl of thin steel, 32 cm across, with two loops below its rim."
PROPERTIES = {"material": {"steel": []}, "part": {"handle": ["loops"]}}
VOCABULARY = {"material": ["steel", "glass"], "part": ["handle", "lid"]}
SNAPSHOTS: dict[str, dict[str, object]] = {
    "object_filter": {"object": "quomb", "name": "quomb", "description": BOWL},
    "affordance_definition": {
        "affordance": "hold_liquid",
        "definition": "It keeps half a litre of water for ten minutes.",
        "conditions": "It stands as it usually does.",
    },
    "object_properties": {
        "object": "quomb",
        "description": BOWL,
        "properties": PROPERTIES,
        "values": VOCABULARY,
    },
    "object_affordance": {
        "object": "quomb",
        "affordance": "hold_liquid",
        "description": BOWL,
        "definition": "It keeps half a litre of water for ten minutes.",
        "conditions": "",
    },
    "oracle_answer": {
        "object": "quomb",
        "description": BOWL,
        "question": "Is it wider than a hand?",
        "answer": "cannot_tell",
    },
    "object_utility": coat_units.UNITS["utility"],
    "context_objects": coat_units.UNITS["context"],
    "variable_values": coat_units.UNITS["ideal"],
    "configuration_rating": coat_units.UNITS["materials"],
    "material_ranking": coat_units.UNITS["ranking"],
}
FORMS: dict[str, dict[str, str | list[str]]] = {
    "object_filter": {"a.discrete": "yes", "a.hidden_mechanism": "no"},
    "affordance_definition": {"a.verdict": "keep"},
    "object_properties": {"a.wrong": ["material:steel"], "comment": "It is of tin."},
    "object_affordance": {"a.label": "yes"},
    "oracle_answer": {"a.answer": "yes"},
    "object_utility": {"a.utilities": ["binding"]},
    "context_objects": {"a.none_fits": "none", "a.suggestion": "twine"},
    "variable_values": {
        "a.temperature": "RoomTemp",
        "a.in_use": "free",
        "a.condition": ["clean", "dirty"],
    },
    "configuration_rating": {
        "a.material_Hemp": "moderate",
        "a.material_Nylon": "ideal",
        "a.material_Paper": "bad",
    },
    "material_ranking": {"place.order.0": "1", "place.order.1": "2", "a.bad": "Paper"},
}
ANSWERS: dict[str, dict[str, object]] = {
    "object_filter": {"discrete": "yes", "hidden_mechanism": "no"},
    "affordance_definition": {"verdict": "keep"},
    "object_properties": {
        "wrong": ["material:steel"],
        "missing": [],
        "comment": "It is of tin.",
    },
    "object_affordance": {"label": "yes"},
    "oracle_answer": {"answer": "yes"},
    "object_utility": {"utilities": ["binding"]},
    "context_objects": {"objects": [], "none_fits": ["none"], "suggestion": "twine"},
    "variable_values": {
        "temperature": ["RoomTemp"],
        "in_use": ["free"],
        "condition": ["clean", "dirty"],
    },
    "configuration_rating": {
        "material_Hemp": "moderate",
        "material_Nylon": "ideal",
        "material_Paper": "bad",
    },
    "material_ranking": {"order": ["Hemp", "Nylon"], "bad": ["Paper"]},
}
