"""`python -m bpe_core inspect`: any file, as text and as JSON, with exit code 2 for a bad one."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from bpe_core.command_line import main
from bpe_core.files.inspection.limits import MOST_BYTES
from tests.bpe_core.files.inspection.small_files import FILES, TEXTS, gpt2_pair
from tests.examples import some_of


def test_everything_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It has the library's ids, as a list for each line."""
    file, texts = tmp_path / "tokenizer.json", tmp_path / "texts.jsonl"
    file.write_bytes(FILES["byte-level"]())
    texts.write_text("".join(json.dumps(text) + "\n" for text in TEXTS), "utf-8")
    assert main(["inspect", str(file), "--encode", str(texts), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    library = Tokenizer.from_str(FILES["byte-level"]().decode())
    assert said["kind"] == "tokenizer.json"
    assert said["size"] == library.get_vocab_size()
    assert said["unreachable"] == []
    assert said["ids"] == [library.encode(text, add_special_tokens=False).ids for text in TEXTS]


@pytest.mark.parametrize("name", some_of([*FILES], "lines"))
def test_every_kind_of_file_is_told_in_lines(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kind, size, cuts, special and unreachable tokens."""
    file = tmp_path / "file"
    file.write_bytes(FILES[name]())
    assert main(["inspect", str(file)]) == 0
    said = capsys.readouterr().out
    for title in ("kind: ", "size: ", "cuts: ", "special tokens: ", "unreachable tokens: "):
        assert f"\n{title}" in f"\n{said}"


def test_ids_alone_are_a_list_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """This is for scripts that need nothing else."""
    file, texts = tmp_path / "codes", tmp_path / "texts.jsonl"
    file.write_bytes(b"minbpe v1\n\n0\n104 117\n")
    texts.write_text('"hu"\n"h"\n', "utf-8")
    assert main(["inspect", str(file), "--encode", str(texts)]) == 0
    assert capsys.readouterr().out == "[256]\n[104]\n"


def test_gpt2s_two_files_find_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The user names both, or one of them, or their folder."""
    vocabulary, merges = gpt2_pair()
    (tmp_path / "vocab.json").write_bytes(vocabulary)
    (tmp_path / "merges.txt").write_bytes(merges)
    both = [str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt")]
    for files in (both, both[::-1], both[:1], both[1:], [str(tmp_path)]):
        assert main(["inspect", "--json", *files]) == 0
        assert json.loads(capsys.readouterr().out)["size"] == len(json.loads(vocabulary))


@pytest.mark.parametrize("data", [b"", b"{", b"no tokenizer at all, is it", b'{"model": {}}'])
def test_a_bad_file_ends_with_2(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The reason is on standard error."""
    file = tmp_path / "bad"
    file.write_bytes(data)
    assert main(["inspect", str(file), "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "hoose" in said.err


def test_a_line_that_is_no_text_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is 1 for bad input (not a bad model file), and 3 for a missing file."""
    file, texts = tmp_path / "file", tmp_path / "texts.jsonl"
    file.write_bytes(FILES["minbpe"]())
    texts.write_text('"hug"\nhug\n', "utf-8")
    assert main(["inspect", str(file), "--encode", str(texts)]) == 1
    assert "Line 2" in capsys.readouterr().err
    assert main(["inspect", str(tmp_path / "nowhere")]) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_is_refused_before_anybody_waits_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody writes into this one, so that opening it would never return."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main(["inspect", str(pipe)]) == 2
    assert "not a regular file" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no file without an end")
def test_a_device_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "/dev/zero"]) == 2
    assert "not a regular file" in capsys.readouterr().err


def test_standard_input_is_not_read_beyond_the_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = io.TextIOWrapper(io.BytesIO(bytes(MOST_BYTES + 2)))
    monkeypatch.setattr(sys, "stdin", endless)
    assert main(["inspect", "-"]) == 2
    assert f"the limit is {MOST_BYTES}" in capsys.readouterr().err.replace(",", "")
