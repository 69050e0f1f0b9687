"""One unit before an adjudicator, as values: as raters saw it, what they said, what was decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from annotation import judgement_forms, released
from annotation.adjudication_forms import Route, Typed
from annotation.judgement_forms import Filled
from annotation.kinds.consolidation import answer_of
from annotation.models import Unit
from annotation.pages import decisions, judging, unit_names, voices
from annotation.pages.adjudication import RULE_WORDS
from annotation.pages.decisions import Decision, Past
from annotation.pages.judging import Shown
from annotation.pages.unit_names import Name
from annotation.pages.voices import Voice, Votes
from annotation.services import adjudicate
from annotation.services.adjudicate import Standing
from games.formats.lines import Json


@dataclass(frozen=True)
class UnitPage:
    """form: the unit as raters see it, with the form to decide it. seen: what stood when it was
    made. judged: seats that are filled. mine: whether the viewer judged the unit. released: the
    label of the study's catalogue, "" where it has none.
    """

    form: Shown
    seen: str
    typed: Typed
    route: Route
    votes: Sequence[Votes]
    voices: Sequence[Voice]
    decisions: Sequence[Decision]
    history: Sequence[Past]
    judged: int
    mine: bool
    released: str

    @property
    def name(self) -> Name:
        return unit_names.name_of(self.form.unit)

    @property
    def may_look(self) -> bool:
        """Whether the viewer may look a second time: at a decision of others that nobody did."""
        return any(not each.own and not each.second for each in self.decisions)

    @property
    def queue(self) -> str:
        return RULE_WORDS[self.route.rule]


def unit_page(unit: Unit, route: Route, typed: Typed, *, viewer: int) -> UnitPage:
    """viewer: the account that looks. typed: what of theirs could not be stored."""
    standing = adjudicate.standing_of(unit)
    said = list(unit.judgements.select_related("rater"))
    told = voices.voices(unit, said, named=route.named)
    changes = list(unit.changes.filter(rater=None).order_by("-at", "-pk"))
    names = decisions.names_of(unit.study, standing, changes)
    filled = typed.filled or _opened(standing, _taken(route, told))
    return UnitPage(
        form=judging.show(unit.study, unit, filled, broken=typed.broken),
        seen=standing.seen,
        typed=typed,
        route=route,
        votes=voices.votes(unit, standing),
        voices=told,
        decisions=decisions.decisions(unit, standing, names, viewer),
        history=decisions.history(unit, changes, names),
        judged=unit.seats.exclude(judged_at=None).count(),
        mine=any(each.rater.user_id == viewer for each in said),
        released=released.label_of(unit),
    )


def _taken(route: Route, told: Sequence[Voice]) -> Mapping[str, Json]:
    """The answer that is taken over; {} where there is none."""
    if route.taken is None or route.taken >= len(told):
        return {}
    return told[route.taken].answer


def _opened(standing: Standing, taken: Mapping[str, Json]) -> Filled:
    """The decision form as it opens: with what is taken over, else with what stands or is
    proposed."""
    proposed = {name: each.proposal for name, each in standing.outcomes.items()}
    stands = {name: proposed[name] if v is None else v for name, v in standing.values.items()}
    return judgement_forms.answered(taken or answer_of(stands))
