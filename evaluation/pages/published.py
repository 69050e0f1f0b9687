"""What was published elsewhere, of other games, another Oracle, other people."""

from evaluation.pages.tables import Column, Kind, Row, Table, Unit

_SOURCE = "Affordance20Q, arXiv 2606.14240"
PUBLISHED = Table(
    key="published",
    title="Published rows",
    caption=(
        "Another set of games, another Oracle, other people: no difference to the figures above "
        "is computed."
    ),
    label="Source",
    columns=(
        Column("success_rate", "Success rate", Unit.WORDS),
        Column("turns", "Turns", Unit.WORDS),
    ),
    rows=(
        Row("Five volunteers, average over players", ("64.2%", "10.7"), _SOURCE, Kind.PUBLISHED),
        Row("OPTIMAL", ("100%", "2.5"), _SOURCE, Kind.PUBLISHED),
        Row("FIX20Q", ("24.8%", "20"), _SOURCE, Kind.PUBLISHED),
        Row("Best language model", ("45.9%", "not given"), _SOURCE, Kind.PUBLISHED),
    ),
)
