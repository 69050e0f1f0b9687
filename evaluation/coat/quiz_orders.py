"""Which questions of a set each person of a quiz gets, and in which order."""

from evaluation.coat.generate import generator


def order_of(number: int, *, questions: int, of: int, seed: int) -> list[int]:
    """The questions of the person with this number, from 1; numbers from 1 to `of`, none twice.

    People go through the set one after the other, in an order that is drawn anew for each time
    through, so that all questions are given about equally often. Each person's own questions are
    shuffled again. questions: how many a person gets, at most `of`.
    """
    start = (number - 1) * questions
    first, skipped = divmod(start, of)
    passing = [*_through(first, of, seed)[skipped:], *_through(first + 1, of, seed)]
    found = list(dict.fromkeys(passing))[:questions]
    generator(seed, "quiz", "person", str(number)).shuffle(found)
    return found


def _through(time: int, of: int, seed: int) -> list[int]:
    numbers = list(range(1, of + 1))
    generator(seed, "quiz", "time", str(time)).shuffle(numbers)
    return numbers
