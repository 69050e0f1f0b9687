"""What goes into an export, what stays out, and what it says of itself."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games import exports
from games.export_rows import Include, Selection
from games.exporting.file_formats import Format
from games.exporting.tables import TABLES
from games.models import Campaign, Doubt, Participant, Play, StoredAnswer, Turn
from games.rules import Answer, Reason
from games.services import journeys, plays, turns
from tests import make
from tests.exported import EVERYTHING, described, export, table

T = TypeVar("T")
pytestmark = pytest.mark.django_db
FORMULA = '=HYPERLINK("http://x","y")?'
SCRIPTS = "Ist es spröde? 🪨 هل هو ثقيل؟"


def begin(participant: Participant) -> Play:
    play = journeys.start_next(participant, now=make.NOW, rng=make.CHANCE)
    assert play is not None
    return play


def answer(play: Play, question: str = "Is it made of metal?", position=(1, 1), *said, **roles):
    turn = make.ask(play, question, position)
    turns.answer_turn(
        turn.pk, make.seats(*(said or (Answer.YES,)), **roles), clock=lambda: make.NOW
    )
    turn.refresh_from_db()
    return turn


@pytest.fixture
def campaign():
    return make.campaign(practice=False)


@pytest.fixture
def played(campaign) -> Play:
    """The first game of a volunteer: one question answered, and won."""
    play = begin(make.volunteer(campaign))
    answer(play)
    make.finish(play)
    return play


@pytest.mark.parametrize("file_format", Format)
def test_every_format_holds_every_row_of_every_table(campaign, played, file_format):
    plays.mark(
        make.query(begin(played.participant)), "affordance_a", crossed_out=True, now=make.NOW
    )
    exported = export(campaign, file_format)
    assert {each.name: len(table(exported, each.name)) for each in TABLES} == {
        "participants": 1,
        "plays": 2,
        "turns": 1,
        "marks": 1,
        "plays_wide": 2,
    }


@pytest.mark.parametrize("file_format", Format)
def test_two_exports_of_the_same_state_are_the_same_to_the_byte(campaign, played, file_format):
    assert export(campaign, file_format) == export(campaign, file_format)


@pytest.mark.parametrize("file_format", Format)
def test_formulas_and_all_scripts_arrive_as_typed(campaign, file_format):
    play = begin(make.volunteer(campaign))
    answer(play, FORMULA, (1, 1))
    answer(play, SCRIPTS, (2, 1))
    rows = table(export(campaign, file_format), "turns")
    apostrophe = "'" if file_format == Format.CSV else ""
    assert [row["question"] for row in rows] == [apostrophe + FORMULA, SCRIPTS]


def test_a_play_says_under_what_it_was_played(campaign, played):
    row = table(export(campaign), "plays")[0]
    assert row == row | {
        "play": f"{played.participant.pseudonym}/{played.game.key}",
        "position": 1,
        "extra": False,
        "outcome": "won",
        "target": "affordance_c",
        "guessed": "affordance_c",
        "turns_spent": 1,
        "protocol_sha256": campaign.protocol.sha256,
        "preset": "house",
        "condition": "questions",
        "oracle_version": "table-fixed",
        "checker_version": "lexicon-fixed",
        "catalogue_sha256": campaign.catalogue.sha256,
    }


def test_a_turn_says_what_answered_it(campaign, played):
    row = table(export(campaign), "turns")[0]
    assert row == row | {
        "number": 1,
        "attempt": 1,
        "status": "answered",
        "probe": "MATERIAL:metal",
        "answer": "yes",
        "oracle_answer": "yes",
        "forced": False,
        "answer_source": "table",
        "answer_revision": 1,
        "doubted": False,
        "asked_at": "2026-03-01T12:00:00.000000+00:00",
        "waiting_seconds": 0.0,
        "thinking_seconds": None,
    }


def test_an_answer_that_the_protocol_forced_is_marked():
    campaign = make.campaign(practice=False, preset="paper")
    answer(begin(make.volunteer(campaign)), "Is it old?", (1, 1), Answer.CANNOT_TELL)
    row = table(export(campaign), "turns")[0]
    assert (row["answer"], row["oracle_answer"], row["forced"]) == ("no", "cannot_tell", True)


def test_a_correction_does_not_change_which_revision_a_turn_was_given(campaign, played):
    first = StoredAnswer.objects.get()
    first.pk, first.revision, first.answer = None, 2, "no"
    first.save()
    row = table(export(campaign), "turns")[0]
    assert (row["answer_revision"], row["oracle_answer"]) == (1, "yes")


def test_a_forfeited_turn_is_spent_and_stands_in_the_wide_table(campaign):
    play = begin(make.volunteer(campaign))
    for attempt in (1, 2, 3):
        answer(play, f"What is it for, {attempt}?", (1, attempt), reason=Reason.FUNCTION_OR_USE)
    row = table(export(campaign), "plays_wide")[0]
    assert row["turns_spent"] == 1
    assert (row["q1"], row["q1_answer"], row["q2"]) == ("What is it for, 3?", "forfeited", None)


def test_a_doubt_is_exported(campaign, played):
    Doubt.objects.create(turn=Turn.objects.get())
    exported = export(campaign)
    assert (table(exported, "turns")[0]["doubted"], table(exported, "plays")[0]["doubts"]) == (
        True,
        1,
    )


def test_rows_come_by_participant_then_position_then_turn(campaign):
    first, second = make.volunteer(campaign), make.volunteer(campaign)
    make.finish(begin(second))
    for participant in (first, second):
        answer(begin(participant))
    rows = table(export(campaign), "turns")
    assert [(row["participant"], row["position"]) for row in rows] == [
        (first.pseudonym, 1),
        (second.pseudonym, 2),
    ]


def test_an_unfinished_play_is_in_with_an_empty_outcome(campaign):
    begin(make.volunteer(campaign))
    exported = export(campaign)
    assert [row["outcome"] for row in table(exported, "plays")] == [None]
    assert described(exported)["taken_in"]["unfinished_plays"] == 1


def test_a_play_whose_place_was_given_back_is_extra(campaign):
    participant = make.volunteer(campaign)
    begin(participant)
    journeys.end_early(participant, now=make.NOW, rng=make.CHANCE)
    exported = export(campaign)
    assert [row["extra"] for row in table(exported, "plays")] == [True]
    assert described(exported)["taken_in"]["extra_plays"] == 1


def test_practice_is_left_out_and_counted_unless_it_is_asked_for():
    campaign = make.campaign()
    make.finish(begin(make.volunteer(campaign)))
    left = export(campaign)
    assert table(left, "plays") == []
    assert described(left)["left_out"]["practice_plays"] == 1
    taken = export(campaign, include=[Include.PRACTICE])
    assert [(row["kind"], row["position"]) for row in table(taken, "plays")] == [("practice", None)]
    assert described(taken)["left_out"]["practice_plays"] == 0


def test_who_is_excluded_is_left_out_and_counted_unless_asked_for(campaign, played):
    journeys.exclude(played.participant, "=not splindow", now=make.NOW)
    left = export(campaign, "csv")
    assert table(left, "turns") == table(left, "participants") == []
    out = described(left)["left_out"]
    assert (out["excluded_participants"], out["excluded_plays"]) == (1, 1)
    taken = table(export(campaign, "csv", [Include.EXCLUDED]), "plays")
    assert [row["excluded_reason"] for row in taken] == ["'=not splindow"]


def test_who_withdrew_is_gone_and_counted(campaign, played):
    journeys.withdraw(played.participant, now=make.NOW)
    exported = export(campaign, include=EVERYTHING)
    assert table(exported, "participants") == table(exported, "turns") == []
    assert described(exported)["left_out"]["withdrawn_turns"] == 1


def test_a_simulated_campaign_is_exported_only_knowingly_and_marked():
    campaign = make.campaign(practice=False, simulated=True)
    begin(make.volunteer(campaign))
    with pytest.raises(exports.OnlySimulated):
        export(campaign)
    exported = export(campaign, include=[Include.SIMULATED])
    assert described(exported)["simulated"] is True
    assert [row["simulated"] for row in table(exported, "plays")] == [True]


def test_other_campaigns_and_free_plays_are_not_in(campaign, played):
    other = make.campaign(practice=False)
    begin(make.volunteer(other))
    make.play(of=played.game)
    assert len(table(export(campaign), "plays")) == 1


def test_nothing_that_leads_to_a_person_is_in(campaign, django_user_model):
    account = django_user_model.objects.create_user("quomb-account")
    participant = make.volunteer(
        campaign, external_id="platform-77", external={"x": "secret-88"}, account_id=account.pk
    )
    play = begin(participant)
    for file_format in ("csv", "jsonl"):
        content = str(
            [table(export(campaign, file_format, EVERYTHING), each.name) for each in TABLES]
        )
        for secret in (
            "platform-77",
            "secret-88",
            "quomb-account",
            str(participant.token),
            str(play.token),
            participant.resume_digest,
        ):
            assert secret not in content


def test_a_removed_text_is_removed_from_every_table(campaign, played):
    make.review(Turn.objects.get(), removed=True)
    exported = export(campaign)
    turn, wide = table(exported, "turns")[0], table(exported, "plays_wide")[0]
    assert (turn["question"], turn["probe"], wide["q1"]) == ("[removed]",) * 3
    assert turn["text_review"] == "removed"
    assert described(exported)["texts"] == {
        "total": 1,
        "flagged": 0,
        "reviewed": 1,
        "removed": 1,
        "open": 0,
    }


def test_an_export_with_flagged_texts_that_nobody_saw_is_not_for_release(campaign):
    turn = answer(begin(make.volunteer(campaign)), "My name is Quomb, is it soft?")
    assert described(export(campaign))["release"] is False
    make.review(turn, removed=False)
    assert described(export(campaign))["release"] is True


def test_a_gender_in_own_words_is_held_back_where_it_may_name_somebody(campaign):
    for words in ("vrelk", "ask Anna Quomb"):
        participant = make.volunteer(campaign)
        Participant.objects.filter(pk=participant.pk).update(demographics={"gender": words})
    rows = table(export(campaign), "participants")
    assert [row["gender"] for row in rows] == ["vrelk", "[removed]"]


def test_the_override_of_the_oracle_gate_is_told(campaign):
    campaign.override_reason = "Only a trial."
    campaign.save()
    assert described(export(campaign))["oracle"]["override_reason"] == "Only a trial."


def test_a_campaign_that_nobody_joined_has_empty_tables(campaign):
    for file_format in Format:
        exported = export(campaign, file_format)
        assert [len(table(exported, each.name)) for each in TABLES] == [0] * len(TABLES)


def test_queries_do_not_grow_with_rows(campaign):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            export(campaign, include=EVERYTHING)
        return len(captured)

    answer(begin(make.volunteer(campaign)))
    few = queries()
    for _ in range(3):
        participant = make.volunteer(campaign)
        for _ in range(3):
            play = begin(participant)
            answer(play)
            make.finish(play)
    assert queries() == few


@pytest.mark.django_db(transaction=True)
def test_an_export_shows_one_state_whatever_is_written_while_it_is_read(tmp_path):
    campaign = make.campaign(practice=False)
    answer(begin(make.volunteer(campaign)))
    with on_disk(tmp_path):
        pieces = exports.stream(Selection(campaign), Format.JSONL)
        exported, joined_by_then = in_a_thread(lambda: read_while_somebody_joins(pieces, campaign))
    assert joined_by_then == 2
    assert [len(table(exported, each.name)) for each in TABLES] == [1, 1, 1, 0, 1]


def read_while_somebody_joins(pieces: Iterator[bytes], campaign: Campaign) -> tuple[bytes, int]:
    """The export, and how many participants there are when its second piece is asked for."""
    first = next(pieces)
    in_a_thread(lambda: answer(begin(make.volunteer(campaign))))
    joined = in_a_thread(campaign.participants.count)
    return first + b"".join(pieces), joined


def in_a_thread(action: Callable[[], T]) -> T:
    """What the action returns on a connection of its own."""

    def act() -> T:
        try:
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(act).result(timeout=30)


@contextmanager
def on_disk(folder: Path) -> Iterator[None]:
    """New connections find a copy on disk in place of SQLite's database in memory.

    Only that one is kept in the mode that the product uses, where readers and writers do not wait.
    """
    if connection.vendor != "sqlite":
        yield
        return
    copy = str(folder / "lab.sqlite3")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [copy])
    databases = connections.settings["default"]
    before, databases["NAME"] = databases["NAME"], copy
    try:
        yield
    finally:
        databases["NAME"] = before


@pytest.mark.django_db(transaction=True)
def test_an_export_that_is_given_up_leaves_no_transaction_behind():
    campaign = make.campaign(practice=False)
    answer(begin(make.volunteer(campaign)))
    pieces = exports.stream(Selection(campaign), Format.CSV)
    next(pieces)
    pieces.close()
    assert not connection.in_atomic_block
    make.volunteer(campaign)
    assert len(table(export(campaign), "participants")) == 2
