"""The two forms of a Questioner's reply, as a regular expression that a server enforces."""

import re

from games.rules import View

# People may type 300 characters; no question on one property needs 200.
QUESTION_LENGTH = 200


def pattern(view: View) -> str:
    """Return what a constrained reply matches as a whole: a question or a guess of a candidate.

    Only the guess where no question is left.
    """
    guess = f"FINAL_GUESS: ({'|'.join(map(re.escape, view.candidates))})"
    if view.questions_left == 0:
        return guess
    return rf"(QUESTION: [A-Z][^\n?]{{1,{QUESTION_LENGTH}}}\?|{guess})"
