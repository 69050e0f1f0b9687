"""Who plays: pseudonyms, their consent, and what is left of those who withdrew."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q


class Participant(models.Model):
    """A pseudonymous player, known by the token in a browser's signed cookie.

    campaign: empty for free play, without a study; the fields below it are then empty too.
    resume_digest: of the three words that lead back here from another device; the words
        themselves are not stored.
    external_id, external: what a recruiting platform put into the link, kept to pay for the
        work and never exported.
    account: where the browser was signed in, so that nobody both judges and plays.
    demographics: answers to optional questions.
    outcome, ended_at: how the volunteer's part ended, empty while it goes on.
    seat_released_at: since when the seat is free for somebody else.
    excluded_reason: why a researcher leaves this participant out; empty for all others.
    """

    class Outcome(models.TextChoices):
        COMPLETED = "completed"
        PARTIAL = "partial"

    token = models.UUIDField(unique=True, default=uuid.uuid4)
    started_at = models.DateTimeField(auto_now_add=True)
    campaign = models.ForeignKey(
        "games.Campaign", models.PROTECT, null=True, related_name="participants"
    )
    pseudonym = models.CharField(max_length=60, blank=True)
    resume_digest = models.CharField(max_length=64, null=True, unique=True)
    external_id = models.CharField(max_length=100, blank=True)
    external = models.JSONField(default=dict)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True)
    language = models.CharField(max_length=10, blank=True)
    demographics = models.JSONField(default=dict)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    ended_at = models.DateTimeField(null=True)
    seat_released_at = models.DateTimeField(null=True)
    excluded_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "pseudonym"],
                condition=~Q(pseudonym=""),
                name="one_pseudonym_a_campaign",
            ),
            models.UniqueConstraint(
                fields=["campaign", "external_id"],
                condition=~Q(external_id=""),
                name="one_participant_an_external_id",
            ),
            models.UniqueConstraint(
                fields=["campaign", "account"], name="one_participant_an_account"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None) | ~Q(outcome="") & Q(ended_at__isnull=False),
                name="an_ended_part_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(campaign=None, pseudonym="", resume_digest=None, external_id="")
                | Q(campaign__isnull=False, resume_digest__isnull=False) & ~Q(pseudonym=""),
                name="a_volunteer_has_a_name_and_words",
            ),
        ]

    def __str__(self) -> str:
        return self.pseudonym or f"participant {self.pk}"


class Consent(models.Model):
    """That a volunteer agreed, to which text, in which language, and when.

    sha256: of the very text that was shown. key: of the form that was sent, so that a copy of
    it makes no second participant.
    """

    participant = models.OneToOneField(Participant, models.CASCADE, related_name="consent")
    text = models.ForeignKey("games.ConsentText", models.PROTECT, related_name="consents")
    language = models.CharField(max_length=10)
    sha256 = models.CharField(max_length=64)
    key = models.UUIDField(unique=True)
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"consent of {self.participant_id}"


class CompletionCode(models.Model):
    """What a volunteer shows to prove how the part ended; a researcher can verify and reopen it.

    participant: empty for somebody who was not let in (full, barred); such a code keeps the
        external id and the key of the form that was sent, so that the same person gets the
        same code.
    """

    class Outcome(models.TextChoices):
        COMPLETED = "completed"
        PARTIAL = "partial"
        FULL = "full"
        BARRED = "barred"

    campaign = models.ForeignKey("games.Campaign", models.PROTECT, related_name="codes")
    participant = models.ForeignKey(
        Participant, models.CASCADE, null=True, related_name="completion_codes"
    )
    external_id = models.CharField(max_length=100, blank=True)
    key = models.UUIDField(null=True, unique=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    code = models.CharField(max_length=20, unique=True)
    issued_at = models.DateTimeField()
    reopened_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["participant"],
                condition=Q(reopened_at=None),
                name="one_valid_code_a_participant",
            ),
            models.UniqueConstraint(
                fields=["campaign", "external_id", "outcome"],
                condition=Q(participant=None, reopened_at=None) & ~Q(external_id=""),
                name="one_code_for_who_was_not_let_in",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["completed", "partial"], participant__isnull=False)
                | Q(outcome__in=["full", "barred"], participant=None),
                name="a_part_that_ended_has_its_participant",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Withdrawal(models.Model):
    """All that is left of a participant who withdrew: that it happened, when, how much went."""

    campaign = models.ForeignKey("games.Campaign", models.PROTECT, related_name="withdrawals")
    receipt = models.CharField(max_length=20, unique=True)
    plays = models.PositiveIntegerField()
    turns = models.PositiveIntegerField()
    withdrawn_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.receipt


class JudgedCatalogue(models.Model):
    """That this account judged objects of this catalogue, and so may not play its baseline."""

    catalogue = models.ForeignKey("games.Catalogue", models.CASCADE, related_name="judged_by")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    noted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["catalogue", "account"], name="judged_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id} judged {self.catalogue_id}"
