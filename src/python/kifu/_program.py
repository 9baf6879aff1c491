"""Where the program lies."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path

NAMES = ("kifu", "kifu.exe")


def path() -> str:
    """Return the path of the program: the one installed with this module, else the one on PATH.

    Raises FileNotFoundError when there is none.
    """
    for program in (*_installed(), shutil.which("kifu")):
        if program and Path(program).is_file():
            return str(program)
    message = "the program kifu is neither beside its Python module nor on PATH"
    raise FileNotFoundError(message)


def _installed() -> list[Path]:
    """Return where the wheel may have put the program."""
    try:
        files = metadata.files("kifu") or []
    except metadata.PackageNotFoundError:
        files = []
    recorded = [Path(str(file.locate())).resolve() for file in files if file.name in NAMES]
    # `pip install --target` moves programs and records the place where they were before.
    moved = [Path(__file__).parent.parent / "bin" / name for name in NAMES]
    return recorded + moved
