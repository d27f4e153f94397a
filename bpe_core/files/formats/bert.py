"""BERT's vocab.txt, read by Hugging Face's `tokenizers`: one token per line, numbered by line.

Source: Devlin et al., 2019, `tokenization.py`. The file says nothing of normalization: like the
library's `BertWordPieceTokenizer`, texts are lowercased and lose their accents, unless the
vocabulary has capital letters, as that of the cased models.
"""

from __future__ import annotations

import json

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.formats.opened_json import HuggingFaceFile, open_hugging_face
from bpe_core.files.model_file import Note, check_token_count, distinct_ids

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def open_bert_vocabulary(text: str) -> HuggingFaceFile:
    """The tokenizer in a vocab.txt. Raises a `ModelFileError`.

    >>> file = open_bert_vocabulary("[PAD]\\n[UNK]\\n[CLS]\\n[SEP]\\n[MASK]\\nhug\\n##s\\n")
    >>> file.encode("Hugs"), file.encode("Hüg pug")
    ([5, 6], [5, 1])
    """
    lines = [line.rstrip("\r") for line in text.removesuffix("\n").split("\n")]
    check_token_count(len(lines))
    if "" in lines:
        raise ModelFileError("line", line=lines.index("") + 1, content=shown(""))
    vocabulary = distinct_ids(zip(lines, range(len(lines)), strict=True))
    ordinary = (token for token in lines if not (token[:1] == "[" and token[-1:] == "]"))
    is_cased = any(token != token.lower() for token in ordinary)
    document = _whole(vocabulary, lowercase=not is_cased)
    file = open_hugging_face(json.dumps(document), document, kind="bert")
    file.notes.append(Note("cased-by-guess" if is_cased else "lowercase-by-guess"))
    return file


def _whole(vocabulary: dict[str, int], *, lowercase: bool) -> dict[str, object]:
    """The same as a tokenizer.json."""
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    added = [
        {"id": vocabulary[token], "content": token, "special": True, **flags}
        for token in _SPECIAL
        if token in vocabulary
    ]
    return {
        "version": "1.0",
        "added_tokens": added,
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": lowercase,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": None,
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": vocabulary,
        },
    }
