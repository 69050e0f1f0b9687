"""Low-rank changes to a transformers model, learnt on the CPU. Imports torch and peft."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from peft.utils import get_peft_model_state_dict, set_peft_model_state_dict
from transformers import AutoModelForCausalLM, AutoTokenizer

from evaluation.tuning.chats import Chat
from evaluation.tuning.learners import Unlearnable
from evaluation.tuning.plans import TuningPlan

UNSAID = -100
"""The label by which transformers leaves a token out of the loss."""
STATE = "state.pt"
LIBRARIES = ("torch", "transformers", "peft")
LONGEST_STEP = 1.0


class LoraLearner:
    """Changes to all linear layers; nothing is left to chance but their start, by the seed."""

    def __init__(self, base: Path, plan: TuningPlan) -> None:
        self.versions: Mapping[str, str] = {name: version(name) for name in LIBRARIES}
        self._plan = plan
        # transformers types both by classes that most models do not have.
        self._tokenizer: Any = AutoTokenizer.from_pretrained(base)
        if not self._tokenizer.chat_template:
            raise ValueError("its tokenizer has no chat template.")
        model: Any = AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32)
        model.config.use_cache = False
        torch.manual_seed(plan.seed)
        changes = LoraConfig(
            r=plan.rank,
            lora_alpha=plan.alpha,
            lora_dropout=0.0,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        self._model: Any = get_peft_model(model, changes)
        self._model.train()
        self._learnt = [each for each in self._model.parameters() if each.requires_grad]
        self._optimizer = torch.optim.AdamW(self._learnt, lr=plan.learning_rate, weight_decay=0.0)

    def check(self, chats: Sequence[Chat]) -> None:
        for place, chat in enumerate(chats, start=1):
            prompt, reply = self._tokens(chat)
            if len(prompt) + len(reply) > self._plan.longest:
                raise Unlearnable(
                    f"Chat {place} has {len(prompt) + len(reply)} tokens;"
                    f" {self._plan.longest} at most are learnt from."
                )

    def step(self, chats: Sequence[Chat], rate: float) -> float:
        inputs, labels = self._padded(chats)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        loss = self._model(**inputs, labels=labels).loss
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._learnt, LONGEST_STEP)
        self._optimizer.step()
        return float(loss.detach())

    def put_aside(self, folder: Path) -> None:
        state = {
            "changes": get_peft_model_state_dict(self._model),
            "optimizer": self._optimizer.state_dict(),
        }
        torch.save(state, folder / STATE)

    def take_up(self, folder: Path) -> None:
        state = torch.load(folder / STATE, weights_only=True)
        set_peft_model_state_dict(self._model, state["changes"])
        self._optimizer.load_state_dict(state["optimizer"])

    def write(self, folder: Path, *, name: str, mark: str) -> None:
        self._model.save_pretrained(folder / "adapter")
        merged = self._model.merge_and_unload()
        merged.config.use_cache = True
        merged.config.tuned_as = mark
        merged.save_pretrained(folder / name)
        self._tokenizer.save_pretrained(folder / name)
        for path in folder.rglob("*.safetensors"):
            path.chmod(0o644)  # whoever asks the model may be another user

    def _tokens(self, chat: Chat) -> tuple[list[int], list[int]]:
        """Of what is asked, in the model's template, and of what is to be said."""
        asked = [{"role": each.role, "content": each.text} for each in chat.asked]
        template = self._tokenizer.apply_chat_template
        prompt = template(asked, tokenize=False, add_generation_prompt=True)
        whole = template([*asked, {"role": "assistant", "content": chat.reply}], tokenize=False)
        if not whole.startswith(prompt):
            raise Unlearnable("Its chat template writes a reply elsewhere than after its prompt.")
        return self._ids(prompt), self._ids(whole[len(prompt) :])

    def _ids(self, text: str) -> list[int]:
        # The template has written the special tokens already.
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    def _padded(self, chats: Sequence[Chat]) -> tuple[dict[str, torch.Tensor], torch.Tensor]:
        rows = [self._tokens(chat) for chat in chats]
        width = max(len(prompt) + len(reply) for prompt, reply in rows)
        shape = (len(rows), width)
        tokens = torch.full(shape, self._tokenizer.pad_token_id or 0)
        seen, labels = torch.zeros(shape, dtype=torch.long), torch.full(shape, UNSAID)
        for at, (prompt, reply) in enumerate(rows):
            end = len(prompt) + len(reply)
            tokens[at, :end] = torch.tensor([*prompt, *reply])
            seen[at, :end] = 1
            labels[at, len(prompt) : end] = torch.tensor(reply)
        return {"input_ids": tokens, "attention_mask": seen}, labels
