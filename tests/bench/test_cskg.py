"""A million edges in CSKG's form, read from a file to the evidence of affordances."""

import gzip
import random
import resource
from pathlib import Path
from time import process_time

import pytest

from evaluation.kari import evidence, facts, phrases
from games import knowledge

pytestmark = pytest.mark.bench

EDGES, THINGS, AFFORDANCES = 1_000_000, 50_000, 66
GROWTH_MEGABYTES = 64
HEAD = (
    "id\tnode1\trelation\tnode2\tnode1;label\tnode2;label\trelation;label\trelation;dimension"
    "\tsource\tsentence\n"
)
# Half of CSKG's edges are of relations that nobody reads here.
RELATIONS = (
    "/r/RelatedTo",
    "/r/AtLocation",
    "/r/Synonym",
    "/r/LocatedNear",
    "at:xWant",
    "/r/IsA",
) + ("/r/UsedFor", "/r/CapableOf", "/r/MadeOf", "/r/HasA", "/r/PartOf", "mw:MayHaveProperty")
VERBS = ("cut", "fold", "pierce", "hold", "scoop", "roll", "tie", "wrap", "scrape", "press", "hang")
REST = ("paper", "water", "soil", "leather", "flat", "through", "butter", "cloth", "wood", "sand")


def edges():
    rng = random.Random(1)
    yield HEAD
    for number in range(EDGES):
        thing = f"thing {rng.randrange(THINGS)}"
        said = f"{rng.choice(VERBS)}ing {rng.choice(REST)} {rng.choice(REST)}"
        yield (
            f"/c/en/{number}\t/c/en/{thing}\t{rng.choice(RELATIONS)}\t/c/en/{said}\t{thing}|also"
            f"\t{said}\t\t\tCN\t[[{thing}]] has to do with [[{said}]].\n"
        )


@pytest.fixture(scope="module", params=["plain", "gzip"])
def cskg(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("cskg") / "cskg.tsv"
    opened = gzip.open if request.param == "gzip" else open
    with opened(path, "wt", encoding="utf-8") as file:
        file.writelines(edges())
    return path


def megabytes():
    """What the process holds now; its highest mark would hide what was freed before."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def read(path, progress):
    with path.open("rb") as stream:
        lines = knowledge.counted(knowledge.text_lines(stream, path.name), progress)
        wanted = knowledge.edges(lines, path.name, relations=facts.RELATIONS)
        yield from facts.of_edges(wanted, path.name)


def timed(what):
    """The result and the seconds of CPU that it took."""
    started = process_time()
    result = what()
    return result, process_time() - started


def test_a_million_edges_are_read_in_flat_memory(cskg):
    told, held = [], [megabytes()]

    def progress(lines):
        told.append(lines)
        held.append(megabytes())

    count, took = timed(lambda: sum(1 for _ in read(cskg, progress)))
    grown = max(held) - held[0]
    print(
        f"\n{EDGES} edges of {cskg.stat().st_size / 1e6:.0f} MB, {count} facts:"
        f" {EDGES / took:,.0f} lines a second of CPU, memory grown by {grown:.1f} MB at most"
        f" (limit {GROWTH_MEGABYTES})"
    )
    assert told[-1] == EDGES + 1
    assert grown < GROWTH_MEGABYTES


def test_evidence_for_many_affordances_is_gathered_in_bounded_memory(cskg):
    wordings = {f"{verb}_{rest}": [f"{verb} {rest}"] for verb in VERBS for rest in REST}
    matcher = phrases.matcher(dict(list(wordings.items())[:AFFORDANCES]))
    before = megabytes()
    found, first = timed(lambda: evidence.find_things(read(cskg, lambda n: None), matcher))
    named = {thing for things in found.things.values() for thing in things}
    described, second = timed(lambda: evidence.describe(read(cskg, lambda n: None), named))
    kept = sum(map(len, described.facts.values()))
    print(
        f"\n{AFFORDANCES} affordances in {EDGES} edges: things in {first:.1f} s,"
        f" {EDGES / first:,.0f} lines a second of CPU; {len(named)} things described by"
        f" {kept} facts in {second:.1f} s; memory grown by {megabytes() - before:.1f} MB"
    )
    assert len(found.things) == AFFORDANCES
