"""Small tokenizer files of every kind, made by the libraries that own the formats."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from copy import copy
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
import regex
import sentencepiece
from sentencepiece import sentencepiece_model_pb2
from subword_nmt import learn_bpe
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from bpe_core.errors import BpeError
from bpe_core.files.formats import open_file
from bpe_core.files.model_file import ModelFile
from tests.bpe_core.oracles import merge_pair

LINES = [
    "The quick brown fox jumps over the lazy dog. It isn't the first time, and it won't be.",
    "We'll hug the pug, and the pug will hug us: hugs, hugging, hugged, 12345 and 2026.",
    "你好世界，我们一起学习分词。你好，你好！学习学习再学习。",
    "Привет, мир! Мы учимся. नमस्ते दुनिया। こんにちは世界、カタカナ。 안녕하세요 세계",
    "Naïve café, Zoë coöperates; e\u0301 and ﬁ; emoji 👩‍👩‍👧 and 🏳️‍🌈.",
    "    def hug(self, pug):\n        return [pug for _ in range(10)]\n\n\n",
]
#: Texts that go through every file: all of the above, and what a bad paste contains.
TEXTS = [
    *LINES,
    "",
    " ",
    "  two  spaces  ",
    "\n\n\t\r\n",
    "hug\x00pug\x7f\x85",
    "ꙮ𓀀𐍈 unheard of",
    "<|end|> [UNK] <unk> <s></s> <sep>",
    "１２３ ﬁﬂ Å",
    "aaaab 哈哈哈哈",
]
#: As in tiktoken's `openai_public.py`, and as minbpe's `RegexTokenizer` saves it.
GPT4 = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)


def _trained(
    model: Any, trainer: Any, cut: Any, normalizer: Any = None, decoder: Any = None, **options: Any
) -> bytes:
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = cut
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if decoder is not None:
        tokenizer.decoder = decoder
    options = {"vocab_size": 400, "special_tokens": ["<unk>"], **options}
    tokenizer.train_from_iterator(LINES, trainer(show_progress=False, **options))
    return str(tokenizer.to_str()).encode()


def byte_level() -> bytes:
    """As in GPT-2 and most models since: merges of bytes."""
    cut = pre_tokenizers.ByteLevel(add_prefix_space=False)
    options = {"initial_alphabet": cut.alphabet(), "special_tokens": ["<|end|>"]}
    parts = (cut, normalizers.NFC(), decoders.ByteLevel())
    return _trained(models.BPE(), trainers.BpeTrainer, *parts, **options)


def metaspace() -> bytes:
    """As in Llama 2: no cuts, a mark for the space, bytes for unknown characters."""
    model = models.BPE(unk_token="<unk>", fuse_unk=True)
    cut = pre_tokenizers.Metaspace()
    said = json.loads(_trained(model, trainers.BpeTrainer, cut, vocab_size=300))
    vocabulary = said["model"]["vocab"]
    for byte in range(256):
        vocabulary[f"<0x{byte:02X}>"] = len(vocabulary)
    said["model"]["byte_fallback"] = True
    said["pre_tokenizer"] = None
    said["normalizer"] = {
        "type": "Sequence",
        "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
        ],
    }
    return json.dumps(said).encode()


def word_piece() -> bytes:
    """As in BERT."""
    parts = (pre_tokenizers.BertPreTokenizer(), normalizers.BertNormalizer(), decoders.WordPiece())
    model, special = models.WordPiece(unk_token="[UNK]"), ["[UNK]", "[CLS]"]
    return _trained(model, trainers.WordPieceTrainer, *parts, special_tokens=special)


def unigram() -> bytes:
    """As in T5 and XLM-R."""
    parts = (pre_tokenizers.Metaspace(), normalizers.NFKC())
    return _trained(models.Unigram(), trainers.UnigramTrainer, *parts, unk_token="<unk>")


def word_level() -> bytes:
    """One token per word."""
    model, cut = models.WordLevel(unk_token="<unk>"), pre_tokenizers.Whitespace()
    return _trained(model, trainers.WordLevelTrainer, cut, vocab_size=30_000)


def suffixed() -> bytes:
    """As in CLIP and XLM: the last unit of a word has a suffix."""
    mark = {"end_of_word_suffix": "</w>"}
    parts = (pre_tokenizers.Whitespace(), normalizers.Lowercase())
    return _trained(models.BPE(unk_token="<unk>", **mark), trainers.BpeTrainer, *parts, **mark)


def bytes_suffixed() -> bytes:
    """As in CLIP: bytes, of which a word's last one has a suffix."""
    mark, cut = {"end_of_word_suffix": "</w>"}, pre_tokenizers.ByteLevel(add_prefix_space=False)
    model, options = models.BPE(unk_token="<unk>", **mark), {"initial_alphabet": cut.alphabet()}
    return _trained(model, trainers.BpeTrainer, cut, normalizers.Lowercase(), **mark, **options)


def prefixed() -> bytes:
    """Merges of units, all of which have a prefix except the first."""
    mark, cut = {"continuing_subword_prefix": "##"}, pre_tokenizers.Whitespace()
    return _trained(models.BPE(unk_token="<unk>", **mark), trainers.BpeTrainer, cut, **mark)


def _pieces(model_type: str, *, byte_fallback: bool = False, **options: Any) -> bytes:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([line.strip() for line in LINES] * 3),
        model_writer=written,
        vocab_size=520 if byte_fallback else 240,
        model_type=model_type,
        byte_fallback=byte_fallback,
        hard_vocab_limit=False,
        user_defined_symbols=["<sep>"] if byte_fallback else [],
        character_coverage=0.98,
        minloglevel=2,
        **options,
    )
    return written.getvalue()


def unused_pieces() -> bytes:
    """Pieces that no line becomes are only on the way to others; all spaces are kept."""
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(FILES["sp-bpe"]())
    proto.normalizer_spec.remove_extra_whitespaces = False
    library = sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())
    used = {token_id for ids in library.encode(LINES) for token_id in ids}
    for token_id, piece in enumerate(proto.pieces):
        if len(piece.piece) > 1 and piece.type == piece.NORMAL and token_id not in used:
            piece.type = piece.UNUSED
    return bytes(proto.SerializeToString())


def ranks() -> dict[bytes, int]:
    """The bytes by value, then some tokens, one of which is half a character."""
    tokens = [b"th", b"he", b" t", b" th", b"the", b" the", "你".encode()[:2], "你".encode()]
    tokens += [b"  ", b"in", b"ing", b" h", b"ug", b" hug", "好".encode()]
    return {bytes([i]): i for i in range(256)} | {t: 256 + i for i, t in enumerate(tokens)}


def tiktoken_ranks() -> bytes:
    """A .tiktoken file."""
    return b"".join(b"%b %d\n" % (base64.b64encode(t), rank) for t, rank in ranks().items())


def tekken() -> bytes:
    """As Mistral writes them, with one more token than is used."""
    tokens = [*ranks(), b"unused"]
    config = {
        "pattern": r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        "num_vocab_tokens": len(tokens),
        "default_vocab_size": len(tokens) - 1 + 25,
        "default_num_special_tokens": 25,
        "version": "v3",
    }
    vocabulary = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(tokens)
    ]
    return json.dumps({"config": config, "vocab": vocabulary}).encode()


def gpt2_pair() -> tuple[bytes, bytes]:
    """`vocab.json` and `merges.txt`."""
    model = json.loads(byte_level())["model"]
    merges = "\n".join(" ".join(merge) for merge in model["merges"])
    return json.dumps(model["vocab"]).encode(), f"#version: 0.2\n{merges}\n".encode()


def gpt2_archive() -> bytes:
    """Both in a ZIP archive."""
    return zipped(dict(zip(("model/vocab.json", "model/merges.txt"), gpt2_pair(), strict=True)))


def zipped(files: dict[str, bytes]) -> bytes:
    """Files in a ZIP archive, by their names."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def minbpe() -> bytes:
    """With GPT-4's pattern, which is minbpe's own default; two merges make the same bytes."""
    merges = ["116 104", "256 101", "32 257", "104 101", "116 259", "228 189", "261 160"]
    return "\n".join(["minbpe v1", GPT4, "1", "<|end|> 263", *merges, ""]).encode()


def codes() -> bytes:
    """Codes of subword-nmt."""
    written = io.StringIO()
    learn_bpe.learn_bpe(io.StringIO("\n".join(LINES * 2)), written, 120)
    return written.getvalue().encode()


FILES: dict[str, Callable[[], bytes]] = {
    "byte-level": cache(byte_level),
    "metaspace": cache(metaspace),
    "wordpiece": cache(word_piece),
    "unigram": cache(unigram),
    "wordlevel": cache(word_level),
    "suffixed": cache(suffixed),
    "bytes-suffixed": cache(bytes_suffixed),
    "prefixed": cache(prefixed),
    "sp-bpe": cache(lambda: _pieces("bpe")),
    "sp-bpe-bytes": cache(lambda: _pieces("bpe", byte_fallback=True)),
    "sp-bpe-unused": cache(unused_pieces),
    "sp-unigram": cache(lambda: _pieces("unigram")),
    "sp-unigram-bytes": cache(lambda: _pieces("unigram", byte_fallback=True)),
    "sp-suffixed": cache(lambda: _pieces("unigram", treat_whitespace_as_suffix=True)),
    "sp-char": cache(lambda: _pieces("char")),
    "tiktoken": cache(tiktoken_ranks),
    "tekken": cache(tekken),
    "gpt2": cache(gpt2_archive),
    "minbpe": cache(minbpe),
    "codes": cache(codes),
}


@cache
def opened(name: str) -> ModelFile:
    """One of the files, opened once for all tests."""
    return open_file(FILES[name]())


HUGGING_FACE = [
    "byte-level", "metaspace", "wordpiece", "unigram", "wordlevel", "suffixed", "bytes-suffixed",
    "prefixed",
]  # fmt: skip
SENTENCE_PIECE = [name for name in FILES if name.startswith("sp-")]


def changed(file: str | bytes, place: str, value: object) -> bytes:
    """A file, or a small one of that name, with another value at a place such as `model.type`.

    A value for the end of a list, or for one key of a mapping, is added to it.
    """
    said = inner = json.loads(FILES[file]() if isinstance(file, str) else file)
    *outer, last = place.split(".")
    for key in outer:
        inner = inner[int(key) if isinstance(inner, list) else key]
    if isinstance(inner.get(last), list):
        inner[last].append(value)
    else:
        inner[last] = value
    return json.dumps(said).encode()


# minbpe's `.model` file as its own source uses it: a slow reference


def minbpe_load(text: str) -> tuple[str, dict[str, int], dict[tuple[int, int], int]]:
    """Pattern, special tokens, and the merges with their ids."""
    lines = iter(text.split("\n"))
    assert next(lines).strip() == "minbpe v1"
    pattern = next(lines).strip()
    special = {}
    for _ in range(int(next(lines).strip())):
        token, token_id = next(lines).strip().split()
        special[token] = int(token_id)
    merges = {}
    for number, line in enumerate((line for line in lines if line), start=256):
        left, right = map(int, line.split())
        merges[left, right] = number
    return pattern, special, merges


def minbpe_encode(model: str, text: str) -> list[bytes]:
    """The tokens of a text as bytes: always merges the pair with the lowest id, everywhere."""
    pattern, _, merges = minbpe_load(model)
    texts = {i: bytes([i]) for i in range(256)}
    for (left, right), new in merges.items():
        texts[new] = texts[left] + texts[right]
    chunks = regex.findall(pattern, text) if pattern else [text]
    tokens: list[bytes] = []
    for chunk in chunks:
        ids = list(chunk.encode())
        while len(ids) >= 2:
            pair = min(pairwise(ids), key=lambda p: merges.get(p, float("inf")))
            if pair not in merges:
                break
            ids = merge_pair(ids, pair, merges[pair])
        tokens += [texts[i] for i in ids]
    return tokens


def refused(*codes: str) -> pytest.RaisesExc[BpeError]:
    """Expect a `BpeError` that has one of these codes, also when it comes from another process."""
    return pytest.raises(BpeError, check=lambda error: copy(error).code in codes)
