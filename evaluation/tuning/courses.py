"""A course of tuning in a folder: step by step, put aside now and then, written at its end.

What is put aside appears in one step, and what it replaces goes after; a process may end at any
moment, and another goes on from the newest. The finished folder appears in one step, too.
"""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.tuning.chats import Chat
from evaluation.tuning.learners import Learner
from evaluation.tuning.plans import TuningPlan

STEPS_BETWEEN = 10
ASIDE = "aside"
LOSSES = "losses.json"
LEARNER = "learner"


class Overtaken(Exception):
    """Another process goes on with the course."""


@dataclass(frozen=True)
class Course:
    """folder: of its own, `<folder>/<name>` becomes the merged model. mark: tells it from others.

    Beside it, under the same name and `.aside`, lies what was put aside.
    """

    folder: Path
    plan: TuningPlan
    chats: Sequence[Chat]
    mark: str

    @property
    def aside(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}.{ASIDE}")


@dataclass(frozen=True)
class Watch:
    """told: is called with all losses so far after each step; False ends the course here.

    enough: whether this process has worked long enough.
    """

    told: Callable[[Sequence[float]], bool]
    enough: Callable[[], bool]


def advance(course: Course, learner: Learner, watch: Watch) -> list[float]:
    """Go on for a while; return the losses so far, of all steps once the folder is written.

    Raises Overtaken where `told` says that the course is no longer this process's.
    """
    losses = _take_up(course, learner)
    while len(losses) < course.plan.steps:
        if watch.enough():
            _put_aside(course, learner, losses)
            return losses
        places = course.plan.batch_of(len(losses), len(course.chats))
        chats = [course.chats[place] for place in places]
        losses.append(learner.step(chats, course.plan.rate(len(losses))))
        if not watch.told(losses):
            raise Overtaken(course.folder.name)
        if len(losses) % STEPS_BETWEEN == 0:
            _put_aside(course, learner, losses)
    _write(course, learner)
    return losses


def clear(course: Course) -> None:
    """Let go of what was put aside, once the folder is written."""
    shutil.rmtree(course.aside, ignore_errors=True)


def _take_up(course: Course, learner: Learner) -> list[float]:
    newest = _newest(course)
    if newest is None:
        learner.check(course.chats)
        return []
    learner.take_up(newest / LEARNER)
    losses = json.loads((newest / LOSSES).read_text(encoding="utf-8"))
    return [float(each) for each in losses]


def _newest(course: Course) -> Path | None:
    """Numbers are as long as each other, so that names sort as they do."""
    return max(course.aside.glob("step-*"), default=None) if course.aside.is_dir() else None


def _put_aside(course: Course, learner: Learner, losses: Sequence[float]) -> None:
    target = course.aside / f"step-{len(losses):06d}"
    if target.exists():
        return
    course.aside.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=course.aside, prefix=".") as beside:
        whole = Path(beside) / "whole"
        (whole / LEARNER).mkdir(parents=True)
        learner.put_aside(whole / LEARNER)
        (whole / LOSSES).write_text(json.dumps(list(losses)), encoding="utf-8")
        _appear(whole, target)
    for older in sorted(course.aside.glob("step-*"))[:-1]:
        shutil.rmtree(older, ignore_errors=True)


def _write(course: Course, learner: Learner) -> None:
    if course.folder.exists():
        return  # written before the row could say so
    course.folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=course.folder.parent, prefix=".") as beside:
        whole = Path(beside) / course.folder.name
        whole.mkdir()
        learner.write(whole, name=course.folder.name, mark=course.mark)
        _appear(whole, course.folder)


def _appear(whole: Path, target: Path) -> None:
    """Another process may have been first: the same steps have made the same."""
    try:
        whole.rename(target)
    except OSError:
        if not target.exists():
            raise
