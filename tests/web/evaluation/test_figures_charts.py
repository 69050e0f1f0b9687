"""The charts of a campaign's figures, as they are asked for."""

from xml.etree import ElementTree

import pytest

from tests import make
from tests.web.evaluation.conftest import answered, ended
from tests.web.evaluation.shown import address, chart


@pytest.mark.parametrize("name", ["success", "gain", "profile"])
@pytest.mark.parametrize(("size", "theme"), [("wide", "light"), ("narrow", "dark")])
@pytest.mark.parametrize("players", [0, 2])
def test_every_chart_is_well_formed(researcher, campaign, name, size, theme, players):
    for _ in range(players):
        (play,) = ended(make.volunteer(campaign), "won")
        answered(play, 1, probe="SIZE:long")
    drawn = chart(researcher, campaign, name, size, theme)
    assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"
    assert "nan" not in drawn


@pytest.mark.parametrize(
    "parts",
    [("pie", "wide", "light"), ("gain", "huge", "light"), ("gain", "wide", "sepia")],
)
def test_a_chart_that_there_is_not_is_not_found(researcher, campaign, parts):
    name, size, theme = parts
    found = researcher.get(address(campaign, "chart", name=name, size=size, theme=theme))
    assert found.status_code == 404
