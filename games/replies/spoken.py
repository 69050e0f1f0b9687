"""What a model says aloud: a reply without its thinking and without what follows its end."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_THINKING = re.compile(r"[<\[](/?)(?:think|thinking|thought|reasoning)\s*[>\]]", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\b.*?<\|message\|>", re.DOTALL)
# The same channels after a server has dropped the special tokens.
_BARE_CHANNEL = re.compile(r"\A\s*analysis.*?assistantfinal", re.DOTALL)
_OPENING = re.compile(
    r"\A(?:\s|<s>|<\|begin_of_text\|>|<\|(?:im_)?start\|>(?:\s*assistant\b)?|<\|message\|>"
    r"|<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>|<\|assistant\|>"
    r"|<start_of_turn>(?:\s*model\b)?)+"
)
_END = re.compile(
    r"<\|(?:eot_id|eom_id|im_end|im_start|end|start|return|endoftext|end_of_text|end_of_turn"
    r"|start_header_id|user|assistant|eos)\|>"
    r"|</s>|<eos>|<end_of_turn>|<start_of_turn>|<｜end▁of▁sentence｜>|\|\|[ \t]*(?=\n|\Z)"
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_INLINE_FENCE = re.compile(r"```(?:\w+\n)?")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff]")
_QUOTED_ANSWER = re.compile(
    r"""\{[^{}]*?["']answer["']\s*:\s*(?:(["'])(?P<text>.*?)(?:\1|\Z)|(?P<other>[^,}]*))""",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Spoken:
    """unclosed: whether the reply ended while the model was still thinking."""

    text: str
    unclosed: bool = False


def spoken(reply: str) -> Spoken:
    """Return the reply as a reader is meant to see it.

    A closing tag that nothing opened makes all before it thinking, for some
    templates open the thinking themselves. Where channels are named, only the
    final one counts. Nothing after the first end-of-sequence text counts.
    """
    text = _INVISIBLE.sub("", reply.replace("\r\n", "\n").replace("\r", "\n"))
    channelled = _final_channel(text)
    aloud = _without_thinking(channelled.text)
    begun = _OPENING.sub("", aloud.text)
    ended = _END.split(begun, maxsplit=1)[0]
    return Spoken(ended.strip(), channelled.unclosed or aloud.unclosed)


def without_fences(text: str) -> str:
    return _INLINE_FENCE.sub("", _FENCE.sub("", text)).strip()


def json_answers(text: str) -> list[object]:
    """Return what each JSON object in the text holds under the key `answer`, in any case.

    Objects with single quotes, or cut off behind the value, are read as well.
    """
    found = [value for item in _json_objects(text) for value in _answers_of(item)]
    if found:
        return found
    return [
        match["text"].strip() if match["text"] is not None else [match["other"]]
        for match in _QUOTED_ANSWER.finditer(text)
    ]


def _final_channel(text: str) -> Spoken:
    final = _FINAL_CHANNEL.search(text) or _BARE_CHANNEL.search(text)
    if final:
        return Spoken(text[final.end() :])
    before, tag, _ = text.partition("<|channel|>")
    return Spoken(before, unclosed=bool(tag))


def _without_thinking(text: str) -> Spoken:
    kept: list[str] = []
    start, thinking = 0, False
    for tag in _THINKING.finditer(text):
        closing = bool(tag[1])
        if not thinking:
            kept = [] if closing else [*kept, text[start : tag.start()]]
        thinking = not closing
        start = tag.end()
    if not thinking:
        kept.append(text[start:])
    return Spoken("".join(kept), unclosed=thinking)


def _json_objects(text: str) -> Iterator[dict[str, object]]:
    decoder = json.JSONDecoder()
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError:
            end = position + 1
        else:
            yield value
        position = text.find("{", end)


def _answers_of(item: dict[str, object]) -> list[object]:
    return [value for key, value in item.items() if key.strip().lower() == "answer"]
