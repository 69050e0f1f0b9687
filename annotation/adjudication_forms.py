"""What the address of an adjudicator's page asks for, and what could not be stored of its forms."""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import QueryDict

from annotation import judgement_forms
from annotation.judgement_forms import Filled
from annotation.kinds.base import BadAnswer
from annotation.queues import Rule


@dataclass(frozen=True)
class Route:
    """named: whether pseudonyms are shown. taken: the place, from 0, of the rater's answer that
    fills the form; None where none does."""

    rule: Rule
    named: bool
    taken: int | None

    @property
    def query(self) -> str:
        """What leads from unit to unit: the queue, and whether pseudonyms are shown."""
        return urlencode({"rule": self.rule.value, **({"names": "1"} if self.named else {})})


@dataclass(frozen=True)
class Typed:
    """What was sent and could not be stored, with why.

    broken: what is wrong with the answer. problems: reason, note or `page` -> what is wrong.
    """

    filled: Filled | None = None
    reason: str = ""
    note: str = ""
    broken: BadAnswer | None = None
    problems: dict[str, str] = field(default_factory=dict)


def route_of(address: QueryDict) -> Route:
    """A queue that there is not is the first one."""
    rule = address.get("rule", "")
    return Route(
        rule=Rule(rule) if rule in list(Rule) else Rule.OPEN,
        named=address.get("names") == "1",
        taken=judgement_forms.number(address.get("take", ""), digits=3),
    )
