"""The set of rules that comes of an induction."""

from collections.abc import Iterator

from evaluation.induction import documents, results, specs
from evaluation.induction.results import Induced
from evaluation.kari import syntax
from evaluation.kari.rule_sets import Used
from evaluation.models import InducedAffordance, Induction, InductionCall, RuleSet
from evaluation.services import induction_evidence, rule_sets


def store(row: Induction) -> RuleSet | None:
    """Store the set of all rules there are, under the next version of its name; None for none."""
    row.refresh_from_db(fields=["vocabulary", "facts"])
    done = row.affordances.filter(status=InducedAffordance.Status.DONE)
    induced = [
        Induced(induction_evidence.topic_of(each), syntax.parse(each.rule))
        for each in done.order_by("position")
    ]
    if not induced:
        return None
    made = results.rule_set(
        row.name,
        induced,
        documents.vocabulary(row.vocabulary),
        version=rule_sets.next_version(row.name),
        made_with=tuple(_made_with(row)),
        used=[
            Used(each["catalogue"], tuple(each["objects"]), each["labels"])
            for each in row.facts["used"]
        ],
    )
    return rule_sets.keep_induced(made, note=row.title, made_by=row.made_by).row


def _made_with(row: Induction) -> Iterator[tuple[str, str]]:
    spec = specs.of_json(row.spec)
    calls = InductionCall.objects.filter(affordance__induction=row)
    names = calls.exclude(model="").order_by("model").values_list("model", flat=True).distinct()
    yield "model", ", ".join(names) or spec.model.name or spec.model.folder
    yield "induction", row.slug
    yield from row.facts["sources"].items()
    yield from ((f"prompt_{role}", sha256) for role, sha256 in row.facts["prompts"].items())
    yield "rounds", str(spec.caps.rounds)
    yield "temperature", f"{spec.sampling.temperature:g}"
