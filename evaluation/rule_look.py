"""A worker's first look at a run's rules: what each candidate takes, before anything is played."""

from evaluation import encoders, rule_matching
from evaluation.checked import Check, failed, passed
from evaluation.encoders import NoEncoder
from evaluation.models import Run
from evaluation.rule_matching import Waiting
from evaluation.services.rule_sets import NoRules


def look(run: Run, wait: Waiting) -> tuple[Check, ...]:
    """Put into the run's facts what its candidates take; they are stored as they are frozen.

    Nothing for a run without rules.
    """
    if "rules" not in run.facts:
        return ()
    try:
        found = rule_matching.facts_with(run, encoders.here, wait)
    except NoEncoder as missing:
        said = f"No encoder finds the rules of its candidates: {missing}"
        return (failed("rules", said, f"{encoders.INSTALL}; then resume the run."),)
    except NoRules as missing:
        return (failed("rules", str(missing), "Import the set again, then resume the run."),)
    run.facts["rules"] = found
    taken = rule_matching.taken_in(run.facts)
    candidates = len(rule_matching.candidates_of(run))
    label = run.facts["rules"]["label"]
    said = f"{len(taken):,} of {candidates:,} candidates take a rule of {label}."
    return (passed("rules", said),)
