"""All figures of a set of plays at once, of several people or of one run."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics import endings, failures, information, profile, success, telling, times
from evaluation.metrics.confusion import Confusion, confusion
from evaluation.metrics.endings import Endings, TurnsBin
from evaluation.metrics.failures import Failure, Timing
from evaluation.metrics.information import IdleQuestions, PlayGain, TurnGain
from evaluation.metrics.intervals import Clusters, Figure, Interval, Resampling, Undefined
from evaluation.metrics.plays import EndedPlay, Key, Seconds, grouped
from evaluation.metrics.profile import Refusals, TurnProfile
from evaluation.metrics.telling import Telling
from evaluation.metrics.times import Quartiles
from games.rules import Limits

_SHARES, _TURNS = Interval(0, 1), Interval(0, Limits().questions)


@dataclass(frozen=True)
class Score:
    """Success and Turns of one group of plays, or their mean over players."""

    plays: int
    solved: int
    aborted: int
    rate: Figure
    rate_without_aborted: Figure
    turns_when_solved: Figure
    turns_of_all: Figure


@dataclass(frozen=True)
class Times:
    """Seconds a question, and minutes a play from its start to its end."""

    thinking: Quartiles | Undefined
    typing: Quartiles | Undefined
    waiting: Quartiles | Undefined
    checker: Quartiles | Undefined
    oracle: Quartiles | Undefined
    minutes: Quartiles | Undefined


@dataclass(frozen=True)
class Summary:
    """average: over players, each counting the same. pooled: over all plays.

    complete: the names of the players who played all their games; average_of_complete: theirs.
    by_position: of each game in its player's own order; by_position_of_complete: theirs.
    by_repeat: of a run, which plays its games more than once. rate_over_objects: of all plays,
        with whole hidden objects resampled; objects: how many they are.
    failed: questions that no answer came to.
    """

    players: Mapping[str, Score]
    complete: Collection[str]
    average: Score
    average_of_complete: Score
    pooled: Score
    by_target: Mapping[str, Score]
    by_requires: Mapping[int, Score]
    by_game: Mapping[str, Score]
    by_position: Mapping[int, Score]
    by_position_of_complete: Mapping[int, Score]
    by_repeat: Mapping[int, Score]
    rate_over_objects: Figure
    objects: int
    endings: Endings
    turns: Sequence[TurnsBin]
    confusion: Confusion
    gain_by_turn: Sequence[TurnGain]
    gain_by_play: PlayGain
    idle_questions: IdleQuestions
    profile: Sequence[TurnProfile]
    refusals: Refusals
    telling: Telling
    forfeits: int
    failed: int
    failures: Mapping[Failure, int]
    timings: Mapping[Timing, int]
    times: Times

    @property
    def best_first(self) -> list[str]:
        """The players by their success rate, equals by name."""
        of = self.players
        return sorted(of, key=lambda name: (-of[name].solved / of[name].plays, name))


def summarise(
    plays: Sequence[EndedPlay], resampling: Resampling, *, complete: Collection[str] = ()
) -> Summary:
    """complete: the names of players who played all their games; of others nothing is taken.
    Means over questions resample what `resampling.clusters` says."""
    by_player = grouped(plays, lambda play: play.player)
    by_object = list(grouped(plays, lambda play: play.physical_object).values())
    groups = by_object if resampling.clusters == Clusters.OBJECTS else list(by_player.values())
    players = scores(by_player, resampling)
    whole = {name: one for name, one in players.items() if name in complete}
    of_whole = [play for play in plays if play.player in whole]
    return Summary(
        players=players,
        complete=list(whole),
        average_of_complete=average_score(whole, resampling),
        average=average_score(players, resampling),
        pooled=score(plays, resampling),
        by_target=scores(grouped(plays, lambda play: play.target), resampling),
        by_requires=scores(grouped(plays, lambda play: play.requires), resampling),
        by_game=scores(grouped(plays, lambda play: play.game), resampling),
        by_position=scores(grouped(plays, _position), resampling),
        by_position_of_complete=scores(grouped(of_whole, _position), resampling),
        by_repeat=scores(grouped(plays, lambda play: play.repeat), resampling),
        rate_over_objects=success.rate_over_objects(by_object, resampling),
        objects=len(by_object),
        endings=endings.endings(plays),
        turns=endings.turns_histogram(plays),
        confusion=confusion(plays),
        gain_by_turn=information.gain_by_turn(groups, resampling),
        gain_by_play=information.gain_by_play(groups, resampling),
        idle_questions=information.idle_questions(groups, resampling),
        profile=profile.dimensions_by_turn(plays),
        refusals=profile.refusals(groups, resampling),
        telling=telling.telling(groups, resampling),
        forfeits=profile.forfeits(plays),
        failed=sum(play.failed for play in plays),
        failures=failures.failures(plays),
        timings=failures.timings(plays),
        times=_times(plays),
    )


def score(plays: Sequence[EndedPlay], resampling: Resampling) -> Score:
    return Score(
        plays=len(plays),
        solved=sum(play.solved for play in plays),
        aborted=sum(play.aborted for play in plays),
        rate=success.success_rate(plays),
        rate_without_aborted=success.success_rate_without_aborted(plays),
        turns_when_solved=success.turns_when_solved(plays, resampling),
        turns_of_all=success.turns_of_all(plays, resampling),
    )


def scores(
    groups: Mapping[Key, Sequence[EndedPlay]], resampling: Resampling
) -> Mapping[Key, Score]:
    return {key: score(group, resampling) for key, group in groups.items()}


def _position(play: EndedPlay) -> int:
    return play.position


def average_score(players: Mapping[str, Score], resampling: Resampling) -> Score:
    """Each figure as the unweighted mean over players; the counts are over all."""
    each = list(players.values())

    def mean(figures: Iterable[Figure], within: Interval = _SHARES) -> Figure:
        return success.mean_over_players(figures, resampling, within=within)

    return Score(
        plays=sum(one.plays for one in each),
        solved=sum(one.solved for one in each),
        aborted=sum(one.aborted for one in each),
        rate=mean(one.rate for one in each),
        rate_without_aborted=mean(one.rate_without_aborted for one in each),
        turns_when_solved=mean((one.turns_when_solved for one in each), _TURNS),
        turns_of_all=mean((one.turns_of_all for one in each), _TURNS),
    )


def _times(plays: Sequence[EndedPlay]) -> Times:
    asked: list[Seconds] = [question.seconds for play in plays for question in play.questions]
    return Times(
        thinking=times.quartiles(each.thinking for each in asked),
        typing=times.quartiles(each.typing for each in asked),
        waiting=times.quartiles(each.waiting for each in asked),
        checker=_of_asked(each.checker for each in asked),
        oracle=_of_asked(each.oracle for each in asked),
        minutes=times.quartiles(play.minutes for play in plays),
    )


def _of_asked(seconds: Iterable[float | None]) -> Quartiles | Undefined:
    """A role that was not asked, for what it would say was known, is no missing measurement."""
    return times.quartiles([value for value in seconds if value is not None])
