"""Studies with something to publish, for tests: a catalogue's labels, an Oracle's answers."""

from annotation.models import Consensus, Publication, Rater, Study, Unit
from annotation.services import consensus, publish, seats
from games.models import Catalogue, StoredAnswer
from games.services.store import question_key, question_sha256
from tests import make, studies

OBJECTS = ("thing_one", "thing_two", "thing_three")
QUESTION = "Is it made of metal?"
# thing_one has affordances a and b, thing_two b and c, thing_three c and d.
WRONG = "thing_one affordance_a"
RIGHT = "thing_two affordance_b"


def playable() -> Catalogue:
    """Three objects with two affordances each, and a game of each."""
    row = make.catalogue()
    for place, key in enumerate(OBJECTS):
        own = make.AFFORDANCES[place : place + 2]
        make.physical_object(row, key, yes=own)
        others = [one for one in make.AFFORDANCES if one not in own][:7]
        make.game(key=f"g{place}", target=own[0], candidates=[*others, own[0]], object_key=key)
    return row


def study(kind: str, units: dict[str, dict], *, slug: str = "vrelk", **fields) -> Study:
    made = Study.objects.create(
        slug=slug, title="Vrelks", kind=kind, guidelines="Look.", seats=3, seed=1, **fields
    )
    seats.add_units(made, [Unit(study=made, key=k, snapshot=s) for k, s in units.items()])
    return made


def label_study(catalogue: Catalogue, *keys: str, slug: str = "vrelk") -> Study:
    units = {
        key: {
            "object": key.split()[0],
            "affordance": key.split()[1],
            "description": "A thing.",
            "definition": "Defines it.",
            "conditions": "",
        }
        for key in keys
    }
    return study("object_affordance", units, slug=slug, catalogue=catalogue)


def two_labels() -> Study:
    """People say no where the draft says yes, and agree on another label."""
    made = label_study(playable(), WRONG, RIGHT)
    judge(made, WRONG, "no", "no", "yes")
    judge(made, RIGHT, "yes", "yes", "yes")
    return made


def published(of: Study, **fields) -> Publication:
    named = {"by": None, "now": studies.NOW, "version": "vrelk-2"}
    return publish.publish(of, **named | fields)


def raters(of: Study) -> list[Rater]:
    return [studies.rater(of, name) for name in ("quomb-ana", "quomb-ben", "quomb-cem")]


def judge(of: Study, key: str, *labels: str, question: str = "label") -> None:
    """Votes of so many people, and what stands by them."""
    unit = of.units.get(key=key)
    people = list(of.raters.order_by("pk")) or raters(of)
    for rater, label in zip(people, labels, strict=False):
        studies.judged(unit, rater, answer={question: label})
    consensus.count(of, now=studies.NOW)


def stand(of: Study, key: str, value, *, question: str) -> None:
    """Three people say this, beside what they said to other questions of the unit."""
    unit = of.units.get(key=key)
    for rater in list(of.raters.order_by("pk")) or raters(of):
        said = unit.judgements.filter(rater=rater).first() or studies.judged(unit, rater, answer={})
        said.answer |= {question: value}
        said.save()
    consensus.count(of, now=studies.NOW)


def tie(of: Study, key: str) -> None:
    """Two of the three who judged the unit stay, and do not agree."""
    first, _, last = of.units.get(key=key).judgements.order_by("pk")
    last.delete()
    first.answer = {"label": "no" if first.answer["label"] == "yes" else "yes"}
    first.save()
    consensus.count(of, now=studies.NOW)


def decide(of: Study, key: str, value, by, *, question: str = "label", reason="Seen.") -> None:
    """An adjudicator decides what stands there."""
    Consensus.objects.filter(unit__study=of, unit__key=key, question=question).update(
        value=value,
        source=Consensus.Source.ADJUDICATED,
        reason=reason,
        decided_by=by,
        decided_at=studies.NOW,
    )


def stored(answer: str = "no", *, question: str = QUESTION, **fields) -> StoredAnswer:
    values = {
        "object_sha256": "a" * 64,
        "question_key": question_key(question),
        "question_sha256": question_sha256(question),
        "oracle_version": "table-fixed",
        "answer": answer,
        "forced": "no" if answer == "cannot_tell" else answer,
        "source": "table",
        "confidence": 0.9,
        "probe": "material:metal",
    }
    return StoredAnswer.objects.create(**values | fields)


def answer_study(*rows: StoredAnswer, question: str = QUESTION, slug: str = "vrelk") -> Study:
    units = {
        str(row.pk): {
            "object": "thing",
            "description": "A thing.",
            "question": question,
            "answer": row.answer,
        }
        for row in rows
    }
    return study("oracle_answer", units, slug=slug)
