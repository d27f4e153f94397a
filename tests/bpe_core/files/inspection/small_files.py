"""Small tokenizer files of every kind, made by the libraries that own the formats."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any

import sentencepiece
from subword_nmt import learn_bpe
from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    trainers,
)

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
GPT4 = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+"
)


def _trained(
    model: Any, trainer: Any, cut: Any = None, normalizer: Any = None, decoder: Any = None
) -> bytes:
    tokenizer = Tokenizer(model)
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    if cut is not None:
        tokenizer.pre_tokenizer = cut
    if decoder is not None:
        tokenizer.decoder = decoder
    tokenizer.train_from_iterator(LINES, trainer)
    return str(tokenizer.to_str()).encode()


def byte_level() -> bytes:
    """As in GPT-2 and most models since: merges of bytes."""
    return _trained(
        models.BPE(),
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<|end|>"],
        ),
        pre_tokenizers.ByteLevel(add_prefix_space=False),
        normalizers.NFC(),
        decoders.ByteLevel(),
    )


def metaspace() -> bytes:
    """As in Llama 2: no cuts, a mark for the space, bytes for unknown characters."""
    said = json.loads(
        _trained(
            models.BPE(unk_token="<unk>", fuse_unk=True),
            trainers.BpeTrainer(vocab_size=300, show_progress=False, special_tokens=["<unk>"]),
            pre_tokenizers.Metaspace(),
        )
    )
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
    return _trained(
        models.WordPiece(unk_token="[UNK]"),
        trainers.WordPieceTrainer(
            vocab_size=400, show_progress=False, special_tokens=["[UNK]", "[CLS]"]
        ),
        pre_tokenizers.BertPreTokenizer(),
        normalizers.BertNormalizer(),
        decoders.WordPiece(),
    )


def unigram() -> bytes:
    """As in T5 and XLM-R."""
    return _trained(
        models.Unigram(),
        trainers.UnigramTrainer(
            vocab_size=400, show_progress=False, special_tokens=["<unk>"], unk_token="<unk>"
        ),
        pre_tokenizers.Metaspace(),
        normalizers.NFKC(),
    )


def word_level() -> bytes:
    """One token per word."""
    return _trained(
        models.WordLevel(unk_token="<unk>"),
        trainers.WordLevelTrainer(show_progress=False, special_tokens=["<unk>"]),
        pre_tokenizers.Whitespace(),
    )


def suffixed() -> bytes:
    """As in CLIP and XLM: the last unit of a word has a suffix."""
    return _trained(
        models.BPE(unk_token="<unk>", end_of_word_suffix="</w>"),
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            end_of_word_suffix="</w>",
            special_tokens=["<unk>"],
        ),
        pre_tokenizers.Whitespace(),
        normalizers.Lowercase(),
    )


def prefixed() -> bytes:
    """Merges of units, all of which have a prefix except the first."""
    return _trained(
        models.BPE(unk_token="<unk>", continuing_subword_prefix="##"),
        trainers.BpeTrainer(
            vocab_size=400,
            show_progress=False,
            continuing_subword_prefix="##",
            special_tokens=["<unk>"],
        ),
        pre_tokenizers.Whitespace(),
    )


def _pieces(model_type: str, *, byte_fallback: bool = False) -> bytes:
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
    )
    return written.getvalue()


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
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in zip(("vocab.json", "merges.txt"), gpt2_pair(), strict=True):
            archive.writestr(f"model/{name}", content)
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
    "prefixed": cache(prefixed),
    "sp-bpe": cache(lambda: _pieces("bpe")),
    "sp-bpe-bytes": cache(lambda: _pieces("bpe", byte_fallback=True)),
    "sp-unigram": cache(lambda: _pieces("unigram")),
    "sp-unigram-bytes": cache(lambda: _pieces("unigram", byte_fallback=True)),
    "sp-char": cache(lambda: _pieces("char")),
    "tiktoken": cache(tiktoken_ranks),
    "tekken": cache(tekken),
    "gpt2": cache(gpt2_archive),
    "minbpe": cache(minbpe),
    "codes": cache(codes),
}
HUGGING_FACE = [
    "byte-level", "metaspace", "wordpiece", "unigram", "wordlevel", "suffixed", "prefixed",
]  # fmt: skip
SENTENCE_PIECE = [name for name in FILES if name.startswith("sp-")]
