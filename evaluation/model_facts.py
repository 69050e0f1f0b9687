"""What a model's backend says of it now: where it comes from, its chat template, its context."""

import asyncio
import hashlib
from collections.abc import Mapping

from evaluation.spec_values import ModelSpec
from games.llm.chat import ChatModel, Listed, Listing, ModelRefused, ModelUnavailable
from games.llm.folders import Folder, look_into
from games.llm.served import VLLM_CONTEXT, Backend

# A server that is busy says what it has all the same, and one that does not is found by the games.
LOOK_SECONDS = 20.0


async def at_server(model: ChatModel) -> Mapping[str, object]:
    """Return what the model's server says of it now, without a call; nothing where it does not."""
    if not isinstance(model, Listed):
        return {}
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            return of_listing(await model.listing())
    except (ModelRefused, ModelUnavailable, TimeoutError):
        return {}


def in_folder(wanted: ModelSpec, folder: Folder) -> Listing:
    """Return of a model in this process what a server would list."""
    held = (wanted.context or VLLM_CONTEXT) if wanted.backend == Backend.VLLM else None
    limits = [each for each in (folder.context, held) if each]
    name = wanted.folder
    return Listing((name,), min(limits, default=None), name, folder.template)


def of_listing(found: Listing) -> Mapping[str, object]:
    """Return the facts of a run's model that its backend tells; "" and None for what it does not.

    A server on this machine that keeps its template to itself has it in its model's folder.
    """
    template = found.template or (look_into(found.root).template if found.root else "")
    return {
        "root": found.root,
        "chat_template_sha256": hashlib.sha256(template.encode()).hexdigest() if template else "",
        "context": found.context,
    }
