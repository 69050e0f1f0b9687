"""A turn answered by a real model: in a worker's process, and by a vLLM server."""

import os
import re
import uuid
from pathlib import Path

import pytest

from tests.lab import Lab, Visitor, eventually, running_lab
from tests.live.conftest import unreachable

pytestmark = pytest.mark.live

MODELS = Path(os.environ.get("MODELS_DIR", "var/models")).resolve()


def answered_turn(lab: Lab) -> str:
    """Ask one question without JavaScript; return the page once the turn is settled."""
    visitor = Visitor(lab.address)
    visitor.start()
    visitor.ask("Is it made of metal?")
    return eventually(
        lambda: "" if "Look again" in visitor.get(visitor.play)[1] else visitor.page, within=120
    )


def check_answer_of_a_small_model(lab: Lab) -> None:
    page = answered_turn(lab)
    assert re.search(r'class="row (yes|no|refused)"', page)
    assert "Model Oracle" in page and "practice quality, not comparable" in page
    assert int(lab.rows("ModelCall.objects.filter(role='oracle').count()")) == 1
    assert lab.rows("StoredAnswer.objects.get().source") == "model"


def test_a_worker_that_holds_the_model_itself(tmp_path: Path):
    model = MODELS / "smollm2-135m"
    if not model.exists():
        unreachable("The packaged model", FileNotFoundError(model))
    environment = {
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": uuid.uuid4().hex,
        "ORACLE": "model",
        "ORACLE_MODEL": str(model),
        "ORACLE_MARGIN": "0",
        "MODEL_BACKEND": "transformers",
    }
    with running_lab(environment) as lab:
        lab.start_worker(pool="solo")
        check_answer_of_a_small_model(lab)


def test_a_vllm_server(tmp_path: Path):
    address = os.environ.get("VLLM_BASE_URL", "")
    if not address:
        unreachable("The vLLM server", LookupError("VLLM_BASE_URL is not set"))
    environment = {
        "VAR_DIR": str(tmp_path),
        "SECRET_KEY": uuid.uuid4().hex,
        "ORACLE": "model",
        "ORACLE_MODEL": "smollm2-135m",
        "ORACLE_MARGIN": "0",
        "OPENAI_BASE_URL": address,
    }
    with running_lab(environment) as lab:
        lab.start_worker()
        check_answer_of_a_small_model(lab)
