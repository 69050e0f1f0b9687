"""What the database holds of runs, of what the observer saw in plays, and of Oracles on trial."""

from evaluation.models.fact_changes import FactChange
from evaluation.models.lists import FixedList
from evaluation.models.observed import Observed, ObserverPlace
from evaluation.models.oracle_trials import OracleChoice, OracleSample, OracleTrial, TrialAnswer
from evaluation.models.replies import StoredReply
from evaluation.models.runs import Episode, Run, RunPlayer, RunWorker

__all__ = [
    "Episode",
    "FactChange",
    "FixedList",
    "Observed",
    "ObserverPlace",
    "OracleChoice",
    "OracleSample",
    "OracleTrial",
    "Run",
    "RunPlayer",
    "RunWorker",
    "StoredReply",
    "TrialAnswer",
]
