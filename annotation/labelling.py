"""What comes after the folder of a draft: its commands, and the README that the folder carries."""

from dataclasses import dataclass

README = "README.md"
# What is to be done, and the command for it on a folder.
STEPS = (
    (
        "Have each pair judged by three or more raters who read no names; once a rater",
        "label_pairs {folder} --rater NAME --model MODEL --passes PASSES",
    ),
    (
        "See how far they agree",
        "measure_passes {folder} --passes PASSES --adjudicated ADJUDICATED",
    ),
    (
        "Settle the labels: a majority, or a reasoned decision in ADJUDICATED, a .jsonl file",
        "settle_labels {folder} --passes PASSES --adjudicated ADJUDICATED",
    ),
    ("Draw games", "sample_games {folder} --count 125 --seed 20"),
    ("Check every rule of the files once more", "check_catalogue {folder}"),
    ("Bring it into the lab", "import_catalogue {folder}"),
)


@dataclass(frozen=True)
class Step:
    """words: what it does. command: a line for a shell in the lab's folder."""

    words: str
    command: str


def steps(folder: str) -> list[Step]:
    return [Step(words, f"manage.py {line.format(folder=folder)}") for words, line in STEPS]


def readme(folder: str, *, title: str) -> bytes:
    """The same title and folder give the same bytes."""
    listed = "\n".join(
        f"{number}. {step.words}: `{step.command}`"
        for number, step in enumerate(steps(folder), start=1)
    )
    return (
        f"# {title}\n\n"
        "The files of a catalogue that has no labels yet. What comes next, in the lab's folder:\n\n"
        f"{listed}\n\n"
        "PASSES is a folder with a file a rater. A person's pass is a file of the same form;"
        " docs/workshop.md of the lab describes it.\n"
    ).encode()
