"""Checks of a model that every pre-flight makes: it is there, takes the opening, says something.

Each notes its results in order, and raises checked.Stopped where no further one makes sense.
"""

from collections.abc import Sequence

from evaluation import model_facts
from evaluation.checked import Check, Stopped, failed, noted, passed
from evaluation.probing import Probe, final, refusal
from evaluation.spec_values import ModelSpec
from games.llm.chat import Listed, Listing, Message, ModelRefused, Reply
from games.llm.folders import look_into
from games.llm.served import Backend
from games.replies.spoken import spoken

NAMES_SHOWN = 10


async def look(probe: Probe, wanted: ModelSpec, results: list[Check]) -> Listing:
    """Look at the model's server, or at its folder; return what is said of it there."""
    if wanted.backend == Backend.OPENAI:
        return await _at_the_server(probe, wanted, results)
    return _in_the_folder(wanted, results)


async def open_with(probe: Probe, messages: Sequence[Message], results: list[Check]) -> Reply:
    """Return the reply to an opening, with the system role or without."""
    try:
        reply = await probe.ask(messages)
        results.append(passed("system role", "The model takes a system message."))
        return reply
    except ModelRefused as refused:
        probe.log("with a system message", refused)
        if final(refused):
            raise Stopped(refusal(refused)) from refused
    probe.system_role = False
    try:
        reply = await probe.ask(messages)
    except ModelRefused as refused:
        probe.log("without a system message", refused)
        raise Stopped(refusal(refused)) from refused
    folded = "The model takes no system message; its text opens the first user message."
    results.append(noted("system role", folded))
    return reply


def text_of(reply: Reply) -> Check:
    if spoken(reply.text).text.strip():
        return passed("text", "The first reply has a text.")
    if reply.finish_reason != "length":
        return noted("text", "The first reply was empty.")
    return failed(
        "text",
        f"The first reply used up its {reply.completion_tokens:,} tokens without a text.",
        "Raise sampling.reasoning_tokens, lower sampling.effort, or take a profile that leaves "
        "room for reasoning.",
    )


async def _at_the_server(probe: Probe, wanted: ModelSpec, results: list[Check]) -> Listing:
    if wanted.key_variable:
        results.append(passed("key", f"There is a key in {wanted.key_variable}."))
    model = probe.model
    if not isinstance(model, Listed):
        return Listing(())
    try:
        found = await probe.patiently(model.listing)
    except ModelRefused as refused:
        probe.log("the list of models", refused)
        if refused.status in (401, 403):
            raise Stopped(refusal(refused)) from refused
        said = "The server lists no models; whether it has this one, its first reply shows."
        results.append(noted("model", said))
        return Listing(())
    results.append(passed("server", f"A server answers at {wanted.address}."))
    results.append(_listed(found.names, wanted.name))
    return found


def _in_the_folder(wanted: ModelSpec, results: list[Check]) -> Listing:
    name = wanted.folder
    folder = look_into(name)
    if not folder.found and folder.is_path:
        raise Stopped(
            failed(
                "model",
                f"There is no model in the folder {name} of this worker.",
                "Put it there for every worker, or mend model.folder.",
            )
        )
    which = ", revision ".join(filter(None, (name, wanted.revision)))
    where = f"lies in {name}" if folder.found else f"is fetched from the hub as {which}"
    results.append(passed("model", f"The model {where}."))
    return model_facts.in_folder(wanted, folder)


def _listed(names: Sequence[str], name: str) -> Check:
    """Whether the server lists the model; Google's puts `models/` before each name."""
    if not names:
        return noted("model", "The server lists no models; its first reply shows what it has.")
    if {name, f"models/{name}"} & set(names):
        return passed("model", f"The server has {name}.")
    shown = ", ".join(_printable(each) for each in sorted(names)[:NAMES_SHOWN])
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    raise Stopped(
        failed(
            "model",
            f"The server has no model {name}; it has {shown}{more}.",
            "Set model.name to one that it has.",
        )
    )


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)[:100]
