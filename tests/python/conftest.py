"""What the tests share: the records of testdata, the built program, and a stand-in for its worker."""

import os
import stat
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "testdata" / "games"


@pytest.fixture(scope="session")
def program():
    """The program under test: that of KIFU, else the one that is installed with the module."""
    import kifu  # noqa: PLC0415

    return os.environ.get("KIFU") or kifu.path()


@pytest.fixture
def stand_in(tmp_path, program):
    """Make a program whose worker is that of stand_in_worker.py, with a fault or none."""

    def make(fault=""):
        script = tmp_path / "kifu"
        worker = Path(__file__).with_name("stand_in_worker.py")
        # An engine's processes have an environment of their own, so the fault stands in the script.
        lines = [
            "#!/bin/sh",
            f'[ "$1" = worker ] || exec "{program}" "$@"',
            f'STAND_IN_FAULT={fault} exec "{sys.executable}" "{worker}" "$@"',
            "",
        ]
        script.write_text("\n".join(lines))
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    return make
