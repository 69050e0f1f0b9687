"""A page as a browser without scripts reads it: forms, links, the rows of a transcript."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass(frozen=True)
class Form:
    """fields: what would be sent if nothing were typed or chosen.

    choices: name -> the values that radio buttons, boxes or a list offer, also in `fields` where
        one of them is chosen already. typed: names of what a person writes.
    """

    method: str
    action: str
    fields: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    typed: Sequence[str] = ()


@dataclass(frozen=True)
class Row:
    """A question of the transcript; kind: waiting, yes, no, refused, forfeited or failed."""

    number: int
    attempt: int
    kind: str


@dataclass(frozen=True)
class Page:
    """status, address: of the answer that brought it. poll: where a waiting board asks again.

    outcome: of a result page, else empty. copied: texts that are there to be written down.
    """

    status: int
    address: str
    forms: Sequence[Form] = ()
    links: Sequence[str] = ()
    rows: Sequence[Row] = ()
    poll: str = ""
    outcome: str = ""
    copied: Sequence[str] = ()


def read(html: str, *, status: int, address: str) -> Page:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Page(
        status=status,
        address=address,
        forms=[each.finished() for each in reader.forms],
        links=reader.links,
        rows=reader.rows,
        poll=reader.poll,
        outcome=reader.outcome,
        copied=reader.copied,
    )


@dataclass
class _OpenForm:
    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    typed: list[str] = field(default_factory=list)

    def finished(self) -> Form:
        return Form(self.method, self.action, self.fields, self.choices, self.typed)

    def take_input(self, attributes: Mapping[str, str]) -> None:
        name, value = attributes.get("name", ""), attributes.get("value", "")
        kind = attributes.get("type", "text")
        if not name or kind in ("submit", "image", "reset", "file"):
            return
        if kind in ("radio", "checkbox"):
            self.offer(name, attributes.get("value", "on"), chosen="checked" in attributes)
            return
        if kind != "hidden":
            self.typed.append(name)
        self.fields[name] = value

    def offer(self, name: str, value: str, *, chosen: bool) -> None:
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.fields[name] = value


class _Reader(HTMLParser):
    """Only what `Page` holds; tags may be nested badly, nothing is ever raised."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[_OpenForm] = []
        self.links: list[str] = []
        self.rows: list[Row] = []
        self.copied: list[str] = []
        self.poll = ""
        self.outcome = ""
        self._form: _OpenForm | None = None
        self._select = ""
        self._kbd: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._notice_place(attributes)
        if tag == "kbd":
            self._kbd = []
        elif tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag == "form":
            method = attributes.get("method", "get").lower()
            self._form = _OpenForm(method, attributes.get("action", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._notice_control(self._form, tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""
        elif tag == "kbd" and self._kbd is not None:
            self.copied.append(" ".join("".join(self._kbd).split()))
            self._kbd = None

    def handle_data(self, data: str) -> None:
        if self._kbd is not None:
            self._kbd.append(data)

    def _notice_place(self, attributes: Mapping[str, str]) -> None:
        mark, classes = attributes.get("id", ""), attributes.get("class", "").split()
        if mark == "_board" and "hx-trigger" in attributes:
            self.poll = attributes.get("hx-get", "")
        elif mark == "_result" and len(classes) > 1:
            self.outcome = classes[1]
        elif mark.startswith("_row-") and classes[:1] == ["row"] and len(classes) > 1:
            number, attempt = mark.removeprefix("_row-").split("-")
            self.rows.append(Row(int(number), int(attempt), classes[1]))

    def _notice_control(self, form: _OpenForm, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "input":
            form.take_input(attributes)
        elif tag == "textarea" and "name" in attributes:
            form.typed.append(attributes["name"])
            form.fields[attributes["name"]] = ""
        elif tag == "select":
            self._select = attributes.get("name", "")
        elif tag == "option" and self._select:
            chosen = "selected" in attributes or self._select not in form.fields
            form.offer(self._select, attributes.get("value", ""), chosen=chosen)
