"""A run's raw replies beside what they were read as, and as what they would be read now."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Substr

from evaluation import briefings, rereading, rule_matching
from evaluation.models import Run, StoredReply
from evaluation.rereading import Flip, Reading
from evaluation.services import rereading as services
from games import presets, replies

REPLIES_A_PAGE = 25
# Of a reply: how much of it has to be the same for it to be counted with others.
ALIKE_LENGTH = 60
MOST_ALIKE = 10
KINDS = tuple(StoredReply.Kind.values)
FLIPS = "flips"


@dataclass(frozen=True)
class Line:
    """flip: what it would be read as now, None where that is the same."""

    reply: StoredReply
    game: str
    repeat: int
    flip: Flip | None


@dataclass(frozen=True)
class Alike:
    """Replies that begin with the same characters and were read as the same kind, for one why."""

    start: str
    kind: str
    why: str
    replies: int


@dataclass(frozen=True)
class RepliesPage:
    """prompt: the system message of the run's first game, as it is sent by the code of now.

    alike: the most frequent beginnings, of what the address asks for; none where no two are alike.
    whys: the reasons that there are, with how many replies each. counts: kind -> replies.

    flips: how many would be read otherwise; None where that was not asked for. reader: the rules
    of now. readers: those that the run's replies were read by.
    """

    page: Page[StoredReply]
    lines: Sequence[Line]
    prompt: str
    alike: Sequence[Alike]
    asked: Mapping[str, str]
    counts: Mapping[str, int]
    whys: Sequence[tuple[str, int]]
    invented: int
    flips: int | None
    reader: str
    readers: Sequence[str]
    kinds: Sequence[str] = KINDS

    @property
    def read_otherwise(self) -> bool:
        """Whether other rules read them than those of now."""
        return list(self.readers) != [self.reader]

    @property
    def narrowed(self) -> bool:
        return any(self.asked.values())


def page_of(run: Run, said: Mapping[str, str]) -> RepliesPage:
    """said: kind, why, only and page, as the address has them; what is unknown is passed over."""
    counts, whys, invented = _counts(run)
    asked = _asked(said, [why for why, _ in whys])
    rows = _rows(run, asked)
    page = Paginator(rows, REPLIES_A_PAGE).get_page(said.get("page"))
    known = StoredReply.objects.filter(play__episode__run=run)
    readers = known.order_by("reader").values_list("reader", flat=True).distinct()
    return RepliesPage(
        page=page,
        lines=[_line(row) for row in page.object_list],
        prompt=_prompt(run),
        alike=_alike(rows),
        asked=asked,
        counts=counts,
        whys=whys,
        invented=invented,
        flips=len(_flipped(run)) if asked["only"] == FLIPS else None,
        reader=replies.READER,
        readers=list(readers),
    )


def as_json_lines(run: Run, said: Mapping[str, str]) -> Iterator[str]:
    """The replies that the address asks for, one a line, streamed."""
    _, whys, _ = _counts(run)
    for row in _rows(run, _asked(said, [why for why, _ in whys])).iterator(chunk_size=500):
        yield json.dumps(_document(_line(row)), ensure_ascii=False) + "\n"


def forget() -> None:
    """Empty what this process keeps, for tests that make their own runs."""
    _flips_of.cache_clear()


def _asked(said: Mapping[str, str], whys: Sequence[str]) -> Mapping[str, str]:
    known = {"kind": KINDS, "why": whys, "only": ("invented", FLIPS)}
    return {name: said[name] if said.get(name) in values else "" for name, values in known.items()}


def _rows(run: Run, asked: Mapping[str, str]) -> QuerySet[StoredReply]:
    chosen = Q(play__episode__run=run)
    if asked["kind"]:
        chosen &= Q(kind=asked["kind"])
    if asked["why"]:
        chosen &= Q(why=asked["why"])
    if asked["only"] == "invented":
        chosen &= Q(invented=True)
    if asked["only"] == FLIPS:
        chosen &= Q(pk__in=_flipped(run))
    rows = StoredReply.objects.filter(chosen).select_related("play__game", "play__episode")
    return rows.order_by("play__episode__number", "sequence")


def _prompt(run: Run) -> str:
    first = run.episodes.order_by("number").values_list("game_id", flat=True).first()
    if first is None:
        return ""
    protocol, rules = presets.of_settings(run.protocol.settings), rule_matching.rules_in(run.facts)
    return briefings.briefing_of(first, protocol, rules).system


def _alike(rows: QuerySet[StoredReply]) -> list[Alike]:
    starts = rows.order_by().annotate(start=Substr("text", 1, ALIKE_LENGTH))
    counted = starts.values_list("start", "kind", "why").annotate(replies=Count("pk"))
    often = counted.filter(replies__gt=1).order_by("-replies", "start")[:MOST_ALIKE]
    return [Alike(*row) for row in often]


def _flipped(run: Run) -> Sequence[int]:
    """Ids of the replies that the rules of now read otherwise."""
    known = StoredReply.objects.filter(play__episode__run=run)
    sums = known.aggregate(replies=Count("pk"), last=Max("pk"))
    return _flips_of(run.pk, sums["replies"], sums["last"])


@lru_cache(maxsize=16)
def _flips_of(run_id: int, replies: int, last: int) -> tuple[int, ...]:
    """All replies are read again, so once for as many as there are."""
    found = services.reread(Run.objects.get(pk=run_id))
    return tuple(each.reply_id for each in found.flipped)


def _counts(run: Run) -> tuple[Mapping[str, int], list[tuple[str, int]], int]:
    """(kind -> replies, why -> replies, invented) of the whole run, in one query."""
    known = StoredReply.objects.filter(play__episode__run=run).order_by()
    rows = known.values_list("kind", "why").annotate(
        replies=Count("pk"), invented=Count("pk", filter=Q(invented=True))
    )
    counts = dict.fromkeys(KINDS, 0)
    whys: list[tuple[str, int]] = []
    invented = 0
    for kind, why, found, made_up in rows:
        counts[kind] += found
        invented += made_up
        if why:
            whys.append((why, found))
    return counts, sorted(whys), invented


def _line(row: StoredReply) -> Line:
    then = Reading(row.kind, row.said, row.why)
    flip = rereading.flip(row.text, then, row.play.game.candidates)
    return Line(row, row.play.game.key, row.play.episode.repeat, flip)


def _document(line: Line) -> Mapping[str, object]:
    reply, flip = line.reply, line.flip
    return {
        "play": str(reply.play.token),
        "game": line.game,
        "repeat": line.repeat,
        "sequence": reply.sequence,
        "turn": reply.number,
        "attempt": reply.attempt,
        "text": reply.text,
        "finish_reason": reply.finish_reason,
        "reader": reply.reader,
        "kind": reply.kind,
        "said": reply.said,
        "why": reply.why,
        "invented": reply.invented,
        "reader_now": replies.READER,
        "kind_now": flip.now.kind if flip else reply.kind,
        "said_now": flip.now.said if flip else reply.said,
        "flips": flip is not None,
    }
