"""Turn tokens into text again, by four signs that say where spaces were or what is missing.

Joining tokens is not enough where a sign is part of them: `</w>` ends a word, `Ġ` begins one after
a space, `##` continues one. And where the last token ends inside a character, something has to
stand for its bytes: `errors="replace"` writes �. Each way is trained on the text itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.corpus import Corpus, Token

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
    if texts and sign == "</w>":
        texts[-1] = texts[-1].removesuffix(" ")  # nothing follows the last word
    if texts and sign == "##":
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
    for token in map(tokenizer.token, ids):
        waiting.append(token)
        text = _replaced(waiting)
        if REPLACEMENT not in text:
            flows.append(Flow(tuple(waiting), text))
            waiting = []
    if waiting:
        flows.append(Flow(tuple(waiting), _replaced(waiting)))
    return Decoded(REPLACEMENT, flows, tokenizer.decode(ids))


def _replaced(tokens: list[Token]) -> str:
    return b"".join(token for token in tokens if isinstance(token, bytes)).decode(
        "utf-8", errors="replace"
    )
