"""Tables of penalties into the database: what the core refuses is not stored."""

import uuid
from dataclasses import dataclass, field
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from evaluation.coat.schemes import read_scheme
from evaluation.models import PenaltyScheme
from games.formats.rows import RowError


@dataclass(frozen=True)
class Wish:
    """slug: of a new scheme, or of the one that gets another version."""

    slug: str
    table: str
    key: uuid.UUID = field(default_factory=uuid.uuid4)
    made_by: User | None = None


@dataclass(frozen=True)
class Stored:
    scheme: PenaltyScheme | None
    errors: tuple[RowError, ...] = ()


def store(wish: Wish) -> Stored:
    """The next version of the scheme; the same table again is the version that has it."""
    found = read_scheme(wish.table.encode())
    if found.errors:
        return Stored(None, found.errors)
    digest = sha256(wish.table.encode()).hexdigest()
    before = _before(wish, digest)
    if before is not None:
        return Stored(before)
    try:
        with transaction.atomic():
            return Stored(_insert(wish, digest))
    except IntegrityError:  # another process was first
        before = _before(wish, digest)
        return Stored(before or _insert(wish, digest))


def _before(wish: Wish, digest: str) -> PenaltyScheme | None:
    same = PenaltyScheme.objects.filter(key=wish.key).first()
    return same or PenaltyScheme.objects.filter(slug=wish.slug, sha256=digest).first()


def _insert(wish: Wish, digest: str) -> PenaltyScheme:
    versions = PenaltyScheme.objects.filter(slug=wish.slug)
    last = versions.aggregate(last=Max("version"))["last"] or 0
    return PenaltyScheme.objects.create(
        slug=wish.slug,
        version=last + 1,
        key=wish.key,
        table=wish.table,
        sha256=digest,
        made_by=wish.made_by,
    )
