"""Raters who say of COAT's units what a catalogue holds, for tests."""

from annotation.kinds import answers
from annotation.kinds.configuration_rating import question_of
from annotation.kinds.registry import KINDS
from annotation.models import Publication, Study
from annotation.services import consensus, publish, units
from evaluation.coat.labels import Labels
from evaluation.coat.penalties import CORRECTED, best_materials
from evaluation.coat.records import Catalogue, Pair
from evaluation.coat_people.published import Published
from evaluation.coat_people.units import FORMS, Wanted, unit_lines
from evaluation.models import CoatCatalogue, CoatConsensus
from tests import studies


def answer(catalogue: Catalogue, kind: str, snapshot: dict) -> dict:
    """What the catalogue says of the unit."""
    judged = catalogue.judged
    pair, name = Pair(snapshot.get("utility", ""), snapshot.get("task", "")), snapshot.get("object")
    if kind == "object_utility":
        return {"utilities": [key for key, of in judged.objects_of.items() if name in of]}
    if kind == "context_objects":
        return {"objects": list(judged.context_of[pair]), "none_fits": []}
    if kind == "variable_values":
        held = (judged.common if snapshot["form"] == "common" else judged.ideal)[name]
        published = {"in_use": "already_in_use"}
        return {each: list(held.of(published.get(each, each))) for each in snapshot["variables"]}
    preference = judged.preferences[pair][name]
    if kind == "material_ranking":
        return {"order": list(preference.good), "bad": []}
    best = best_materials(CORRECTED, preference)
    return {
        question_of(material): "bad"
        if material in preference.bad
        else ("ideal" if material in best else "moderate")
        for material in snapshot["materials"]
    }


def study_of(catalogue: Catalogue, kind: str) -> Study:
    """A study with all the units that the catalogue gives, but whole configurations."""
    made = studies.study(units=0, kind=kind, slug=kind.replace("_", "-"))
    for form in FORMS[kind] or ("",):
        if form != "whole":
            lines = "".join(unit_lines(catalogue, Labels(), Wanted(kind, form)))
            imported = units.import_units(made, lines.encode(), "units.jsonl")
            assert imported.errors == ()
    return made


def judge(study: Study, catalogue: Catalogue, *, people: int = 3, **said: dict) -> None:
    """All say what the catalogue holds, but of the units whose keys `said` names."""
    raters = [studies.rater(study, name) for name in ("ana", "ben", "cem")[:people]]
    for unit in study.units.order_by("pk"):
        for rater in raters:
            told = said.get(unit.key) or answer(catalogue, study.kind, unit.snapshot)
            checked = answers.check(KINDS[study.kind], unit.snapshot, told)
            studies.judged(unit, rater, answer=checked)
    consensus.count(study, now=studies.NOW)


def published(study: Study, **options: bool) -> Published:
    made: Publication = publish.publish(study, by=None, now=studies.NOW, **options)
    return Published(study.slug, {name: text.encode() for name, text in made.files.items()})


def kept_votes(catalogue: CoatCatalogue) -> CoatConsensus:
    """As if studies had made this version."""
    sources = [{"name": "values", "study": "values"}, {"name": "files"}]
    return CoatConsensus.objects.create(
        catalogue=catalogue, sources=sources, votes="{}\n", sha256="a" * 64
    )
