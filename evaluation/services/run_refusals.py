"""A spec that is sound, and cannot be had here."""

from collections.abc import Sequence

from evaluation.spec_tables import Problem


class RunRefused(Exception):
    """The spec is sound, but what it names is not here; `problems` says what."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def refused(key: str, sentence: str) -> RunRefused:
    return RunRefused([Problem(key, sentence)])
