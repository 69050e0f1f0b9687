"""Reads a log with the real Inspect AI, in its Python: python -m tests.inspect_reading FILE.

Prints what it found as one line of JSON.
"""

import json
import sys

from inspect_ai import __version__
from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries


def read(file: str) -> dict[str, object]:
    log = read_eval_log(file)
    header = read_eval_log(file, header_only=True)
    summaries = read_eval_log_sample_summaries(file)
    samples = log.samples or []
    return {
        "version": __version__,
        "status": header.status,
        "accuracy": header.results.scores[0].metrics["accuracy"].value,
        "canary": header.eval.metadata["canary"],
        "summaries": len(summaries),
        "scores": [sample.scores["solved"].as_str() for sample in samples],
        "errors": [sample.error.message if sample.error else None for sample in samples],
        "roles": [[message.role for message in sample.messages] for sample in samples],
        "completions": [sample.output.completion for sample in samples],
        "tokens": sum(
            used.total_tokens for sample in samples for used in sample.model_usage.values()
        ),
    }


if __name__ == "__main__":
    print(json.dumps(read(sys.argv[1])))
