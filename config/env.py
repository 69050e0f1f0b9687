"""Typed readers of environment variables; a wrong value stops the start and names the variable."""

import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    value = text(name).lower()
    if not value:
        return default
    if value not in ("1", "0", "true", "false", "yes", "no"):
        raise ImproperlyConfigured(f"{name}={value!r}: write 1 or 0.")
    return value in ("1", "true", "yes")


def choice(name: str, default: str, options: Sequence[str]) -> str:
    value = text(name, default)
    if value not in options:
        raise ImproperlyConfigured(f"{name}={value!r}: write one of {', '.join(options)}.")
    return value


def number(name: str, default: float, *, low: float, high: float) -> float:
    read = optional_number(name, low=low, high=high)
    return default if read is None else read


def optional_number(name: str, *, low: float, high: float) -> float | None:
    value = text(name)
    if not value:
        return None
    try:
        read = float(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r}: write a number.") from None
    if not low <= read <= high:
        raise ImproperlyConfigured(f"{name}={value!r}: write a number from {low:g} to {high:g}.")
    return read


def numbers(name: str, default: str) -> tuple[float, ...]:
    """Numbers above 0, parted by commas."""
    value = text(name, default)
    try:
        read = tuple(float(part) for part in value.split(","))
    except ValueError:
        read = ()
    if not read or min(read) <= 0:
        raise ImproperlyConfigured(f"{name}={value!r}: write numbers above 0, such as 1,4,10.")
    return read


def listed(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def parsed(name: str, default: str, parse: Callable[[Sequence[str]], T]) -> T:
    """What `parse` makes of texts parted by commas; its ValueError says what is wrong with them."""
    try:
        return parse(listed(name, default))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}: {error}.") from None


def url(name: str, default: str, schemes: Sequence[str]) -> str:
    value = text(name, default)
    scheme = urlsplit(value).scheme
    if value and scheme not in schemes:
        # The address itself may hold a password, so it is not repeated.
        raise ImproperlyConfigured(
            f"{name} begins with {scheme + '://' if scheme else 'no scheme'}: write an address "
            f"that begins with {' or '.join(each + '://' for each in schemes)}."
        )
    return value


def require(name: str, value: str, *, because: str) -> None:
    if not value:
        raise ImproperlyConfigured(f"{name} is not set, and {because}.")


def secret(name: str, *, kept_in: Path) -> str:
    """The variable's text; without it a random one, made once and kept in a file of this machine.

    Several machines that serve one site need the variable.
    """
    value = text(name)
    if value:
        return value
    if not kept_in.exists():
        kept_in.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept_in.with_suffix(f".{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(50))
        _link_once(fresh, kept_in)
    return kept_in.read_text()


def _link_once(fresh: Path, kept_in: Path) -> None:
    """Give the file its name, unless another process was first."""
    try:
        os.link(fresh, kept_in)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
