"""Figures as a document: any value of the metrics to what JSON has."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

from evaluation.metrics.intervals import Estimate, Undefined

# Of a number: what a reader can use, and what two machines agree on.
_PLACES = 9


def as_document(value: object) -> object:
    """Records become objects, keys texts; a figure says its n, its interval or why it has none."""
    if isinstance(value, Undefined):
        return {"undefined": value.reason, **({"missing": value.missing} if value.missing else {})}
    if isinstance(value, Estimate):
        return _estimate(value)
    if is_dataclass(value):
        return {each.name: as_document(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_document(each) for key, each in value.items()}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Sequence):
        return [as_document(each) for each in value]
    return round(value, _PLACES) if isinstance(value, float) else value


def _estimate(figure: Estimate) -> dict[str, object]:
    known: dict[str, object] = {"value": round(figure.value, _PLACES), "n": figure.n}
    if isinstance(figure.interval, Undefined):
        return {**known, "no_interval": figure.interval.reason}
    ends = {"low": figure.interval.low, "high": figure.interval.high}
    rounded = {name: round(end, _PLACES) for name, end in ends.items()}
    return {**known, **rounded, "method": figure.method.value if figure.method else None}
