"""What is said of an object and an affordance, and of a game: words of files and rows alike."""

from enum import StrEnum


class Label(StrEnum):
    """Whether an object has an affordance."""

    YES = "yes"
    NO = "no"
    NOT_DEDUCIBLE = "not_deducible"


class Decided(StrEnum):
    """How a label came to stand."""

    DRAFT = "draft"
    CONSENSUS = "consensus"
    ADJUDICATION = "adjudication"


class Raters(StrEnum):
    PEOPLE = "people"
    MODEL = "model"


class Split(StrEnum):
    DEV = "dev"
    TEST = "test"
