"""What the form of a campaign says where something is missing or wrong."""

from collections.abc import Mapping

_MISSING: Mapping[str, str] = {
    "name": "Give the study a name.",
    "catalogue": "Choose the catalogue to play from.",
    "seed": "Give a whole number; 1 will do.",
    "idle_minutes": "After how many minutes is a place free again?",
    "consent_en": "Volunteers need a text to agree to.",
    "ethics": "Say which board approved the study, or that none was asked.",
    "contact": "Say whom a volunteer can write to.",
}
_SHARE = "A share lies above 0 and goes up to 100 percent."
_OWN: Mapping[str, Mapping[str, str]] = {
    "slug": {"invalid": "An address has letters without accents, digits, hyphens, nothing else."},
    "share_percent": {"invalid": "Type a number.", "min_value": _SHARE, "max_value": _SHARE},
}
_LIMITS: Mapping[str, str] = {
    "invalid": "Type a whole number.",
    "invalid_choice": "Choose one of these.",
    "min_value": "It is %(limit_value)s or more.",
    "max_value": "It is %(limit_value)s or less.",
    "max_length": "%(show_value)s characters; %(limit_value)s are the limit. Nothing was cut.",
}


def of_field(name: str) -> dict[str, str]:
    """Error code -> sentence, as a form field takes them."""
    missing = _MISSING.get(name, "Choose one of these.")
    return {**_LIMITS, "required": missing, **_OWN.get(name, {})}
