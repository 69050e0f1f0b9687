"""What every table of plays says of a play, a person's and a model's alike."""

from games.exporting.columns import text, whole
from games.presets import Condition

CATALOGUE = (
    text("catalogue", "Version of the catalogue."),
    text("catalogue_sha256", "SHA-256 of the catalogue's files."),
)
GAME = (
    text("split", "Split of the game.", values=("dev", "test")),
    text("object", "Key of the hidden object."),
    text("candidates", "The eight affordances as they were shown, with spaces between."),
    text("target", "The affordance that the object has."),
)
PROTOCOL = (
    text("protocol_sha256", "SHA-256 of the protocol; never pool plays of different ones."),
    text("preset", "Preset of the protocol.", values=("house", "paper")),
    text(
        "condition",
        "The game itself (questions), or a control condition without questions.",
        values=tuple(Condition),
    ),
)
ROLES = (
    text("oracle_version", "Name and version of the Oracle."),
    text("checker_version", "Name and version of the Checker."),
)
SPENT = (
    text("guessed", "The affordance that was guessed.", undefined="no guess was made (yet)"),
    whole("turns_spent", "Turns of the budget that were spent: answered and forfeited."),
    whole("questions_answered", "Questions that were answered."),
)
