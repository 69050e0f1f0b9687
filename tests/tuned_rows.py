"""Tuned models as rows, and runs of them and of their parents, for tests."""

import json
from hashlib import sha256
from pathlib import Path

from evaluation.coat.stored_lines import stored_question
from evaluation.models import Question, QuestionSet, Run, TunedModel
from tests import asking, make
from tests.asking import Answerer


def chat_of(question: Question) -> str:
    """A question of a set as a chat to be tuned on, its options in another order."""
    rendered = stored_question(question.line).rendered
    texts = list(rendered.options.values())[::-1]
    asked = "\n".join(
        [rendered.text, *(f"{at}. {text}" for at, text in zip("ABCDE", texts, strict=False))]
    )
    messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": "A"}]
    return json.dumps({"messages": messages}) + "\n"


def tuned(*chats: str, slug: str = "mine") -> TunedModel:
    other = json.dumps(
        {
            "messages": [
                {"role": "user", "content": "Which?\nA. this\nB. that"},
                {"role": "assistant", "content": "A"},
            ]
        }
    )
    return TunedModel.objects.create(
        slug=slug,
        parent="/models/small",
        parent_sha256="a" * 64,
        slice_name="slices",
        slice_text="".join(chats) or other + "\n",
        slice_sha256="b" * 64,
        chat_count=1,
        plan={"steps": 2, "rank": 8},
        sha256=sha256(slug.encode()).hexdigest(),
        status=TunedModel.Status.READY,
        losses=[2.5, 0.5],
        versions={"peft": "1"},
        seconds=12,
        folder=f"/models/{slug}",
        ended_at=make.NOW,
    )


def answered(row, folder, script, **tables) -> Run:
    """A run of the model in this folder."""
    run = asking.play(asking.run(row, **tables), Answerer(script))
    model = {"backend": "transformers", "folder": folder}
    Run.objects.filter(pk=run.pk).update(spec=run.spec | {"model": model})
    return run


def both(question_set: QuestionSet, model: TunedModel) -> None:
    """The parent says A to all, and what was tuned of it is right."""
    answered(question_set, model.parent, lambda call: "A")
    answered(question_set, str(Path(model.folder) / model.slug), asking.right(question_set))
