"""Which model drafts sheets, from the settings."""

from django.conf import settings

from games import backends
from games.llm.chat import ChatModel


def drafting_model_name() -> str:
    """The model that drafts in the background; "" where none is set."""
    return str(settings.WORKSHOP_MODEL)


def drafting_model() -> ChatModel:
    return backends.chat_model(drafting_model_name())
