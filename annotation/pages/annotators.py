"""What annotators see of their studies: nothing of anybody else's answers or counts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from annotation import rater_standings
from annotation.models import Rater, Study
from annotation.rater_standings import Standing, Step


@dataclass(frozen=True)
class Words:
    """What is said of a step, and what its one button says; "" where there is none.

    primary: whether the button is what the page is there for. Before a rater agrees nothing is
    said but by the text that they agree to.
    """

    heading: str
    says: str
    button: str = ""
    primary: bool = True


STEPS: Mapping[Step, Words] = {
    Step.WAIT: Words(
        "This study is not open yet",
        "Your place in it is kept. Come back later; a button to start will be here then.",
    ),
    Step.AGREE: Words("", "", "Read and start"),
    Step.START: Words(
        "One unit at a time",
        "Every answer has a key. You can stop whenever you like and go on later.",
        "Start",
    ),
    Step.GO_ON: Words("Go on where you stopped", "What you judged so far is kept.", "Go on"),
    Step.NOTHING_LEFT: Words(
        "You have judged everything that is here for you",
        "Thank you; you can close this page. Units that somebody leaves unfinished may come free: "
        "look again later, if you like.",
        "Look again",
        primary=False,
    ),
    Step.APART: Words(
        "You judge no more in this study",
        "Who could see what others said judges no more. What you judged is kept.",
    ),
    Step.CLOSED: Words("This study is closed", "Thank you. What you judged is kept."),
    Step.ENDED: Words(
        "Your part in this study has ended",
        "Nothing more is handed out to you. What you judged is kept.",
    ),
}
TO_DO = (Step.AGREE, Step.START, Step.GO_ON)


@dataclass(frozen=True)
class Mine:
    """A study as one of its raters sees it."""

    standing: Standing

    @property
    def rater(self) -> Rater:
        return self.standing.rater

    @property
    def study(self) -> Study:
        return self.rater.study

    @property
    def step(self) -> Step:
        return self.standing.step

    @property
    def words(self) -> Words:
        return STEPS[self.step]

    @property
    def to_do(self) -> bool:
        """Whether the study waits for this rater."""
        return self.step in TO_DO

    @property
    def counted(self) -> str:
        """What is done, as the judging page counts it; of all only where more may come."""
        at = self.standing
        ahead = f" of {at.units:,}" if self.to_do or self.step == Step.WAIT else ""
        told = f"{at.done:,}{ahead} done"
        if at.skipped:
            told += f", {at.skipped:,} skipped"
        return f"{told}; training: {at.trained:,} of {at.training:,}" if at.training else told

    @property
    def summary(self) -> str:
        """The study in one line: how it stands, unless it waits for this rater, and the count."""
        if self.to_do:
            return self.counted
        counted = f" {self.counted}" if self.rater.judged else ""
        return f"{self.words.heading}.{counted}"


def studies_of(user: User, *, now: datetime) -> list[Mine]:
    """The studies of this account, those with something to do first."""
    mine = [Mine(each) for each in rater_standings.standings_of(user, now=now)]
    return sorted(mine, key=lambda each: (not each.to_do, each.study.title, each.study.version))


def mine(rater: Rater, *, now: datetime) -> Mine:
    return Mine(rater_standings.standing_of(rater, now=now))
