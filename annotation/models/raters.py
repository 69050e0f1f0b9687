"""Who judges a study: invitations, raters, the seats that make sure how often a unit is judged."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from annotation.models.studies import Study, Unit


class Invitation(models.Model):
    """A link by which people join a study. note: whom it was made for, for researchers only.

    places: how many may join by it; used: how many did.
    adjudicates: whether who joins by it decides what raters left open.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=60, unique=True)
    note = models.CharField(max_length=200, blank=True)
    places = models.PositiveIntegerField(default=1)
    used = models.PositiveIntegerField(default=0)
    adjudicates = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(places__gte=1, used__lte=F("places")), name="no_more_than_the_places"
            ),
        ]

    def __str__(self) -> str:
        return self.note or f"invitation {self.pk}"


class RaterQuerySet(models.QuerySet["Rater"]):
    def able(self) -> Self:
        """Who may be handed units while their study is open."""
        agreed = Q(agreed_at__isnull=False) | Q(kind=Rater.Kind.MODEL)
        return self.blind().filter(agreed, removed_at=None, left_out_at=None)

    def blind(self) -> Self:
        """Who takes part and may not see what others said, removed or not: they may come back."""
        return self.filter(withdrawn_at=None, apart_since=None)


class Rater(models.Model):
    """Somebody who judges in one study, under a pseudonym; user: the account, if there is one.

    agreed_at, consent_text: when a person agreed and to what; nothing is handed out before.
    adjudicates: decides what raters left open. apart_since: since when they could see what others
        said, so that they judge no more, even if somebody else adjudicates later.
    judged: how many judgements are stored.
    removed_at: no more work since then; what was judged stays. left_out_at: since when it counts
        nowhere; left_out_reason says why. withdrawn_at: since when it is deleted.
    """

    class Kind(models.TextChoices):
        PERSON = "person"
        MODEL = "model"

    study = models.ForeignKey(Study, models.CASCADE, related_name="raters")
    pseudonym = models.CharField(max_length=50)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PERSON)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    invitation = models.ForeignKey(
        Invitation, models.SET_NULL, null=True, blank=True, related_name="raters"
    )
    consent_text = models.ForeignKey(
        "games.ConsentText", models.PROTECT, null=True, blank=True, related_name="+"
    )
    agreed_at = models.DateTimeField(null=True, blank=True)
    adjudicates = models.BooleanField(default=False)
    apart_since = models.DateTimeField(null=True, blank=True)
    judged = models.PositiveIntegerField(default=0)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    left_out_at = models.DateTimeField(null=True, blank=True)
    left_out_reason = models.CharField(max_length=300, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = RaterQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint("study", "pseudonym", name="one_rater_a_pseudonym"),
            models.UniqueConstraint("study", "user", name="one_rater_an_account"),
            models.CheckConstraint(
                condition=Q(agreed_at=None) | Q(consent_text__isnull=False),
                name="who_agreed_agreed_to_a_text",
            ),
            models.CheckConstraint(
                condition=Q(left_out_at=None, left_out_reason="")
                | Q(left_out_at__isnull=False) & ~Q(left_out_reason=""),
                name="who_is_left_out_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(adjudicates=False) | Q(apart_since__isnull=False),
                name="who_adjudicates_stays_apart",
            ),
            models.CheckConstraint(
                condition=~Q(kind="model") | Q(user=None, agreed_at=None, adjudicates=False),
                name="a_model_has_no_account_and_no_role",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at=None) | Q(user=None, adjudicates=False),
                name="who_withdrew_has_no_account_and_no_role",
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym

    @property
    def ended(self) -> bool:
        """Whether their part is over."""
        return bool(self.removed_at or self.left_out_at or self.withdrawn_at)

    @property
    def blind(self) -> bool:
        """Whether they may not see what others said."""
        return self.apart_since is None

    @property
    def able(self) -> bool:
        """Whether they may be handed units while their study is open."""
        agreed = self.agreed_at is not None or self.kind == self.Kind.MODEL
        return agreed and self.blind and not self.ended

    @property
    def decides(self) -> bool:
        """Whether they are an adjudicator of the study now."""
        return self.adjudicates and self.agreed_at is not None and not self.ended


class FormerRater(models.Model):
    """That an account withdrew from a study, so that it does not come back as somebody else.

    account: a keyed hash of study and account, which leads to neither.
    """

    study = models.ForeignKey(Study, models.CASCADE, related_name="former_raters")
    account = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint("study", "account", name="one_former_rater_an_account"),
        ]

    def __str__(self) -> str:
        return self.account[:8]


class Seat(models.Model):
    """A place for one judgement of a unit: a unit has as many as its study wants raters.

    number: from 1; of a unit that is for all, a seat is made for each rater who gets it, and its
    number is the rater's id. rater: who has it; nobody while it is free. reserved_until: after
    which a seat that is not judged may go to somebody else. judged_at: it is taken for good.
    """

    unit = models.ForeignKey(Unit, models.CASCADE, related_name="seats")
    number = models.PositiveBigIntegerField()
    rater = models.ForeignKey(Rater, models.PROTECT, null=True, blank=True, related_name="seats")
    reserved_until = models.DateTimeField(null=True, blank=True)
    judged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("unit", "number", name="one_seat_a_number"),
            models.UniqueConstraint("unit", "rater", name="one_seat_a_rater"),
            models.UniqueConstraint(
                fields=["rater"], condition=Q(judged_at=None), name="one_open_seat_a_rater"
            ),
            models.CheckConstraint(
                condition=Q(rater=None, reserved_until=None, judged_at=None)
                | Q(rater__isnull=False, reserved_until__isnull=False, judged_at=None)
                | Q(rater__isnull=False, judged_at__isnull=False),
                name="a_seat_is_free_reserved_or_judged",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"


class GuidelineQuestion(models.Model):
    """What a rater asked about the guidelines; once answered, every rater of the study sees it."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="guideline_questions")
    rater = models.ForeignKey(Rater, models.CASCADE, related_name="+")
    text = models.TextField()
    asked_at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None)
                | ~Q(answer="") & Q(answered_at__isnull=False),
                name="an_answered_question_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]
