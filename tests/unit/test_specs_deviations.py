"""What of a spec is not as in the paper: a line for each, none without."""

import pytest

from evaluation import specs
from tests.unit.spec_texts import LEAST, least, program, read

ALLOWING = '[protocol]\npreset = "{}"\nmulti_property = "allow"\n'
ANSWERED = "Questions on more than one property are answered, which the preset {} refuses."


def test_a_spec_by_the_paper_deviates_in_nothing():
    assert specs.deviations(read(LEAST)) == []
    assert specs.deviations(read(program("greedy"))) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (program("greedy") + ALLOWING.format("paper"), [ANSWERED.format("paper")]),
        (least(ALLOWING.format("house")), [ANSWERED.format("house")]),
        (
            least("[sampling]\ntemperature = 0.7\nquestioner_tokens = 1024\noracle_tokens = 40"),
            [
                "The temperature is 0.7, not 0.",
                "The Questioner's replies have at most 1,024 tokens, not 512.",
                "The Oracle's replies have at most 40 tokens, not 20.",
            ],
        ),
        (
            least(profile="openai-reasoning"),
            [
                "No temperature is sent, for the profile openai-reasoning takes none: it is not 0.",
                "Hidden reasoning and text share a limit of 8,704 tokens: 512 for the text and "
                "8,192 for reasoning.",
            ],
        ),
        (
            least('[sampling]\neffort = "high"\nreasoning_tokens = 2000', profile="gemini"),
            [
                "Hidden reasoning and text share a limit of 2,512 tokens: 512 for the text and "
                "2,000 for reasoning, effort high."
            ],
        ),
        (
            least(profile="minimax"),
            [
                "The temperature is 0.01, the lowest that minimax takes, not 0.",
                "Hidden reasoning and text share a limit of 2,048 tokens: 512 for the text and "
                "1,536 for reasoning.",
            ],
        ),
    ],
)
def test_every_deviation_has_its_line(text, lines):
    assert specs.deviations(read(text)) == lines
