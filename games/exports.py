"""A campaign's export: what goes in, what is left out and how much, and the whole as a stream."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace

from games import counted, export_cells, export_rows, texts
from games.export_rows import Include, Selection
from games.exporting import archive, tables
from games.exporting.archive import Part
from games.exporting.file_formats import Format
from games.models import Campaign, Play
from games.snapshots import snapshot
from games.texts import TextCounts


class OnlySimulated(Exception):
    """A simulated campaign is exported only by those who say that they know it is."""


@dataclass(frozen=True)
class LeftOut:
    """What the selection leaves out. withdrawn: gone, whatever is included."""

    practice_plays: int
    excluded_participants: int
    excluded_plays: int
    withdrawn_participants: int
    withdrawn_plays: int
    withdrawn_turns: int


@dataclass(frozen=True)
class TakenIn:
    """unfinished, extra: of the plays; the extra ones are more than were planned."""

    participants: int
    plays: int
    turns: int
    unfinished_plays: int
    extra_plays: int


@dataclass(frozen=True)
class Summary:
    """release: whether every text that may name a person was looked at."""

    taken_in: TakenIn
    left_out: LeftOut
    texts: TextCounts

    @property
    def release(self) -> bool:
        return not self.texts.open


def summary_of(selection: Selection) -> Summary:
    plays = selection.plays
    return Summary(
        taken_in=TakenIn(
            participants=selection.participants.count(),
            plays=plays.count(),
            turns=selection.turns.count(),
            unfinished_plays=plays.filter(outcome="").count(),
            extra_plays=plays.filter(assignment__released_at__isnull=False).count(),
        ),
        left_out=_left_out(selection),
        texts=texts.counted(texts.typed_in(selection.turns, selection.participants)),
    )


def file_name(campaign: Campaign, file_format: Format) -> str:
    simulated = "-simulated" if campaign.simulated else ""
    return f"{campaign.slug}{simulated}-{file_format}.zip"


def require_known_to_be_simulated(selection: Selection) -> None:
    """Raises OnlySimulated."""
    if selection.campaign.simulated and Include.SIMULATED not in selection.include:
        raise OnlySimulated(f"{selection.campaign.slug} was played by a program.")


def stream(selection: Selection, file_format: Format) -> Iterator[bytes]:
    """The export as a ZIP file, all of it read from one state of the database.

    Raises OnlySimulated at once, before the first piece is asked for.
    """
    require_known_to_be_simulated(selection)
    return _streamed(selection, file_format)


def _streamed(selection: Selection, file_format: Format) -> Iterator[bytes]:
    with snapshot():
        whole = Campaign.objects.select_related("catalogue", "consent_text", "protocol")
        current = replace(selection, campaign=whole.get(pk=selection.campaign.pk))
        yield from archive.stream(_parts(current), file_format, _about(current, file_format))


def _parts(selection: Selection) -> Iterable[Part]:
    return (
        Part(tables.PARTICIPANTS, export_rows.participants(selection)),
        Part(tables.PLAYS, export_rows.plays(selection)),
        Part(tables.TURNS, export_rows.turns(selection)),
        Part(tables.MARKS, export_rows.marks(selection)),
        Part(tables.PLAYS_WIDE, export_rows.plays_wide(selection)),
    )


def _left_out(selection: Selection) -> LeftOut:
    campaign = selection.campaign
    everything = Selection(campaign, frozenset(Include))
    excluded = everything.plays.exclude(participant__in=selection.participants)
    practice = everything.plays.filter(
        participant__in=selection.participants, kind=Play.Kind.PRACTICE
    )
    gone = counted.withdrawn_from(campaign)
    return LeftOut(
        practice_plays=0 if Include.PRACTICE in selection.include else practice.count(),
        excluded_participants=everything.participants.count() - selection.participants.count(),
        excluded_plays=excluded.count(),
        withdrawn_participants=gone.participants,
        withdrawn_plays=gone.plays,
        withdrawn_turns=gone.turns,
    )


def _about(selection: Selection, file_format: Format) -> dict[str, object]:
    """What datapackage.json says beside its files. No time of export: equal states, equal bytes."""
    campaign, catalogue = selection.campaign, selection.campaign.catalogue
    summary = summary_of(selection)
    return {
        "name": campaign.slug,
        "title": campaign.name,
        "release": summary.release,
        "simulated": campaign.simulated,
        "canary": catalogue.canary,
        "filters": {"format": str(file_format), "include": sorted(selection.include)},
        "taken_in": asdict(summary.taken_in),
        "left_out": asdict(summary.left_out),
        "texts": asdict(summary.texts),
        "campaign": _frozen(campaign),
        "protocol": _protocol(campaign),
        "oracle": {
            "figures": campaign.oracle_figures,
            "override_reason": campaign.override_reason or None,
        },
        "catalogue": {
            "version": catalogue.version,
            "sha256": catalogue.sha256,
            "licence": catalogue.licence,
        },
    }


def _frozen(campaign: Campaign) -> dict[str, object]:
    return {
        "baseline": campaign.baseline,
        "assignment": campaign.assignment,
        "games": campaign.campaign_games.count(),
        "players_wanted": campaign.players_wanted,
        "plays_wanted": campaign.plays_wanted,
        "games_each": campaign.games_each,
        "share": campaign.share,
        "seed": campaign.seed,
        "split": campaign.split or None,
        "consent_version": campaign.consent_text.sha256,
        "status": campaign.status,
        "opened_at": export_cells.moment(campaign.opened_at),
        "closed_at": export_cells.moment(campaign.closed_at),
    }


def _protocol(campaign: Campaign) -> dict[str, object] | None:
    frozen = campaign.protocol
    return {"sha256": frozen.sha256, **frozen.settings} if frozen else None
