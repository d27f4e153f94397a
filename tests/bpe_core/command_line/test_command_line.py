"""The command line as a script uses it: output, errors and exit codes, and its real processes."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path

import pytest

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.command_line import commands, main
from bpe_core.files.errors import MOST_BYTES

TEXT = "low low low low low lower lower newest newest newest newest newest newest widest widest"


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
    assert run_process("encode", "-m", model, given="")[:2] == (0, "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "usage"),
        ("train --merges many", "invalid int value"),
        ("train a --workers 0", "argument --workers: "),
        ("convert a --pre-tokenizer sentences", "argument --pre-tokenizer: "),
        ("check a", "give the merges and --corpus"),
        ("check-encoding -m a", "give the ids, --text and --model"),
        *((f"check a --corpus a --seconds {n}", "not a time above zero") for n in ("-1", 0, "nan")),
        *(
            (f"train a --algorithm unigram {option}", option.split("=")[0])
            for option in ("--merges=5", "--min-frequency=2", "--tie-rule=lowest-id")
        ),
    ],
)
def test_a_wrong_command_line_is_refused(arguments: str, told: str) -> None:
    code, out, errors = run(*arguments.split())
    assert (code, out) == (2, "")
    assert told in errors


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


@pytest.mark.parametrize("lines", [1, 9_000])
def test_a_reader_that_stops_early_is_no_error_message(model: Path, lines: int) -> None:
    """As with `| head -1`: the exit code of a broken pipe, for what is written at the end, too."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "bpe_core", "encode", "-m", model],
        input=b"newest low\n" * lines,
        stdout=write,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_files_are_counted_in_parallel_as_by_one(tmp_path: Path) -> None:
    """The resulting file is the same, however the files were counted."""
    names = []
    for number, word in enumerate(["newest", "low lower", "low 哈哈"]):
        (tmp_path / f"{number}.txt").write_text(f"{word} {TEXT}", encoding="utf-8")
        names.append(tmp_path / f"{number}.txt")
    one, many = (run("train", "--workers", n, *names)[:2] for n in ("1", "3"))
    assert one == many
    assert one[0] == 0


WORDS = "low lower lowest newest widest hug hugs 哈哈 low lower low\n"
LINES = "low lowest\n哈 hugs<s>hug\n"
TRAININGS = {"bpe": train_bpe, "wordpiece": train_wordpiece, "unigram": train_unigram}


@pytest.mark.parametrize(
    ("algorithm", "unit", "format"),
    [
        *product(TRAININGS, ["char", "byte"], ["tokenizer.json", "trace"]),
        *(("bpe", "byte", format) for format in ("gpt2", "minbpe", "tiktoken")),
        ("bpe", "char", "subword-nmt"),
    ],
)
def test_what_train_writes_is_used(
    algorithm: str, unit: str, format: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ids are those of the trained tokenizer; <s> is one token where that is asked for."""
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text(WORDS, "utf-8")
    Path("lines.txt").write_text(LINES, "utf-8")
    cut = "whitespace" if format == "subword-nmt" else "gpt2"
    size = 540 if unit == "byte" else 50
    special = "" if format in ("tiktoken", "subword-nmt") else "--special <s>"
    settings = f"--algorithm {algorithm} --unit {unit} --pre-tokenizer {cut} --vocab-size {size}"
    done = (0, "", "")
    assert run(*f"train -q {settings} --format {format} {special} text.txt -o m".split()) == done
    corpus = Corpus.from_text(WORDS, unit=unit, pre_tokenizer=cut)
    given = ["<s>"] if special else ["[UNK]"] if algorithm == "wordpiece" else []
    ours = TRAININGS[algorithm](corpus, vocab_size=size, special_tokens=given).tokenizer()
    named = f"--pre-tokenizer {cut}" if format == "tiktoken" else ""
    for asked in {special, ""}:
        assert run(*f"encode -m m {named} {asked} lines.txt -o ids".split()) == done
        assert run(*f"decode -m m {named} ids -o back".split()) == done
        expected = [ours.encode(line, asked.split()[1:]) for line in LINES.splitlines()]
        if format in ("tokenizer.json", "trace"):
            lines = Path("ids").read_text().splitlines()
            assert [list(map(int, line.split())) for line in lines] == expected
        if format != "subword-nmt":  # which joins words without a marker
            decoded = Path("back").read_text("utf-8").splitlines()
            assert decoded == [ours.decode(ids) for ids in expected]


ROOT = Path(__file__).resolve().parents[3]
Ended = tuple[int, str, str]


def run_process(*arguments: str | Path, given: str = "") -> Ended:
    """A real process: `python -m bpe_core` with its pipes."""
    done = subprocess.run(
        [sys.executable, "-m", "bpe_core", *map(str, arguments)],
        input=given.encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def run(*arguments: str | Path, given: str = "") -> Ended:
    """The same command, called. An error that it lets out fails the test.

    >>> run("decode", "-m", "no-such-file")
    (3, '', 'no-such-file: No such file or directory\\n')
    """
    out, errors = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(errors):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given.encode()), "utf-8"))
        try:
            code = main([*map(str, arguments)])
        except SystemExit as ended:  # how argparse ends a wrong command
            code = int(ended.code or 0)
    said, told = (stream.buffer.getvalue().decode() for stream in (out, errors))  # type: ignore[attr-defined]
    return code, said, told


THEME = "the theme of them all<|endoftext|>then the others, the rest and the end of this. " * 3


def test_what_train_learns_is_what_check_expects(tmp_path: Path) -> None:
    """Both cut the text at special tokens. The preset of a course is these settings."""
    (tmp_path / "one.txt").write_text(THEME, encoding="utf-8")
    out = tmp_path / "merges.txt"
    asked = ("--merges", "20", "--unit", "byte", "--pre-tokenizer", "gpt2")
    rules = ("--tie-rule", "largest-text", "--special", "<|endoftext|>")
    assert run("train", tmp_path / "one.txt", *asked, *rules, "-q", "-o", out)[0] == 0
    merges = json.loads(out.read_text(encoding="utf-8"))["model"]["merges"]
    given = "\n".join(" ".join(each) if isinstance(each, list) else each for each in merges)
    preset = ("--preset", "cs336", "--merges", "20")
    for settings in ((*asked, *rules), preset):
        assert run("check", "-", "--corpus", tmp_path / "one.txt", *settings, given=given)[0] == 0
    other = ("--corpus", tmp_path / "one.txt", *preset, "--tie-rule", "first-seen", "--json")
    code, said, _ = run("check", "-", *other, given=given)
    assert code == 1
    assert "tie-largest-text" in json.loads(said)["explanations"]


@pytest.mark.parametrize("command", ["check", "check-encoding"])
def test_a_pickle_is_not_opened(tmp_path: Path, command: str) -> None:
    """In any protocol; the list is asked for as text."""
    text = ROOT / "LICENSE"
    options = {"check": ("--corpus", text), "check-encoding": ("--text", text, "-m", text)}[command]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        (tmp_path / "list").write_bytes(pickle.dumps([(b"u", b"g")], protocol=protocol))
        code, _, errors = run(command, tmp_path / "list", *options)
        assert (code, "print(merges)" in errors) == (2, True), protocol


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


@pytest.mark.parametrize(("is_terminal", "is_quiet"), [(False, False), (True, False), (True, True)])
@pytest.mark.parametrize(
    ("what", "line"), [("steps", "merges: {n} of 11"), ("files", "counted {n} of 11 files")]
)
def test_progress_is_told_every_five_seconds_in_a_log(
    what: str, line: str, is_terminal: bool, is_quiet: bool, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    """On a terminal, one line is written over; here a step takes a second."""
    step = 0
    monkeypatch.setattr(commands, "monotonic", lambda: step)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    progress = commands.ProgressLine("merges", is_quiet=is_quiet)
    for step in range(12):
        getattr(progress, what)(step, 11)
    progress.end(11, "num_merges")
    told = [line.format(n=n) for n in (range(1, 12) if is_terminal else (5, 10))]
    told.append("merges: 11; stopped: the requested number was reached")
    begin, end = ("\r", "\x1b[K") if is_terminal else ("", "\n")
    whole = "".join(begin + each + end for each in told) + "\n" * is_terminal
    assert capsys.readouterr().err == ("" if is_quiet else whole)
