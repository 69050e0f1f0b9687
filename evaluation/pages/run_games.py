"""A run's games as lines: how each ended, in how many questions, and where it is replayed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q

from evaluation import run_progress, run_words
from evaluation.metrics.endings import ENDINGS
from evaluation.models import Episode, Run
from evaluation.pages.outcomes import OUTCOMES, words_of

GAMES_A_PAGE = 50
OF_ENDING: Mapping[str, Q] = {
    ending.value: Q(status=Episode.Status.DONE, play__outcome=outcome)
    for outcome, ending in ENDINGS.items()
}
SHOWN: Mapping[str, Q] = {
    **OF_ENDING,
    "playing": Q(status=Episode.Status.WAITING, play__isnull=False),
    "waiting": Q(status=Episode.Status.WAITING, play__isnull=True),
}


@dataclass(frozen=True)
class GameLine:
    """ending: in words. mark: the sign that stands before it. fault: why it is aborted."""

    number: int
    repeat: int
    play_id: int | None
    game: str
    hidden: str
    target: str
    guessed: str
    ending: str
    mark: str
    fault: str
    questions: int


@dataclass(frozen=True)
class GameList:
    """show: what it is narrowed to, "" for nothing."""

    page: Page[Episode]
    lines: Sequence[GameLine]
    show: str
    shown: Sequence[tuple[str, str]] = tuple((key, words_of(key)) for key in SHOWN)


def listed(run: Run, said: Mapping[str, str]) -> GameList:
    """said: show and page, as the address has them; what is unknown is passed over."""
    show = said.get("show", "")
    show = show if show in SHOWN else ""
    rows = run_progress.games_of(run).filter(SHOWN.get(show, Q())).order_by("number")
    page = Paginator(rows, GAMES_A_PAGE).get_page(said.get("page"))
    return GameList(page, lines_of(list(page.object_list)), show)


def lines_of(episodes: Sequence[Episode]) -> list[GameLine]:
    """One query for all their questions."""
    asked = run_progress.answered([each.play_id for each in episodes if each.play_id])
    return [_line(each, asked.get(each.play_id or 0, 0)) for each in episodes]


def _line(episode: Episode, questions: int) -> GameLine:
    play, game = episode.play, episode.game
    outcome = play.outcome if play and episode.status == Episode.Status.DONE else ""
    words, mark = OUTCOMES[outcome]
    return GameLine(
        number=episode.number,
        repeat=episode.repeat,
        play_id=episode.play_id,
        game=game.key,
        hidden=game.physical_object.name,
        target=game.target.key,
        guessed=play.guessed if play else "",
        ending=words if outcome else "playing" if play else "waiting",
        mark=mark,
        fault=": ".join(filter(None, (run_words.FAULTS.get(episode.fault), episode.error))),
        questions=questions,
    )
