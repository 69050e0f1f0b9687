"""The packaged encoder finds rules by what their affordances mean, not by their letters."""

import os

import pytest

from evaluation import encoders
from evaluation.encoders import NoEncoder
from evaluation.kari import matching

pytestmark = pytest.mark.live


def test_candidates_take_the_rule_that_means_the_same_or_none():
    try:
        encoding = encoders.here()
    except NoEncoder as missing:
        if os.environ.get("REQUIRE_LIVE") == "1":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    rules = ["fold up flat", "hold water", "pierce right through"]
    asked = ["fold flat", "hold liquid", "pierce through", "stick to magnet"]
    encode = encoding.encoder.encode
    found = matching.match(encode(asked), encode(rules))
    assert [each.rule if each else None for each in found] == [0, 1, 2, None]
    assert len(encoding.sha256) == 64
