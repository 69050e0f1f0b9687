"""A folder of question sets and training slices, written whole or not at all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.coat import json_files, set_files, tuning
from evaluation.coat.allocation import Weights
from evaluation.coat.branches import Padding
from evaluation.coat.exports import layout
from evaluation.coat.exports.layout import Format
from evaluation.coat.exports.parts import Origin, Part, set_name
from evaluation.coat.generate import QuestionSet, SetSpec, generate
from evaluation.coat.labels import Labels
from evaluation.coat.pools import Pools
from evaluation.coat.tuning import OptionSet, SliceSpec
from evaluation.coat.variations import Kind
from games.formats.lines import Json

MANIFEST = "manifest.json"
SLICES = "slices"


class FolderInUse(ValueError):
    """The folder is there already and holds something, or is none."""


@dataclass(frozen=True)
class Plan:
    """What is to be written. sets: kind and variation. slices: kind -> how many questions.

    slice_seed: another one than `seed`.
    """

    sets: Sequence[tuple[Kind, str]]
    size: int
    seed: int
    formats: Sequence[Format]
    weights: Weights = Weights.LEGACY
    padding: Padding = Padding.STRICT
    slices: Mapping[Kind, int] = field(default_factory=dict)
    slice_seed: int = 1


@dataclass
class _Written:
    """What the manifest tells, gathered set by set."""

    parts: dict[Format, list[Part]]
    sets: list[Json] = field(default_factory=list)
    slices: list[Json] = field(default_factory=list)
    files: dict[str, Json] = field(default_factory=dict)
    known: dict[Kind, set[OptionSet]] = field(default_factory=dict)
    hashes: dict[Kind, dict[str, str]] = field(default_factory=dict)


class SetFolder:
    """Writes a plan of one catalogue. tell: is called with a line for each set and slice."""

    def __init__(
        self,
        pools: Pools,
        labels: Labels,
        origin: Origin,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._pools, self._labels, self._origin, self._tell = pools, labels, origin, tell

    def write(self, out: Path, plan: Plan) -> None:
        """All files appear under `out` in one step; where anything fails nothing is left.

        Raises FolderInUse, BadSpec, ImpossibleSet and ImpossibleSlice.
        """
        _require_free(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}.") as beside:
            whole = Path(beside) / out.name
            whole.mkdir()
            self._fill(whole, plan)
            whole.rename(out)  # over an empty folder, too

    def _fill(self, folder: Path, plan: Plan) -> None:
        written = _Written({each: [] for each in plan.formats})
        for kind, variation in plan.sets:
            spec = SetSpec(kind, variation, plan.size, plan.seed, plan.weights, plan.padding)
            self._add_set(folder, plan, spec, written)
        for file_format, parts in written.parts.items():
            for path, data in layout.beside_all(file_format, parts, self._origin).items():
                _put(folder, f"{file_format}/{path}", data, written)
        for kind, size in plan.slices.items():
            self._add_slice(folder, SliceSpec(kind, size, plan.slice_seed), written)
        manifest = json_files.document(self._manifest(plan, written))
        (folder / MANIFEST).write_bytes(manifest.encode())

    def _add_set(self, folder: Path, plan: Plan, spec: SetSpec, written: _Written) -> None:
        found = generate(self._pools, spec)
        lines = layout.sha256_of(found, self._labels)
        document = set_files.set_document(found, lines)
        for file_format in plan.formats:
            files = layout.set_in(file_format, found, self._labels, document)
            hashes = {
                path: _put(folder, f"{file_format}/{path}", data, written)
                for path, data in files.items()
            }
            part = Part(spec.kind, spec.variation, len(found.questions), spec.seed, lines, hashes)
            written.parts[file_format].append(part)
        if spec.kind in plan.slices:
            known = written.known.setdefault(spec.kind, set())
            known.update(map(tuning.option_set, found.questions))
        written.hashes.setdefault(spec.kind, {})[set_name(spec.kind, spec.variation)] = lines
        written.sets.append(_told(found, lines))
        self._tell(f"{spec.kind} {spec.variation}: {len(found.questions)} questions")

    def _add_slice(self, folder: Path, spec: SliceSpec, written: _Written) -> None:
        found = tuning.training_slice(self._pools, spec, written.known.get(spec.kind, set()))
        lines = "".join(tuning.slice_lines(found, self._labels)).encode()
        document = tuning.slice_document(found, self._labels, written.hashes.get(spec.kind, {}))
        path = f"{SLICES}/{spec.kind}"
        of_lines = _put(folder, f"{path}.jsonl", lines, written)
        _put(folder, f"{path}.json", document.encode(), written)
        written.slices.append(
            {"kind": str(spec.kind), "questions": len(found.questions), "sha256": of_lines}
        )
        self._tell(f"slice of {spec.kind}: {len(found.questions)} questions")

    def _manifest(self, plan: Plan, written: _Written) -> dict[str, Json]:
        policies, origin = self._pools.policies, self._origin
        return {
            "catalogue": {
                "title": origin.title,
                "licence": origin.licence,
                "sha256": origin.sha256,
            },
            "seed": plan.seed,
            "slice_seed": plan.slice_seed if plan.slices else None,
            "asked_for": plan.size,
            "partition": str(policies.partition),
            "order": str(policies.order),
            "weights": str(plan.weights),
            "padding": str(plan.padding),
            "formats": [str(each) for each in plan.formats],
            "sets": written.sets,
            "slices": written.slices,
            "files": written.files,
        }


def catalogue_sha256(files: Mapping[str, bytes]) -> str:
    """Of the names and hashes of a catalogue's files, in the order of their names."""
    told = (f"{sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return sha256("".join(told).encode()).hexdigest()


def _told(found: QuestionSet, lines: str) -> dict[str, Json]:
    return {
        "kind": str(found.spec.kind),
        "variation": found.spec.variation,
        "options": found.variation.options,
        "questions": len(found.questions),
        "short": found.spec.size - len(found.questions),
        "sha256": lines,
    }


def _put(folder: Path, path: str, data: bytes, written: _Written) -> str:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    found = sha256(data).hexdigest()
    written.files[path] = found
    return found


def _require_free(out: Path) -> None:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise FolderInUse(f"{out} is there already and is no folder; nothing was written.")
    if out.exists() and any(out.iterdir()):
        raise FolderInUse(f"{out} is there already and holds files; nothing was written.")
