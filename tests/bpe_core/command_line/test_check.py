"""`check` as a grader uses it: exit codes, JSON, and words for people."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from bpe_core.files.errors import MOST_BYTES
from tests.bpe_core.command_line.called import run
from tests.bpe_core.files.formats.small_files import FILES, TEXTS, gpt2_pair

HUGS = "hug 10\npug 5\npun 12\nbun 4\nhugs 5\n"
TEXT = "the theme of them all<|endoftext|>then the others, the rest and the end of this. " * 3


def check(*arguments: str | Path, given: str = "", command: str = "check") -> tuple[int, str, str]:
    """Exit code, output and errors."""
    return run(command, *arguments, given=given)


@pytest.fixture
def hugs(tmp_path: Path) -> Path:
    path = tmp_path / "hugs.txt"
    path.write_text(HUGS, encoding="utf-8")
    return path


def test_what_train_learns_is_what_check_expects(tmp_path: Path) -> None:
    """Both cut the text at special tokens. The preset of a course is these settings."""
    (tmp_path / "one.txt").write_text(TEXT, encoding="utf-8")
    out = tmp_path / "merges.txt"
    asked = ("--merges", "20", "--unit", "byte", "--pre-tokenizer", "gpt2")
    rules = ("--tie-rule", "largest-text", "--special", "<|endoftext|>")
    assert check(tmp_path / "one.txt", *asked, *rules, "-q", "-o", out, command="train")[0] == 0
    merges = json.loads(out.read_text(encoding="utf-8"))["model"]["merges"]
    given = "\n".join(" ".join(each) if isinstance(each, list) else each for each in merges)
    preset = ("--preset", "cs336", "--merges", "20")
    for settings in ((*asked, *rules), preset):
        assert check("-", "--corpus", tmp_path / "one.txt", *settings, given=given)[0] == 0
    other = ("--corpus", tmp_path / "one.txt", *preset, "--tie-rule", "first-seen", "--json")
    code, said, _ = check("-", *other, given=given)
    assert code == 1
    assert "tie-largest-text" in json.loads(said)["explanations"]


@pytest.mark.parametrize("command", ["check", "check-encoding"])
def test_a_pickle_is_not_opened(hugs: Path, tmp_path: Path, command: str) -> None:
    """In any protocol; the list is asked for as text."""
    options = {"check": ("--corpus", hugs), "check-encoding": ("--text", hugs, "-m", hugs)}[command]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        (tmp_path / "list").write_bytes(pickle.dumps([(b"u", b"g")], protocol=protocol))
        code, _, errors = check(tmp_path / "list", *options, command=command)
        assert (code, "print(merges)" in errors) == (2, True), protocol


@pytest.mark.parametrize("seconds", ["-1", "0", "nan"])
def test_a_time_that_is_none_is_refused(hugs: Path, seconds: str) -> None:
    code, _, told = check("-", "--corpus", hugs, "--seconds", seconds, given="u g")
    assert code == 2
    assert "not a time above zero" in told


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


def test_notes_and_reasons_are_sentences_for_people_and_codes_for_programs(tmp_path: Path) -> None:
    file = written(tmp_path / "ranks", FILES["tiktoken"]())
    lines = run("inspect", file)[1]
    assert "note: This file does not say how it splits text. The pattern of cl100k_base" in lines
    assert "  its bytes never occur in UTF-8: 13: 192, 193, 245, " in lines
    said = json.loads(run("inspect", file, "--json")[1])
    assert said["notes"] == [{"code": "pattern-not-said", "part": "cl100k_base"}]
    assert len(said["unreachable_parts"]["no-utf8"]) == 13


def test_gpt2s_two_files_find_each_other(tmp_path: Path) -> None:
    """The user names both, or one of them, or their folder."""
    vocabulary, merges = gpt2_pair()
    both = [written(tmp_path / "vocab.json", vocabulary), written(tmp_path / "merges.txt", merges)]
    for files in (both, both[::-1], both[:1], both[1:], [tmp_path]):
        code, out, _ = run("inspect", "--json", *files)
        assert (code, json.loads(out)["size"]) == (0, len(json.loads(vocabulary)))


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
