"""What raters said of a unit, for researchers: by numbers, not by pseudonyms."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User

from annotation.models import Judgement, Study, Unit
from annotation.pages import voices


@dataclass(frozen=True)
class Said:
    """One judgement. who: such as "Rater 1", by which nobody is known on another unit's page.

    said: question, "" where there is only one, and answer. extra: why it counts in nothing.
    """

    who: str
    said: tuple[tuple[str, str], ...]
    comment: str
    extra: str


def judges_here(study: Study, user: User) -> bool:
    """Whether this account may judge, or be let in again, and so must not see what others said."""
    return study.raters.blind().filter(user=user).exists()


def said_of(unit: Unit, judgements: Iterable[Judgement]) -> list[Said]:
    """In an order that does not tell who said what: people by their answers, then models."""
    voiced = [
        (voices.voices(unit, [each], named=False)[0], each.extra and each.get_extra_display())
        for each in judgements
    ]
    voiced.sort(key=lambda pair: (pair[0].model, pair[0].said, pair[0].comment))
    numbers = {True: 0, False: 0}
    found = []
    for voice, extra in voiced:
        numbers[voice.model] += 1
        who = f"{'Model' if voice.model else 'Rater'} {numbers[voice.model]}"
        found.append(Said(who, voice.said, voice.comment, extra))
    return found
