"""The vocabularies used by the experiments: published ones and the one trained here."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.published_vocabularies import RankedTokenizer
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip
from pages.components.training.tokenizer_choice import Source
from pages.components.vocabularies.choice import published_vocabularies
from pages.components.vocabularies.parallel_texts import TextCost
from pages.session import state
from pages.session.language import _
from pages.session.session_state import bound_switch
from pages.session.uploads import HERE


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary with its `code` in the address and its `name` on the page.

    `key` is unique; for the vocabulary trained here, it identifies the training.
    """

    code: str
    name: str
    key: str
    encoder: "RankedTokenizer | TrainedEncoder"

    def chips(self, text: str) -> list[Chip]:
        """The tokens of a text, as chips to show."""
        return self.chips_of(self.encoder.encode(text))

    def chips_of(self, ids: Sequence[int]) -> list[Chip]:
        """The tokens with these ids, as chips to show."""
        if isinstance(self.encoder, TrainedEncoder):
            return [chip_of(self.encoder.tokenizer, token_id) for token_id in ids]
        return [Chip(self.encoder.token(i)) for i in ids]

    def cost(self, text: str) -> TextCost:
        """How many tokens a text takes, and how many of them are unknown."""
        ids = self.encoder.encode(text)
        if isinstance(self.encoder, TrainedEncoder):
            return TextCost(len(ids), ids.count(self.encoder.tokenizer.unknown_id))
        return TextCost(len(ids))

    def tokens(self) -> Collection[tuple[int, bytes]]:
        """All tokens with their ids."""
        if isinstance(self.encoder, TrainedEncoder):
            size = len(self.encoder.tokenizer.vocabulary)
            return [(i, self.encoder.token(i)) for i in range(size)]
        return [(rank, token) for token, rank in self.encoder.ranks.items()]


class TrainedEncoder:
    """A tokenizer that was trained here, with each token as the bytes of the text it represents.

    An unknown token and an end-of-word marker represent no bytes; `Ġ` represents a space.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"hug": 1}, end_of_word="</w>")).tokenizer()
    >>> encoder = TrainedEncoder(tokenizer)
    >>> [encoder.token(token_id) for token_id in encoder.encode("hug x")]
    [b'hug', b'', b'']
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer

    def encode(self, text: str) -> Sequence[int]:
        return self.tokenizer.encode(text)

    def token(self, token_id: int) -> bytes:
        tokenizer = self.tokenizer
        if tokenizer.unit == "char" and token_id == tokenizer.unknown_id:
            return b""
        token, marker = tokenizer.token(token_id), tokenizer.end_of_word
        has_marker = tokenizer.has_marker(token_id)
        if isinstance(token, bytes):
            return token[: -len(encode_utf8(marker))] if has_marker else token
        text = token[: -len(marker)] if has_marker else token
        space = tokenizer.pre_tokenizer.space
        return encode_utf8(text.replace(space, " ") if space else text)


def all_vocabularies(source: Source | None) -> list[Vocabulary]:
    """The published vocabularies in order of publication, then the one trained here."""
    published = published_vocabularies().items()
    found = [Vocabulary(name, name, name, tokenizer) for name, tokenizer in published]
    tokenizer = None if source is None else source.tokenizer(source.rules)
    if source is not None and tokenizer is not None:
        found.append(Vocabulary(HERE, _("trained here"), source.key, TrainedEncoder(tokenizer)))
    return found


def chosen_vocabulary(vocabularies: Sequence[Vocabulary]) -> Vocabulary | None:
    """Draw a row of buttons and return the vocabulary chosen with it; None if it isn't there."""
    by_code = {each.code: each for each in vocabularies}
    names = {code: each.name for code, each in by_code.items()} | {HERE: _("trained here")}
    code = state.chosen("by")
    shown = code if code in names else next(iter(names))
    st.segmented_control(
        _("Vocabulary"),
        list(names),
        format_func=names.__getitem__,
        **bound_switch("sees_by", shown, lambda code: state.choose(by=code)),
    )
    return by_code.get(shown)
