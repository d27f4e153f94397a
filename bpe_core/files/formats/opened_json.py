"""Hugging Face's tokenizer.json, opened by their library `tokenizers`.

BPE (on bytes, with byte fallback, with metaspace, with a suffix), WordPiece, Unigram and WordLevel,
with their normalizers, cuts and added tokens. A text is neither shortened nor padded here, and
special tokens are not added around it: the file's own settings for that are named in the notes.

Also BERT's vocab.txt: one token per line, numbered by line (Devlin et al., 2019,
`tokenization.py`). That file says nothing of normalization: like the library's
`BertWordPieceTokenizer`, texts are lowercased and lose their accents, unless the vocabulary has
capital letters, as that of the cased models.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core.files.errors import MOST_MERGES, ModelFileError, NotShownError, shown, shown_reason
from bpe_core.files.formats.tokenizer_json import (
    read_added,
    read_merges,
    read_scores,
    read_type,
    read_vocabulary,
)
from bpe_core.files.merge_rules import PairRules
from bpe_core.files.model_file import (
    AROUND,
    BYTE_TOKEN,
    SPACE_MARK,
    Algorithm,
    ModelFile,
    Note,
    Piece,
    Token,
    TokenKind,
    TokenTable,
    Word,
    check_distinct_ids,
    check_token_count,
    distinct_ids,
    imported,
    join_bytes,
)
from bpe_core.files.unpack import as_json
from bpe_core.text.byte_alphabet import BYTE_OF

LIBRARY = "tokenizers"
ALGORITHMS: dict[str, Algorithm] = {
    "BPE": "bpe",
    "Unigram": "unigram",
    "WordPiece": "wordpiece",
    "WordLevel": "wordlevel",
}
#: For `str.translate`: GPT-2's characters to bytes, and any other to what is no byte.
_AS_LATIN_1 = dict.fromkeys(range(256), "\uffff") | {
    ord(letter): chr(byte) for letter, byte in BYTE_OF.items()
}
_PARTS = {"normalizer": "normalizers", "pre_tokenizer": "pretokenizers", "decoder": "decoders"}
#: Steps that cut a character off from its neighbours whatever these are, or never.
_BY_CHARACTER = ("BertNormalizer", "BertPreTokenizer")
#: Steps after encoding that leave ids alone where no special tokens are added.
_HARMLESS = ("ByteLevel", "RobertaProcessing", "BertProcessing")

Part = dict[str, Any]


def open_hugging_face(text: str, document: Part, kind: str = "tokenizer.json") -> HuggingFaceFile:
    """The tokenizer that a tokenizer.json says; `document` is the file as values.

    Raises a `ModelFileError`.
    """
    model = document["model"]
    name = read_type(model)
    if name not in ALGORITHMS:
        raise ModelFileError("field", field="model.type")
    _check_vocabulary(model.get("vocab"), name)
    # The library says what is wrong with any other entry.
    added = (entry for entry in read_added(document.get("added_tokens")) if entry is not None)
    check_distinct_ids(chain(_numbered(model["vocab"]), added))
    for field in ("normalizer", "pre_tokenizer", "decoder", "post_processor"):
        if document.get(field) is not None and not isinstance(document[field], dict):
            raise ModelFileError("field", field=field)
    merges = merge_rows(model) if name == "BPE" else None
    return HuggingFaceFile(load(text), document, merges, kind)


def _check_vocabulary(document: object, name: str) -> None:
    """Raise `ModelFileError` for tokens that cannot be read."""
    vocabulary = read_scores(document) if name == "Unigram" else read_vocabulary(document)
    ids = vocabulary.values() if isinstance(vocabulary, dict) else range(len(vocabulary))
    if not ids or not 0 <= min(ids) <= max(ids) < 2**31:
        raise ModelFileError("field", field="model.vocab")
    check_token_count(len(ids))


def _numbered(vocabulary: Any) -> Iterable[tuple[str, int]]:
    """Each token with its id; Unigram's list is numbered by its order."""
    if isinstance(vocabulary, dict):
        return vocabulary.items()
    return ((piece, token_id) for token_id, (piece, _) in enumerate(vocabulary))


def merge_rows(model: Part) -> NDArray[np.int64]:
    """A row a merge: the ids of left and right, and of what they make.

    Raises `ModelFileError`.

    >>> merge_rows({"vocab": {"h": 0, "u": 1, "hu": 2}, "merges": ["h u"]}).tolist()
    [[0, 1, 2]]
    """
    ids = model["vocab"]
    prefix = len(str(model.get("continuing_subword_prefix") or ""))
    pairs = read_merges(model.get("merges"), _check_merge_count)
    rows = np.empty((len(pairs), 3), np.int64)
    try:
        rows[:, 0] = [ids[left] for left, _ in pairs]
        rows[:, 1] = [ids[right] for _, right in pairs]
        rows[:, 2] = [ids[left + right[prefix:]] for left, right in pairs]
    except KeyError as error:
        raise ModelFileError("missing-token", token=shown(error.args[0])) from None
    return rows


def _check_merge_count(merges: int) -> None:
    if merges > MOST_MERGES:
        raise ModelFileError("too-many-tokens", tokens=merges, limit=MOST_MERGES)


def load(text: str) -> Any:
    """The library's tokenizer, which shortens and pads nothing. Raises `ModelFileError`."""
    library = imported(LIBRARY)
    try:
        tokenizer = library.Tokenizer.from_str(text)
    except Exception as error:
        raise ModelFileError("refused", library=LIBRARY, reason=shown_reason(error)) from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.post_processor = None  # with it, places would be trimmed
    if hasattr(tokenizer.model, "dropout"):
        tokenizer.model.dropout = None
    return tokenizer


class HuggingFaceFile(ModelFile):
    """A tokenizer.json, opened."""

    library = LIBRARY

    def __init__(
        self, tokenizer: Any, document: Part, merges: NDArray[np.int64] | None, kind: str
    ) -> None:
        model = document["model"]
        self.kind = kind
        self.algorithm = ALGORITHMS[read_type(model)]
        normalizers, cuts, decoders = (list(flat_parts(document, field)) for field in _PARTS)
        self._tokenizer = tokenizer
        self._added = tokenizer.get_added_tokens_decoder()
        self._merges = merges
        self._ignores_merges = bool(model.get("ignore_merges"))
        self.has_bytes = any(
            part.get("type") == "ByteLevel" for part in (*normalizers, *cuts, *decoders)
        )
        self.space = _space_mark((*normalizers, *cuts), decoders)
        usual = "##" if self.algorithm == "wordpiece" else ""
        self.prefix = str(model.get("continuing_subword_prefix", usual) or "")
        self.suffix = str(model.get("end_of_word_suffix") or "")
        self.has_fallback = bool(model.get("byte_fallback"))
        super().__init__(self._make_table(model))
        self.normalizers, self.cuts = normalizers, cuts
        self.notes = _notes(document, [*normalizers, *cuts])

    # Tokens

    def _make_table(self, model: Part) -> TokenTable:
        vocabulary = model["vocab"]
        spelled = {token_id: token for token, token_id in _numbered(vocabulary)}
        spelled |= {token_id: token.content for token_id, token in self._added.items()}
        unknown = self._unknown_id(model)
        ranks = self._ranks(vocabulary)
        table = TokenTable(
            Token(
                token_id,
                spelling,
                spelling.encode("utf-8", "surrogatepass")
                if token_id in self._added
                else self.content_of(spelling),
                "unknown" if token_id == unknown else self._kind_of(token_id, spelling),
                ranks.get(token_id),
            )
            for token_id, spelling in spelled.items()
        )
        if self.algorithm == "unigram":
            scores = {piece: float(score) for piece, score in vocabulary}
            table.scores = [scores.get(spelling, 0.0) for spelling in table.spellings]
        return table

    def _unknown_id(self, model: Part) -> int | None:
        if self.algorithm == "unigram":
            return model.get("unk_id")
        unknown = model.get("unk_token")
        return model["vocab"].get(unknown) if isinstance(unknown, str) else None

    def _kind_of(self, token_id: int, spelling: str) -> TokenKind:
        if token_id in self._added:
            return "special" if self._added[token_id].special else "added"
        if self.has_fallback and BYTE_TOKEN.fullmatch(spelling):
            return "byte"
        return "normal"

    def _ranks(self, vocabulary: Any) -> dict[int, int]:
        """When each token was learned: by its first merge, its score, or else its id."""
        if self._merges is not None:
            made = self._merges[::-1, 2].tolist()
            return {token_id: len(made) - 1 - i for i, token_id in enumerate(made)}
        if self.algorithm == "unigram":
            order = sorted(range(len(vocabulary)), key=lambda i: -vocabulary[i][1])
            return {token_id: rank for rank, token_id in enumerate(order)}
        return {token_id: token_id for token_id in vocabulary.values()}

    def content_of(self, spelling: str) -> bytes:
        """The bytes of a text that a token stands for."""
        if self.has_fallback and spelling[:3] == "<0x" and (byte := BYTE_TOKEN.fullmatch(spelling)):
            return bytes([int(byte[1], 16)])
        if self.suffix:
            spelling = spelling.removesuffix(self.suffix)
        if self.prefix:
            spelling = spelling.removeprefix(self.prefix)
        if self.has_bytes:
            with suppress(UnicodeEncodeError):
                return spelling.translate(_AS_LATIN_1).encode("latin-1")
        if self.space:
            spelling = spelling.replace(self.space, " ")
        return spelling.encode("utf-8", "surrogatepass")

    # Texts

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        encodings = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def words(self, text: str) -> list[Word]:
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        tokens = zip(encoding.word_ids, encoding.ids, encoding.offsets, strict=True)
        words = []
        for _, group in groupby(tokens, key=lambda token: token[0]):
            pieces = tuple(Piece(token_id, *place) for _, token_id, place in group)
            words.append(Word(pieces, pieces[0].token_id in self._added))
        return words

    def normalize(self, text: str) -> str:
        normalizer = self._tokenizer.normalizer
        return text if normalizer is None else str(normalizer.normalize_str(text))

    @property
    def cuts_alike(self) -> bool:
        """As in BERT, whose own steps look at one character at a time."""
        steps = (*self.normalizers, *self.cuts)
        return all(step.get("type") in _BY_CHARACTER for step in steps)

    def cut(self, text: str) -> list[str]:
        cutter = self._tokenizer.pre_tokenizer
        return [text] if cutter is None else [word for word, _ in cutter.pre_tokenize_str(text)]

    # One word

    @cached_property
    def rules(self) -> PairRules | None:
        if self._merges is None:
            return None
        table = self.table
        return PairRules(self._merges, lambda token_id: table.spellings[table.row(token_id)])

    def units(self, word: str) -> list[str]:
        if self._ignores_merges and self._tokenizer.model.token_to_id(word) is not None:
            return [word]
        return [part for unit in self._affixed(word) for part in self._fall_back(unit)]

    def _affixed(self, letters: str, starts: bool = True, ends: bool = True) -> list[str]:
        """Letters with the prefix, but for one that begins a word, and the suffix at its end."""
        units = [
            letter if i == 0 and starts else self.prefix + letter
            for i, letter in enumerate(letters)
        ]
        return [*units[:-1], units[-1] + self.suffix * ends] if units else []

    def token_units(self, spelling: str) -> list[str]:
        """As in a word, but for the prefix and the suffix, which only some tokens have."""
        starts = not (self.prefix and spelling.startswith(self.prefix))
        ends = bool(self.suffix) and spelling.endswith(self.suffix)
        return self._affixed(
            spelling.removeprefix(self.prefix).removesuffix(self.suffix), starts, ends
        )

    def _fall_back(self, unit: str) -> list[str]:
        """The unit, or its bytes where it is not a token and all its bytes are."""
        model = self._tokenizer.model
        if not self.has_fallback or model.token_to_id(unit) is not None:
            return [unit]
        tokens = [f"<0x{byte:02X}>" for byte in unit.encode("utf-8", "surrogatepass")]
        known = all(model.token_to_id(token) is not None for token in tokens)
        return tokens if known else [unit]

    def spell_word(self, word: Word, text: str) -> str:
        rows = [self.table.row(token_id) for token_id in word.ids]
        if any(self.table.kinds[row] == "unknown" for row in rows):
            return self._spell_from_text(word, text)
        spelled = "".join(
            self.table.spellings[row].removeprefix(self.prefix if i else "")
            for i, row in enumerate(rows)
        ).removesuffix(self.suffix)
        return join_bytes(spelled) if self.has_fallback else spelled

    def _spell_from_text(self, word: Word, text: str) -> str:
        start, end = word.pieces[0].start, word.pieces[-1].end
        found = self.cut(self.normalize(text[start:end]))
        if len(found) != 1:
            raise NotShownError("not-shown")
        return found[0]

    def encode_word(self, word: str) -> list[int]:
        return [token.id for token in self._tokenizer.model.tokenize(word)]

    def surroundings(self) -> Iterable[tuple[str, str]]:
        if self.has_bytes and not self.suffix:
            return ()
        if self.algorithm == "wordpiece":
            return _begins_before(self.table, self.prefix)
        return AROUND


def _begins_before(table: TokenTable, prefix: str, most: int = 60) -> list[tuple[str, str]]:
    """Tokens that begin words, to come before one that only continues them: letters first."""
    begins = [
        text
        for spelling, text, kind in zip(table.spellings, table.texts, table.kinds, strict=True)
        if text and text.isalnum() and kind == "normal" and not spelling.startswith(prefix)
    ]
    letters = [text for text in begins if len(text) == 1]
    longer = [text for text in begins if len(text) > 1]
    return [(text, "") for text in (*letters[:most], *longer[:most])]


def flat_parts(document: Part, field: str) -> Iterator[Part]:
    """The steps of a section, those inside of sequences one by one."""
    waiting = [document.get(field)]
    while waiting:
        part = waiting.pop(0)
        if not isinstance(part, dict):
            continue
        inner = part.get(_PARTS[field])
        if part.get("type") == "Sequence" and isinstance(inner, list):
            waiting = inner + waiting
        else:
            yield part


def _space_mark(steps: Iterable[Part], decoders: Iterable[Part]) -> str:
    """The character that is written for a space, or nothing."""
    for part in (*steps, *decoders):
        if part.get("type") == "Metaspace":
            mark = part.get("replacement", SPACE_MARK)
            return mark if isinstance(mark, str) else SPACE_MARK
    for part in steps:
        pattern = part.get("pattern")
        is_space = isinstance(pattern, dict) and pattern.get("String") == " "
        if part.get("type") == "Replace" and is_space and isinstance(part.get("content"), str):
            return str(part["content"])
    return ""


def _notes(document: Part, steps: list[Part]) -> list[Note]:
    """List the settings in the file that are not applied here, or not shown."""
    notes = [Note(field) for field in ("truncation", "padding") if document.get(field)]
    notes += [Note("text-pattern", shown(text)) for step in steps if (text := _text_pattern(step))]
    notes += [Note("dummy-prefix", str(step["type"])) for step in steps if _adds_space(step)]
    if document["model"].get("dropout"):
        notes.append(Note("dropout", str(document["model"]["dropout"])[:20]))
    post = document.get("post_processor")
    if post and not _is_harmless(post):
        notes.append(Note("post-processor", shown(post.get("type", ""))))
    if read_type(document["model"]) == "WordLevel":
        notes.append(Note("no-replay", "WordLevel"))
    return notes


#: What is written in a regular expression and hardly in a text.
_EXPRESSION = re.compile(r"\\[pPsSdDwWbrnt]|\(\?|\[\^|[\])][+*?]")


def _text_pattern(step: Part) -> str:
    """A pattern given as plain text, although it is written as a regular expression."""
    pattern = step.get("pattern")
    text = pattern.get("String") if isinstance(pattern, dict) else None
    return text if isinstance(text, str) and _EXPRESSION.search(text) else ""


def _adds_space(step: Part) -> bool:
    """Whether a step puts a space, or what stands for one, before a text."""
    kind = step.get("type")
    if kind == "Metaspace":
        if "prepend_scheme" in step:
            return bool(step["prepend_scheme"] != "never")
        return step.get("add_prefix_space", True) is True
    return kind == "Prepend" or (kind == "ByteLevel" and step.get("add_prefix_space") is True)


def _is_harmless(post: Part) -> bool:
    if post.get("type") == "Sequence":
        return all(isinstance(p, dict) and _is_harmless(p) for p in post.get("processors", ()))
    if post.get("type") == "TemplateProcessing":
        single = post.get("single")
        parts = single if isinstance(single, list) else []
        return sum(1 for part in parts if isinstance(part, dict) and "Sequence" in part) == 1
    return post.get("type") in _HARMLESS


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
    make = imported(LIBRARY).BertWordPieceTokenizer
    whole = make(vocabulary, lowercase=not is_cased).to_str()
    file = open_hugging_face(whole, as_json(whole), kind="bert")
    file.notes.append(Note("cased-by-guess" if is_cased else "lowercase-by-guess"))
    return file
