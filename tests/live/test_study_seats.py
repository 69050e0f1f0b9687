"""64 raters at once on PostgreSQL: exactly as many judgements a unit as it has seats."""

import contextlib
import random
import threading
import time
import uuid
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from annotation.consent import DEFAULT
from annotation.models import Judgement, Rater, Seat, Study, Unit
from annotation.services import judging, seats
from annotation.services import studies as closing
from annotation.services.judging import Conflict, Said
from annotation.services.study_settings import Settings
from annotation.services.units import import_units
from tests import studies
from tests.live.test_seats import at_once
from tests.studies import NOW
from tests.web.annotation.test_service_units import lines, row

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("postgres")]
RATERS, UNITS, OVERLAP = 64, 500, 3


def work(rater, *, dawdles=0.0, limit=None):
    """Judge until nothing is left, or so many units; return the keys of all that was posted.

    dawdles: how often the rater looks at a unit for longer than it is reserved.
    """
    rng, posted = random.Random(rater.pk), []
    seat = seats.hand_out(rater, now=timezone.now())
    while seat is not None and len(posted) != limit:
        said = Said({"label": rng.choice("ab")}, judging.form_key(rater, seat.unit))
        if rng.random() < dawdles:
            time.sleep(1.2)
        try:
            _, seat = judging.judge_and_next(rater, seat.unit, said, now=timezone.now())
            posted.append(said.key)
        except Conflict:  # another session of this rater was first
            seat = seats.hand_out(rater, now=timezone.now())
    return posted


def raters_of(study, number):
    """Raters as each reads itself anew, lest they share what one of them changes."""
    made = [studies.rater(study, f"r{n}") for n in range(number)]
    return list(Rater.objects.select_related("study").filter(pk__in=[each.pk for each in made]))


def counted():
    """How many units have how many judgements in seats."""
    rows = Judgement.objects.exclude(seat=None).values("unit").annotate(n=Count("pk"))
    return Counter(row["n"] for row in rows)


def study_of(units=60, **fields):
    return studies.study(units=units, seats_a_unit=OVERLAP, **fields)


def assert_none_lost_or_twice(posts):
    """posts: the keys of what each rater posted."""
    stored = Counter(Judgement.objects.values_list("key", flat=True))
    assert stored == Counter(key for keys in posts for key in keys)
    assert sum(Rater.objects.values_list("judged", flat=True)) == sum(stored.values())
    assert not Seat.objects.filter(judged_at=None).exists()


def test_a_crowd_fills_every_seat_once():
    crowd = raters_of(study_of(UNITS), RATERS)
    posts = at_once(partial(work, rater) for rater in crowd)
    assert counted() == {OVERLAP: UNITS}
    assert_none_lost_or_twice(posts)
    assert not Judgement.objects.filter(seat=None).exists()


def test_a_crowd_that_dawdles_fills_every_seat_once():
    crowd = raters_of(study_of(200, reservation_seconds=1), RATERS)
    posts = at_once(partial(work, rater, dawdles=0.05) for rater in crowd)
    assert counted() == {OVERLAP: 200}
    assert_none_lost_or_twice(posts)
    beside = Judgement.objects.filter(seat=None).values_list("extra", flat=True)
    assert set(beside) <= {Judgement.Extra.LATE}


def test_two_sessions_of_each_rater_judge_each_unit_once():
    study = study_of()
    crowd = raters_of(study, 8)
    again = Rater.objects.select_related("study").filter(study=study)
    at_once(partial(work, rater) for rater in [*crowd, *again])
    assert counted() == {OVERLAP: 60}
    twice = Judgement.objects.values("unit", "rater").annotate(n=Count("pk")).filter(n__gt=1)
    assert not twice.exists()
    assert sum(Rater.objects.values_list("judged", flat=True)) == OVERLAP * 60


def test_copies_of_one_post_at_once_are_one_judgement():
    study = study_of()
    (rater,) = raters_of(study, 1)
    unit = seats.hand_out(rater, now=NOW).unit
    said = studies.shown(rater, unit, studies.said())
    copies = [Rater.objects.select_related("study").get() for _ in range(20)]
    at_once(partial(judging.judge_and_next, copy, unit, said, now=NOW) for copy in copies)
    assert (Judgement.objects.count(), Rater.objects.get().judged) == (1, 1)
    assert Seat.objects.filter(rater=rater).count() == 2


def test_posts_to_a_finished_unit_fill_no_seat():
    study = study_of()
    for rater in raters_of(study, OVERLAP):
        work(rater)
    unit = study.units.first()
    late = [studies.rater(study, f"late{n}") for n in range(20)]
    at_once(
        partial(judging.judge, rater, unit, Said({"label": "a"}, uuid.uuid4()), now=NOW)
        for rater in late
    )
    assert counted() == {OVERLAP: 60}
    assert Judgement.objects.filter(seat=None, extra="unseated").count() == len(late)


def test_twenty_raters_during_an_import_judge_what_it_adds():
    study = studies.study(units=0, seats_a_unit=OVERLAP)
    first, more = (lines(*(row(n) for n in numbers)) for numbers in (range(20), range(20, 400)))
    import_units(study, first, "first.jsonl")
    crowd = raters_of(study, 20)
    calls = [partial(work, rater, limit=5) for rater in crowd]
    done = at_once([partial(import_units, study, more, "more.jsonl"), *calls])
    # Either the import was first, or a judgement had locked the study: all of it or nothing.
    units = 20 if done[0].errors else 400
    assert Unit.objects.count() == units
    assert Seat.objects.count() == OVERLAP * units
    assert Study.objects.get().locked_at is not None
    rest = Rater.objects.select_related("study").filter(study=study)
    done = at_once(partial(work, rater) for rater in rest)
    assert counted() == {OVERLAP: units}


def test_whoever_is_left_out_while_all_judge_holds_no_seat():
    crowd = raters_of(study_of(), 12)
    gone = crowd[0]

    def leave():
        Rater.objects.filter(pk=gone.pk).update(left_out_at=NOW, left_out_reason="guesses")
        seats.unseat(gone)

    def judge(rater):
        with contextlib.suppress(seats.Closed):
            work(rater)

    at_once([*(partial(judge, rater) for rater in crowd), leave])
    for rater in crowd[1:]:
        work(rater)
    assert counted() == {OVERLAP: 60}
    assert not Judgement.objects.filter(rater=gone).exclude(seat=None).exists()


def test_of_those_who_answer_after_their_time_each_finds_a_free_seat():
    study = study_of(30)
    crowd = raters_of(study, OVERLAP)
    for unit in study.units.order_by("pk"):
        posts = [Said({"label": "a"}, judging.form_key(rater, unit)) for rater in crowd]
        calls = zip(crowd, posts, strict=True)
        at_once(partial(judging.judge, rater, unit, said, now=NOW) for rater, said in calls)
    assert counted() == {OVERLAP: 30}


def test_a_judgement_keeps_its_seat_while_the_study_is_closed():
    for _ in range(15):
        study = study_of(1)
        crowd = raters_of(study, OVERLAP)
        units = [seats.hand_out(rater, now=timezone.now()).unit for rater in crowd]

        def judge(rater, unit):
            with contextlib.suppress(seats.Closed):
                said = studies.shown(rater, unit, studies.said())
                judging.judge(rater, unit, said, now=timezone.now())

        close = partial(closing.close, study, now=timezone.now())
        at_once([*map(partial, [judge] * OVERLAP, crowd, units), close])
        filled = Seat.objects.filter(unit__study=study, judged_at__isnull=False)
        assert filled.count() == study.units.get().judgements.count()
        Study.objects.filter(pk=study.pk).update(slug=f"s{study.pk}")


def test_closing_while_raters_judge_frees_every_open_seat():
    for turn in range(10):
        # Reservations are not renewed here: a closed study has no open seat whoever was at it.
        study = studies.study(units=12, seats_a_unit=6, slug=f"s{turn}")
        for key in ("g1", "g2", "g3"):
            seats.add_units(study, [Unit(study=study, key=key, snapshot={}, gold={"label": "a"})])
        crowd = raters_of(study, 6)

        def judge(rater):
            with contextlib.suppress(seats.Closed):
                work(rater)

        def close(closed=study):
            time.sleep(random.random() / 10)
            closing.close(closed, now=timezone.now())

        at_once([*(partial(judge, rater) for rater in crowd), close])
        ours = Seat.objects.filter(unit__study=study)
        assert not ours.filter(rater__isnull=False, judged_at=None).exists()
        filled = ours.filter(judged_at__isnull=False).count()
        assert filled == Judgement.objects.filter(unit__study=study).count()


def test_a_seat_that_is_reserved_while_a_study_gets_fewer_stays():
    study = study_of(1)
    (rater,) = raters_of(study, 1)
    free = Seat.objects.filter(unit__study=study, number__lt=OVERLAP)
    free.update(rater=None, judged_at=None)
    reserved, looked = threading.Event(), threading.Event()

    def reserve():
        with transaction.atomic():
            last = Seat.objects.filter(unit__study=study, number=OVERLAP)
            last.update(rater=rater, reserved_until=timezone.now())
            reserved.set()
            looked.wait(1)

    def change():
        reserved.wait()
        fewer = Settings("Vrelks", "Look.", seats=OVERLAP - 1, consent="For research.")
        Rater.objects.update(agreed_at=None)
        with contextlib.suppress(closing.StudyRefused):
            closing.change(study, fewer)
        looked.set()

    at_once([reserve, change])
    assert Seat.objects.get(unit__study=study, number=OVERLAP).rater == rater
    assert Study.objects.get().seats == OVERLAP


def test_who_waits_for_a_seat_while_a_study_gets_fewer_waits_in_no_circle():
    """One rater takes the second seat; another, who waited for it, turns to the third."""
    study = study_of(1)
    first, taker, waiter = raters_of(study, OVERLAP)
    Seat.objects.filter(number=1).update(rater=first, judged_at=NOW)
    # Stored behind the third, where a change comes to it last.
    two, three = Seat.objects.get(number=2), Seat.objects.get(number=3)
    two.delete()
    two = Seat.objects.create(unit=two.unit, number=2)
    taken = threading.Event()

    def take():
        with transaction.atomic():
            Seat.objects.filter(pk=two.pk).update(rater=taker, reserved_until=timezone.now())
            taken.set()
            time.sleep(1)

    def wait():
        taken.wait()
        with contextlib.suppress(seats.Closed):
            return seats.hand_out(waiter, now=NOW - timedelta(days=1))

    def change():
        taken.wait()
        time.sleep(0.5)
        with pytest.raises(closing.StudyRefused, match="close the study first"):
            closing.change(study, Settings("Vrelks", "Look.", seats=1, consent=DEFAULT))

    at_once([take, wait, change])
    assert Seat.objects.get(pk=three.pk).rater == waiter
    assert Study.objects.get().seats == OVERLAP
