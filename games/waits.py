"""How long a question waited: from sent until settled, by the server's clock."""

from datetime import datetime

from django.db.models import DurationField, ExpressionWrapper, F


def seconds(asked_at: datetime, settled_at: datetime | None) -> float | None:
    """None while it is not settled."""
    return (settled_at - asked_at).total_seconds() if settled_at else None


def duration(turn: str = "") -> ExpressionWrapper:
    """The same within a query; turn: the way to the turn there, as "play__turns__"."""
    return ExpressionWrapper(F(f"{turn}settled_at") - F(f"{turn}asked_at"), DurationField())
