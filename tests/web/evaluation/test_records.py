"""Which plays figures count, and what is read of a play's rows."""

from evaluation import reading, records
from games import counted
from games.models import Doubt, Play, StoredAnswer, Turn
from games.services import journeys, plays, seats
from tests import make
from tests.web.evaluation.conftest import answered, ended, refused
from tests.web.evaluation.shown import cells


def test_a_play_that_has_not_ended_is_shown_and_in_no_denominator(campaign):
    ended(make.volunteer(campaign), "won", "")
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 1
    assert cells(campaign, "counted", "Unfinished")["plays"] == 1


def test_an_excluded_participant_is_left_out_with_the_number(campaign):
    person = make.volunteer(campaign)
    ended(person, "won", "lost")
    journeys.exclude(person, "Played with a friend.", now=make.NOW)
    assert cells(campaign, "counted", "Excluded")["plays"] == 2
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 0


def test_a_play_that_ended_after_its_place_was_given_back_is_extra(campaign):
    person = make.volunteer(campaign)
    (play,) = ended(person, "")
    seats.release(person, now=make.NOW)
    make.finish(play)
    assert cells(campaign, "counted", "Extra")["plays"] == 1
    assert records.edition_of(campaign).plays == 0


def test_practice_is_left_out(db):
    campaign = make.campaign(games=1)
    person = make.volunteer(campaign)
    make.finish(
        Play.objects.create(
            participant=person,
            game=campaign.practice_game,
            protocol=campaign.protocol,
            kind=Play.Kind.PRACTICE,
        )
    )
    assert cells(campaign, "counted", "Practice")["plays"] == 1
    assert records.edition_of(campaign).plays == 0


def test_who_withdrew_is_stated(campaign):
    person = make.volunteer(campaign)
    ended(person, "won")
    journeys.withdraw(person, now=make.NOW)
    assert counted.left_out(campaign).withdrawn.participants == 1
    assert cells(campaign, "counted", "Withdrawn")["plays"] == 1


def test_turns_count_forfeited_ones_and_not_other_refusals(campaign):
    # Turn 1 was answered after one refusal, turn 2 forfeited: two turns were spent.
    (play,) = ended(make.volunteer(campaign), "won")
    refused(play, 1)
    answered(play, 1, attempt=2)
    for attempt in (1, 2, 3):
        refused(play, 2, attempt)
    (record,) = records.ended_plays(campaign)
    assert record.spent == 2


def test_what_a_turn_probed_is_read_off_the_checkers_pair(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, probe="SIZE:long")
    answered(play, 2, "Is it round and smooth?", probe="SHAPE:round, SURFACE:smooth")
    (record,) = records.ended_plays(campaign)
    assert [asked.dimension for asked in record.questions] == ["size", ""]


def test_a_play_that_ends_later_stands_in_the_figures(campaign):
    person = make.volunteer(campaign)
    (first, second) = ended(person, "won", "")
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 1
    make.finish(second)
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 2


def test_practice_of_an_excluded_participant_is_excluded(db):
    campaign = make.campaign(games=1)
    person = make.volunteer(campaign)
    Play.objects.create(
        participant=person,
        game=campaign.practice_game,
        protocol=campaign.protocol,
        kind=Play.Kind.PRACTICE,
    )
    journeys.exclude(person, "Played with a friend.", now=make.NOW)
    left = counted.left_out(campaign)
    assert (left.excluded, left.practice) == (1, 0)


def test_a_play_under_another_protocol_is_never_pooled(campaign):
    first, second = ended(make.volunteer(campaign), "won", "lost")
    Play.objects.filter(pk=second.pk).update(protocol=plays.freeze_protocol(make.protocol("paper")))
    assert counted.left_out(campaign).other_protocol == 1
    assert cells(campaign, "success", "All plays, pooled")["plays"] == 1
    assert list(counted.plays_of(campaign)) == [first]


def test_two_pairs_of_one_dimension_are_not_one_property(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    answered(play, 1, "Is it round and flat?", probe="SHAPE:round, SHAPE:flat")
    (record,) = records.ended_plays(campaign)
    assert record.questions[0].dimension == ""


def test_each_play_has_its_own_turns_where_others_between_do_not_count(campaign):
    # The play between is excluded; a play without turns stands at the end.
    people = [make.volunteer(campaign) for _ in range(3)]
    for person, questions in zip(people, (2, 3, 1), strict=True):
        (play,) = ended(person, "won")
        for number in range(1, questions + 1):
            answered(play, number, f"Is it longer than {number} cm?")
    ended(make.volunteer(campaign), "lost")
    journeys.exclude(people[1], "Played with a friend.", now=make.NOW)
    assert [record.spent for record in records.ended_plays(campaign)] == [2, 1, 0]


def test_turns_of_a_play_that_is_not_among_them_are_passed_over(campaign):
    # As where a play ends between the two queries: its turns come, the play does not.
    pairs = [ended(make.volunteer(campaign), "won")[0] for _ in range(2)]
    turns = [turn.pk and _row(turn) for turn in (answered(play, 1) for play in pairs)]
    wanted = reading.PlayRow(pairs[1].pk, "b", 1, "won", "", make.NOW, make.NOW)
    ((play, found),) = reading.joined([wanted], iter(turns))
    assert [turn.play_id for turn in found] == [play.pk]


def test_a_question_that_failed_is_counted_apart_and_spends_nothing(campaign):
    (play,) = ended(make.volunteer(campaign), "lost")
    answered(play, 1)
    Turn.objects.create(
        play=play, number=2, attempt=1, question="Is it round?", status="failed", asked_at=make.NOW
    )
    (record,) = records.ended_plays(campaign)
    assert (record.spent, record.failed, len(record.questions)) == (1, 1, 1)
    assert cells(campaign, "refusals", "Failed")["questions"] == 1


def test_an_edition_is_another_where_as_many_other_plays_count(campaign):
    # One is excluded and another one ends: the number and the time are the same as before.
    first, second = make.volunteer(campaign), make.volunteer(campaign)
    ended(first, "won")
    before = records.edition_of(campaign)
    journeys.exclude(first, "Played with a friend.", now=make.NOW)
    ended(second, "won")
    after = records.edition_of(campaign)
    assert (before.plays, before == after) == (after.plays, False)


def test_a_forced_answer_is_one_that_the_oracle_could_not_tell(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    unsure = StoredAnswer.objects.create(
        object_sha256="0", question_key="q", question_sha256="q", oracle_version="table-fixed",
        answer="cannot_tell", forced="no", source="table",
    )  # fmt: skip
    answered(play, 1)
    answered(play, 2, "Is it splindow?", answer="no", stored_answer=unsure)
    answered(play, 3, "Is it quomb?", answer="cannot_tell", stored_answer=unsure)
    (record,) = records.ended_plays(campaign)
    assert [asked.forced for asked in record.questions] == [False, True, False]
    assert [asked.cannot_tell for asked in record.questions] == [False, False, True]


def test_a_doubt_after_the_end_makes_another_edition(campaign):
    (play,) = ended(make.volunteer(campaign), "won")
    turn = answered(play, 1)
    assert cells(campaign, "telling", "Doubted")["answers"] == 0
    Doubt.objects.create(turn=turn)
    assert cells(campaign, "telling", "Doubted")["answers"] == 1


def test_plays_keep_their_position(campaign):
    ended(make.volunteer(campaign), "won", "lost", "won")
    assert [record.position for record in records.ended_plays(campaign)] == [1, 2, 3]
    assert cells(campaign, "positions", "2")["success_rate"] == 0


def test_where_some_left_positions_show_those_who_played_all(campaign):
    person = make.volunteer(campaign)
    ended(person, "won", "won", "lost")
    journeys.finish_if_done(person, now=make.NOW, rng=make.CHANCE)
    assert "success_of_complete" not in cells(campaign, "positions", "1")
    ended(make.volunteer(campaign), "lost")
    first = cells(campaign, "positions", "1")
    assert (first["success_rate"], first["success_of_complete"], first["plays"]) == (0.5, 1, 2)


def test_whoever_completes_makes_another_edition(campaign):
    person = make.volunteer(campaign)
    ended(person, "won", "won", "won")
    before = records.edition_of(campaign)
    journeys.finish_if_done(person, now=make.NOW, rng=make.CHANCE)
    assert records.edition_of(campaign) != before
    assert records.complete_players(campaign) == {person.pseudonym}


def _row(turn: Turn) -> reading.TurnRow:
    return reading.TurnRow(*(getattr(turn, field, None) for field in reading.TurnRow._fields))
