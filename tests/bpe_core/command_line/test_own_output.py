"""The command line can use what it has written, whatever the algorithm and the format."""

from itertools import product
from pathlib import Path

import pytest

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.command_line import INPUT_ERROR, main
from bpe_core.files.exchange import read_model

TEXT = "low lower lowest newest widest hug hugs 哈哈 low lower low\n"
LINES = "low lowest\n哈 hugs<s>hug\n"
TRAININGS = {"bpe": train_bpe, "wordpiece": train_wordpiece, "unigram": train_unigram}


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
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
    corpus = Corpus.from_text(TEXT, unit=unit, pre_tokenizer=cut)
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
