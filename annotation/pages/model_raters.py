"""What an import of models' answers says of itself."""

from annotation.pages.drafts import number_of
from annotation.services.model_raters import Imported


def taken(imported: Imported) -> str:
    raters = ", ".join(imported.raters) or "nobody"
    said = f"{number_of(imported.new, 'new answer')} by {raters}."
    if imported.same:
        said += f" {imported.same:,} {_were(imported.same)} stored before."
    if imported.elsewhere:
        said += f" {imported.elsewhere:,} {_were(imported.elsewhere)} about no unit of this study."
    return said


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
