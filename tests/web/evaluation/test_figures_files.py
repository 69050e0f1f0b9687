"""The files and the command that give what the page of figures shows."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.models import Campaign
from tests import make
from tests.web.evaluation.conftest import answered, ended
from tests.web.evaluation.shown import address


def test_files_hold_every_figure_and_its_interval(researcher, campaign):
    ended(make.volunteer(campaign), "won", "lost")
    whole = json.loads(researcher.get(address(campaign, "figures_json")).content)
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    assert len(list(rows)) == len(whole["figures"])
    (pooled,) = (
        line
        for line in whole["figures"]
        if (line["row"], line["column"]) == ("All plays, pooled", "success_rate")
    )
    # Wilson's interval of 1 in 2: the middle 1/2, half its width z sqrt(n) / 2(n + z2) x
    # sqrt(1 + z2 / n) = 0.4055.
    assert (pooled["low"], pooled["high"]) == pytest.approx((0.0945, 0.9055), abs=1e-4)


def test_a_reason_that_a_spreadsheet_would_run_is_made_harmless(researcher, campaign):
    ended(make.volunteer(campaign), "won")
    Campaign.objects.filter(pk=campaign.pk).update(override_reason="=1+1")
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    assert {row["override_reason"] for row in rows} == {"'=1+1", ""}


def test_the_command_prints_what_the_page_shows(researcher, campaign, capsys):
    ended(make.volunteer(campaign), "won")
    call_command("human_baseline", campaign.slug)
    assert "One player solved 1 of 1 games (100.0%)" in capsys.readouterr().out
    call_command("human_baseline", campaign.slug, "--json")
    printed = capsys.readouterr().out
    assert printed == researcher.get(address(campaign, "figures_json")).text


def test_the_command_names_the_campaigns_where_one_is_unknown(campaign):
    with pytest.raises(CommandError, match=f"There are: {campaign.slug}"):
        call_command("human_baseline", "nothing")


def test_the_observers_definition_stands_beside_every_gain(researcher, campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="SIZE:long")
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    told = {row["about"][:60] for row in rows if row["table"].startswith("gain_")}
    assert told == {"How much an answer moved a reference observer, in bits: IG ="}
    whole = json.loads(researcher.get(address(campaign, "figures_json")).content)
    (gains,) = (each for each in whole["tables"] if each["table"] == "gain_by_play")
    assert "KL(belief after || belief before)" in gains["about"]
    assert "adds nothing to either" in gains["caption"]


def test_the_text_holds_captions_notes_and_the_definition(campaign, capsys):
    ended(make.volunteer(campaign), "won")
    call_command("human_baseline", campaign.slug)
    printed = capsys.readouterr().out
    for held in ("Aborted plays count as not solved.", "(over-counts contradictions)", "IG = KL("):
        assert held in printed


def test_every_line_of_the_csv_says_what_it_rests_on(researcher, campaign):
    Campaign.objects.filter(pk=campaign.pk).update(override_reason="A pilot.")
    ended(make.volunteer(campaign), "won")
    rows = list(csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text)))
    for row in (row for row in rows if row["table"] != "published"):
        assert row["override_reason"] == "A pilot."
        assert row["protocol_sha256"] == campaign.protocol.sha256
        assert row["labels_status"].endswith("drafted by a model, not confirmed by people")
        assert "right on 100.0% of 100 answered ones" in row["oracle_score"]


def test_published_rows_are_in_files_without_what_this_campaign_rests_on(researcher, campaign):
    rows = list(csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text)))
    published = [row for row in rows if row["table"] == "published"]
    assert "64.2%" in {row["value"] for row in published}
    assert {row["protocol_sha256"] for row in published} == {""}


def test_the_json_holds_what_the_figures_rest_on(researcher, campaign):
    whole = json.loads(researcher.get(address(campaign, "figures_json")).content)
    assert whole["protocol"] == {"sha256": campaign.protocol.sha256, **campaign.protocol.settings}
    assert whole["oracle"]["counts"]["questions"] == 100
    assert whole["labels"].startswith("All ")
    assert {"oracle_score", "telling", "published"} <= {each["table"] for each in whole["figures"]}


def test_a_file_says_how_an_interval_came_about(researcher, campaign):
    ended(make.volunteer(campaign), "won")
    ended(make.volunteer(campaign), "lost")
    whole = json.loads(researcher.get(address(campaign, "figures_json")).content)
    methods = {
        line["row"]: line["method"]
        for line in whole["figures"]
        if (line["table"], line["column"]) == ("success", "success_rate")
    }
    assert methods["Average over 2 players"] == "t"
    assert methods["All plays, pooled"] == "wilson"


def test_a_file_tells_a_figure_without_interval_from_one_without_value(researcher, campaign):
    ended(make.volunteer(campaign), "lost")
    rows = csv.DictReader(io.StringIO(researcher.get(address(campaign, "figures_csv")).text))
    average = {
        row["column"]: (row["value"], row["undefined"], row["no_interval"])
        for row in rows
        if row["row"] == "Average over 1 player"
    }
    assert average["success_rate"] == ("0.0", "", "one_player")
    assert average["turns_when_solved"] == ("", "nothing_counted", "")
