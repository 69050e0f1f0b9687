"""The lists of candidates: searched, kept and dropped, row by row."""

import pytest

from tests import drafts

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
OBJECTS = "/workshop/vrelk-1/objects/"
AFFORDANCES = "/workshop/vrelk-1/affordances/"


def listed(client, query="", address=OBJECTS):
    shown = client.get(f"{address}{query}").content.decode()
    return [part.partition('"')[0] for part in shown.split('id="c-')[1:]]


@pytest.fixture
def things(draft):
    drafts.thing(draft, "kept_cup")
    drafts.thing(draft, "new_cup", stage="collected")
    drafts.thing(draft, "old_jug", stage="dropped", note="see kept_cup")


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("", ["kept_cup", "new_cup", "old_jug"]),
        ("?q=CUP", ["kept_cup", "new_cup"]),
        ("?stage=dropped", ["old_jug"]),
        ("?q=cup&stage=kept", ["kept_cup"]),
        ("?q=nothing", []),
        ("?stage=vrelk", ["kept_cup", "new_cup", "old_jug"]),
        ("?page=999", ["kept_cup", "new_cup", "old_jug"]),
        ("?page=x", ["kept_cup", "new_cup", "old_jug"]),
    ],
)
def test_objects_are_found_by_text_and_stage(researcher, things, query, keys):
    assert listed(researcher, query) == keys


def test_affordances_are_found_by_text_and_stage(researcher, draft):
    drafts.affordance(draft, "hold_water")
    drafts.affordance(draft, "sing", stage="dropped")
    assert listed(researcher, "?q=hold", AFFORDANCES) == ["hold_water"]
    assert listed(researcher, "?stage=dropped", AFFORDANCES) == ["sing"]


def test_another_draft_is_not_listed(researcher, things):
    drafts.thing(drafts.draft("other-1"), "stranger")
    assert "stranger" not in listed(researcher)


@pytest.mark.parametrize("build", [drafts.thing, drafts.affordance])
def test_fifty_a_page_in_five_queries(researcher, draft, django_assert_max_num_queries, build):
    for number in range(120):
        build(draft, f"x_{number:03}")
    address = OBJECTS if build is drafts.thing else AFFORDANCES
    # Session, user, the draft, the count, the page.
    with django_assert_max_num_queries(5):
        assert listed(researcher, "?page=2", address) == [f"x_{n:03}" for n in range(50, 100)]
    assert "page=3" in researcher.get(f"{address}?page=2&q=x").content.decode()


@pytest.mark.parametrize(
    ("build", "address", "reason"),
    [(drafts.thing, OBJECTS, "not_discrete"), (drafts.affordance, AFFORDANCES, "social")],
)
def test_a_candidate_is_kept_dropped_and_taken_back(researcher, draft, build, address, reason):
    row = build(draft, "vrelk", stage="collected")
    decide = f"{address}vrelk/decide/?q=v&page=1"

    def decided(**sent):
        assert researcher.post(decide, sent).url == f"{address}?q=v&page=1#c-vrelk"
        row.refresh_from_db()
        return row.stage, row.drop_reason, row.note

    assert decided(decision="keep") == ("kept", "", "")
    assert decided(decision="keep") == ("kept", "", "")
    assert decided(decision="drop", reason=reason, note="a  note") == ("dropped", reason, "a note")
    assert decided(decision="undo") == ("collected", "", "")


def test_htmx_gets_the_row_alone(researcher, draft):
    drafts.thing(draft, "vrelk", stage="collected")
    sent = {"decision": "keep", "place": "7"}
    answer = researcher.post(f"{OBJECTS}vrelk/decide/", sent, headers=HTMX)
    shown = answer.content.decode()
    assert answer.status_code == 200 and shown.startswith('<li class="row yes" id="c-vrelk">')
    assert '<span class="n">7</span>' in shown and "Take back" in shown


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"decision": "drop"}, "Choose why it is dropped first."),
        ({"decision": "drop", "reason": "social"}, "Choose why it is dropped first."),
        ({"decision": "drop", "reason": "other"}, "Say in the note which other reason it is."),
        ({"decision": "keep", "note": "x" * 301}, "The note has 301 characters; 300 at most"),
        ({"decision": "burn"}, "That form was incomplete; nothing was changed."),
        ({}, "That form was incomplete; nothing was changed."),
    ],
)
@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_broken_rule_is_said_and_nothing_is_stored(researcher, draft, sent, said, headers):
    row = drafts.thing(draft, "vrelk", stage="collected")
    answer = researcher.post(f"{OBJECTS}vrelk/decide/", sent, headers=headers)
    assert answer.status_code == 200 and said in answer.content.decode()
    assert answer.content.startswith(b"<li") == bool(headers)
    row.refresh_from_db()
    assert row.stage == "collected"


def test_what_was_typed_stays_where_a_rule_was_broken(researcher, draft):
    drafts.thing(draft, "vrelk", stage="collected")
    sent = {"decision": "drop", "note": "a <b>"}
    shown = researcher.post(f"{OBJECTS}vrelk/decide/", sent, headers=HTMX).content.decode()
    assert 'value="a &lt;b&gt;"' in shown


def test_a_row_says_where_it_is_from_and_how_far_it_is(researcher, draft):
    origin = {"knowledge_base": "WordNet", "relation": "gloss", "of": "cup", "line": "5"}
    drafts.affordance(draft, "hold", origin=origin | {"list": "data.noun"})
    shown = researcher.get(AFFORDANCES).content.decode()
    assert "WordNet, gloss of cup, line 5 of data.noun; no definition yet" in shown
