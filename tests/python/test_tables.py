"""`kifu.table`, `kifu.schema` and `kifu.path` against the built program."""

import csv
import io
import subprocess
import sys

import pyarrow as pa
import pytest
from conftest import GAMES, ROOT

import kifu
from kifu._files import ENDINGS, below

TABLES = ["games", "moves", "positions", "findings"]


def exported(program, table):
    run = subprocess.run([program, "export", "--table", table, GAMES], capture_output=True, check=False)
    return list(csv.DictReader(io.StringIO(run.stdout.decode("utf-8"))))


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_those_of_export(program, table):
    rows = kifu.table(GAMES, table, program=program).read_all()
    wanted = exported(program, table)
    assert rows.schema == kifu.schema(table, program=program)
    assert rows.num_rows == len(wanted) > 0
    for name in ("file", "game"):
        assert [str(it) for it in rows[name].to_pylist()] == [row[name] for row in wanted]
    for name in rows.column_names:
        empty = [not row[name] for row in wanted]
        # CSV leaves a null empty, and an empty text too.
        assert [it in (None, "") for it in rows[name].to_pylist()] == empty, name


def test_a_list_of_files_is_read_as_it_is(program):
    files = [GAMES / "nifu.kifu", GAMES / "two.csa"]
    rows = kifu.table(files, program=program).read_all()
    assert rows["file"].to_pylist() == [str(files[0]), str(files[1]), str(files[1])]
    assert rows["errors"].to_pylist()[0] > 0


def test_evidence_brings_its_columns(program):
    rows = kifu.table(GAMES, evidence=True, program=program)
    assert len(rows.schema) > len(kifu.schema(program=program))
    assert rows.schema == kifu.schema(evidence=True, program=program)


def test_a_job_that_fails_is_an_error_with_its_words(program):
    with pytest.raises(kifu.KifuError, match=r"ended with 2: .*no-such-folder"):
        kifu.table("no-such-folder", program=program)


def test_a_name_that_looks_like_an_option_is_a_name(program):
    with pytest.raises(kifu.KifuError, match="--version"):
        kifu.table("--version", program=program)


def test_columns_come_in_the_order_asked_for(program):
    some = kifu.schema("games", columns=["plies", "file"], program=program)
    assert some == pa.schema([("plies", pa.int32()), ("file", pa.string())])
    with pytest.raises(ValueError, match="games has no column colour"):
        kifu.schema("games", columns=["colour"], program=program)


def test_the_types_are_plain(program):
    types = {str(field.type) for table in TABLES for field in kifu.schema(table, program=program)}
    assert types == {"string", "int32", "int64", "double", "bool", "date32[day]", "timestamp[us]"}


def test_a_program_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("kifu._program._installed", list)
    with pytest.raises(FileNotFoundError, match="nor on PATH"):
        kifu.path()


def test_importing_the_module_imports_no_engine():
    engines = "pyarrow pyspark ray dask pandas"
    code = f"import sys, kifu; print([it for it in '{engines}'.split() if it in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT / "src" / "python")
    assert run.stdout.strip() == b"[]"


def test_folders_are_listed_as_the_program_lists_them(program, tmp_path):
    (tmp_path / "below").mkdir()
    for ending in [*ENDINGS, "KIF", "md", "rs", "html", "csv"]:
        (tmp_path / "below" / f"game.{ending}").write_bytes((GAMES / "two.csa").read_bytes())
    rows = kifu.table(tmp_path, program=program).read_all()
    assert below(str(tmp_path)) == sorted(set(rows["file"].to_pylist()))
