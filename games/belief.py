"""The reference observer: what a play's questions and answers tell about the eight candidates.

The observer does not play. It starts undecided, hears each answered question, and weighs the
candidates by how often objects with that candidate alone would be answered the same. Every gain
is in bits. The definition is this project's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from games.rules import Answer

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

JUDGE = "catalogue-share/1"
CLIP = 0.05
GUESS_THRESHOLD = 0.8
OWN_SHARE = 0.99
USELESS_BITS = 1e-9


class Kept(StrEnum):
    """Why an answer left the belief as it was."""

    NO_CANDIDATES = "no_candidates"
    ZERO_MASS = "zero_mass"
    NO_ANSWER = "no_answer"
    REPEAT = "repeat"
    UNREAD = "unread"


@dataclass(frozen=True)
class Evidence:
    """One answered question of a play.

    pair: the DIMENSION:value that it probed; the same pair again is a repeat.
    likelihood: for each candidate, the chance of a yes if that candidate is the target; None
        where the judge can say nothing of the question.
    """

    pair: str
    likelihood: tuple[float, ...] | None
    answer: Answer


@dataclass(frozen=True)
class Observation:
    """The belief after one answer, and what the answer and its question were worth in bits.

    gain: KL(belief after || belief before), never negative.
    expected_gain: the same averaged over yes and no before the answer was known.
    entropy_drop: entropy before less entropy after; negative where a surprise unsettled it.
    useless: no answer to this question could have moved this belief.
    kept: why the belief before was kept, None where it was updated.
    """

    belief: tuple[float, ...]
    gain: float
    expected_gain: float
    entropy_drop: float
    useless: bool = False
    kept: Kept | None = None

    @property
    def repeat(self) -> bool:
        return self.kept == Kept.REPEAT

    @property
    def unread(self) -> bool:
        """Whether the judge could say nothing of the question; its gains of 0 then mean nothing."""
        return self.kept == Kept.UNREAD


@dataclass(frozen=True)
class Trace:
    """A play as the observer followed it: one observation for each answered question, in order.

    total_gain: the sum of the gains; over-counts answers that contradict each other.
    net_gain: KL(last belief || first belief), what is left of it in the end.
    """

    start: tuple[float, ...]
    observations: tuple[Observation, ...]
    total_gain: float
    net_gain: float

    @property
    def belief(self) -> tuple[float, ...]:
        return self.observations[-1].belief if self.observations else self.start

    def sufficient_after(self, target: int, threshold: float = GUESS_THRESHOLD) -> int | None:
        """How many answers it took until the belief in the target passed the threshold, or None.

        target: its position among the candidates.
        """
        beliefs = (self.start, *(seen.belief for seen in self.observations))
        passed = (count for count, belief in enumerate(beliefs) if belief[target] >= threshold)
        return next(passed, None)


@dataclass(frozen=True)
class OwnBelief:
    """A player's own belief over the candidates; kept says why the one before still stands."""

    belief: tuple[float, ...]
    kept: Kept | None = None


def uniform(count: int) -> FloatArray:
    return np.full(count, 1.0 / count) if count else np.zeros(0)


def entropy(belief: ArrayLike) -> float:
    """Entropy in bits, where a candidate without mass adds nothing."""
    mass = np.asarray(belief, dtype=float)
    mass = mass[mass > 0]
    return float(-(mass * np.log2(mass)).sum()) + 0.0


def binary_entropy(chance: ArrayLike) -> FloatArray:
    """Entropy in bits of a yes/no answer, element by element."""
    yes = np.asarray(chance, dtype=float)
    no = 1.0 - yes
    # Within the logarithm 1 stands for 0: the term is 0 either way.
    logs = yes * np.log2(np.where(yes > 0, yes, 1.0)) + no * np.log2(np.where(no > 0, no, 1.0))
    return np.asarray(-logs + 0.0)


def information_gain(after: ArrayLike, before: ArrayLike) -> float:
    """KL(after || before) in bits; infinite where `after` has mass that `before` has not."""
    new, old = np.asarray(after, dtype=float), np.asarray(before, dtype=float)
    held = new > 0
    if (old[held] == 0).any():
        return float("inf")
    return max(0.0, float((new[held] * np.log2(new[held] / old[held])).sum()))


def expected_gain(belief: ArrayLike, likelihood: ArrayLike) -> FloatArray:
    """What a question is worth before its answer, in bits, between 0 and 1.

    likelihood: (candidates,) for one question, (questions, candidates) for many.
    Returns a value for each question, of shape () or (questions,).
    """
    prior, chances = np.asarray(belief, dtype=float), np.asarray(likelihood, dtype=float)
    worth = binary_entropy(np.clip(chances @ prior, 0, 1)) - binary_entropy(chances) @ prior
    return np.asarray(np.clip(worth, 0.0, 1.0))


def clip(likelihood: ArrayLike, eps: float = CLIP) -> FloatArray:
    """The likelihoods, kept `eps` away from certainty."""
    if not 0 <= eps < 0.5:
        raise ValueError(f"eps is {eps}; it lies from 0 to below 0.5.")
    return np.asarray(np.clip(np.asarray(likelihood, dtype=float), eps, 1.0 - eps))


def alone(labels: BoolArray, candidates: Sequence[int]) -> BoolArray:
    """(objects, candidates): whether the object has that candidate and none of the others.

    labels: (objects, affordances), a pair that is not deducible counts as no.
    """
    has = labels[:, list(candidates)]
    return np.asarray(has & (has.sum(axis=1, keepdims=True) == 1))


def likelihood_table(
    labels: BoolArray, answers: ArrayLike, *, candidates: Sequence[int], hidden: int | None = None
) -> FloatArray:
    """(questions, candidates): the chance of a yes to each question for each target.

    labels: (objects, affordances).
    answers: (objects, questions): yes 1, no 0, unknown nan or None.
    hidden: row of the hidden object, which never counts towards its own game.
    The chance is the share of yes among the objects that have the candidate alone, Laplace
    smoothed: (yes + 1) / (known + 2). A candidate without such an object takes the catalogue's.
    """
    said = np.asarray(answers, dtype=float)
    counted = np.ones(len(labels), dtype=bool)
    if hidden is not None:
        counted[hidden] = False
    known = ~np.isnan(said) & counted[:, np.newaxis]
    yes = np.where(known, said, 0.0)
    reference = alone(labels, candidates).T.astype(float)
    hits, asked = reference @ yes, reference @ known.astype(float)
    catalogue = (yes.sum(axis=0) + 1) / (known.sum(axis=0) + 2)
    return np.asarray(np.where(asked > 0, (hits + 1) / (asked + 2), catalogue).T)


def likelihoods(
    labels: BoolArray, answers: ArrayLike, *, candidates: Sequence[int], hidden: int | None = None
) -> FloatArray:
    """(candidates,): `likelihood_table` for one question, answers being (objects,)."""
    column = np.asarray(answers, dtype=float)[:, np.newaxis]
    return np.asarray(likelihood_table(labels, column, candidates=candidates, hidden=hidden)[0])


def observe(
    prior: ArrayLike, likelihood: ArrayLike, answer: Answer, eps: float = CLIP
) -> Observation:
    """Return what the answer makes of the prior.

    The prior is kept, with the reason, where there is no candidate, no yes or no, or where no
    candidate allows the answer (possible only for eps 0). Nothing is ever nan.
    """
    before = np.asarray(prior, dtype=float)
    if before.size == 0:
        return _unmoved(before, Kept.NO_CANDIDATES)
    if answer == Answer.CANNOT_TELL:
        return _unmoved(before, Kept.NO_ANSWER)
    chances = clip(likelihood, eps)
    joint = before * (chances if answer == Answer.YES else 1.0 - chances)
    worth = float(expected_gain(before, chances))
    if joint.sum() <= 0:
        return _unmoved(before, Kept.ZERO_MASS, expected=worth)
    after = joint / joint.sum()
    return Observation(
        belief=_tuple(after),
        gain=information_gain(after, before),
        expected_gain=worth,
        entropy_drop=entropy(before) - entropy(after),
        useless=worth < USELESS_BITS,
    )


def trace(turns: Iterable[Evidence], *, candidates: int = 8, eps: float = CLIP) -> Trace:
    """Return the observer's path through a play's answered turns.

    A pair that was answered before in the play is a repeat and moves nothing, whatever
    the second answer is.
    """
    start = _tuple(uniform(candidates))
    belief, seen, observations = start, set[str](), list[Observation]()
    for turn in turns:
        if turn.pair in seen:
            observation = _unmoved(np.asarray(belief), Kept.REPEAT)
        elif turn.likelihood is None:
            observation = _unmoved(np.asarray(belief), Kept.UNREAD)
        else:
            observation = observe(belief, turn.likelihood, turn.answer, eps)
        if turn.answer != Answer.CANNOT_TELL:
            seen.add(turn.pair)
        observations.append(observation)
        belief = observation.belief
    total = sum(seen_one.gain for seen_one in observations)
    return Trace(start, tuple(observations), total, information_gain(belief, start))


def own_from_marks(crossed_out: Sequence[bool], prior: Sequence[float]) -> OwnBelief:
    """A person's belief: even over the candidates not crossed out.

    Where all are crossed out the prior is kept.
    """
    return _mixed(~np.asarray(crossed_out, dtype=bool) * 1.0, prior)


def own_from_logprobs(
    first_token: Mapping[str, float], letters: Sequence[str], prior: Sequence[float]
) -> OwnBelief | None:
    """A model's belief from the natural log-probabilities of one token after a turn.

    first_token: token text -> log-probability; spaces around the letter are ignored, and
        forms of one letter add up. A letter that is not listed has no mass.
    Returns None where the backend gave no log-probabilities: not applicable, which is not 0.
    Where none of the letters is listed the prior is kept.
    """
    if not first_token:
        return None
    mass = dict.fromkeys(letters, 0.0)
    for token, logprob in first_token.items():
        # Tokenizers write a leading space as one of these two signs.
        letter = token.strip().strip("▁Ġ")
        if letter in mass:
            mass[letter] += float(np.exp(logprob))
    return _mixed(np.array([mass[letter] for letter in letters]), prior)


def _mixed(weights: FloatArray, prior: Sequence[float]) -> OwnBelief:
    """The weights as a belief with a grain of the uniform, so that no gain is infinite."""
    if weights.size == 0:
        return OwnBelief(tuple(prior), Kept.NO_CANDIDATES)
    if weights.sum() <= 0:
        return OwnBelief(tuple(prior), Kept.ZERO_MASS)
    even = (1.0 - OWN_SHARE) * uniform(len(weights))
    return OwnBelief(_tuple(OWN_SHARE * weights / weights.sum() + even))


def _unmoved(prior: FloatArray, kept: Kept, expected: float = 0.0) -> Observation:
    unheard = kept in (Kept.REPEAT, Kept.NO_ANSWER, Kept.UNREAD)
    useless = not unheard and expected < USELESS_BITS
    return Observation(_tuple(prior), 0.0, expected, 0.0, useless=useless, kept=kept)


def _tuple(belief: FloatArray) -> tuple[float, ...]:
    return tuple(belief.tolist())
