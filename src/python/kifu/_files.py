"""The files of a folder that are taken for records."""

from __future__ import annotations

from pathlib import Path

# Those that `kifu check FOLDER` reads.
ENDINGS = frozenset(["kif", "kifu", "ki2", "ki2u", "csa", "sfen", "usi", "usen", "jkf", "json", "txt", "bod"])


def is_record(name: str) -> bool:
    """Tell whether a file of a folder is taken for a record, by the ending of its name."""
    return name.rpartition(".")[2].lower() in ENDINGS


def below(folder: str) -> list[str]:
    """Return the records below a folder, sorted; of a file, the file itself."""
    root = Path(folder)
    if root.is_file():
        return [folder]
    if not root.is_dir():
        message = f"no folder {folder}"
        raise FileNotFoundError(message)
    return sorted(str(it) for it in root.rglob("*") if it.is_file() and is_record(it.name))
