"""What the database holds of runs, COAT, rules, observed plays and Oracles on trial."""

from evaluation.models.choices import Choice, ChoiceReply
from evaluation.models.coat import (
    CoatCatalogue,
    CoatFile,
    PenaltyScheme,
    Question,
    QuestionSet,
)
from evaluation.models.coat_people import (
    CoatConsensus,
    SuggestionDecision,
    UtilityAsking,
    UtilityReply,
    UtilitySuggestion,
)
from evaluation.models.fact_changes import FactChange
from evaluation.models.inductions import InducedAffordance, Induction, InductionCall
from evaluation.models.lists import FixedList
from evaluation.models.observed import Observed, ObserverPlace
from evaluation.models.oracle_trials import OracleChoice, OracleSample, OracleTrial, TrialAnswer
from evaluation.models.quiz import Quiz, QuizAnswer, QuizSitting
from evaluation.models.replies import StoredReply
from evaluation.models.rule_sets import RuleScores, RuleSet, RuleVectors
from evaluation.models.runs import Episode, Run, RunPlayer, RunWorker
from evaluation.models.tuning import TunedModel

__all__ = [
    "Choice",
    "ChoiceReply",
    "CoatCatalogue",
    "CoatConsensus",
    "CoatFile",
    "Episode",
    "FactChange",
    "FixedList",
    "InducedAffordance",
    "Induction",
    "InductionCall",
    "Observed",
    "ObserverPlace",
    "OracleChoice",
    "OracleSample",
    "OracleTrial",
    "PenaltyScheme",
    "Question",
    "QuestionSet",
    "Quiz",
    "QuizAnswer",
    "QuizSitting",
    "RuleScores",
    "RuleSet",
    "RuleVectors",
    "Run",
    "RunPlayer",
    "RunWorker",
    "StoredReply",
    "SuggestionDecision",
    "TrialAnswer",
    "TunedModel",
    "UtilityAsking",
    "UtilityReply",
    "UtilitySuggestion",
]
