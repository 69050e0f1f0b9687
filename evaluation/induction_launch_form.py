"""What a researcher fills in to have rules induced: a field for each key of a spec."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from evaluation.induction import specs
from evaluation.induction.specs import InductionSpec, Sources
from evaluation.induction_form import problems_of_paths
from evaluation.induction_launch_fields import InductionLaunchFields
from evaluation.spec_form import ChoosingSpecForm, field_name
from evaluation.spec_tables import Problem
from games.candidates import key_of
from games.llm.served import Backend

OF_A_SERVER = ("model_address", "model_key_variable", "model_profile", "model_timeout_seconds")
OF_A_FOLDER = ("model_folder", "model_revision")
NEEDED = ("induction_name", "affordances_list", "model_address", "model_folder")
READ = ("wordnet", "cskg", "aristo")
LISTS = ("list", "only")


class InductionLaunchForm(InductionLaunchFields, ChoosingSpecForm[InductionSpec]):
    DECIDES = ("model_backend", "affordances_catalogue")
    GROUPS = (
        (
            "Rules for what",
            "A rule is induced for each affordance, and a set of rules comes of them.",
            (
                "induction_name",
                "induction_title",
                "affordances_catalogue",
                "affordances_list",
                "affordances_only",
                "wordings_lines",
            ),
        ),
        (
            "Sources",
            "One is enough. A worker reads them and freezes what they say of each affordance.",
            (
                "sources_wordnet",
                "sources_cskg",
                "sources_aristo",
                "sources_catalogue",
                "sources_broken",
                "elsewhere",
            ),
        ),
        (
            "Model",
            "It proposes rules, keeps their words free of synonyms, and checks them.",
            (
                "model_backend",
                "model_address",
                "model_name",
                "model_folder",
                "model_key_variable",
                "model_profile",
                "model_context",
                "model_timeout_seconds",
                "model_revision",
            ),
        ),
        (
            "How far it goes",
            "",
            (
                "induction_hold",
                "limits_tokens",
                "induction_rounds",
                "induction_things",
                "induction_facts",
                "induction_shown",
                "induction_proposals",
                "induction_ways",
                "induction_asks",
                "induction_concurrency",
            ),
        ),
        (
            "Replies",
            "Limits are of visible text.",
            (
                "sampling_temperature",
                "sampling_proposer_tokens",
                "sampling_auditor_tokens",
                "sampling_validator_tokens",
            ),
        ),
    )

    def __init__(self, data: Any = None, *, filled: Mapping[str, object] | None = None) -> None:
        super().__init__(data, filled=filled)
        if "model_folder" not in self.aside:
            self.fields["model_name"].help_text = "Empty: its folder."

    def keep_fields(self) -> None:
        shown = {"key", *(name for _, _, names in self.GROUPS for name in names)}
        self.fields = {name: self.fields[name] for name in self.fields if name in shown}

    def aside_of(self, said: Mapping[str, Any]) -> Iterator[str]:
        backend = str(said.get("model_backend") or Backend.OPENAI)
        yield from OF_A_FOLDER if backend == Backend.OPENAI else OF_A_SERVER
        if backend != Backend.VLLM:
            yield "model_context"
        yield "affordances_list" if said.get("affordances_catalogue") else "affordances_only"

    def required(self) -> Iterator[str]:
        yield from NEEDED
        if "model_address" not in self.aside:
            yield "model_name"

    @classmethod
    def opened(cls, tables: Mapping[str, object]) -> Self:
        return super().opened(_as_written(tables))

    @classmethod
    def of_tables(cls, tables: Mapping[str, object], key: str) -> Self:
        return super().of_tables(_as_written(tables), key)

    def read(self, tables: Mapping[str, object]) -> InductionSpec:
        return specs.of_json(_as_listed(tables))

    def refuse(self, problems: Sequence[Problem]) -> None:
        """All wordings have one field."""
        of_wordings = f"{specs.WORDINGS}."
        super().refuse(
            [
                Problem(f"{of_wordings}lines", str(each))
                if f"{each.key}.".startswith(of_wordings)
                else each
                for each in problems
            ]
        )

    def clean(self) -> dict[str, Any]:
        filled = super().clean()
        if not filled.get("elsewhere"):
            wordnet, cskg, aristo = (self._path(f"sources_{each}") for each in READ)
            sources = Sources(wordnet, cskg, aristo)
            wrong = problems_of_paths(sources, self._path("model_folder"))
            self.refuse([each for each in wrong if field_name(each.key) not in self.errors])
        return filled

    def _path(self, name: str) -> str:
        """Also where something else is wrong; "" where it does not count or is wrong itself."""
        path = self.cleaned_data.get(name, "")
        return "" if name in self.aside else str(path)


def _as_written(tables: Mapping[str, object]) -> dict[str, object]:
    """Lists as lines of text, as their fields have them."""
    found = dict(tables)
    affordances, wordings = tables.get("affordances"), tables.get(specs.WORDINGS)
    if isinstance(affordances, Mapping):
        found["affordances"] = {key: _lines(value) for key, value in affordances.items()}
    if isinstance(wordings, Mapping):
        lines = (f"{key}: {_lines(words, ', ')}" for key, words in wordings.items())
        found[specs.WORDINGS] = {"lines": "\n".join(lines)}
    return found


def _lines(value: object, between: str = "\n") -> object:
    return between.join(map(str, value)) if isinstance(value, list | tuple) else value


def _as_listed(tables: Mapping[str, object]) -> dict[str, object]:
    """Lines of text as lists, as a spec has them."""
    found = dict(tables)
    affordances, wordings = tables.get("affordances"), tables.get(specs.WORDINGS)
    if isinstance(affordances, Mapping):
        lists = {
            key: [line.strip() for line in str(affordances[key]).splitlines() if line.strip()]
            for key in LISTS
            if key in affordances
        }
        if "only" in lists:
            lists["only"] = [key_of(each) for each in lists["only"]]
        found["affordances"] = {**affordances, **lists}
    if isinstance(wordings, Mapping):
        found[specs.WORDINGS] = _wordings(str(wordings.get("lines", "")))
    return found


def _wordings(text: str) -> dict[str, list[str]]:
    """Of lines such as hold liquid: drink, store liquid."""
    found: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        of, _, words = line.partition(":")
        found.setdefault(key_of(of), []).extend(each.strip() for each in words.split(","))
    return found
