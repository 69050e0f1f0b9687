"""Named lists of models, packaged beside this file: one spec for each is filled in from them."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources

_FOLDER = "suite_files"


class UnknownModel(LookupError):
    """No suite of that name, or no such model in it; the message lists what there is."""


@dataclass(frozen=True)
class SuiteModel:
    """One model of a suite; fields other than `key` and `player` are those of ModelSpec."""

    key: str
    player: str
    name: str
    profile: str
    group: str
    architecture: str = ""
    size: str = ""
    address: str = ""
    key_variable: str = ""

    def tables(self) -> dict[str, dict[str, object]]:
        """Return what it fills in of a spec."""
        known = {name: value for name, value in asdict(self).items() if value}
        model = {name: value for name, value in known.items() if name not in ("key", "player")}
        return {
            "run": {"title": self.player, "player": self.player},
            "questioner": {"kind": "model"},
            "model": {"backend": "openai", **model},
        }


@dataclass(frozen=True)
class Suite:
    """source: where its models are listed."""

    name: str
    title: str
    source: str
    models: tuple[SuiteModel, ...]

    def model(self, key: str) -> SuiteModel:
        for model in self.models:
            if model.key == key:
                return model
        known = ", ".join(model.key for model in self.models)
        raise UnknownModel(f"{self.name} has no model {key!r}; it has {known}.")


def names() -> list[str]:
    files = resources.files("evaluation").joinpath(_FOLDER).iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


@cache
def load(name: str) -> Suite:
    """Return the suite of this name; raises UnknownModel where there is none."""
    if name not in names():
        raise UnknownModel(f"There is no suite {name!r}; there is {', '.join(names())}.")
    text = resources.files("evaluation").joinpath(_FOLDER, f"{name}.toml").read_text("utf-8")
    tables = tomllib.loads(text)
    models = tuple(SuiteModel(**row) for row in tables["models"])
    return Suite(name, tables["title"], tables["source"], models)


def filled(
    base: Mapping[str, object], *further: Mapping[str, Mapping[str, object]]
) -> dict[str, object]:
    """Return the tables of a spec with further keys on top; later ones stand."""
    merged = dict(base)
    for tables in further:
        for name, table in tables.items():
            earlier = merged.get(name)
            merged[name] = {**earlier, **table} if isinstance(earlier, Mapping) else dict(table)
    return merged
