"""What researchers see of the stored catalogues: counts, balance, how labels were decided."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q

from games import selectors
from games.catalogue_checks import SHARE_LEAST, SHARE_MOST, SHARE_SAID
from games.labels import Decided, Label, Raters
from games.models import (
    Affordance,
    AffordanceLabel,
    BaselinePlay,
    Catalogue,
    Game,
    OracleScore,
)
from games.oracle_gate import question_set

WAYS = {
    Decided.DRAFT: "one draft",
    Decided.CONSENSUS: "majority of independent raters",
    Decided.ADJUDICATION: "one by one, with a reason",
}
PLAYERS = {
    "optimal": "knows the object and asks the fewest questions that settle the game: a bound",
    "greedy": "asks each time the question that tells most on average",
    "fix20q": "asks the same list of 20 questions, chosen on the dev games, in every game",
}


@dataclass(frozen=True)
class Listed:
    catalogue: Catalogue
    objects: int
    affordances: int
    games: int
    status: str


@dataclass(frozen=True)
class Balance:
    """share: of all objects that have it. outside: whether that is rarer or commoner than usual."""

    affordance: Affordance
    yes: int
    no: int
    not_deducible: int
    share: float
    games: int

    @property
    def outside(self) -> bool:
        return not SHARE_LEAST <= self.share <= SHARE_MOST


@dataclass(frozen=True)
class Way:
    """How many labels came to stand in this way."""

    name: str
    raters: Raters
    labels: int


@dataclass(frozen=True)
class Programs:
    """What a player that is no model did over all games."""

    player: str
    games: int
    won: int
    questions: float

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def means(self) -> str:
        return PLAYERS.get(self.player, "")


@dataclass(frozen=True)
class CataloguePage:
    """usual: the shares of objects that an affordance usually has, in words.

    newest: whether free play takes its games from it.
    """

    catalogue: Catalogue
    status: str
    newest: bool
    objects: int
    values: int
    labels: dict[Label, int]
    ways: list[Way]
    balance: list[Balance]
    splits: list[tuple[str, int]]
    programs: list[Programs]
    oracle: OracleScore | None
    usual: str = SHARE_SAID

    @property
    def pairs(self) -> int:
        return sum(self.labels.values())

    @property
    def outside(self) -> int:
        return sum(row.outside for row in self.balance)

    @property
    def games(self) -> int:
        return sum(count for _, count in self.splits)


def listed() -> list[Listed]:
    """Newest first."""
    rows = Catalogue.objects.annotate(
        objects_held=Count("physical_objects", distinct=True),
        affordances_held=Count("affordances", distinct=True),
    ).order_by("-pk")
    games = dict(Game.objects.values_list("catalogue").annotate(n=Count("pk")))
    by_raters: dict[int, Counter[str]] = {row.pk: Counter() for row in rows}
    told = AffordanceLabel.objects.values_list("affordance__catalogue", "raters")
    for catalogue_id, raters, labels in told.annotate(n=Count("pk")):
        by_raters[catalogue_id][raters] = labels
    return [
        Listed(
            catalogue=row,
            objects=row.objects_held,
            affordances=row.affordances_held,
            games=games.get(row.pk, 0),
            status=whose_labels(by_raters[row.pk]),
        )
        for row in rows
    ]


def catalogue_page(catalogue: Catalogue) -> CataloguePage:
    told = AffordanceLabel.objects.filter(physical_object__catalogue=catalogue)
    ways = list(
        told.values_list("decided", "raters", "answer").annotate(n=Count("pk")).order_by("decided")
    )
    raters: Counter[str] = Counter()
    by_way: Counter[tuple[str, str]] = Counter()
    labels: Counter[str] = Counter()
    for decided, each, answer, count in ways:
        by_way[decided, each] += count
        raters[each] += count
        labels[answer] += count
    objects = catalogue.physical_objects.count()
    return CataloguePage(
        catalogue=catalogue,
        status=whose_labels(raters),
        newest=selectors.newest_catalogue() == catalogue,
        objects=objects,
        values=len(catalogue.vocabulary),
        labels={label: labels[label] for label in Label},
        ways=[Way(WAYS[Decided(d)], Raters(r), count) for (d, r), count in by_way.items()],
        balance=_balance(catalogue, objects),
        splits=list(catalogue.games.values_list("split").annotate(n=Count("pk")).order_by("split")),
        programs=_programs(catalogue),
        oracle=OracleScore.objects.filter(question_set=question_set(catalogue.version))
        .order_by("-pk")
        .first(),
    )


def whose_labels(labels: Mapping[str, int]) -> str:
    """Such as "12 of 1,325 labels by people, the others by models".

    labels: by which raters -> how many.
    """
    by_people, by_models = labels.get(Raters.PEOPLE, 0), labels.get(Raters.MODEL, 0)
    if not by_people:
        return f"All {by_models:,} labels by models" if by_models else "Without labels"
    if not by_models:
        return f"All {by_people:,} labels by people"
    return f"{by_people:,} of {by_people + by_models:,} labels by people, the others by models"


def _balance(catalogue: Catalogue, objects: int) -> list[Balance]:
    def labelled(answer: Label) -> Count:
        return Count("labels", filter=Q(labels__answer=answer))

    games = dict(catalogue.games.values_list("target").annotate(n=Count("pk")))
    rows = catalogue.affordances.annotate(
        yes=labelled(Label.YES), no=labelled(Label.NO), open=labelled(Label.NOT_DEDUCIBLE)
    ).order_by("key")
    return [
        Balance(
            affordance=row,
            yes=row.yes,
            no=row.no,
            not_deducible=row.open,
            share=row.yes / objects if objects else 0.0,
            games=games.get(row.pk, 0),
        )
        for row in rows
    ]


def _programs(catalogue: Catalogue) -> list[Programs]:
    totals: dict[str, list[int]] = {}
    plays = BaselinePlay.objects.filter(game__catalogue=catalogue)
    for player, won, questions in plays.values_list("player", "won", "questions"):
        counted = totals.setdefault(player, [0, 0, 0])
        counted[0] += 1
        counted[1] += won
        counted[2] += questions
    return [
        Programs(player, games, won, asked / games)
        for player, (games, won, asked) in sorted(totals.items())
    ]
