"""The files of a catalogue and of gold questions: bytes to values and back, nothing stored."""

from games.formats.catalogues import (
    FILES,
    GAMES,
    LABELS,
    labels_of,
    read_catalogue,
    read_games,
    read_unlabelled,
)
from games.formats.gold import (
    Asked,
    AskedGold,
    BlindGold,
    CheckerGold,
    OracleGold,
    read_blind_gold,
    read_checker_gold,
    read_oracle_gold,
)
from games.formats.references import broader_values
from games.formats.rows import (
    AffordanceRow,
    CatalogueContent,
    GameRow,
    LabelRow,
    Manifest,
    ObjectRow,
    Reading,
    RowError,
    VocabularyValue,
)
from games.formats.writers import (
    catalogue_files,
    catalogue_sha256,
    games_file,
    labels_file,
    sheet_sha256,
)

__all__ = [
    "FILES",
    "GAMES",
    "LABELS",
    "AffordanceRow",
    "Asked",
    "AskedGold",
    "BlindGold",
    "CatalogueContent",
    "CheckerGold",
    "GameRow",
    "LabelRow",
    "Manifest",
    "ObjectRow",
    "OracleGold",
    "Reading",
    "RowError",
    "VocabularyValue",
    "broader_values",
    "catalogue_files",
    "catalogue_sha256",
    "games_file",
    "labels_file",
    "labels_of",
    "read_blind_gold",
    "read_catalogue",
    "read_checker_gold",
    "read_games",
    "read_oracle_gold",
    "read_unlabelled",
    "sheet_sha256",
]
