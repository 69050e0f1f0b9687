"""TOML that somebody else wrote."""

import tomllib


def tables_of(data: bytes) -> dict[str, object]:
    """The tables of a TOML file; raises ValueError for what is none, whatever is wrong with it."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is no UTF-8") from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
