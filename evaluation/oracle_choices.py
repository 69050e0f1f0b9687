"""Which Oracle researchers chose for a catalogue after people judged beside it."""

from evaluation.models import OracleChoice


def chosen_version(catalogue_id: int) -> str:
    """The version of the newest choice; "" where none was made."""
    newest = OracleChoice.objects.filter(trial__study__catalogue=catalogue_id).order_by("-pk")
    return newest.values_list("trial__oracle_version", flat=True).first() or ""
