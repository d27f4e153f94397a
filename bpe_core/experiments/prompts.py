"""Prompts: a chat is one text, and where a text is cut off, its tokens change.

In ChatML (OpenAI, 2023) each message is put between `<|im_start|>` with the speaker's name and
`<|im_end|>`. Ordinary text never becomes these tokens: if a user types something that looks like
them, it is encoded letter by letter, unless a careless program takes it for the token.

A prompt is encoded by itself, and the model continues from there. If `encode(a) + encode(b)` is not
`encode(a + b)`, the model has to continue from tokens that it has rarely seen before such a text.
Token healing (Lundberg, 2023, "The art of prompt design: prompt boundaries and token healing")
drops the last token, and then allows only tokens that begin with the dropped text.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from bpe_core.encoding.encoding_steps import cut_at_special_tokens
from bpe_core.experiments import Encoder, token_bytes
from bpe_core.text.characters import split_chinese
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.pre_tokenization import HAN_PATTERN

START, END = "<|im_start|>", "<|im_end|>"
SPECIAL = {START: 0, END: 1}


class Turn(NamedTuple):
    """A message of a chat: who speaks, and the text."""

    speaker: str
    text: str


class ChatToken(NamedTuple):
    """A token of a chat; a special token does not consist of the bytes of its name."""

    token: bytes
    is_special: bool = False


def chat_tokens(encoder: Encoder, turns: Iterable[Turn], *, careful: bool) -> list[ChatToken]:
    """A chat as tokens. A careless program mistakes text that looks like a special token for one.

    >>> class Letters:
    ...     def encode(self, text):
    ...         return list(text.encode())
    ...     def token(self, token_id):
    ...         return bytes([token_id])
    >>> turns = [Turn("u", "<|im_end|>")]
    >>> [len(chat_tokens(Letters(), turns, careful=careful)) for careful in (True, False)]
    [15, 6]
    """
    tokens: list[ChatToken] = []
    for speaker, text in turns:
        parts = cut_at_special_tokens(text, {} if careful else SPECIAL)
        # Each part is with its id if it is a special token.
        for part, special in ((START, 0), (f"{speaker}\n", None), *parts, (END, 1), ("\n", None)):
            if special is None:
                tokens += map(ChatToken, token_bytes(encoder, part))
            else:
                tokens.append(ChatToken(part.encode(), is_special=True))
    return tokens


def turns_read(tokens: Sequence[ChatToken]) -> list[Turn]:
    """Who says what, for a model that relies on the special tokens.

    Text between an end and the next start does not belong to any message and is left out.

    >>> start, end = ChatToken(START.encode(), True), ChatToken(END.encode(), True)
    >>> turns_read([start, ChatToken(b"user\\nhi"), end, ChatToken(b"\\n")])
    [Turn(speaker='user', text='hi')]
    """
    turns: list[Turn] = []
    text: bytes | None = None
    for token, is_special in (*tokens, ChatToken(END.encode(), True)):
        if not is_special:
            text = None if text is None else text + token
            continue
        if text is not None:
            speaker, _, words = text.decode("utf-8", "replace").partition("\n")
            turns.append(Turn(speaker, words))
        text = b"" if token == START.encode() else None
    return turns


Encode = Callable[[str], Sequence[int]]


def changed_places(encode: Encode, text: str) -> list[int]:
    """The positions between characters where cutting changes the tokens, counted from the start.

    >>> pairs = {"ab": [9]}
    >>> changed_places(lambda text: pairs.get(text, [*map(ord, text)]), "ab")
    [1]
    """
    whole = list(encode(text))
    places = range(1, len(text))
    return [at for at in places if [*encode(text[:at]), *encode(text[at:])] != whole]


def token_ends(tokens: Iterable[bytes]) -> list[int]:
    """Where each token ends, in bytes of the text.

    >>> token_ends([b"str", b"aw"])
    [3, 5]
    """
    return list(accumulate(map(len, tokens)))


def ends_inside_characters(tokens: Sequence[bytes]) -> list[int]:
    """The tokens, by index, that end in the middle of a character.

    The last token is left out, because nothing follows it.

    >>> ends_inside_characters(["哈".encode()[:2], "哈".encode()[2:], b"a"])
    [0]
    """
    text = b"".join(tokens)
    ends = token_ends(tokens)
    return [i for i, end in enumerate(ends) if end < len(text) and 0x80 <= text[end] < 0xC0]


def chinese_borders(text: str) -> list[int]:
    """Where a Chinese word ends and another begins according to jieba, in bytes of the text.

    >>> chinese_borders("a外婆家在山里。")
    [10, 13]
    """
    found = []
    for run in HAN_PATTERN.finditer(text):
        start = len(encode_utf8(text[: run.start()]))
        ends = token_ends(map(encode_utf8, split_chinese(run[0])))
        found += [start + end for end in ends[:-1]]
    return found


def borders_inside(borders: Sequence[int], tokens: Sequence[bytes]) -> list[int]:
    """The borders between words that lie inside tokens. Joined, the tokens are the text.

    >>> borders_inside([3, 6], ["外".encode(), "婆家".encode()])
    [6]
    """
    ends = set(token_ends(tokens))
    return [border for border in borders if border not in ends]


def crossing_tokens(borders: Sequence[int], tokens: Sequence[bytes]) -> list[int]:
    """The tokens, by index, that contain a border between words.

    >>> crossing_tokens([3, 6], ["外".encode(), "婆家".encode()])
    [1]
    """
    ends = token_ends(tokens)
    inside = borders_inside(borders, tokens)
    return sorted({bisect_right(ends, border) for border in inside})


@dataclass(frozen=True)
class Healed:
    """A prompt without its last token: what is kept, what was dropped, and what may follow.

    `following` are the ids of the tokens that begin with the dropped bytes, in their order.
    `reaches_whole` says whether the tokens of the whole text can still be reached in this way.
    """

    kept: list[int]
    dropped: bytes
    following: list[int]
    reaches_whole: bool


def heal(encoder: Encoder, vocabulary: Collection[tuple[int, bytes]], a: str, b: str) -> Healed:
    """Drop the last token of the prompt `a`, which is continued by `b`.

    >>> class Letters:
    ...     tokens = {0: b"a", 1: b"b", 2: b"ab"}
    ...     def encode(self, text):
    ...         return [2] if text == "ab" else ["ab".index(letter) for letter in text]
    ...     def token(self, token_id):
    ...         return self.tokens[token_id]
    >>> heal(Letters(), Letters.tokens.items(), "a", "b")
    Healed(kept=[], dropped=b'a', following=[0, 2], reaches_whole=True)
    """
    ids = list(encoder.encode(a))
    kept, dropped = ids[:-1], encoder.token(ids[-1]) if ids else b""
    following = sorted(i for i, token in vocabulary if token.startswith(dropped))
    whole = list(encoder.encode(a + b))
    then = whole[len(kept) : len(kept) + 1]
    reaches = whole[: len(kept)] == kept and set(then) <= set(following)
    return Healed(kept, dropped, following, reaches)


class Mask(NamedTuple):
    """Where training on an answer begins, if its prompt is left out by its number of tokens.

    `masked` is the number of tokens of the prompt encoded by itself. In the prompt and the answer
    encoded as one text, `first` is the first token that holds any of the answer, and `is_shared`
    says whether that token holds some of the prompt, too.
    """

    masked: int
    first: int
    is_shared: bool

    @property
    def untrained(self) -> int:
        """How many tokens of the answer the model never learns to produce.

        >>> Mask(3, 1, False).untrained, Mask(1, 3, False).untrained
        (2, 0)
        """
        return max(0, self.masked - self.first)

    @property
    def is_right(self) -> bool:
        """Whether exactly the answer is trained on."""
        return self.masked == self.first and not self.is_shared


def mask_by_length(encoder: Encoder, prompt: str, answer: str) -> Mask | None:
    """The mask that leaves out as many tokens as the prompt has alone; None if text is lost.

    >>> class Letters:
    ...     tokens = {0: b"a", 1: b"b", 2: b"ab"}
    ...     def encode(self, text):
    ...         return [2] if text == "ab" else ["ab".index(letter) for letter in text]
    ...     def token(self, token_id):
    ...         return self.tokens[token_id]
    >>> mask_by_length(Letters(), "a", "b"), mask_by_length(Letters(), "b", "a")
    (Mask(masked=1, first=0, is_shared=True), Mask(masked=1, first=1, is_shared=False))
    """
    ids = encoder.encode(prompt + answer)
    tokens = [encoder.token(token_id) for token_id in ids]
    if b"".join(tokens) != encode_utf8(prompt + answer):
        return None
    border = len(encode_utf8(prompt))
    ends = token_ends(tokens)
    first = bisect_right(ends, border)
    is_shared = (ends[first - 1] if first else 0) != border
    return Mask(len(encoder.encode(prompt)), first, is_shared)
