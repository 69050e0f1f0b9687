"""Tokens in and out of a transformers model, many prompts at a time. Imports torch."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from jinja2 import TemplateError
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    LogitsProcessor,
    StoppingCriteria,
)

from games.llm.chat import Message, ModelRefused, Options
from games.llm.constraining import Guide
from games.llm.local_replies import Request, Written

Tokens = tuple[int, ...]
# Of a constrained reply that is sampled, how many of the likeliest tokens have a chance.
SAMPLED_TOKENS = 32
LIKELIEST_FIRST = 64


@dataclass(frozen=True)
class _Ballot:
    prompt: Tokens
    choices: tuple[Tokens, ...]

    @property
    def rows(self) -> list[Tokens]:
        """What the model reads to score each choice."""
        return [self.prompt + choice[:-1] for choice in self.choices]


class _FirstStep(LogitsProcessor):
    """Keeps the log-probabilities of the first new token and changes nothing."""

    def __init__(self) -> None:
        self.logprobs = torch.empty(0)

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        if not len(self.logprobs):
            self.logprobs = torch.log_softmax(scores.float(), dim=-1)
        return scores


class _Constraint(LogitsProcessor):
    """Leaves each row only tokens by which its reply can come to match its pattern.

    patterns: one a row, "" for none. count: how many of the likeliest such tokens are left.
    """

    def __init__(self, guide: Guide, patterns: Sequence[str], *, width: int, count: int) -> None:
        self._guide = guide
        self._patterns = patterns
        self._width = width
        self._count = count
        self._texts = [""] * len(patterns)
        self._ended = [False] * len(patterns)

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        if input_ids.shape[1] > self._width:
            self._follow(input_ids[:, -1].tolist())
        for row, pattern in enumerate(self._patterns):
            if pattern and not self._ended[row]:
                kept = self._guide.allowed(
                    pattern, self._texts[row], _ranked(scores[row]), count=self._count
                )
                held = torch.full_like(scores[row], -torch.inf)
                held[kept] = scores[row][kept]
                scores[row] = held
        return scores

    def _follow(self, tokens: Sequence[int]) -> None:
        for row, token in enumerate(tokens):
            self._ended[row] = self._ended[row] or self._guide.ended_by(token)
            self._texts[row] += self._guide.piece(token)


class _GivenUp(StoppingCriteria):
    """Ends a batch that nobody waits for any more."""

    def __init__(self, given_up: Callable[[], bool]) -> None:
        self._given_up = given_up

    def __call__(self, input_ids: torch.Tensor, scores: torch.Tensor, **_: object) -> torch.Tensor:
        rows, device = input_ids.shape[0], input_ids.device
        return torch.full((rows,), self._given_up(), dtype=torch.bool, device=device)


def _ranked(scores: torch.Tensor) -> Iterator[int]:
    """Yield all tokens, the likeliest first; the whole is sorted only where it must be."""
    first = min(LIKELIEST_FIRST, len(scores))
    yield from torch.topk(scores, first).indices.tolist()
    yield from torch.argsort(scores, descending=True)[first:].tolist()


class TorchEngine:
    """A loaded model; one call at a time.

    revision: of a hub's model, "" for its newest.
    Raises OSError where the folder holds no model, ValueError where its
    tokenizer has no chat template.
    """

    def __init__(self, folder: str, *, revision: str = "", threads: int) -> None:
        torch.set_num_threads(threads)
        which = {"revision": revision} if revision else {}
        # transformers types both by classes that most models do not have.
        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder, padding_side="left", **which)
        if not self._tokenizer.chat_template:
            raise ValueError("its tokenizer has no chat template.")
        if self._tokenizer.pad_token_id is None:
            self._tokenizer.pad_token = self._tokenizer.eos_token
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        # Half precision is slower than single on CPUs without matrix units for it.
        dtype = "auto" if self._device == "cuda" else torch.float32
        model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, **which)
        self._model = model.to(self._device)
        self._model.eval()
        ends = self._model.generation_config.eos_token_id
        self._ends = {self._tokenizer.eos_token_id, *(ends if isinstance(ends, list) else [ends])}
        self.context: int = self._model.config.max_position_embeddings

    def prompt(self, messages: Sequence[Message]) -> str:
        """Return the conversation in the model's template, open for its reply.

        Raises ModelRefused where the template takes no such conversation.
        """
        turns = [{"role": message.role, "content": message.text} for message in messages]
        template = self._tokenizer.apply_chat_template
        try:
            return str(template(turns, tokenize=False, add_generation_prompt=True))
        except TemplateError as error:
            raise ModelRefused(f"its chat template: {error}") from error

    def count(self, prompt: str) -> int:
        return len(self._tokens(prompt))

    @torch.inference_mode()
    def write(self, requests: Sequence[Request], given_up: Callable[[], bool]) -> list[Written]:
        """Return one reply a request; see games.llm.local_replies.Engine."""
        if requests[0][1].choices:
            return self._choose(requests)
        return self._continue(requests, given_up)

    def close(self) -> None:
        """Free the memory of the model; nothing can be asked any more."""
        del self._model
        if self._device == "cuda":
            torch.cuda.empty_cache()

    def _continue(self, requests: Sequence[Request], given_up: Callable[[], bool]) -> list[Written]:
        prompts = [self._tokens(prompt) for prompt, _ in requests]
        inputs = self._padded(prompts)
        width = inputs["input_ids"].shape[1]
        first = _FirstStep()
        made = self._model.generate(
            **inputs,
            max_new_tokens=max(options.max_tokens for _, options in requests),
            pad_token_id=self._tokenizer.pad_token_id,
            logits_processor=[first, *self._constraint(requests, width)],
            stopping_criteria=[_GivenUp(given_up)],
            **self._sampling(requests[0][1]),
        )
        return [
            self._written(row[width:], options, prompt_tokens=len(prompt), first=logprobs)
            for (_, options), prompt, row, logprobs in zip(
                requests, prompts, made.tolist(), first.logprobs, strict=True
            )
        ]

    def _constraint(self, requests: Sequence[Request], width: int) -> list[_Constraint]:
        patterns = [options.regex for _, options in requests]
        if not any(patterns):
            return []
        count = SAMPLED_TOKENS if requests[0][1].temperature else 1
        return [_Constraint(self._guide, patterns, width=width, count=count)]

    @cached_property
    def _guide(self) -> Guide:
        # Some tokenizers drop the space of a text's first token, so each stands behind another.
        before = self._tokenizer.encode(":", add_special_tokens=False)
        tokens = range(len(self._tokenizer))
        texts = self._tokenizer.batch_decode([[*before, token] for token in tokens])
        start = len(self._tokenizer.decode(before))
        special = set(self._tokenizer.all_special_ids) | self._ends
        pieces = ["" if token in special else texts[token][start:] for token in tokens]
        return Guide(pieces, [end for end in self._ends if end is not None])

    def _written(
        self, tokens: list[int], options: Options, *, prompt_tokens: int, first: torch.Tensor
    ) -> Written:
        said = tokens[: options.max_tokens]
        stop = next((index for index, token in enumerate(said) if token in self._ends), None)
        kept = said if stop is None else said[:stop]
        return Written(
            text=self._tokenizer.decode(kept, skip_special_tokens=True),
            prompt_tokens=prompt_tokens,
            completion_tokens=len(kept) + (stop is not None),
            finish_reason="length" if stop is None else "stop",
            first_logprobs=self._likeliest(first, options.top_logprobs),
        )

    def _choose(self, requests: Sequence[Request]) -> list[Written]:
        """Return for each request the choice that the model holds likeliest as a whole reply.

        A choice's last token is scored but never read, so choices of one token
        each share one pass over their prompt.
        """
        ballots = [
            _Ballot(self._tokens(prompt), tuple(self._tokens(text) for text in options.choices))
            for prompt, options in requests
        ]
        rows = dict.fromkeys(row for ballot in ballots for row in ballot.rows)
        longest = max(len(choice) for ballot in ballots for choice in ballot.choices)
        logprobs = dict(zip(rows, self._last_logprobs(list(rows), keep=longest), strict=True))
        return [
            self._chosen(ballot, options, logprobs)
            for ballot, (_, options) in zip(ballots, requests, strict=True)
        ]

    def _chosen(
        self, ballot: "_Ballot", options: Options, logprobs: Mapping[Tokens, torch.Tensor]
    ) -> Written:
        scores = [
            _score(choice, logprobs[row])
            for row, choice in zip(ballot.rows, ballot.choices, strict=True)
        ]
        best = scores.index(max(scores))
        first = logprobs[ballot.rows[0]][-len(ballot.choices[0])]
        return Written(
            text=options.choices[best],
            prompt_tokens=len(ballot.prompt),
            completion_tokens=len(ballot.choices[best]),
            finish_reason="stop",
            first_logprobs=self._likeliest(first, options.top_logprobs),
        )

    def _last_logprobs(self, rows: Sequence[Tokens], *, keep: int) -> torch.Tensor:
        """Return the log-probabilities of the next token at the last `keep` places of each row."""
        inputs = self._padded(rows)
        places = (inputs["attention_mask"].cumsum(dim=-1) - 1).clamp(min=0)
        made = self._model(**inputs, position_ids=places, logits_to_keep=keep, use_cache=False)
        return torch.log_softmax(made.logits.float(), dim=-1)

    def _tokens(self, text: str) -> Tokens:
        # The template has written the special tokens already.
        return tuple(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def _padded(self, rows: Sequence[Tokens]) -> dict[str, Any]:
        padded = self._tokenizer.pad({"input_ids": [list(r) for r in rows]}, return_tensors="pt")
        return {name: tensor.to(self._device) for name, tensor in padded.items()}

    def _sampling(self, options: Options) -> dict[str, Any]:
        if options.seed is not None:
            torch.manual_seed(options.seed)
        if options.temperature == 0:
            return {"do_sample": False, "temperature": None, "top_p": None, "top_k": None}
        return {"do_sample": True, "temperature": options.temperature, "top_p": 1.0, "top_k": 0}

    def _likeliest(self, logprobs: torch.Tensor, count: int) -> dict[str, float]:
        if not count:
            return {}
        values, tokens = torch.topk(logprobs, count)
        found: dict[str, float] = {}
        for value, token in zip(values.tolist(), tokens.tolist(), strict=True):
            found.setdefault(self._tokenizer.decode([token]), value)
        return found


def _score(choice: Tokens, logprobs: torch.Tensor) -> float:
    """Return the log-probability of a whole choice; its tokens stand at the last places."""
    places = logprobs[-len(choice) :]
    return sum(float(place[token]) for place, token in zip(places, choice, strict=True))
