"""The kinds that there are: every module of this package that has a KIND."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

import annotation.kinds
from annotation.kinds.base import Kind


def found() -> dict[str, Kind]:
    modules = (
        import_module(f"annotation.kinds.{module.name}")
        for module in iter_modules(annotation.kinds.__path__)
        if module.name != "registry"
    )
    kinds = [module.KIND for module in modules if hasattr(module, "KIND")]
    return {kind.key: kind for kind in sorted(kinds, key=lambda kind: str(kind.key))}


BY_KEY = found()
KINDS: Mapping[str, Kind] = MappingProxyType(BY_KEY)
