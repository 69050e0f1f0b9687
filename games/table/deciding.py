"""A probe held against an object's sheet: yes, no or unclear, and how sure that is."""

from games.rules import Answer
from games.sheets import ObjectSheet, Property
from games.table import figuring, mentions
from games.table.finding import HARDLY, LIKELY, NO, OPPOSITE, PERHAPS, UNKNOWN, YES, Finding
from games.table.probe import (
    All,
    AnyOf,
    Counted,
    Doubt,
    HasValue,
    Not,
    Probe,
    Scope,
    Unread,
)

# What a description calls the part that a thing consists of for the most part.
MAIN_PARTS = frozenset({"", "body"})


def decide(probe: Probe, sheet: ObjectSheet) -> Finding:
    match probe:
        case HasValue():
            return _has_value(probe, sheet)
        case Unread():
            return _unread(probe, sheet)
        case Counted():
            return figuring.counted(probe, sheet)
        case Not() | Doubt() | All() | AnyOf():
            return _composed(probe, sheet)
        case _:
            return figuring.measured(probe, sheet)


def _composed(probe: Not | Doubt | All | AnyOf, sheet: ObjectSheet) -> Finding:
    match probe:
        case Not():
            return _negated(decide(probe.probe, sheet))
        case Doubt():
            return _doubted(probe, sheet)
        case All():
            return _all(tuple(decide(each, sheet) for each in probe.probes))
        case AnyOf():
            each = tuple(_negated(decide(each, sheet)) for each in probe.probes)
            return _negated(_all(each))


def _doubted(probe: Doubt, sheet: ObjectSheet) -> Finding:
    finding = decide(probe.probe, sheet)
    if finding.answer == Answer.YES and probe.yes_holds:
        return finding
    if finding.answer == Answer.NO and probe.no_holds:
        return finding
    said = all(mentions.said_of(each, sheet.description) for each in probe.mentions)
    if finding.answer == Answer.YES and probe.mentions and said:
        return finding
    return Finding(Answer.CANNOT_TELL, finding.likely, UNKNOWN)


def _unread(probe: Unread, sheet: ObjectSheet) -> Finding:
    said = mentions.said_of(probe.mentions, sheet.description) if probe.mentions else None
    if said:
        return YES if probe.certain else PERHAPS
    if said is not None and probe.certain:
        return NO
    denied = probe.denials and mentions.said_of(probe.denials, sheet.description)
    return NO if denied else HARDLY


def _has_value(probe: HasValue, sheet: ObjectSheet) -> Finding:
    listed = sheet.properties
    if probe.parts or probe.at:
        own = _of_the_part(probe, sheet)
        if own is not None:
            return own
    if not _looks_everywhere(probe):
        listed = frozenset(each for each in listed if _counts(each, probe))
    values, as_part = probe.values, probe.as_part
    if any(each.value in values or each.part in as_part for each in listed):
        return _unless_rivalled(probe, sheet, listed)
    if probe.contrary and any(each.value in probe.contrary for each in listed):
        return _absent(probe, sheet) if probe.scope == Scope.ANYWHERE else NO
    if probe.threshold is not None:
        return figuring.beyond(probe.threshold, sheet)
    if probe.closed:
        return _absent(probe, sheet)
    return _outside(probe, {each.value for each in listed}, sheet)


def _absent(probe: HasValue, sheet: ObjectSheet) -> Finding:
    """No, unless something like it is there, or the description speaks of it."""
    names = {each.value for each in sheet.properties}
    if names.isdisjoint(probe.values):
        said = probe.mentions and mentions.said_of(probe.mentions, sheet.description)
        if said or not names.isdisjoint(probe.hints):
            return PERHAPS if not names.isdisjoint(probe.hints) else HARDLY
        return NO if said is False or names.isdisjoint(probe.near) else HARDLY
    return NO


def _of_the_part(probe: HasValue, sheet: ObjectSheet) -> Finding | None:
    """What the part's own values tell; None where they leave it to those of the whole."""
    places = probe.parts or probe.at
    own = {each.value for each in sheet.properties if each.part in places}
    beside = mentions.are_beside(tuple(sorted(places)), probe.mentions, sheet.description)
    doubt = PERHAPS if beside else HARDLY
    if not own.isdisjoint(probe.values):
        return doubt if not own.isdisjoint(probe.strictly) else YES
    if not own.isdisjoint(probe.contrary | probe.rivals | probe.strictly):
        unsure = beside or probe.form and not own.isdisjoint(probe.near)
        return doubt if unsure else NO
    if probe.form:
        return doubt
    if probe.at or not probe.closed or probe.threshold is not None:
        return None
    whole = {each.value for each in sheet.properties if not each.part}
    if not whole.isdisjoint(probe.values | probe.contrary):
        return None
    elsewhere = any(each.value in probe.values for each in sheet.properties)
    return doubt if elsewhere else None


def _looks_everywhere(probe: HasValue) -> bool:
    anywhere = probe.scope in (Scope.ANYWHERE, Scope.OVERALL)
    return anywhere and not probe.parts and probe.dimension is None


def _counts(listed: Property, probe: HasValue) -> bool:
    """Whether a listed property tells something about where the question looks."""
    if probe.dimension is not None and listed.dimension != probe.dimension:
        return False
    if probe.parts:
        return listed.part == "" or listed.part in probe.parts
    if probe.scope in (Scope.ANYWHERE, Scope.OVERALL, Scope.MOSTLY):
        return True
    return listed.part == "" or listed.part in probe.as_part


def _unless_rivalled(probe: HasValue, sheet: ObjectSheet, listed: frozenset[Property]) -> Finding:
    if probe.scope == Scope.ENTIRELY:
        return NO if any(each.value in probe.rivals for each in sheet.properties) else YES
    if probe.scope == Scope.MOSTLY:
        return _mostly(probe, sheet)
    if probe.entire and any(each.value in probe.contrary for each in sheet.properties):
        return NO
    if probe.entire and any(each.value in probe.strictly for each in sheet.properties):
        return NO
    if probe.scope == Scope.OVERALL and probe.contrary and not probe.parts:
        whole = {each.value for each in listed if each.part == ""}
        if not whole.isdisjoint(probe.contrary):
            return NO if whole.isdisjoint(probe.values) else PERHAPS
    return YES


def _mostly(probe: HasValue, sheet: ObjectSheet) -> Finding:
    """The values of the whole, or of the part that makes most of it, before those of others."""
    whole = {each.value for each in sheet.properties if each.part in MAIN_PARTS}
    rivalled = any(each.value in probe.rivals for each in sheet.properties)
    if not whole.isdisjoint(probe.values):
        return Finding(Answer.YES, Answer.YES, LIKELY) if rivalled else YES
    if not whole.isdisjoint(probe.rivals):
        return NO
    return HARDLY if rivalled else YES


def _outside(probe: HasValue, names: set[str], sheet: ObjectSheet) -> Finding:
    """What the listed values tell of a value outside the vocabulary."""
    if probe.needed and names.isdisjoint(probe.needed):
        return NO
    if probe.denied_by and names.isdisjoint(probe.denied_by):
        return Finding(Answer.YES, Answer.YES, LIKELY)
    if not names.isdisjoint(probe.hints):
        return PERHAPS
    if probe.mentions and mentions.said_of(probe.mentions, sheet.description) is False:
        return NO
    return (
        PERHAPS
        if probe.mentions and mentions.said_of(probe.mentions, sheet.description)
        else HARDLY
    )


def _negated(finding: Finding) -> Finding:
    return Finding(OPPOSITE[finding.answer], OPPOSITE[finding.likely], finding.confidence)


def _all(findings: tuple[Finding, ...]) -> Finding:
    """Yes where all are, no where one is; the least sure of them sets the confidence."""
    refusals = [each for each in findings if each.answer == Answer.NO]
    if refusals:
        return max(refusals, key=lambda each: each.confidence)
    doubts = [each for each in findings if each.answer == Answer.CANNOT_TELL]
    if doubts:
        likely = Answer.NO if any(each.likely == Answer.NO for each in doubts) else Answer.YES
        return Finding(Answer.CANNOT_TELL, likely, min(each.confidence for each in doubts))
    return min(findings, key=lambda each: each.confidence, default=HARDLY)
