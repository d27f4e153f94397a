"""`python -m bpe_core inspect`: any file, as text and as JSON, with exit code 2 for a bad one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from bpe_core.files.errors import MOST_BYTES
from tests.bpe_core.command_line.called import run
from tests.bpe_core.files.formats.small_files import FILES, TEXTS, gpt2_pair
from tests.examples import some_of


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_everything_is_one_object(tmp_path: Path) -> None:
    """It has the library's ids, as a list for each line."""
    file = written(tmp_path / "tokenizer.json", FILES["byte-level"]())
    lines = "".join(json.dumps(text) + "\n" for text in TEXTS)
    texts = written(tmp_path / "texts.jsonl", lines.encode())
    code, out, _ = run("inspect", file, "--encode", texts, "--json")
    said = json.loads(out)
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    assert (code, said["kind"], said["unreachable"]) == (0, "tokenizer.json", [])
    assert said["size"] == library.get_vocab_size()
    assert said["ids"] == [library.encode(text, add_special_tokens=False).ids for text in TEXTS]


@pytest.mark.parametrize("name", some_of([*FILES], "lines"))
def test_every_kind_of_file_is_told_in_lines(name: str, tmp_path: Path) -> None:
    """Kind, size, cuts, special and unreachable tokens."""
    code, out, _ = run("inspect", written(tmp_path / "file", FILES[name]()))
    assert code == 0
    for title in ("kind: ", "size: ", "cuts: ", "special tokens: ", "unreachable tokens: "):
        assert f"\n{title}" in f"\n{out}"


def test_notes_and_reasons_are_sentences_for_people_and_codes_for_programs(tmp_path: Path) -> None:
    file = written(tmp_path / "ranks", FILES["tiktoken"]())
    lines = run("inspect", file)[1]
    assert "note: This file does not say how it splits text. The pattern of cl100k_base" in lines
    assert "  its bytes never occur in UTF-8: 13: 192, 193, 245, " in lines
    said = json.loads(run("inspect", file, "--json")[1])
    assert said["notes"] == [{"code": "pattern-not-said", "part": "cl100k_base"}]
    assert len(said["unreachable_parts"]["no-utf8"]) == 13


def test_ids_alone_are_a_list_a_line(tmp_path: Path) -> None:
    """This is for scripts that need nothing else."""
    file = written(tmp_path / "codes", b"minbpe v1\n\n0\n104 117\n")
    texts = written(tmp_path / "texts.jsonl", b'"hu"\n"h"\n')
    assert run("inspect", file, "--encode", texts)[:2] == (0, "[256]\n[104]\n")


def test_gpt2s_two_files_find_each_other(tmp_path: Path) -> None:
    """The user names both, or one of them, or their folder."""
    vocabulary, merges = gpt2_pair()
    both = [written(tmp_path / "vocab.json", vocabulary), written(tmp_path / "merges.txt", merges)]
    for files in (both, both[::-1], both[:1], both[1:], [tmp_path]):
        code, out, _ = run("inspect", "--json", *files)
        assert (code, json.loads(out)["size"]) == (0, len(json.loads(vocabulary)))


@pytest.mark.parametrize("data", [b"", b"{", b"no tokenizer at all, is it", b'{"model": {}}'])
def test_a_bad_file_ends_with_2(data: bytes, tmp_path: Path) -> None:
    """The reason is on standard error."""
    code, out, errors = run("inspect", written(tmp_path / "bad", data), "--json")
    assert (code, out) == (2, "")
    assert "hoose" in errors


def test_a_line_that_is_no_text_is_named(tmp_path: Path) -> None:
    """The exit code is 1 for bad input (not a bad model file), and 3 for a missing file."""
    file = written(tmp_path / "file", FILES["minbpe"]())
    texts = written(tmp_path / "texts.jsonl", b'"hug"\nhug\n')
    code, _, errors = run("inspect", file, "--encode", texts)
    assert code == 1
    assert "Line 2" in errors
    assert run("inspect", tmp_path / "nowhere")[0] == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
@pytest.mark.parametrize("name", ["a pipe", "/dev/zero"])
def test_what_is_no_regular_file_is_refused(name: str, tmp_path: Path) -> None:
    """Nobody writes into this pipe, so that opening it would never return; a device never ends."""
    os.mkfifo(tmp_path / "a pipe")
    code, _, errors = run("inspect", tmp_path / name)
    assert code == 2
    assert "not a regular file" in errors


def test_standard_input_is_not_read_beyond_the_limit() -> None:
    code, _, errors = run("inspect", "-", given="\0" * (MOST_BYTES + 2))
    assert code == 2
    assert f"the limit is {MOST_BYTES}" in errors.replace(",", "")
