"""A folder of tasks for lm-evaluation-harness: YAML files, and the questions as JSON Lines.

A model is scored by the log-probabilities of the letters. Source: the harness's task
configuration reference and its page on groups, for release 0.4.9 and later.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from evaluation.coat.exports.parts import Origin, Part, set_name
from evaluation.coat.generate import QuestionSet
from evaluation.coat.labels import Labels
from evaluation.coat.prompting import PROFILES, system_text
from evaluation.coat.rendering import render
from evaluation.coat.variations import Kind
from games.formats.lines import Json

ALL = "coat"
VERSION = 1.0


def task_name(kind: Kind, variation: str) -> str:
    return f"{ALL}_{set_name(kind, variation)}".replace("-", "_")


def data_path(kind: Kind, variation: str) -> str:
    return f"data/{task_name(kind, variation)}.jsonl"


def lines(found: QuestionSet, labels: Labels) -> Iterator[str]:
    """The prompt, the letters, and the place of the right one."""
    for each in found.questions:
        shown = render(found.spec.kind, each, labels)
        told: dict[str, Json] = {
            "number": each.number,
            "prompt": f"{shown.whole}\nAnswer:",
            "letters": list(shown.options),
            "answer_index": each.answer,
        }
        yield json.dumps(told, ensure_ascii=False) + "\n"


def folder_files(parts: Sequence[Part], origin: Origin) -> dict[str, str]:
    """Path -> text of all files but the questions."""
    tasks = {f"tasks/{task_name(part.kind, part.variation)}.yaml": _task(part) for part in parts}
    return {"README.md": _readme(parts, origin), **tasks, **_groups(parts)}


def _task(part: Part) -> str:
    data = data_path(part.kind, part.variation)
    return _yaml(
        {
            "task": task_name(part.kind, part.variation),
            "task_alias": part.name,
            "tag": ALL,
            "dataset_path": "json",
            "dataset_kwargs": {"data_files": {"test": data}},
            "test_split": "test",
            "output_type": "multiple_choice",
            "num_fewshot": 0,
            # Nothing is put between the description and the question.
            "description": system_text(PROFILES["letter"], part.kind) + "\n\n",
            "doc_to_text": "{{prompt}}",
            "doc_to_choice": "letters",
            "doc_to_target": "answer_index",
            "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
            "metadata": {
                "version": VERSION,
                "questions": part.questions,
                "seed": part.seed,
                "sha256_of_questions": part.sha256,
                "sha256_of_data": part.files[data],
            },
        }
    )


def _groups(parts: Sequence[Part]) -> dict[str, str]:
    """One for each kind and number of options, whose mean is unweighted, and one of them all."""
    members: dict[str, list[str]] = {}
    for part in parts:
        group = f"{ALL}_{part.kind}_{part.of.options}_options".replace("-", "_")
        members.setdefault(group, []).append(task_name(part.kind, part.variation))
    mean: Json = [{"metric": "acc", "aggregation": "mean", "weight_by_size": False}]
    files = {
        f"groups/{group}.yaml": _yaml(
            {
                "group": group,
                "task": list(tasks),
                "aggregate_metric_list": mean,
                "metadata": {"version": VERSION},
            }
        )
        for group, tasks in members.items()
    }
    every = _yaml({"group": f"{ALL}_all", "task": list(members), "metadata": {"version": VERSION}})
    return {**files, f"groups/{ALL}_all.yaml": every}


def _readme(parts: Sequence[Part], origin: Origin) -> str:
    questions = sum(part.questions for part in parts)
    return "\n".join(
        [
            f"# {origin.title}: tasks for lm-evaluation-harness",
            "",
            f"{questions:,} questions in {len(parts)} tasks, from a catalogue with SHA-256"
            f" `{origin.sha256}`. The paths of the data are relative: run the harness in this"
            " folder.",
            "",
            "```",
            f"lm-eval run --model hf --model_args pretrained=MODEL --include_path ."
            f" --tasks {ALL}_all",
            "```",
            "",
            "Each task is scored by the log-probabilities of its letters (`acc`). A group holds the"
            " variations of a kind with as many options; its mean is unweighted.",
            "",
        ]
    )


def _yaml(values: Mapping[str, Json]) -> str:
    """Any JSON value is one of YAML as well."""
    told = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return "\n".join(told) + "\n"
