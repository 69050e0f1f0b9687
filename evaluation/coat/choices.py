"""Which option a reply chooses: read as every reply to a question with letters is."""

from evaluation.coat.rendering import Rendered
from games.replies import choice_letter


def chosen_letter(reply: str, rendered: Rendered) -> str | None:
    """The letter; None where the reply names none, two, or one that the question does not have."""
    return choice_letter(reply, list(rendered.options), rendered.options)
