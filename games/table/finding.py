"""An answer found, and how sure it is."""

from dataclasses import dataclass

from games.rules import Answer

# How often a forced answer proves right, by what it rests on: rough figures from the questions
# it was developed on, rounded down. Where nothing is known the answer is no, the more frequent
# one in every dimension: a value of the first starter catalogue's vocabulary (53 objects) holds
# of 20% of its objects in material, 22% in shape and surface, 26% in size.
LISTED = 0.97
ABSENT = 0.94
MEASURED = 0.98
LIKELY = 0.75
UNKNOWN = 0.6


@dataclass(frozen=True)
class Finding:
    """likely: yes or no, where the answer cannot be told as well."""

    answer: Answer
    likely: Answer
    confidence: float


YES = Finding(Answer.YES, Answer.YES, LISTED)
NO = Finding(Answer.NO, Answer.NO, ABSENT)
PERHAPS = Finding(Answer.CANNOT_TELL, Answer.YES, LIKELY)
HARDLY = Finding(Answer.CANNOT_TELL, Answer.NO, UNKNOWN)
MEASURED_YES = Finding(Answer.YES, Answer.YES, MEASURED)
MEASURED_NO = Finding(Answer.NO, Answer.NO, MEASURED)
OPPOSITE = {Answer.YES: Answer.NO, Answer.NO: Answer.YES, Answer.CANNOT_TELL: Answer.CANNOT_TELL}
