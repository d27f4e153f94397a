"""The parts of the lesson "Bytes": rulers, GPT-2's alphabet, and two bases side by side."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import Tokenizer, Trace
from bpe_core.bpe.tokenizer import decode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.tokenizers.round_trip import RoundTrip, round_trip
from pages.components.charts.corpus_figures import figures_at
from pages.components.charts.tables import figures_table
from pages.components.component import component
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import TokenRow, token_rows
from pages.components.training.training_progress import Trained, all_trained
from pages.lessons.bytes.rulers.payload import (
    alphabet_of,
    characters_of,
    rulers_of,
    spelled_by_gpt2,
)
from pages.session.asked_training import AskedTraining
from pages.session.language import _, current_language, format_number, ngettext, visible

#: Most characters of the decoded text that are shown.
MOST_DECODED = 200
#: Number of characters in Unicode 16.0 (2024), by its own count.
UNICODE_CHARACTERS = 154_998


_rulers = component(
    "byte_rulers",
    "lessons/bytes/rulers/rulers.js",
    "components/stepper/stepper.css",
    "lessons/bytes/rulers/bytes.css",
)
_alphabet = component(
    "byte_alphabet",
    "lessons/bytes/rulers/alphabet.js",
    "components/stepper/stepper.css",
    "lessons/bytes/rulers/bytes.css",
)


def both_bases(asked: AskedTraining) -> list[Trained] | None:
    """The corpus trained by characters and by bytes; None while either result is missing."""
    return all_trained([asked.but(unit=unit) for unit in ("char", "byte")])


def names() -> list[str]:
    """What the two tokenizers start from, in the order of the tokenizers."""
    return [_("Characters as the base"), _("Bytes as the base")]


def draw_rulers(text: str, normalizer: Sequence[str], tokenizer: Tokenizer | None) -> None:
    """One text on four rulers: as people count, code points, bytes, tokens."""
    shown = normalize(text, normalizer)
    if shown != text:
        st.caption(_("The text is shown after the normalization you chose."))
    data = {
        **rulers_of(shown, tokenizer),
        "lang": current_language(),
        "text": _ruler_texts(),
    }
    _rulers(key="byte_rulers", data=data)


def draw_alphabet(text: str) -> None:
    """The 256 bytes as GPT-2 writes them, with the text's bytes marked, and a reason for each."""
    data = {
        **alphabet_of(text),
        "listed": characters_of(text),
        "spelled": spelled_by_gpt2(text[:MOST_DECODED]),
        "lang": current_language(),
        "text": _alphabet_texts(),
    }
    _alphabet(key="byte_alphabet", data=data)


def draw_bases(traces: Sequence[Trace], text: str) -> None:
    """The text as both tokenizers encode it, what is unknown to them, and their figures."""
    tokenizers = [trace.tokenizer() for trace in traces]
    backs = [round_trip(tokenizer, text) for tokenizer in tokenizers]
    rows = [
        TokenRow(name, _remark(back, tokenizer), _chips(tokenizer, text))
        for name, back, tokenizer in zip(names(), backs, tokenizers, strict=True)
    ]
    token_rows(rows, key="bases")
    columns = [
        _figures(trace, back, tokenizer)
        for trace, back, tokenizer in zip(traces, backs, tokenizers, strict=True)
    ]
    cells = zip(_labels(), *columns, strict=True)
    figures_table([list(row) for row in cells], ["", *names()])


def _chips(tokenizer: Tokenizer, text: str) -> list[list]:
    return [[chip_of(tokenizer, i) for i in word.ids] for word in tokenizer.encoded_words(text)]


def _unknown_total(back: RoundTrip, tokenizer: Tokenizer) -> int:
    return back.ids.count(tokenizer.unknown_id) if tokenizer.unit == "char" else 0


def _remark(back: RoundTrip, tokenizer: Tokenizer) -> str:
    count = len(back.ids)
    tokens = ngettext("{n} token", "{n} tokens", count).format(n=format_number(count))
    unknown = _unknown_total(back, tokenizer)
    if not unknown:
        return tokens
    return tokens + _(", {n} of them unknown").format(n=format_number(unknown))


def _labels() -> list[str]:
    return [
        _("base vocabulary"),
        _("vocabulary after the merges"),
        _("tokens in the corpus"),
        _("bytes per token in the corpus"),
        _("different characters of your text that are unknown"),
        _("your text decodes to"),
    ]


def _figures(trace: Trace, back: RoundTrip, tokenizer: Tokenizer) -> list[str]:
    figures = figures_at(trace, len(trace))
    return [
        format_number(len(trace.corpus.base_vocabulary)),
        format_number(figures.vocabulary_size),
        format_number(figures.token_count),
        format_number(round(figures.bytes_per_token, 2)),
        format_number(len(tokenizer.unknown_characters(back.text))),
        _decoded(back),
    ]


def _decoded(back: RoundTrip) -> str:
    if back.is_equal:
        return _("exactly itself, byte for byte")
    if back.causes == ("white-space",):
        return _("itself, except for the white space that pre-tokenization drops")
    return visible(decode_utf8(back.decoded), MOST_DECODED)


def _ruler_texts() -> dict[str, str]:
    return {
        "clusters": _("characters as people see them"),
        "points": _("code points"),
        "bytes": _("bytes in UTF-8"),
        "tokens": _("tokens, by their ids"),
        "cut": _("Only the start is drawn. The totals are for the whole text."),
        "legend": _(
            "Everything in one column is the same part of the text. A cell with a dotted end "
            "continues on the next line. White space that pre-tokenization drops has no token."
        ),
        "title": _("One text on four rulers"),
        "empty": _("Type a text above."),
    }


def _alphabet_texts() -> dict[str, str]:
    return {
        "title": _("GPT-2's character for every byte"),
        "legend": _(
            "Filled: in your text. Plain frame: the byte is written as itself. Dashed frame: the "
            "byte can't be displayed, so another character is used. Crossed out: it never occurs "
            "in UTF-8."
        ),
        "itself": _(
            "Byte {hex} is {number}, and character {number} of Unicode can be displayed: {char}. "
            "So the byte is shown as {char}."
        ),
        "moved": _(
            "Byte {hex} is {number}, and character {number} of Unicode can't be displayed. It is "
            "number {i}, counted from 0, of the 68 bytes like that. So it is shown as character "
            "256 + {i} = {sum}, which is {point}: {char}."
        ),
        "one": _("In UTF-8 it is a whole character: ASCII."),
        "begins": _("In UTF-8 it begins a character of {n} bytes."),
        "goes_on": _("In UTF-8 it continues a character."),
        "never": _("In UTF-8 it never occurs."),
        "uses": _("It occurs {n} times in your text."),
        "uses_once": _("It occurs once in your text."),
        "uses_none": _("It does not occur in your text."),
        "list_title": _("Your characters, byte by byte"),
        "character": _("character"),
        "points": _("code points"),
        "bytes": _("bytes"),
        "written": _("GPT-2 writes"),
        "spelled": _("So other tools show the start of your text as"),
        "more": _("and {n} more"),
        "byte": _("Byte {hex}"),
    }
