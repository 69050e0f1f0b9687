"""What stands between two sentences, which Chinese sets without a space."""

from django.utils.translation import get_language


def joint() -> str:
    return "" if (get_language() or "").startswith("zh") else " "
