"""What one part of a question claims of the object: that it is something, or has something."""

import re

from games.checking import claim_readers
from games.checking.findings import Finding, pair
from games.checking.materials import of_material
from games.checking.phrases import phrase
from games.checking.trailers import split_trailer, without_trailing
from games.checking.words import Words, singulars
from games.roles import Pair
from games.rules import Reason
from games.sheets import Dimension

KIND = re.compile(
    r"^(?:(?:a|an|some|any|one|the) )?(?:kinds?|sorts?|types?|forms?|variet\w+)(?:_| )of (?:an? )?"
)
BULK = re.compile(
    r"^(?:a |one )?(?:single )?(?P<how>(?:\w+ )*?)"
    r"(?:piece|bit|lump|chunk|strip|sheet|block|slab) of (?P<what>.+)$"
)
SIDED = re.compile(r"\bon the (?P<what>\w+) side$")
LACKING = re.compile(r"^(?P<how>without|free of|free from|devoid of|lacking) (?P<what>.+)$")
THING = re.compile(
    r"^(?:(?:a|an|the|some|any) )?(?:something|anything|things?|objects?|items?|products?|article"
    r"|ones?(?= that| with| which)|kind_of_thing|type|kind) (?P<rest>.+)$"
)
CLAIM = re.compile(
    r"^(?:that|which|who|thats) ?"
    r"(?P<verb>is|are|was|has|have|contains|feels|looks|would be|could be|weighs|fits|s)?"
    r" ?(?P<rest>.*)$"
)
TO_USE = re.compile(
    r"\b(?:for (?!the most)(?:\w+ing|(?:an?|the|your|my|one) (?!\w+ (?:its|that) )\w+)\b"
    r"|(?<!up )(?<!attached )to (?!the |a |its |one |it\b|each |both )\w+|so_that"
    r"|(?:that|which|where|with which) (?!it (?:is|has|gets|looks|feels)\b)(?:you|people|can"
    r"|one|we|i|it|could|opens?|closes?|moves?|helps?|allows?|makes?|turns?|spins?|lets?|holds?|folds?)\b"
    r"|(?:you|people|one|we) (?:can|could|use|hold|put|press)"
    r"|where (?:\w+ ){1,4}?(?:can|could|would|might|may|will|stays?|goes|go|sits?|collects?)\b"
    r"|(?:through|in|into|on|onto|with|from|under) which (?!it is|it has)\w+)"
    r"|^(?:a |any |enough )?(?:room|space|place|spot) for\b"
)
RELATIVE = re.compile(r"\b(?:that|which) (?P<verb>\w+)")
# Actions that a part at rest seems to do: a rod that bends, a lid that covers it.
STILL = {"cover", "connect", "attach", "join", "wrap", "spread", "bend", "support"}
# Nouns of place on the object, no parts of their own.
ENDS = {
    *("side", "sides", "top", "bottom", "upper", "lower"),
    *("front", "back", "middle", "end", "ends"),
}
OF_USE = re.compile(r"^of (?:\w+ )?(?:help|use|service|assistance|aid)\b")
DESCRIBED = re.compile(
    r"^(?P<what>.+?) (?:(?:that|which) (?P<verb>is|are|has|have|was|looks|feels)|thats"
    r"|(?P<made>made|built|composed|constructed)(?= .*\b(?:of|from)\b)) (?P<rest>.+)$"
)
INNER = re.compile(
    r"^(?:\w+ )*?(?:lining|padding|filling|stuffing|layer|cushioning|backing|contents?|core)"
    r" (?:made )?(?:of|from) (?P<what>.+)$"
)
APPLIED = re.compile(
    r"^.+ (?:printed|painted|drawn|written|engraved|carved|embroidered|stamped|etched|embossed)"
    r"(?: (?:on|in|into|onto|around) .*)?$"
)
PERCENT = re.compile(r"^(?P<how>(?:\w+ )*?\d+ percent)(?: of it)? (?P<rest>.+)$")
ANYTHING = re.compile(r"^(?:something|anything|a thing|things|everything) (?P<rest>.+)$")
WRITTEN = re.compile(
    r"\b(?:on|printed|written|engraved)\b"
    r"|^(?:a |any |some )?(?:visible |printed |raised )?(?:letters|words|characters)$"
)
AMOUNT = re.compile(r"\d|\b(?:than|of|over|under|above|below|as)\b")
COUNTED = re.compile(
    r"^(?:(?:no )?(?:more|less|fewer|greater|other)(?: than|_than)(?:_| )?\w+"
    r"|at_(?:least|most)[_ ]\w+) (?P<what>.+)$"
)
COMPARED = re.compile(
    r"^(?P<what>(?:\w+ )*?\w+) (?P<how>(?:\w*er|more \w+|less \w+) than .+|as \w+ as .+)$"
)


def said(part: str, words: Words, *, modal: bool = False) -> list[Finding]:
    """What `it is ...` probes; modal: where it asks what can or would be."""
    part = without_trailing(KIND.sub("a ", part))
    if OF_USE.match(part):
        return [Reason.FUNCTION_OR_USE]
    if part.startswith("not "):
        return prefixed(said(part.removeprefix("not "), words, modal=modal), "not")
    if percent := PERCENT.match(part):
        return prefixed(said(percent["rest"], words), percent["how"].replace(" ", "_"))
    if lacking := LACKING.match(part):
        return prefixed(owned(lacking["what"], words), lacking["how"].replace(" ", "_"))
    bulk = BULK.match(part)
    if bulk and words.dimension(bulk["what"].split()[-1]) == Dimension.MATERIAL:
        how = [word for word in bulk["how"].split() if words.dimension(word)]
        kinds = [word for word in how if word in words.lists["material.kinds"]]
        own = [word for word in how if word not in kinds]
        what = [*kinds, *bulk["what"].split()]
        return [*(phrase(own, words) if own else []), *of_material([], what, words)]
    sided = SIDED.search(part)
    if sided and words.dimension(sided["what"]):
        return said(SIDED.sub(sided["what"], part), words, modal=modal)
    part, told = split_trailer(part)
    found = _thing(part, words, modal=modal) or claim_readers.read(part.split(), words, modal=modal)
    if found is not None:
        return found
    found = phrase(part.split(), words)
    return _told_by_trailer(found, part, told, words) if told else found


def owned(part: str, words: Words) -> list[Finding]:
    """What `it has ...` probes."""
    part = without_trailing(part)
    tokens = part.split()
    if not tokens:
        return [Reason.UNPARSEABLE]
    if tokens[0] == "been":
        return said(" ".join(tokens[1:]), words)
    if tokens[0] == "to" or TO_USE.search(part) or _acts(part, words):
        hidden = set(tokens) & words.lists["refused.hidden"]
        return [Reason.NOT_PHYSICAL if hidden else Reason.FUNCTION_OR_USE]
    if described := DESCRIBED.match(part):
        return _described(described, words)
    inner = INNER.match(part)
    if inner and words.dimension(inner["what"].split()[-1]) == Dimension.MATERIAL:
        return [pair(Dimension.MATERIAL, tokens, words)]
    if APPLIED.match(part):
        return [pair(Dimension.SURFACE, tokens, words)]
    if anything := ANYTHING.match(part):
        placed = anything["rest"].split()[0] in words.lists["frame.places"]
        return [pair(Dimension.SHAPE, tokens, words)] if placed else said(anything["rest"], words)
    return _counted(tokens, words) or phrase(tokens, words, had=True)


def _acts(part: str, words: Words) -> bool:
    """Whether what it has is told by what that does: a slot that takes coins."""
    found = RELATIVE.search(part)
    forms = {found["verb"], *singulars(found["verb"])} if found else set()
    return bool(forms & (words.lists["verbs.actions"] | {"take", "let"}) - STILL)


def prefixed(found: list[Finding], prefix: str) -> list[Finding]:
    """The findings with a word put before the value of each pair: no_lid."""
    return [
        Pair(item.dimension, f"{prefix}_{item.value}") if isinstance(item, Pair) else item
        for item in found
    ]


def _told_by_trailer(
    found: list[Finding], part: str, told: Dimension, words: Words
) -> list[Finding]:
    if len(found) != 1 or found[0] in (Reason.NOT_PHYSICAL, Reason.FUNCTION_OR_USE):
        return found
    item = found[0]
    return [Pair(told, item.value) if isinstance(item, Pair) else pair(told, part.split(), words)]


def _thing(part: str, words: Words, *, modal: bool) -> list[Finding] | None:
    """Something that is red, an object you can wear, something round."""
    found = THING.match(part)
    places = words.lists["frame.places"] - {"to", "for"}
    if not found or found["rest"].split()[0] in places | {"than", "like", "as"}:
        return None
    rest = found["rest"]
    if claim := CLAIM.match(rest):
        return _claimed(claim["verb"] or "", claim["rest"], words)
    first, *others = rest.split()
    if first in words.lists["frame.persons"] | {"to", "for", "used", "meant", "designed"}:
        return [Reason.FUNCTION_OR_USE]
    if first in ("with", "having", "containing"):
        return owned(" ".join(others), words)
    return said(rest, words, modal=modal)


def _claimed(verb: str, rest: str, words: Words) -> list[Finding]:
    """That is sharp, that has a lid, which you can open."""
    if verb in ("has", "have", "contains"):
        return owned(rest, words)
    if verb in ("weighs", "fits"):
        return [pair(Dimension.SIZE, [verb, *rest.split()], words)]
    return said(rest, words) if verb and rest else [Reason.FUNCTION_OR_USE]


def _described(found: re.Match[str], words: Words) -> list[Finding]:
    """A rim made of brass is two properties, a part made of wood or a bent stem is one."""
    verb = "has" if found["verb"] in ("has", "have") else "is"
    rest = f"made {found['rest']}" if found["made"] else found["rest"]
    told = _claimed(verb, rest, words)
    if _is_plain(found["what"], words):
        return told
    part = owned(found["what"], words)
    both = [item for item in (*part, *told) if isinstance(item, Pair)]
    if len(part) == len(told) == 1 and len(both) == 2 and both[0].dimension == both[1].dimension:
        return [Pair(both[0].dimension, f"{both[0].value}_{both[1].value}")]
    return [*part, *told]


def _is_plain(text: str, words: Words) -> bool:
    left_out = words.lists["frame.determiners"] | words.lists["frame.numbers"]
    plain = ("frame.generic", "frame.neutral", "frame.carriers")
    nouns = [word for word in text.split() if word not in left_out | ENDS]
    return all(words.among(word, *plain) for word in nouns)


def _counted(tokens: list[str], words: Words) -> list[Finding] | None:
    """A diameter of 10 cm, more than two legs, a rim wider than a tray."""
    text = " ".join(tokens)
    if set(tokens) & words.lists["refused.spelling"] and not WRITTEN.search(text):
        return [Reason.CATEGORY_OR_IDENTITY]
    if any(words.among(word, "size.nouns") for word in tokens) and AMOUNT.search(text):
        late = set(tokens) & words.lists["refused.time_or_price"]
        return [Reason.NOT_PHYSICAL if late else pair(Dimension.SIZE, tokens, words)]
    if found := COUNTED.match(text):
        told = phrase(found["what"].split(), words, had=True)
        if len(told) == 1 and isinstance(told[0], Pair):
            return [pair(told[0].dimension, tokens, words)]
        return told
    if found := COMPARED.match(text):
        if found["how"].startswith(("bigger", "larger")):
            return [pair(Dimension.SIZE, tokens, words)]
        return [*phrase(found["what"].split(), words, had=True), *said(found["how"], words)]
    return [pair(Dimension.SHAPE, tokens, words)] if "than" in tokens else None
