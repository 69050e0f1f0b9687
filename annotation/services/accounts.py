"""Accounts of annotators: a name and a password, no e-mail address, no rights of a researcher."""

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

GROUP = "annotators"
PASSWORD_LENGTH = 16
RESET_DAYS = settings.PASSWORD_RESET_TIMEOUT // (24 * 3600)


class NameTaken(Exception):
    """An account of this name exists, whatever its capital letters."""


class NoSuchAccount(Exception):
    """No account that is in use has this name."""


class NotAnAnnotator(Exception):
    """The account is a researcher's, whose password nobody sets from here."""


@dataclass(frozen=True)
class ResetLink:
    """The two parts of the address at which a new password is set."""

    uid: str
    token: str


def make(name: str, password: str) -> User:
    """A new annotator's account. Raises NameTaken."""
    user = User(username=User.normalize_username(name))
    user.set_password(password)  # slow, so before the lock
    with transaction.atomic():
        group, _ = Group.objects.get_or_create(name=GROUP)
        # One after the other, as the database takes names that differ in capital letters only.
        list(Group.objects.select_for_update(no_key=True).filter(pk=group.pk))
        if User.objects.filter(username__iexact=user.username).exists():
            raise NameTaken(name)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as error:
            raise NameTaken(name) from error
        user.groups.add(group)
    return user


def make_for(name: str, key: UUID) -> tuple[User, str]:
    """A new account with a password that is made from the form's key, and the password.

    So a copy of the post finds the account that the first one made. Raises NameTaken.
    """
    password = password_of(key, name)
    try:
        return make(name, password), password
    except NameTaken:
        made = User.objects.filter(username=name, is_staff=False).first()
        if made is None or not made.check_password(password):
            raise
        return made, password


def password_of(key: UUID, name: str) -> str:
    """96 bits, which nobody can make without the site's secret key."""
    digest = salted_hmac("annotation.password", f"{key} {name}", algorithm="sha256").digest()
    return urlsafe_b64encode(digest).decode()[:PASSWORD_LENGTH]


def named(name: str) -> User:
    """Raises NoSuchAccount."""
    found = User.objects.filter(username=name, is_active=True).first()
    if found is None:
        raise NoSuchAccount(name)
    return found


def reset_link(name: str) -> ResetLink:
    """Where this annotator sets a new password, once. Raises NoSuchAccount, NotAnAnnotator."""
    user = named(name)
    if not may_be_reset(user):
        raise NotAnAnnotator(name)
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return ResetLink(uid, default_token_generator.make_token(user))


def may_be_reset(user: User) -> bool:
    return not (user.is_staff or user.is_superuser)
