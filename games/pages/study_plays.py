"""What a study adds to a play's page: which game it is, and what its result may show."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Campaign, CampaignGame, Play


@dataclass(frozen=True)
class StudyPlay:
    """slug: of the study. number, total: which of the volunteer's games it is; practice has none.
    up_to: the total is a promise of a quota study, whose games may be given out before.

    over: the volunteer's part has ended.
    whole: the result may show the object, the path and the programs, besides right or wrong.
    later: it may not yet, but will after the last game.
    """

    slug: str
    practice: bool
    number: int
    total: int
    up_to: bool
    over: bool
    whole: bool
    later: bool

    @property
    def heading(self) -> str:
        if self.practice:
            return _("Practice game")
        counted = {"number": self.number, "total": self.total}
        if self.up_to:
            return _("Game %(number)d of up to %(total)d") % counted
        return _("Game %(number)d of %(total)d") % counted


def study_play_of(play: Play) -> StudyPlay | None:
    """None for free play. play: best with participant, campaign and assignment selected."""
    campaign = play.participant.campaign
    if campaign is None or play.kind == Play.Kind.FREE:
        return None
    practice = play.kind == Play.Kind.PRACTICE
    over = bool(play.participant.outcome)
    return StudyPlay(
        slug=campaign.slug,
        practice=practice,
        number=0 if practice else play.assignment.position,
        total=_total(campaign),
        up_to=not campaign.crossed,
        over=over,
        whole=reveals(play, campaign),
        later=not practice and not over and campaign.reveal == Campaign.Reveal.AFTER_LAST,
    )


def _total(campaign: Campaign) -> int:
    if not campaign.crossed:
        return campaign.games_each or 0
    return CampaignGame.objects.filter(campaign=campaign).count()


def reveals(play: Play, campaign: Campaign) -> bool:
    """Whether an ended play's object may be known by now. play: with participant selected."""
    if play.kind == Play.Kind.PRACTICE or campaign.reveal == Campaign.Reveal.AFTER_EACH:
        return True
    over = bool(play.participant.outcome)
    return campaign.reveal == Campaign.Reveal.AFTER_LAST and over
