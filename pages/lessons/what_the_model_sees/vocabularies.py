"""The vocabularies that the experiments ask: published ones, and the one trained here."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bpe_core import Tokenizer
from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.ranked_tokenizer import RankedTokenizer
from pages.components.token_rows import Chip
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.vocabularies.loading import published_vocabularies
from pages.session.language import _

#: The name in the address of the tokenizer that is trained here.
HERE = "here"


@dataclass(frozen=True)
class Vocabulary:
    """A vocabulary by its name in the address, and as it is called on the page."""

    code: str
    name: str
    encoder: "RankedTokenizer | TrainedEncoder"

    def chips(self, text: str) -> list[Chip]:
        """The tokens of a text, as they are shown."""
        ids = self.encoder.encode(text)
        if isinstance(self.encoder, TrainedEncoder):
            return [chip_of(self.encoder.tokenizer, token_id) for token_id in ids]
        tokens = map(self.encoder.token, ids)
        return [Chip(token, i * (len(token) > 1)) for i, token in zip(ids, tokens, strict=True)]

    def tokens(self) -> Collection[tuple[int, bytes]]:
        """All tokens with their ids."""
        if isinstance(self.encoder, TrainedEncoder):
            size = len(self.encoder.tokenizer.vocabulary)
            return [(i, self.encoder.token(i)) for i in range(size)]
        return [(rank, token) for token, rank in self.encoder.ranks.items()]


class TrainedEncoder:
    """A tokenizer that was trained here: each token as the bytes of the text that it holds.

    An unknown token holds none, nor does an end-of-word marker, and a `Ġ` is a space.

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


def all_vocabularies(trained: Tokenizer | None) -> list[Vocabulary]:
    """The published ones in the order of their publication, then the one trained here."""
    found = [
        Vocabulary(name, name, tokenizer) for name, tokenizer in published_vocabularies().items()
    ]
    if trained is not None:
        found.append(Vocabulary(HERE, _("trained here"), TrainedEncoder(trained)))
    return found
