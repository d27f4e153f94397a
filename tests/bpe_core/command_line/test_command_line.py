"""The command line as a script uses it: output, errors and exit codes, and its real processes."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from bpe_core import Corpus, Trace, train_bpe, train_unigram, train_wordpiece
from bpe_core.command_line import INPUT_ERROR, main
from bpe_core.files.exchange import read_model
from tests.bpe_core.command_line.called import ROOT, run, run_process

TEXT = "low low low low low lower lower newest newest newest newest newest newest widest widest"
HUGS = "hug 10\npug 5\npun 12\nbun 4\nhugs 5\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A byte-level tokenizer.json, trained by the command."""
    folder = tmp_path_factory.mktemp("model")
    (folder / "a.txt").write_text(f"{TEXT} 哈哈哈", encoding="utf-8")
    arguments = ["--merges", "20", "--unit", "byte", "--pre-tokenizer", "gpt2"]
    code, out, _ = run("train", *arguments, folder / "a.txt", "-o", folder / "tokenizer.json")
    assert (code, out) == (0, "")
    return folder / "tokenizer.json"


def test_text_goes_through_encode_and_decode(model: Path) -> None:
    """They work with real pipes, line by line, whatever is in the lines."""
    text = "newest low\n\n哈哈 <b>👍🏽</b>\n  spaces  \n"
    code, ids, _ = run_process("encode", "-m", model, given=text)
    assert code == 0
    assert len(ids.splitlines()) == 4
    assert run_process("decode", "-m", model, given=ids)[:2] == (0, text)


def test_a_kept_trace_is_a_tokenizer_too(tmp_path: Path) -> None:
    """`train --format trace` keeps the history; encode and convert read it."""
    file = tmp_path / "history"
    run("train", "--table", "--format", "trace", "-o", file, given=HUGS)
    assert Trace.from_bytes(file.read_bytes()).merges[0].token == "ug"
    assert run("encode", "-m", file, "--tokens", given="hugs")[1] == "hugs\n"
    code, out, _ = run("convert", file, "--to", "subword-nmt")
    assert (code, out.splitlines()[:2]) == (0, ["#version: 0.1", "u g"])


def test_exit_codes_tell_scripts_what_happened(model: Path, tmp_path: Path) -> None:
    """1: bad input; 2: bad command; 3: unreachable file. The reason is on standard error."""
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9")
    (tmp_path / "broken.json").write_text('{"model": [')
    cases: list[tuple[int, list[str | Path], str]] = [
        (1, ["train", tmp_path / "latin.txt"], "latin.txt: This file is not text"),
        (1, ["train", "--format", "minbpe", ROOT / "LICENSE"], "starts from bytes"),
        (1, ["encode", "-m", tmp_path / "broken.json"], "is not valid JSON"),
        (1, ["train"], "nothing to train on"),
        (1, ["decode", "-m", model, "--", ROOT / "LICENSE"], "no token with the id"),
        (2, ["train", "--merges", "many"], "invalid int value"),
        (2, [], "usage"),
        (3, ["train", tmp_path / "missing.txt"], "missing.txt: No such file"),
        (3, ["encode", "-m", tmp_path], "Is a directory"),
    ]
    for expected, arguments, told in cases:
        code, out, errors = run(*arguments)
        assert (code, out) == (expected, ""), arguments
        assert told in errors
        assert "Traceback" not in errors


def test_a_process_says_the_same(tmp_path: Path) -> None:
    """With the same exit code, and without a traceback."""
    command = ["train", tmp_path / "missing.txt"]
    assert run_process(*command) == run(*command)


@pytest.mark.parametrize(
    ("package", "first"), [("bpe_core", "numpy"), ("merge_by_merge", "argparse")]
)
def test_ctrl_c_ends_a_command_while_it_is_still_imported(package: str, first: str) -> None:
    """From the first module that takes long enough for anybody to press it."""
    program = (
        "import runpy, sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *more):\n"
        f"        if name == {first!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        f"runpy.run_module({package!r}, run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_reader_that_stops_early_is_no_error_message(model: Path) -> None:
    """As with `| head -1`: without a traceback, with the exit code of a broken pipe."""
    command = f"{sys.executable} -m bpe_core encode -m {model} | head -1"
    lines = "newest low\n" * 200_000
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        input=lines.encode(),
        capture_output=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (141, b"")
    assert len(done.stdout.splitlines()) == 1


def test_files_are_counted_in_parallel_as_by_one(tmp_path: Path) -> None:
    """The resulting file is the same, however the files were counted."""
    names = []
    for number, word in enumerate(["newest", "low lower", "low 哈哈"]):
        (tmp_path / f"{number}.txt").write_text(f"{word} {TEXT}", encoding="utf-8")
        names.append(tmp_path / f"{number}.txt")
    one, many = (run("train", "--workers", n, *names)[:2] for n in ("1", "3"))
    assert one == many
    assert one[0] == 0


def test_the_bits_of_unread_text_are_a_table_or_json(tmp_path: Path) -> None:
    """The same numbers twice; a text of which no tenth can be spared is refused."""
    text = "".join(f"The {a} sat on the {b}.\n" for a in ("cat", "dog", "hen") for b in "abcdefgh")
    file = tmp_path / "text.txt"
    file.write_text(text)
    code, table, _ = run("bits", "--sizes", "3", "--quiet", file)
    sizes = json.loads(run("bits", "--sizes", "3", "--quiet", "--json", file)[1])
    assert code == 0
    assert [size["merges"] for size in sizes] == [
        int(row.split()[0]) for row in table.splitlines()[1:]
    ]
    for size, row in zip(sizes, table.splitlines()[1:], strict=True):
        tenths = size["bits_per_byte_of_tenths"]
        shown = (size["bits_per_byte"], min(tenths), max(tenths), size["bits_per_token"])
        assert [f"{each:.3f}" for each in shown] == row.replace("to", "").split()[2:]
    code, out, errors = run("bits", given="Too short.")
    assert (code, out) == (1, "")
    assert "At least 20 sentences or lines" in errors


WORDS = "low lower lowest newest widest hug hugs 哈哈 low lower low\n"
LINES = "low lowest\n哈 hugs<s>hug\n"
TRAININGS = {"bpe": train_bpe, "wordpiece": train_wordpiece, "unigram": train_unigram}


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(WORDS, "utf-8")
    (tmp_path / "lines.txt").write_text(LINES, "utf-8")
    return tmp_path


def command(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("algorithm", "unit", "format"),
    [
        *product(TRAININGS, ["char", "byte"], ["tokenizer.json", "trace"]),
        *(("bpe", "byte", format) for format in ("gpt2", "minbpe", "tiktoken")),
        ("bpe", "char", "subword-nmt"),
    ],
)
def test_what_train_writes_is_used(algorithm: str, unit: str, format: str, text: Path, capfdbinary):
    """The ids are those of the trained tokenizer, with special tokens if requested."""
    cut = "whitespace" if format == "subword-nmt" else "gpt2"
    size = 540 if unit == "byte" else 50
    file, ids, back = text / "model", text / "ids", text / "back"
    settings = ["--algorithm", algorithm, "--unit", unit, "--pre-tokenizer", cut]
    has_special = format not in ("tiktoken", "subword-nmt")
    special = ["--special", "<s>"] if has_special else []
    wanted = ["--vocab-size", size, "--format", format, *special, "-q"]
    assert command("train", *settings, *wanted, text / "text.txt", "-o", file) == 0
    named = ["--pre-tokenizer", cut] if format == "tiktoken" else []
    assert command("encode", "-m", file, *special, *named, text / "lines.txt", "-o", ids) == 0
    assert command("decode", "-m", file, *named, ids, "-o", back) == 0
    corpus = Corpus.from_text(WORDS, unit=unit, pre_tokenizer=cut)
    given = special[1:] or (["[UNK]"] if algorithm == "wordpiece" else [])
    trace = TRAININGS[algorithm](corpus, vocab_size=size, special_tokens=given)
    ours = trace.tokenizer()
    said = [list(map(int, line.split())) for line in ids.read_text().splitlines()]
    expected = [ours.encode(line, special[1:]) for line in LINES.splitlines()]
    if format in ("tokenizer.json", "trace"):
        assert said == expected
    decoded = back.read_text("utf-8").splitlines()
    if format != "subword-nmt":  # which joins words without a marker
        assert decoded == [ours.decode(line) for line in expected]
    assert command("encode", "-m", file, "--tokens", *named, text / "lines.txt") == 0
    shown = capfdbinary.readouterr().out.decode().splitlines()
    assert len(shown) == 2


def test_a_special_token_that_the_file_lacks_is_told(text: Path, capsys) -> None:
    for algorithm in TRAININGS:
        file = text / "model"
        size = ["--vocab-size", 50, "-q"]
        assert command("train", "--algorithm", algorithm, *size, text / "text.txt", "-o", file) == 0
        code = command("encode", "-m", file, "--special", "<eos>", text / "lines.txt")
        assert code == INPUT_ERROR
        assert "no special token '<eos>'" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--merges=5", "--min-frequency=2", "--tie-rule=lowest-id"])
def test_what_unigram_has_no_use_for_is_refused(option: str, text: Path, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        command("train", "--algorithm", "unigram", option, text / "text.txt")
    assert ended.value.code == 2
    assert option.split("=")[0] in capsys.readouterr().err


def test_ranks_alone_need_a_cut(text: Path, capsys) -> None:
    """The message says so, and how to fix it."""
    file = text / "ranks"
    settings = ["--unit", "byte", "--pre-tokenizer", "gpt2", "--format", "tiktoken", "-q"]
    assert command("train", *settings, text / "text.txt", "-o", file) == 0
    assert command("encode", "-m", file, text / "lines.txt") == INPUT_ERROR
    assert "--pre-tokenizer" in capsys.readouterr().err
    out = text / "minbpe"
    assert command("convert", file, "--pre-tokenizer", "gpt2", "--to", "minbpe", "-o", out) == 0
    assert read_model(out.read_bytes()).pre_tokenizer == "gpt2"
