"""The command line as a script uses it: output, errors and exit codes, and its real processes."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.command_line import main
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


@pytest.mark.parametrize("option", ["--merges=5", "--min-frequency=2", "--tie-rule=lowest-id"])
def test_what_unigram_has_no_use_for_is_refused(option: str, text: Path, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        command("train", "--algorithm", "unigram", option, text / "text.txt")
    assert ended.value.code == 2
    assert option.split("=")[0] in capsys.readouterr().err
