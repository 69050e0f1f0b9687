"""What Oracles and Checkers said, kept so that everybody gets the same answer."""

from django.db import models

from games.rules import Answer, Reason


class StoredAnswer(models.Model):
    """The answer to one question about one object sheet by one Oracle.

    question_key: the question after NFKC, case folding, spaces and final punctuation;
        question_sha256 stands for it in the constraint, for an index holds short keys only.
    revision: 1 for what the Oracle said; a correction adds a row that outranks the older ones.
    answer: what the Oracle holds; forced: yes or no where a protocol demands one.
    """

    object_sha256 = models.CharField(max_length=64)
    question_key = models.TextField()
    question_sha256 = models.CharField(max_length=64)
    oracle_version = models.CharField(max_length=200)
    revision = models.PositiveSmallIntegerField(default=1)
    answer = models.CharField(max_length=15, choices=[(a, a) for a in Answer])
    forced = models.CharField(max_length=3, choices=[("yes", "yes"), ("no", "no")])
    source = models.CharField(max_length=20)
    confidence = models.FloatField(null=True)
    probe = models.CharField(max_length=400, blank=True)
    stored_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["object_sha256", "question_sha256", "oracle_version", "revision"],
                name="one_answer_a_question_and_revision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_key}: {self.answer}"


class StoredRuling(models.Model):
    """What one Checker version said of a question; pairs are rows [dimension, value]."""

    question_key = models.TextField()
    question_sha256 = models.CharField(max_length=64)
    checker_version = models.CharField(max_length=200)
    reason = models.CharField(max_length=25, choices=[(r, r) for r in Reason], blank=True)
    pairs = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["question_sha256", "checker_version"], name="one_ruling_a_question"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question_key}: {self.reason or 'valid'}"


class ModelCall(models.Model):
    """One reply of a model, as it came.

    cached_tokens: of the prompt's tokens those that the server had kept. hidden_tokens: of the
        completion's tokens those that were reasoning and no text.
    """

    class Role(models.TextChoices):
        ORACLE = "oracle"
        CHECKER = "checker"
        QUESTIONER = "questioner"

    turn = models.ForeignKey("games.Turn", models.CASCADE, null=True, related_name="model_calls")
    role = models.CharField(max_length=10, choices=Role)
    role_version = models.CharField(max_length=200)
    model = models.CharField(max_length=200)
    text = models.TextField()
    prompt_tokens = models.PositiveIntegerField()
    completion_tokens = models.PositiveIntegerField()
    cached_tokens = models.PositiveIntegerField(default=0)
    hidden_tokens = models.PositiveIntegerField(default=0)
    finish_reason = models.CharField(max_length=30)
    latency_seconds = models.FloatField()
    called_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.role} {self.model}"


class OracleScore(models.Model):
    """How right an Oracle version was on a question set; shares are of `questions`."""

    oracle_version = models.CharField(max_length=200)
    question_set = models.CharField(max_length=200)
    questions = models.PositiveIntegerField()
    answered = models.PositiveIntegerField()
    right_answered = models.PositiveIntegerField()
    right_forced = models.PositiveIntegerField()
    scored_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["oracle_version", "question_set"], name="one_score_a_question_set"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.oracle_version} on {self.question_set}"


class ModelMargin(models.Model):
    """How far apart a model's log P(yes) and log P(no) must be for its answer to count."""

    model = models.CharField(max_length=200, unique=True)
    margin = models.FloatField()

    def __str__(self) -> str:
        return f"{self.model}: {self.margin:g}"
