"""What all tests share: nothing kept from the test before."""

from collections.abc import Iterator

import pytest

from annotation import orders
from annotation.pages import agreement
from evaluation.pages import figures
from games import backends, matrices, observer, selectors


@pytest.fixture(autouse=True)
def forget_catalogues() -> Iterator[None]:
    """Each test makes its own catalogue; what a process keeps of catalogues must not outlive it."""
    yield
    selectors.forget()
    backends.forget()
    matrices.labels_of.cache_clear()
    observer.forget()
    figures.forget()
    orders.forget()
    agreement.forget()
