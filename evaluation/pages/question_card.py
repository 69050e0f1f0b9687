"""The card of a run over a question set: all that its figures rest on, for page, JSON and text."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from evaluation import coat_results, coat_stored, question_specs, run_records, run_words
from evaluation.coat.modular import NoneKept
from evaluation.coat.prompting import AnswerForm
from evaluation.coat_results import RunFigures
from evaluation.models import QuestionSet, Run
from evaluation.pages import card_lines, coat_words, question_figures
from evaluation.pages.card_lines import Document, Section
from evaluation.question_spec_values import QuestionRunSpec, Scoring, SetUp
from evaluation.services import changed_facts

TITLES = {
    "run": "The run",
    "reading": "How to read its figures",
    "question_set": "The question set",
    "asked": "How it was asked",
    "deviations": "Deviations from the usual way of asking",
    "changes": "What changed while it went on",
    "questions": "Its questions",
    "figures": "Figures",
    "usage": "Calls, tokens and cost",
    "spec": "What it was asked to do",
    "facts": "What it depends on",
    "checks": "What was tried out before",
    "forecast": "Forecast after its trial questions",
}
NOTHING = {
    "changes": "Nothing that is known.",
    "figures": "No question is done yet.",
    "checks": "It was not tried out yet.",
    "forecast": "There is none: its trial questions are not done.",
}
SET_UPS = {
    SetUp.SINGLE: "single: the whole question at once",
    SetUp.MODULAR: "modular: first the objects, then their states",
}
FORMS = {AnswerForm.LETTER: "a letter alone", AnswerForm.JSON: "a JSON object with the letter"}
SCORINGS = {
    Scoring.TEXT: "what the reply says",
    Scoring.LOGPROBS: "the likeliest letter of the first token",
}
NONE_KEPT = {NoneKept.INVALID: "there is no answer", NoneKept.ALL_OPTIONS: "all options go on"}


def card_of(run: Run) -> Document:
    """The whole card; it holds nothing that a provider said."""
    found = coat_results.of_run(run)
    spec = question_specs.of_json(run.spec)
    checked = run.checked or {}
    return {
        "run": _run(run, found),
        "reading": list(_reading(run, found)),
        "question_set": _set(run),
        "asked": _asked(spec),
        "deviations": question_specs.deviations(spec),
        "changes": changed_facts.told(run),
        "questions": asdict(found.count),
        "figures": question_figures.as_document(found) if found.repeats else {},
        "usage": _usage(run),
        "spec": run.spec,
        # A database may keep the keys of a document in an order of its own.
        "facts": json.loads(json.dumps(run.facts, sort_keys=True)),
        "checks": checked.get("results", []),
        "forecast": run.forecast or {},
    }


def sections(card: Document) -> list[Section]:
    """The card's values as lines, in its order; figures in words."""
    figures = card["figures"]
    assert isinstance(figures, Mapping)
    told = {name: _in_words(value) for name, value in figures.items()}
    return card_lines.sections({**card, "figures": told}, TITLES, NOTHING)


def as_json(card: Document) -> str:
    return card_lines.as_json(card)


def as_text(card: Document) -> str:
    return card_lines.as_text(sections(card))


def _in_words(value: object) -> object:
    if isinstance(value, float):
        return f"{value:.1%}"
    return value.get("in_words", value) if isinstance(value, Mapping) else value


def _run(run: Run, found: RunFigures) -> Document:
    return {
        "title": run.title,
        "address": run.slug,
        "player": run.player,
        "state": run.status,
        "why": run_words.of_questions(run_words.stopped(run.reason)) if run.reason else "",
        "provisional": found.provisional,
        "made": card_lines.moment(run.created_at),
        "began": card_lines.moment(run.started_at),
        "ended": card_lines.moment(run.ended_at),
        "sha256": run.sha256 or None,
    }


def _reading(run: Run, found: RunFigures) -> Iterator[str]:
    if found.provisional:
        yield "The run is not complete: its figures are provisional and are no result yet."
    options = found.variation.options
    yield f"Chance level: one of {options} options, {found.variation.chance:.1%}."
    if found.like_chance:
        yield "Its accuracy is not distinguishable from chance."
    if not coat_results.is_whole(run):
        asked = run.facts["question_set"]["asked"]
        yield (
            f"It asks {asked:,} of the set's {run.question_set.count:,} questions, so it stands in "
            "no table of whole runs."
        )
    if len(found.repeats) > 1:
        yield (
            "Answers to one question in several repeats are not independent: for chance they count "
            "as one run with their mean."
        )
    yield "No answer counts as wrong."
    if dict(run.facts.get("code") or {}).get("dirty"):
        yield (
            "The code had uncommitted changes: the commit alone does not give back what was asked. "
            "Keep those changes with the card, or put the set again from a clean commit."
        )


def _set(run: Run) -> Document:
    """As it was frozen, with all that it follows from."""
    row = QuestionSet.objects.select_related("catalogue", "scheme").get(pk=run.question_set.pk)
    frozen, catalogue = run.facts["question_set"], row.catalogue
    spec = coat_stored.spec_of(row)
    return {
        "name": row.slug,
        "sha256": frozen["sha256"],
        "kind": f"{row.kind}: {coat_words.KINDS[spec.kind]}",
        "variation": row.variation,
        "questions": row.count,
        "asked": frozen["asked"],
        "order_sha256": frozen["order_sha256"],
        "seed": row.seed,
        "partition": row.partition,
        "order": row.order,
        "weights": row.weights,
        "padding": row.padding,
        "penalties": str(row.scheme) if row.scheme else f"the {row.partition} partition's own",
        "catalogue": catalogue.version,
        "catalogue_title": catalogue.title,
        "catalogue_licence": catalogue.licence,
        "catalogue_sha256": catalogue.sha256,
    }


def _asked(spec: QuestionRunSpec) -> Document:
    asked = spec.questions
    said: dict[str, object] = {
        "set_up": SET_UPS[asked.set_up],
        "answer": FORMS[asked.answer],
        "counts_as_answer": SCORINGS[asked.scoring],
        "retries_of_each_stage": asked.retries,
        "repeats": spec.run.repeats,
        "seed": spec.run.seed,
        "temperature": spec.sampling.temperature,
        "prompt_says_what_counts": asked.weigh,
        "prompt_says_what_availability_means": asked.gloss,
        "prompt_says_that_cleaning_is_quicker": asked.hint,
    }
    if asked.modular:
        stage = spec.stage_model
        said["where_no_option_is_kept"] = NONE_KEPT[asked.none_kept]
        said["who_lists_objects"] = (stage.name or stage.folder) if stage else "the same model"
    return said


def _usage(run: Run) -> Document:
    usage = run_records.usage_of(run)
    roles = {name: asdict(role) for name, role in usage.roles.items()}
    for role in roles.values():
        role.pop("spared")
    return {"tokens": usage.tokens, "cost": usage.cost, "currency": usage.currency, **roles}
