"""A run over a shipped catalogue, its questions drawn from the pool, stored in bulk."""

from collections.abc import Iterator
from random import Random

from django.conf import settings

from evaluation.models import Episode, Run, StoredReply
from games import belief
from games.management import catalogue_folders
from games.models import Catalogue, Game, Play, StoredAnswer, Turn
from games.players import Deal
from games.services import baselines
from games.services import catalogue as catalogues
from tests import make, runs

QUESTIONS = 20
CATALOGUE = "open-1"
LETTERS = "ABCDEFGH"


def fill(plays: int, *, slug: str = "filled", questions: int = QUESTIONS, lengths: int = 0) -> Run:
    """So many games, each with its answered questions, a guess and beliefs after each move.

    lengths: every second question is one of so many about the object's length.
    """
    if not Catalogue.objects.filter(version=CATALOGUE).exists():
        folder = settings.BASE_DIR / "games" / "catalogue" / CATALOGUE
        catalogues.import_catalogue(catalogue_folders.files_in(folder))
    games = Game.objects.filter(catalogue__version=CATALOGUE).select_related("target")
    run = runs.run(games=list(games.order_by("key")[:plays]), slug=slug)
    _store(run, questions, lengths, Random(slug))
    return run


def _store(run: Run, questions: int, lengths: int, rng: Random) -> None:
    deals = {each.game_id: each.deal for each in baselines.deals_of(run.catalogue_id)}
    participant = run.players.get().participant
    episodes = list(run.episodes.select_related("game__target"))
    plays = Play.objects.bulk_create(_play(run, each, participant, rng) for each in episodes)
    answer = StoredAnswer.objects.create(
        object_sha256=run.slug, question_key="q", question_sha256="q", source="table",
        oracle_version="table-fixed", answer="yes", forced="yes",
    )  # fmt: skip
    asked = (
        Turn(
            play=play, number=number, attempt=1, status="answered", stored_answer=answer,
            asked_at=make.NOW, settled_at=make.NOW, **said,
        )
        for play in plays
        for number, said in enumerate(
            _said(run.catalogue_id, deals[play.game_id], questions, lengths, rng), start=1
        )
    )  # fmt: skip
    Turn.objects.bulk_create(asked, batch_size=2000)
    said = (reply for play in plays for reply in _replies(play, questions, rng))
    StoredReply.objects.bulk_create(said, batch_size=2000)
    for episode, play in zip(episodes, plays, strict=True):
        episode.play, episode.status, episode.done_at = play, Episode.Status.DONE, make.NOW
    Episode.objects.bulk_update(episodes, ["play", "status", "done_at"], batch_size=500)


def _play(run: Run, episode: Episode, participant, rng: Random) -> Play:
    guessed = rng.choice(episode.game.candidates)
    return Play(
        participant=participant, game=episode.game, protocol=run.protocol, kind=Play.Kind.RUN,
        outcome="won" if guessed == episode.game.target.key else "lost", guessed=guessed,
        ended_at=make.NOW,
    )  # fmt: skip


def _said(
    catalogue_id: int, deal: Deal, questions: int, lengths: int, rng: Random
) -> Iterator[dict[str, str]]:
    """What was asked, what it probed and its answer."""
    pool = baselines.pool_of(catalogue_id)
    for place, at in enumerate(rng.sample(range(len(pool.questions)), questions)):
        if lengths and place % 2:
            length = rng.randint(1, lengths)
            probe, text = f"SIZE:longer_than_{length}_cm", f"Is it longer than {length} cm?"
            yes = rng.random() < 1 / 2
        else:
            probe, text = str(pool.questions[at].pair), pool.questions[at].text
            yes = pool.answers[deal.hidden, at]
        yield {"question": text, "probe": probe, "answer": "yes" if yes else "no"}


def _replies(play: Play, questions: int, rng: Random) -> Iterator[StoredReply]:
    for number in range(1, questions + 2):
        guess = number == questions + 1
        held = belief.own_from_logprobs({each: rng.random() for each in LETTERS}, LETTERS, ())
        yield StoredReply(
            play=play, sequence=number, number=number, attempt=1, text="Q",
            kind="guess" if guess else "question", said=play.guessed if guess else "Q",
            reader="questioner-1", model="tiny", prompt_tokens=400, completion_tokens=12,
            latency_seconds=0.2, belief=list(held.belief), called_at=make.NOW,
        )  # fmt: skip
