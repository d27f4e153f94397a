"""Three bases side by side: characters, bytes, and characters with byte fallback."""

from collections.abc import Sequence
from typing import NamedTuple

import streamlit as st

from bpe_core import Tokenizer, Trace
from bpe_core.encoding.base_tokenizer import decode_utf8
from bpe_core.text.corpus import encode_utf8
from bpe_core.tokenizers.metrics import RoundTrip, compression_ratio, round_trip
from bpe_core.tokenizers.plain_tokenizers import ByteFallbackTokenizer
from pages.components.charts import cost, figures_table, note_lost_text, ratio
from pages.components.charts.corpus_figures import figures_at
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import TokenRow, in_tokens, token_rows
from pages.components.training import Trained, all_trained
from pages.lessons.bytes import LESSON
from pages.session.language import _, visible
from pages.session.training_request import TrainingRequest

#: Most characters of the decoded text that are shown, and most ids of the text.
MOST_DECODED, MOST_IDS = 200, 16


class Base(NamedTuple):
    """A base of a vocabulary: the training, its tokenizer, and what becomes of the text."""

    name: str
    trace: Trace
    tokenizer: Tokenizer
    back: RoundTrip


def both_trained(request: TrainingRequest) -> list[Trained] | None:
    """The corpus trained by characters and by bytes; None while either result is missing."""
    return all_trained([request.but(unit=unit) for unit in ("char", "byte")])


def names() -> list[str]:
    """Return the names of the three bases."""
    return [_("Characters as the base"), _("Bytes as the base"), _("Characters with byte fallback")]


def bases_of(trained: Sequence[Trace], text: str) -> list[Base]:
    """The text by each of the three; `trained` are the results of `both_trained`.

    Byte fallback needs no training of its own.
    """
    by_character, by_byte = trained
    made = [
        (by_character, by_character.tokenizer()),
        (by_byte, by_byte.tokenizer()),
        (by_character, ByteFallbackTokenizer(by_character)),
    ]
    return [
        Base(name, trace, tokenizer, round_trip(tokenizer, text))
        for name, (trace, tokenizer) in zip(names(), made, strict=True)
    ]


def draw_bases(bases: list[Base]) -> None:
    """The text as each of the three encodes it and decodes it again; their figures are folded."""
    token_rows(map(_row, bases), key="bases")
    with st.expander(_("In figures")):
        rows = zip(LESSON.titles("figures_titles"), *map(figures_of, bases), strict=True)
        figures_table(rows, ["", *(base.name for base in bases)])
        if any(map(_unknown_in, bases)):
            note_lost_text()


def _row(base: Base) -> TokenRow:
    last = _("decodes to: {text}", text=_decoded(base.back)) if base.back.ids else ""
    words = base.tokenizer.encoded_words(base.back.text)
    chips = [[chip_of(base.tokenizer, i) for i in word.ids] for word in words]
    return TokenRow(base.name, _remark(base), chips, last=last)


def _unknown_in(base: Base) -> int:
    return base.back.ids.count(base.tokenizer.unknown_id)


def _remark(base: Base) -> str:
    """How many tokens the text has, and how many of them are unknown or bytes of last resort."""
    ids, tokenizer = base.back.ids, base.tokenizer
    if isinstance(tokenizer, ByteFallbackTokenizer):
        in_bytes = sum(map(tokenizer.is_byte, ids))
        return in_tokens(len(ids)) + _(", {n} of them bytes", n=in_bytes)
    unknown = _unknown_in(base)
    return in_tokens(len(ids)) + (_(", {n} of them unknown", n=unknown) if unknown else "")


def figures_of(base: Base) -> list[str | int]:
    """The cells of a base, in the order of their titles."""
    figures = figures_at(base.trace, len(base.trace))
    size = len(base.tokenizer.vocabulary)
    added = size - figures.vocabulary_size  # the bytes to fall back on
    ids = base.back.ids
    more = [_("and {n} more", n=len(ids) - MOST_IDS)] if len(ids) > MOST_IDS else []
    return [
        len(base.trace.corpus.base_vocabulary) + added,
        cost(compression_ratio(len(encode_utf8(base.back.text)), len(ids)), _unknown_in(base)),
        size,
        figures.token_count,
        ratio(figures.bytes_per_token),
        len(base.tokenizer.unknown_characters(base.back.text)),
        " ".join([*map(str, ids[:MOST_IDS]), *more]) or "–",
    ]


def _decoded(back: RoundTrip) -> str:
    if back.is_equal:
        return _("exactly the same text, byte for byte")
    if back.causes == ("white-space",):
        return _("itself, except for the whitespace that pre-tokenization drops")
    return visible(decode_utf8(back.decoded), MOST_DECODED)
