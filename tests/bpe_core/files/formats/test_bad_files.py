"""Damaged and hostile files give errors of ours, whatever the libraries do with them."""

from __future__ import annotations

import gzip
import random
import signal
import sys
import threading
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sentencepiece import sentencepiece_model_pb2

from bpe_core.errors import BpeError
from bpe_core.files.errors import (
    ASK_LIMIT,
    MOST_BYTES,
    OPEN_LIMIT,
    ModelFileError,
)
from bpe_core.files.exchange import read_model
from bpe_core.files.formats import open_file
from bpe_core.files.inspection import OpenFile
from bpe_core.files.inspection.questions import _library_error
from tests.bpe_core.files.formats.small_files import (
    FILES,
    TEXTS,
    changed,
    gpt2_pair,
    opened,
    refused,
    zipped,
)
from tests.bpe_core.files.formats.test_strangers import mutate
from tests.examples import share, some_of
from tests.kept import compare_with_kept

#: An empty pattern matches behind the last character; the library then looks one too far.
EMPTY_PATTERN = {"type": "Replace", "pattern": {"String": ""}, "content": "x"}
BAD_CUT = {
    "type": "Split", "pattern": {"Regex": "("}, "behavior": "Isolated", "invert": False,
}  # fmt: skip
FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
ADDED = dict.fromkeys(FLAGS, False)
BAD_CHARACTER_MAP = {"type": "Precompiled", "precompiled_charsmap": "AAAA"}
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 17078128\n"
#: How often each file is damaged.
DAMAGES = max(1, share(2))


#: The code of the error, and a small file with another value somewhere.
CHANGED: list[tuple[str, str, str, object]] = [
    ("field", "byte-level", "model.type", "GPT"),
    ("field", "byte-level", "model.vocab.zzz", 2**31),
    ("missing-token", "byte-level", "model.merges", ["zq", "qz"]),
    *(
        ("field", "byte-level", "model.merges", merge)
        for merge in ("hu", ["h", "u", "g"], ["h", 3])
    ),
    ("field", "byte-level", "model.vocab.h", "0"),
    ("field", "byte-level", "model", {"type": "BPE", "vocab": {"h": 1}, "merges": "h u"}),
    ("refused", "byte-level", "normalizer", {"type": "Magic"}),
    ("refused", "byte-level", "pre_tokenizer", BAD_CUT),
    ("repeated-id", "byte-level", "model.vocab.zzz", 300),
    ("repeated-id", "byte-level", "added_tokens", ADDED | {"id": 300, "content": "zzz"}),
    ("repeated-id", "tekken", "special_tokens", [{"token_str": t, "rank": 0} for t in "ab"]),
    ("field", "tekken", "special_tokens", [{"token_str": "\ud800", "rank": 0}]),
    ("field", "tekken", "config.pattern", None),
    ("pattern", "tekken", "config.pattern", "("),
    ("field", "tekken", "config.default_vocab_size", 400),
    ("field", "tekken", "vocab.9.rank", 8),
    ("field", "tekken", "vocab.9.token_bytes", ""),
    ("field", "tekken", "vocab.9.token_bytes", "CQ==!"),
    ("too-many-tokens", "tekken", "config.default_vocab_size", 2**31 - 1),
]


def bad() -> Iterator[tuple[str, bytes, str]]:
    """Name, content, and the code of the error; each is made when it is used."""
    for code, name, place, value in CHANGED:
        yield f"{place} of {name}", changed(name, place, value), code
    vocabulary, merges = gpt2_pair()
    lines = FILES["tiktoken"]().splitlines(keepends=True)
    yield "nothing", b"", "empty-file"
    yield "a pointer of Git LFS", LFS, "lfs-pointer"
    yield "a web page", b"\n<!-- x -->\n<!DOCTYPE html><html></html>", "web-page"
    yield "weights", (90).to_bytes(8, "little") + b'{"__metadata__": {}}', "weights"
    yield "pieces for people", b"<unk>\t0\r\n\xe2\x96\x81the\t-3.06\r\n", "scored-pieces"
    counts = b"".join(b"%b %d\n" % (b"the" * 99, 120 - i // 2) for i in range(20))
    yield "words with counts", counts, "counted-tokens"
    yield "settings", b'{"tokenizer_class": "Qwen2Tokenizer"}', "tokenizer-config"
    yield "a model's settings", b'{"architectures": ["GPT2LMHeadModel"]}', "model-config"
    yield "special tokens", b'{"eos_token": "</s>"}', "special-tokens-map"
    yield "a tokenizer of Keras", b'{"class_name": "Tokenizer", "config": {}}', "keras"
    yield "the same, written as a string", rb'"{\"class_name\": \"Tokenizer\"}"', "keras"
    yield "a picture", b"\x89PNG\r\n\x1a\n" + bytes(100), "unknown-file"
    yield "too large", b"x" * (MOST_BYTES + 1), "file-too-large"
    yield "cut off", FILES["byte-level"]()[:-100], "not-json"
    yield "no UTF-8", b'{"model": "\xff"}', "not-utf-8"
    for mark, order in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
        yield order, mark + FILES["byte-level"]().decode().encode(order), "utf-16"
    yield "a list", b"[1, 2]", "merge-order"
    yield "a vocabulary alone", vocabulary, "needs-merges"
    yield "pieces cut off", FILES["sp-bpe"]()[:-50], "refused"
    yield "a byte that is not a token", b"".join(lines[:7] + lines[8:]), "missing-byte"
    yield "the first ranks only", b"".join(lines[:100]), "missing-byte"
    yield "a line that is no rank", FILES["tiktoken"]() + b"!!!! 9\n", "line"
    yield "a token twice", FILES["tiktoken"]() + b"aGU= 999\n", "repeated-piece"
    yield "a rank twice", FILES["tiktoken"]() + b"enp6 257\n", "repeated-id"
    twice = vocabulary.replace(b"{", b'{"zzz": 300, ', 1)
    yield "an id twice", zipped({"vocab.json": twice, "merges.txt": merges}), "repeated-id"
    yield "one id of two", b"minbpe v1\n\n2\n<a> 257\n<b> 257\n97 97\n", "repeated-id"
    yield "a word twice", b"[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhug\nhug\n", "repeated-piece"
    clip = b'"bpe_simple_vocab_16e6.txt#version: 0.2\ni n\nt h\n'
    yield "CLIP's merges", gzip.compress(clip), "clip"
    yield "minbpe with a pattern that is none", b"minbpe v1\n(\n0\n97 97\n", "pattern"
    yield "minbpe with a pattern of groups", b"minbpe v1\n(a)(b)\n0\n97 97\n", "pattern"
    yield "minbpe with a pair twice", b"minbpe v1\n\n1\n<s> 258\n97 97\n97 97\n", "line"
    yield "minbpe with too few lines", b"minbpe v1\n\n2\n<s> 257\n", "line"
    yield "minbpe with a merge of itself", b"minbpe v1\n\n0\n256 256\n", "merge-order"
    yield "minbpe with a wrong line", b"minbpe v1\n\n1\n<s> 257\n97 a\n", "line"
    yield "a line of three", FILES["codes"]() + b"a b c\n", "line"
    yield "an archive of nothing", zipped({"readme.md": b"x", "notes.txt": b"y"}), "archive-content"
    yield "an archive cut off", FILES["gpt2"]()[:-40], "archive"
    yield "100 MB in an archive", zipped({"tokenizer.json": b" " * 100_000_000}), "file-too-large"
    yield "an archive in an archive", zipped({"a.zip": FILES["gpt2"]()}), "unknown-file"
    yield "packed, and cut off", gzip.compress(FILES["codes"]())[:-20], "archive"


#: Of these both readers name the same place.
FIELDS = ("model.merges of byte-level", "model.vocab.h of byte-level", "model of byte-level")
#: No tokenizer, for whoever reads it, and as a part of two files.
FOR_ALL = ("a pointer of Git LFS", "a web page", "a tokenizer of Keras")


def test_a_bad_file_says_what_is_wrong(subtests: pytest.Subtests) -> None:
    """The error helps to repair the file, whoever reads it. What each says is kept, unless it
    repeats the words of a library. `RENEW=1` writes it again."""
    merges, said = gpt2_pair()[1], list[str]()
    for name, data, error in bad():
        with subtests.test(name), refused(error) as raised:
            open_file(data)
        assert len(str(raised.value)) < 600
        if "reason" not in raised.value.fields:
            said.append(f"{name}: {raised.value}")
        if name in FOR_ALL or (error == "field" and name in FIELDS):
            with refused(error) as read:
                read_model(data)
            assert read.value.fields == raised.value.fields
        if name in FOR_ALL:
            with refused(error):
                open_file(data, merges)
    compare_with_kept(said, Path(__file__).with_name("refusals.txt"))


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", ["sp-bpe", "sp-unigram"])
def test_a_score_that_is_no_number_is_named(name: str, score: float) -> None:
    """SentencePiece opens such a file; in an answer, the score would not be JSON."""
    said = sentencepiece_model_pb2.ModelProto()
    said.ParseFromString(FILES[name]())
    said.pieces[9].score = score
    with refused("field", "refused") as raised:
        open_file(said.SerializeToString())
    if raised.value.code == "field":
        assert raised.value.fields == {"field": "pieces[9].score"}


#: How editors and git leave a file.
SAVED: dict[str, Callable[[bytes], bytes]] = {
    "marked": lambda file: b"\xef\xbb\xbf" + file,
    "on Windows": lambda file: file.replace(b"\n", b"\r\n"),
    "marked on Windows": lambda file: b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n"),
    "without the last line end": lambda file: file.removesuffix(b"\n"),
}


@pytest.mark.parametrize("save", SAVED.values(), ids=SAVED)
def test_a_file_is_read_however_it_was_saved(save: Callable[[bytes], bytes]) -> None:
    """Libraries stumble over it; a published Qwen2 had the line ends of Windows."""
    for name in ("byte-level", "tiktoken", "tekken", "codes", "minbpe"):
        saved, plain = open_file(save(FILES[name]())), opened(name)
        assert (saved.kind, saved.encode_all(TEXTS)) == (plain.kind, plain.encode_all(TEXTS))
    pair = open_file(*map(save, gpt2_pair()))
    assert pair.encode_all(TEXTS) == opened("gpt2").encode_all(TEXTS)
    vocabulary, merges = gpt2_pair()
    others = {"vocab.json": vocabulary, "merges.txt": merges, "b/tokenizer.json": b"{}"}
    archive = zipped({"tokenizer.json": save(FILES["byte-level"]()), **others})
    assert open_file(archive).kind == "tokenizer.json"
    for file in (FILES["codes"](), b"minbpe v1\n\n1\n<s> 257\n104 117\n"):
        assert read_model(save(file)) == read_model(file)
        assert read_model(save(file).decode("utf-8-sig").encode("utf-16")) == read_model(file)


@pytest.mark.parametrize("name", some_of([*FILES], "damages"))
def test_whatever_is_changed_in_a_file_only_errors_of_ours_come(name: str) -> None:
    """Files cut off, or with changed, missing or doubled bytes, are asked in their own process."""
    random_ = random.Random(name)
    for _ in range(DAMAGES):
        data = mutate(FILES[name](), random_)
        try:
            with OpenFile([data]) as file:
                for question in (
                    {"ask": "ids", "texts": ["hug the 你好", "", "\x00"]},
                    {"ask": "encode", "text": "The thing's <sep> 你好 ꙮ"},
                    {"ask": "replay", "text": "hugging the"},
                    {"ask": "lattice", "text": "hugging the"},
                    {"ask": "unreachable"},
                    {"ask": "life", "id": 300},
                ):
                    try:
                        file.ask(question)
                    except ModelFileError:
                        break
                    except BpeError:
                        continue
        except BpeError as error:
            assert "fault in this program" not in str(error)


@pytest.mark.parametrize(
    ("name", "normalizer", "reason"),
    [
        ("byte-level", EMPTY_PATTERN, "index out of bounds"),
        ("unigram", BAD_CHARACTER_MAP, "Cannot parse precompiled_charsmap"),
    ],
)
def test_a_panic_of_a_library_is_named_as_its_own(
    name: str, normalizer: object, reason: str
) -> None:
    """Code in Rust leaves no frames in Python's traceback, which ends in our call."""
    data = changed(name, "normalizer", normalizer)
    with refused("refused") as raised, OpenFile([data]) as file:
        file.ask({"ask": "ids", "texts": ["hug the pug"]})
    assert raised.value.fields["library"] == "tokenizers"
    assert reason in raised.value.fields["reason"]


@pytest.mark.parametrize(
    ("name", "library"),
    [("byte-level", "tokenizers"), ("sp-bpe", "sentencepiece"), ("tiktoken", "tiktoken")],
)
def test_a_library_that_is_not_installed_is_named(
    name: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `pip install --no-deps`."""
    data = FILES[name]()
    monkeypatch.setitem(sys.modules, library, None)
    with refused("not-installed") as raised:
        open_file(data)
    assert raised.value.fields == {"library": library}


def test_an_error_in_our_own_code_is_not_blamed_on_a_library() -> None:
    with pytest.raises(TypeError) as raised:
        open_file(None)  # type: ignore[arg-type]
    assert _library_error(raised.value).fields["library"] == "bpe_core"


def _replacing(times: int) -> bytes:
    """A normalizer that doubles every a, a given number of times."""
    double = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
    whole = {"type": "Sequence", "normalizers": [double] * times}
    return changed("byte-level", "normalizer", whole)


def test_a_file_that_takes_gigabytes_dies_alone() -> None:
    """One a becomes 2 to the power 40 of them. Half a character is only named, by its place."""
    with OpenFile([_replacing(40)], memory_limit=600_000_000) as file:
        with refused("half-character") as raised:
            file.ask({"ask": "ids", "texts": ["a", "ab\ud83d"]})
        assert raised.value.fields == {"number": 2, "place": 3}
        assert file.ask({"ask": "ids", "texts": ["b"]})
        with refused("died", "refused"):
            file.ask({"ask": "ids", "texts": ["a"]})


@pytest.mark.skipif(sys.platform != "linux", reason="only there is another process's limit seen")
def test_each_question_may_compute_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the process has computed for opening its file and for other questions.

    The clock gives it thirty times as long, for a machine that is busy.
    """
    import resource

    waits, timer = list[float](), threading.Timer
    monkeypatch.setattr(threading, "Timer", lambda *wait: waits.append(wait[0]) or timer(*wait))
    with OpenFile([FILES["minbpe"]()]) as file:
        opened, _ = resource.prlimit(file._process.pid, resource.RLIMIT_CPU)
        file.ask({"ask": "ids", "texts": []})
        asked, _ = resource.prlimit(file._process.pid, resource.RLIMIT_CPU)
    assert waits == [30 * OPEN_LIMIT, 30 * ASK_LIMIT]
    assert opened > OPEN_LIMIT
    assert ASK_LIMIT < asked < opened
    assert not file.is_open


def test_a_file_that_never_ends_is_stopped() -> None:
    """A pattern that tries 2 to the power 60 ways; the limit here is short."""
    data = b"minbpe v1\n(?:a|a|aa)+$\n0\n97 97\n"
    with OpenFile([data]) as file:
        assert file.ask({"ask": "ids", "texts": ["b"]}) == [[]]
        with refused("slow"):
            file.ask({"ask": "ids", "texts": ["a" * 60 + "b"]}, seconds=0.01)
        assert not file.is_open


def test_errors_of_one_name_are_one_error() -> None:
    """An error crosses processes by its name, so no two may share one."""
    import pages.session.language  # noqa: F401 (it imports all modules that have errors)
    import server.workers.jobs  # noqa: F401

    names: dict[str, type[BpeError]] = {}
    waiting = [BpeError]
    while waiting:
        cls = waiting.pop()
        waiting += cls.__subclasses__()
        if cls.__module__.startswith(("bpe_core", "server", "pages", "classroom")):
            assert names.setdefault(cls.__name__, cls) is cls


@pytest.mark.skipif(sys.platform == "win32", reason="there the clock alone stops it")
@pytest.mark.parametrize(
    ("number", "seconds", "code"),
    [
        ("SIGXCPU", ASK_LIMIT, "slow"),
        ("SIGKILL", ASK_LIMIT, "died"),
        ("SIGSTOP", 0.001, "slow"),
    ],
)
def test_why_a_process_has_ended_is_told(number: str, seconds: float, code: str) -> None:
    """It computed for longer than it may, it was killed, or it never answered."""
    with OpenFile([FILES["minbpe"]()]) as file:
        file._process.send_signal(getattr(signal, number))
        with refused(code):
            file.ask({"ask": "summary"}, seconds=seconds)
