"""BERT's vocab.txt, read by Hugging Face's `tokenizers`: one token per line, numbered by line.

Source: Devlin et al., 2019, `tokenization.py`. The file says nothing of normalization: like the
library's `BertWordPieceTokenizer`, texts are lowercased and lose their accents, unless the
vocabulary has capital letters, as that of the cased models.
"""

from __future__ import annotations

from bpe_core.files.errors import ModelFileError, shown
from bpe_core.files.formats.opened_json import HuggingFaceFile, make_bert, open_hugging_face
from bpe_core.files.model_file import Note, check_token_count, distinct_ids
from bpe_core.files.unpack import as_json


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
    whole = make_bert(vocabulary, lowercase=not is_cased)
    file = open_hugging_face(whole, as_json(whole), kind="bert")
    file.notes.append(Note("cased-by-guess" if is_cased else "lowercase-by-guess"))
    return file
