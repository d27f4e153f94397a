"""How tokens become text again: four signs that say where spaces were, or what is missing.

Joining tokens is not enough where a sign is part of them: `</w>` ends a word, `Ġ` begins one after
a space, `##` continues one. And where the last token ends inside a character, something has to
stand for its bytes: `errors="replace"` writes �. Each way is trained on the text itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.corpus import Corpus, Token

#: Characters of the text whose bytes are shown.
MOST_BROKEN_OFF = 6


@dataclass(frozen=True)
class Decoded:
    """A text's tokens, joined as they are, and decoded by the rule of their sign."""

    sign: str
    tokens: list[Token]
    joined: str
    decoded: str


def ways_back(text: str, num_merges: int) -> list[Decoded]:
    """The text by each way; by the last one only its end, in bytes, without the last byte.

    >>> for way in ways_back("low lower, 茶", 3):
    ...     print(way.sign, way.joined, way.decoded, sep=" | ")
    </w> | low</w>lower,</w>茶</w> | low lower, 茶
    Ġ | lowĠlower,Ġ茶 | low lower, 茶
    ## | lowlow##er,茶 | low lower , 茶
    � | wer, � | wer, �
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


def _decoded(sign: str, tokenizer: Tokenizer, text: str) -> Decoded:
    ids = tokenizer.encode(text)
    tokens = [tokenizer.token(i) for i in ids]
    return Decoded(sign, tokens, "".join(map(str, tokens)), tokenizer.decode(ids))


def _broken_off(text: str) -> Decoded:
    """All bytes but the last one: where that is part of a character, � stands for the others."""
    corpus = Corpus.from_text(text, pre_tokenizer="gpt2", unit="byte")
    tokenizer = train_bpe(corpus, num_merges=0).tokenizer()
    ids = tokenizer.encode(text)[:-1]
    tokens = [tokenizer.token(i) for i in ids]
    joined = tokenizer.decode_bytes(ids).decode("utf-8", errors="replace")
    return Decoded("\N{REPLACEMENT CHARACTER}", tokens, joined, tokenizer.decode(ids))
