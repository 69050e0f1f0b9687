"""Figures of the paper, in percent, as rows to stand beside one's own.

The paper's tables of Task-1 and Task-2 by variation are not in the text that these are from.
"""

from collections.abc import Mapping, Sequence

from evaluation.coat.variations import Kind

OPTIONS = (2, 3, 4, 5)
Means = Mapping[str, Sequence[float]]
"""Model -> its accuracy with 2, 3, 4 and 5 options."""

BY_OPTIONS: Mapping[Kind, Means] = {
    Kind.TASK_U: {
        "PaLM": (98.60, 96.80, 96.20, 92.70),
        "GPT-3.5": (97.30, 96.20, 94.90, 92.10),
    },
    Kind.TASK_0: {
        "PaLM": (90.0, 74.2, 68.3, 65.0),
        "GPT-3.5": (88.8, 71.9, 68.3, 66.9),
        "Vicuna-13B": (71.0, 54.5, 49.3, 46.2),
        "LLaMA-2-13B": (76.5, 58.2, 50.9, 46.9),
        "Vicuna-7B": (51.0, 34.5, 28.5, 26.5),
        "Mistral-7B": (76.2, 57.9, 50.2, 47.2),
        "ChatGLM-6B": (62.0, 42.0, 34.2, 27.6),
        "ChatGLM2-6B": (62.9, 44.6, 34.3, 35.4),
    },
    Kind.TASK_1: {"PaLM": (92.5, 88.7, 80.4, 71.3)},
    Kind.TASK_2: {"PaLM": (86.9, 75.2, 66.9, 60.4)},
    Kind.FULL_IDEAL: {"PaLM": (95.67, 91.7, 86.83, 83.04)},
    Kind.FULL_MODERATE: {"PaLM": (77.83, 62.08, 55.03, 48.68)},
}
MODULAR: Means = {"PaLM": (81.96, 70.11, 61.52, 54.37)}
"""Of full-moderate sets."""
TUNED: Mapping[Kind, Means] = {
    Kind.TASK_0: {"PaLM": (91.5, 75.6, 70.9, 68.2)},
    Kind.TASK_1: {"PaLM": (99.2, 94.9, 92.5, 89.3)},
    Kind.TASK_2: {"PaLM": (88.8, 79.3, 72.6, 66.0)},
}
