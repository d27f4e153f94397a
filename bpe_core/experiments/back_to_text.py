"""Turn tokens into text again: all at once, or as they arrive.

Joining tokens is not enough where a sign is part of them: `</w>` ends a word, `Ġ` begins one after
a space, `##` continues one. And where the last token ends inside a character, something has to
stand for its bytes: `errors="replace"` writes �. Each way is trained on the text itself. A program
that shows tokens as they arrive has to wait for the rest of such a character.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.corpus import Corpus, Token, as_bytes

#: Characters of the text whose bytes are shown.
MOST_BROKEN_OFF = 6
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

Sign = Literal["</w>", "Ġ", "##"]
#: What a token becomes by the rule of its sign, before the ends of the text are looked at.
_BECOMES: dict[Sign, Callable[[str], str]] = {
    "</w>": lambda token: token.replace("</w>", " "),
    "Ġ": lambda token: token.replace("Ġ", " "),
    "##": lambda token: token[2:] if token.startswith("##") else f" {token}",
}


@dataclass(frozen=True)
class Flow:
    """Tokens, and the text that they become together: one token, or all bytes of a character."""

    tokens: tuple[Token, ...]
    text: str


@dataclass(frozen=True)
class Decoded:
    """A text's tokens with what each becomes by the rule of their sign, and the decoded text."""

    sign: str
    flows: list[Flow]
    decoded: str


def ways_back(text: str, num_merges: int) -> list[Decoded]:
    """The text by each way; by the last one only its end, in bytes, without the last byte.

    >>> for way in ways_back("low lower, 茶", 3):
    ...     print(way.sign, way.decoded, [flow.text for flow in way.flows], sep=" | ")
    </w> | low lower, 茶 | ['low ', 'low', 'e', 'r', ',', ' ', '茶', '']
    Ġ | low lower, 茶 | ['low', ' low', 'e', 'r', ',', ' ', '茶']
    ## | low lower , 茶 | ['low', ' low', 'er', ' ,', ' 茶']
    � | wer, � | ['w', 'e', 'r', ',', ' ', '�']
    """
    whitespace = Corpus.from_text(text, pre_tokenizer="whitespace", end_of_word="</w>")
    gpt2 = Corpus.from_text(text, pre_tokenizer="gpt2")
    bert = Corpus.from_text(text, pre_tokenizer="bert")
    return [
        _decoded("</w>", train_bpe(whitespace, num_merges=num_merges).tokenizer(), text),
        _decoded("Ġ", train_bpe(gpt2, num_merges=num_merges).tokenizer(), text),
        _decoded("##", train_wordpiece(bert, num_merges=num_merges).tokenizer(), text),
        _broken_off(text[-MOST_BROKEN_OFF:]),
    ]


def _decoded(sign: Sign, tokenizer: Tokenizer, text: str) -> Decoded:
    ids = tokenizer.encode(text)
    tokens = [str(tokenizer.token(i)) for i in ids]
    texts = [_BECOMES[sign](token) for token in tokens]
    if sign == "</w>":
        texts[-1] = texts[-1].removesuffix(" ")  # nothing follows the last word
    if sign == "##":
        texts[0] = texts[0].removeprefix(" ")
    flows = [Flow((token,), each) for token, each in zip(tokens, texts, strict=True)]
    return Decoded(sign, flows, tokenizer.decode(ids))


def _broken_off(text: str) -> Decoded:
    """All bytes but the last one: where that is part of a character, � stands for the others."""
    corpus = Corpus.from_text(text, pre_tokenizer="gpt2", unit="byte")
    tokenizer = train_bpe(corpus, num_merges=0).tokenizer()
    ids = tokenizer.encode(text)[:-1]
    flows: list[Flow] = []
    waiting: list[Token] = []
    for arrival in arrivals(as_bytes(tokenizer.token(i)) for i in ids):
        waiting.append(arrival.token)
        if arrival.shown:
            flows.append(Flow(tuple(waiting), arrival.shown))
            waiting = []
    if waiting:
        flows.append(Flow(tuple(waiting), REPLACEMENT))
    return Decoded(REPLACEMENT, flows, tokenizer.decode(ids))


class Arrival(NamedTuple):
    """A token that arrives, and what two programs print for it.

    `alone` is what a program prints that decodes each token by itself; `shown` is what one prints
    that waits until a character is complete; `waiting` are the bytes that it then still keeps.
    """

    token: bytes
    alone: str
    shown: str
    waiting: bytes


def arrivals(tokens: Iterable[bytes]) -> list[Arrival]:
    """Decode tokens as both programs do, one after the other, and return what each prints.

    >>> [arrival[1:] for arrival in arrivals([b"a\\xe5", b"\\x93", b"\\x88!"])]
    [('a�', 'a', b'\\xe5'), ('�', '', b'\\xe5\\x93'), ('�!', '哈!', b'')]
    """
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    found = []
    for token in tokens:
        shown = decoder.decode(token)
        found.append(Arrival(token, token.decode(errors="replace"), shown, decoder.getstate()[0]))
    return found
