"""Sentences as vectors."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer


class Encoder(Protocol):
    @property
    def name(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of length 1 a text, shape (n, d)."""
        ...


class SentenceEncoder:
    """A sentence-transformers model of a folder, loaded when the first text comes."""

    def __init__(self, folder: str | Path, *, name: str = "") -> None:
        self._folder = Path(folder)
        self._name = name or self._folder.name

    @property
    def name(self) -> str:
        return self._name

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector of length 1 a text, shape (n, d); (0, d) for no texts."""
        if not texts:
            dimension = self._model.get_embedding_dimension()
            return np.zeros((0, dimension or 0), dtype=np.float32)
        vectors = self._model.encode(
            list(texts), normalize_embeddings=True, show_progress_bar=False, convert_to_numpy=True
        )
        return np.asarray(vectors, dtype=np.float32)

    @cached_property
    def _model(self) -> "SentenceTransformer":
        from sentence_transformers import SentenceTransformer

        return SentenceTransformer(str(self._folder), device="cpu")


def packaged_encoder() -> SentenceEncoder:
    """Return the encoder whose weights are installed as a package.

    Raises games.llm.packaged.PackageMissing where they are not.
    """
    from games.llm.packaged import encoder_folder

    return SentenceEncoder(encoder_folder(), name="all-MiniLM-L6-v2")
