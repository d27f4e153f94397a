"""One text as several tokenizers cut it, one row per tokenizer: a separate component.

Pointing at a token shows what the other tokenizers make of the same bytes. For two tokenizers, the
component can show only the places where they differ. This process itself encodes with some
vocabularies, at once. It asks separate processes for all the others.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bpe_core import Tokenizer
from bpe_core.files.inspection.tokens import Encoded
from bpe_core.files.model_file import Piece, overlapping
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import Normalized, normalize_with_offsets
from bpe_core.text.pre_tokenization import locate_words
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from pages.components.component import STEPPER, component
from pages.components.tokens.token_rows import in_tokens
from pages.components.training.tokenizer_choice import Source, TrainedHere
from pages.components.vocabularies import Reply, ask_all
from pages.lessons.tokenizer_file import LESSON
from pages.session import state
from pages.session.language import _, current_language
from pages.session.session_state import component_value
from pages.session.uploads import HERE, Vocabulary
from server.stores.vocabularies import SHELF

_KEY = "wild"
_component = component(
    "lessons/tokenizer_file/overlay.js", STEPPER, "lessons/tokenizer_file/tokenizer_file.css"
)


@dataclass(frozen=True)
class PlacedToken:
    """A token and the bytes of the text that it covers, `start` to `end`; it may cover none.

    `label` is shown instead of these bytes, unless it is "". It is a marker that covers no byte, or
    a token's own text where that differs from the text that the token covers.
    """

    token_id: int
    start: int
    end: int
    label: str = ""


@dataclass(frozen=True)
class Cut:
    """A text as one tokenizer cuts it: the tokenizer's code in a link, its name, the size of its
    vocabulary, and the tokens. `unknown` is the id of its unknown token; -1 for none. `has_life`
    means that the part "What is in it" can show its tokens, `comes_back` that decoding the
    tokens gives the text again.
    """

    code: str
    name: str
    size: int
    tokens: Sequence[PlacedToken]
    unknown: int = -1
    has_life: bool = True
    comes_back: bool = True

    @property
    def unknown_count(self) -> int:
        """How many of the tokens are unknown, so that some of the text is lost."""
        return sum(token.token_id == self.unknown for token in self.tokens)


def draw_cuts(text: str, cuts: Sequence[Cut]) -> None:
    """Draw the text as chips, once for each tokenizer; or show where two of them differ.

    A token that is clicked has its life shown, and its word in the text is walked there.
    """
    codes = [cut.code for cut in cuts]

    def take_two() -> None:
        reported = component_value(_KEY, "two")
        if isinstance(reported, list) and all(code in codes for code in reported):
            state.choose(two=tuple(reported))

    def take_life() -> None:
        tokens = ([cut.code, t.token_id, i] for cut in cuts for i, t in enumerate(cut.tokens))
        if (reported := component_value(_KEY, "life")) in tokens:
            look, token, place = reported
            state.change(word=None)
            state.choose(part="inside", look=look, token=token, walk=text, place=place, merged=0)

    here = replace(state.link(), corpus=state.corpus()).to_params()
    rows = [
        {
            "code": cut.code,
            "name": cut.name,
            "remark": in_tokens(len(cut.tokens)),
            "tokens": [n for t in cut.tokens for n in (t.token_id, t.start, t.end)],
            "labels": {i: token.label for i, token in enumerate(cut.tokens) if token.label},
            "unknown": cut.unknown,
            "has_life": cut.has_life,
            "address": (here if cut.code == HERE else {}) | {"part": "inside"},
        }
        for cut in cuts
    ]
    data = {
        "input": text,
        "rows": rows,
        "two": [code for code in state.chosen("two") if code in codes],
        "life": LESSON.address,
        "lang": current_language(),
    }
    _component(key=_KEY, data=data, on_two_change=take_two, on_life_change=take_life)


def is_at_hand(vocabulary: Vocabulary) -> bool:
    """Whether this process itself encodes with the vocabulary."""
    return not vocabulary.is_own and vocabulary.name in SHELF.ready()


def cuts_of(text: str, chosen: Sequence[Vocabulary]) -> tuple[list[Cut], list[Reply]]:
    """The text as cut by each vocabulary that has an answer, and the replies of those asked."""
    question = {"ask": "encode", "text": text}
    replies = ask_all([(each, question) for each in chosen if not is_at_hand(each)], "wild text")
    answers = {reply.vocabulary: reply.answer for reply in replies if reply.is_there}
    cuts = []
    for each in chosen:
        if each in answers:
            cuts.append(_cut_by_file(each, answers[each], text))
        elif is_at_hand(each):
            tokenizer = SHELF.ready()[each.name]
            comes_back = tokenizer.decode(tokenizer.encode(text)) == text
            tokens = place_ranked(tokenizer, text)
            cuts.append(Cut(each.code, each.name, each.size, tokens, comes_back=comes_back))
    return cuts, replies


def _cut_by_file(vocabulary: Vocabulary, encoded: Encoded, text: str) -> Cut:
    unknown = (t["id"] for t in encoded["tokens"].values() if t["kind"] == "unknown")
    tokens = place_encoded(encoded, text)
    cut = Cut(vocabulary.code, vocabulary.name, vocabulary.size, tokens, next(unknown, -1))
    return replace(cut, comes_back=not cut.unknown_count and _are_all_of(tokens, text))


def _are_all_of(tokens: Sequence[PlacedToken], text: str) -> bool:
    """Whether tokens cover a text to the last byte, each with its own text.

    A sign for a space is as good as the space.
    """
    data, end = encode_utf8(text), 0
    for token in tokens:
        covered = data[token.start : token.end].decode("utf-8", "replace")
        if token.start > end or token.label.strip(" ▁") not in ("", covered.strip()):
            return False
        end = max(end, token.end)
    return end == len(data)


def cut_here(source: Source, text: str) -> Cut | None:
    """The text as the tokenizer trained here cuts it; None if it has to be trained again."""
    tokenizer = source.tokenizer(source.rules)
    if tokenizer is None:
        return None
    unknown = tokenizer.unknown_id if tokenizer.unit == "char" else -1
    size, tokens = len(tokenizer.vocabulary), place_trained(tokenizer, text)
    has_life = isinstance(source, TrainedHere)
    comes_back = tokenizer.decode(tokenizer.encode(text)) == text
    return Cut(HERE, _("trained here"), size, tokens, unknown, has_life, comes_back)


def place_ranked(tokenizer: RankedTokenizer, text: str) -> list[PlacedToken]:
    """The tokens of a published vocabulary, which cover the text without gaps.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {"哈".encode()[:2]: 256}
    >>> [(t.start, t.end) for t in place_ranked(RankedTokenizer(ranks, lambda t: [t]), "a哈")]
    [(0, 1), (1, 3), (3, 4)]
    """
    borders = _Borders(normalize_with_offsets(text, tokenizer.normalizer))
    placed, end = [], 0
    for token_id in tokenizer.encode(text):
        start, end = end, end + len(tokenizer.token(token_id))
        placed.append(PlacedToken(token_id, borders.original(start), borders.original(end)))
    return placed


def place_trained(tokenizer: Tokenizer, text: str) -> list[PlacedToken]:
    """The tokens of a trained tokenizer. None covers whitespace that it drops, or a space it adds.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 1}, end_of_word="·")).tokenizer(1)
    >>> [(t.start, t.end, t.label) for t in place_trained(tokenizer, "hug g")]
    [(0, 2, ''), (2, 3, ''), (3, 3, '·'), (4, 5, ''), (5, 5, '·')]
    """
    normalized = normalize_with_offsets(text, tokenizer.normalizer)
    borders, placed, data = _Borders(normalized), [], encode_utf8(normalized.text)
    places = [0, *accumulate(len(encode_utf8(each)) for each in normalized.text)]
    words = locate_words(normalized.text, tokenizer.pre_tokenizer)
    for word, encoded in zip(words, tokenizer.encoded_words(text), strict=True):
        first = places[word.start]
        end = places[word.end] - len(encode_utf8(word.text))
        for token_id, size, label in _sizes(tokenizer, word.text, encoded.ids):
            start, end = end, end + size
            if start < first:  # at the space that was added
                start, label = first, f" {data[first:end].decode('utf-8', 'replace')}"
            span = borders.original(start), borders.original(end)
            placed.append(PlacedToken(token_id, *span, label))
    return placed


def place_encoded(encoded: Encoded, text: str) -> list[PlacedToken]:
    """The tokens of a text as reported by the process that has the file open.

    That process counts places in characters. Of tokens that share a character, each covers its own
    bytes.

    >>> pieces = [[1, 0, 1], [2, 0, 1]]
    >>> tokens = {"1": {"bytes": "e593", "text": None}, "2": {"bytes": "88", "text": None}}
    >>> encoded = {"text": "哈", "pieces": pieces, "tokens": tokens}
    >>> [(token.start, token.end) for token in place_encoded(encoded, "哈")]
    [(0, 2), (2, 3)]
    """
    byte_at = list(accumulate((len(encode_utf8(c)) for c in encoded["text"]), initial=0))
    composed = normalize_with_offsets(text, ("nfc",))
    is_composed = encoded["text"] == composed.text != text
    borders = _Borders(composed if is_composed else normalize_with_offsets(text, ()))
    placed, data = [], encode_utf8(text)
    for run in overlapping(Piece(*piece) for piece in encoded["pieces"]):
        tokens = [encoded["tokens"].get(str(piece.token_id)) for piece in run]
        own = [bytes.fromhex(token["bytes"]) if token else b"" for token in tokens]
        start, end = byte_at[run[0].start], byte_at[max(piece.end for piece in run)]
        shares = sum(map(len, own)) == end - start
        for piece, token, content in zip(run, tokens, own, strict=True):
            span = byte_at[piece.start], byte_at[piece.end]
            if shares:
                span = start, start + len(content)
                start += len(content)
            here = borders.original(span[0]), borders.original(span[1])
            reads = (token and token["text"]) or ""
            is_same = encode_utf8(reads) == data[here[0] : here[1]]
            placed.append(PlacedToken(piece.token_id, *here, "" if is_same else reads))
    return placed


def _sizes(tokenizer: Tokenizer, word: str, ids: Sequence[int]) -> Iterable[tuple[int, int, str]]:
    """The tokens of a word: id, how many of its bytes each has, and a marker that covers no bytes.

    The marker is at the end of the word's last token.
    """
    rest = word
    for i, token_id in enumerate(ids):
        token = tokenizer.token(token_id)
        ends = tokenizer.end_of_word if i == len(ids) - 1 else ""
        if isinstance(token, bytes):
            size = len(token) - len(encode_utf8(ends))
        else:
            length = 1 if token_id == tokenizer.unknown_id else len(token) - len(ends)
            size, rest = len(encode_utf8(rest[:length])), rest[length:]
        yield token_id, size, "" if size else ends


class _Borders:
    """The map from a byte of the normalized text to the byte of the original it comes from."""

    def __init__(self, normalized: Normalized) -> None:
        self._given, self._now = [0], [0]
        for piece in normalized.pieces:
            self._given.append(self._given[-1] + len(encode_utf8(piece.original)))
            self._now.append(self._now[-1] + len(encode_utf8(piece.text)))

    def original(self, place: int) -> int:
        """The place in the original; a place inside a changed piece maps to the piece's end."""
        i = bisect_right(self._now, place) - 1
        if i + 1 == len(self._now) or place == self._now[i]:
            return self._given[i]
        size = self._given[i + 1] - self._given[i]
        same = size == self._now[i + 1] - self._now[i]
        return self._given[i] + (place - self._now[i] if same else size)
