"""Where the form of an induction begins, and its spec as a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluation import induction_sources, spec_texts
from evaluation.induction import specs
from evaluation.induction.specs import InductionSpec, Sources
from evaluation.models import Induction
from evaluation.pages.launch import PACKAGED, NoStart, packaged_folder

Tables = dict[str, dict[str, object]]
# Where Debian's wordnet-base puts it.
WORDNET = Path("/usr/share/wordnet")


@dataclass(frozen=True)
class ModelStart:
    """key: as the address has it. model: what it fills in."""

    key: str
    title: str
    model: Mapping[str, object]


def starts() -> list[ModelStart]:
    """What may make the rules: the packaged model where it is ready, and kinds of models."""
    return [*_packaged(), *_MODELS]


def tables_of(key: str) -> Tables:
    """What a form begins with. key: of a start, induction:ADDRESS for an earlier one, "" for any.

    Raises NoStart.
    """
    if key.startswith("induction:"):
        return _like(key.removeprefix("induction:"))
    for start in starts():
        if key in ("", start.key):
            return {
                "induction": {"name": "my_rules", "hold": True},
                "model": dict(start.model),
                "sources": _usual_sources(),
                "affordances": {"list": ["pierce through", "hold liquid"]},
                "wordings": {
                    "pierce_through": ["drill", "punch"],
                    "hold_liquid": ["drink", "store liquid"],
                },
            }
    raise NoStart(key)


def as_text(spec: InductionSpec) -> str:
    return spec_texts.as_toml(specs.as_json(spec))


def proposed() -> str:
    """The spec that the text opens with."""
    return spec_texts.as_toml(tables_of(""))


def _like(slug: str) -> Tables:
    row = Induction.objects.filter(slug=slug).first()
    if row is None:
        raise NoStart(f"There is no induction {slug}.")
    return {name: dict(table) for name, table in row.spec.items()}


def _usual_sources() -> dict[str, object]:
    """WordNet where it lies in its usual place."""
    there = Sources(wordnet=str(WORDNET))
    return {} if induction_sources.absent(there) else {"wordnet": str(WORDNET)}


def _packaged() -> Sequence[ModelStart]:
    folder = packaged_folder()
    if not folder:
        return ()
    model = {"backend": "transformers", "folder": folder, "name": PACKAGED}
    return (ModelStart("packaged", f"the packaged small model, {PACKAGED}", model),)


_MODELS = (
    ModelStart("model", "a model at a server", {"backend": "openai"}),
    ModelStart("in_process", "a model in a worker's process", {"backend": "transformers"}),
)
