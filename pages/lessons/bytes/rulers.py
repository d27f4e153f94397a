"""A text's bytes: on four rulers that line up, in GPT-2's alphabet, and arriving in tokens.

Places count bytes of the text in UTF-8, from 0.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.experiments.back_to_text import Arrival, arrivals
from bpe_core.experiments.prompts import ends_inside_characters
from bpe_core.text.byte_alphabet import BY_GPT2, PRINTABLE, printable_characters
from bpe_core.text.characters import graphemes_of
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.normalization import normalize
from bpe_core.text.pre_tokenization import locate_words
from pages.components.component import STEPPER, component
from pages.lessons.bytes import LESSON
from pages.session.language import _, current_language, visible

#: Most characters of the decoded text that are shown.
MOST_DECODED = 200
#: Number of characters in Unicode 16.0 (2024), by its own count.
UNICODE_CHARACTERS = 154_998
#: Most bytes of a text that are drawn, characters listed, and bytes listed per character.
MOST_BYTES = 480
MOST_CHARACTERS = 40
MOST_LISTED_BYTES = 32

Data = dict[str, Any]

_rulers = component("lessons/bytes/rulers.js", STEPPER, "lessons/bytes/bytes.css")
_alphabet = component("lessons/bytes/alphabet.js", STEPPER, "lessons/bytes/bytes.css")


def draw_rulers(text: str, normalizer: Sequence[str], tokenizer: Tokenizer | None) -> None:
    """One text on four rulers: as people count, code points, bytes, tokens."""
    shown = normalize(text, normalizer)
    if shown != text:
        st.caption(_("The text is shown after the normalization you chose."))
    data = rulers_of(shown, tokenizer) | {"lang": current_language()}
    _rulers(key="byte_rulers", data=data)


def draw_alphabet(text: str) -> None:
    """The 256 bytes as GPT-2 writes them, with the text's bytes marked, and a reason for each."""
    data = {
        **alphabet_of(text),
        "listed": characters_of(text),
        "spelled": spelled_by_gpt2(text[:MOST_DECODED]),
        "lang": current_language(),
    }
    _alphabet(key="byte_alphabet", data=data)


def rulers_of(text: str, tokenizer: Tokenizer | None) -> Data:
    """The rulers, with each mark as `[what, start, end]`, and how many marks the whole text has.

    Tokens are `[id, start, end, was it merged]`. Whitespace that is not in any word has no token.
    `tokenizer` works on bytes, and the text is already normalized the way `tokenizer` does it.
    """
    clusters, tokens = graphemes_of(text), tokens_of(text, tokenizer) if tokenizer else []
    data = encode_utf8(text)
    places = accumulate(len(encode_utf8(character)) for character in text)
    end = max((place for place in places if place <= MOST_BYTES), default=0)
    return {
        "clusters": _up_to(end, _marks(clusters)),
        "points": _up_to(end, _marks(text)),
        "bytes": list(data[:end]),
        "tokens": _up_to(end, tokens),
        "totals": [len(clusters), len(text), len(data), len(tokens) if tokenizer else None],
        "is_cut": end < len(data),
    }


def tokens_of(text: str, tokenizer: Tokenizer) -> list[list[Any]]:
    """The tokens with their bytes; an end-of-word marker and an added space have no bytes.

    >>> from bpe_core import Corpus, train_bpe
    >>> tokenizer = train_bpe(Corpus.from_counts({"哈": 1}, unit="byte")).tokenizer(1)
    >>> tokens_of("a 哈", tokenizer)
    [[97, 0, 1, False], [256, 2, 4, True], [136, 4, 5, False]]
    """
    places = [0, *accumulate(len(encode_utf8(character)) for character in text)]
    found = []
    written = tokenizer.encoded_words(text)
    for word, encoded in zip(locate_words(text, tokenizer.pre_tokenizer), written, strict=True):
        start, stop = places[word.start], places[word.end]
        added = len(encode_utf8(word.text)) - (stop - start)
        place = start - added
        for i in encoded.ids:
            end = place + len(tokenizer.token(i))
            if place < stop and end > start:
                merged = tokenizer.rule_of(i) > 0
                found.append([i, max(place, start), min(end, stop), merged])
            place = end
    return found


def _marks(parts: Sequence[str]) -> list[list[Any]]:
    """Each part, with where its bytes begin and end."""
    places = accumulate((len(encode_utf8(part)) for part in parts), initial=0)
    return [[part, *place] for part, place in zip(parts, pairwise(places), strict=True)]


def _up_to(end: int, marks: list[list[Any]]) -> list[list[Any]]:
    """The marks that begin before the byte `end`, with the last one cut off there."""
    return [[m[0], m[1], min(m[2], end), *m[3:]] for m in marks if m[1] < end]


def alphabet_of(text: str) -> Data:
    """GPT-2's character for every byte, its index among the moved ones, and its uses.

    `moved` is -1 for a byte that stands for itself. `used` is how often each byte occurs in `text`.
    """
    used = Counter(encode_utf8(text))
    characters = printable_characters()
    moved = {byte: i for i, byte in enumerate(BY_GPT2[len(PRINTABLE) :])}
    return {
        "characters": [characters[byte] for byte in range(256)],
        "moved": [moved.get(byte, -1) for byte in range(256)],
        "used": [used[byte] for byte in range(256)],
    }


def spelled_by_gpt2(text: str) -> str:
    """A text as GPT-2's vocabulary file writes it.

    >>> spelled_by_gpt2(" 哈")
    'ĠåĵĪ'
    """
    characters = printable_characters()
    return "".join(characters[byte] for byte in encode_utf8(text))


def characters_of(text: str) -> list[Data]:
    """The distinct characters of a text in order, with their bytes and how GPT-2 writes them."""
    found = list(dict.fromkeys(graphemes_of(text)))[:MOST_CHARACTERS]
    return [
        {
            "text": cluster,
            "points": [f"U+{ord(point):04X}" for point in cluster[:MOST_LISTED_BYTES]],
            "bytes": list(encode_utf8(cluster)[:MOST_LISTED_BYTES]),
            "more": max(0, len(encode_utf8(cluster)) - MOST_LISTED_BYTES),
        }
        for cluster in found
    ]


#: Most tokens that are walked over, and how many of them come before the first half of a character.
MOST_WALKED, BEFORE = 10, 1

_arriving = component("lessons/bytes/arriving.js", STEPPER)


def draw_arriving(tokenizer: Tokenizer, text: str) -> None:
    """Draw a walk over the tokens, from the first character that takes three of them on.

    If none takes so many, from the first one that takes two.
    """
    with st.expander(_("Incomplete characters while text arrives")):
        st.markdown(LESSON.prose("arriving"))
        tokens = [token for token in added_by(tokenizer, text) if token]
        halves = ends_inside_characters(tokens)
        if not halves:
            st.markdown(LESSON.prose("none_ends_inside"))
            return
        first = next((half for half in halves if half + 1 in halves), halves[0])
        start = max(0, first - BEFORE)
        steps = steps_of(arrivals(tokens)[start : start + MOST_WALKED])
        _arriving(key="arriving", data={"lang": current_language(), "steps": steps})


def added_by(tokenizer: Tokenizer, text: str) -> Sequence[bytes]:
    """The bytes that each token of a text adds to those of the tokens before it.

    >>> from bpe_core import Corpus, train_bpe
    >>> corpus = Corpus.from_counts({"hug": 2}, unit="byte", end_of_word="</w>")
    >>> added_by(train_bpe(corpus).tokenizer(), "hug 茶")
    [b'hug', b' \\xe8', b'\\x8c', b'\\xb6', b'']
    """
    ids = tokenizer.encode(text)
    so_far = [tokenizer.decode_bytes(ids[:n]) for n in range(len(ids) + 1)]
    return [after[len(before) :] for before, after in pairwise(so_far)]


def steps_of(arrived: Sequence[Arrival]) -> list[dict[str, object]]:
    """List what both programs have printed before the first token and after each, for the browser.

    >>> tokens = b"a\\xe5", b"\\x93\\x88\\xe5", b"\\x93", b"\\x88", b"!"
    >>> [step["says"] for step in steps_of(arrivals(tokens))]
    ['start', 'part', 'complete', 'part', 'complete', 'whole']
    """
    steps: list[dict[str, object]] = [
        {"says": "start", "token": "", "alone": [], "waiting": [], "kept": ""}
    ]
    kept = b""
    for n, last in enumerate(arrived, 1):
        says = "part" if last.waiting else "whole"
        steps.append(
            {
                "says": "complete" if kept and last.shown else says,
                "token": _hex(last.token),
                "alone": [_printed(one.alone) for one in arrived[:n]],
                "waiting": [_printed(one.shown) for one in arrived[:n]],
                "kept": _hex(last.waiting),
            }
        )
        kept = last.waiting
    return steps


def _hex(content: bytes) -> str:
    return content.hex(" ").upper()


def _printed(text: str) -> str:
    """Return a program's output, with what cannot be seen made visible."""
    return visible(text, MOST_WALKED).replace(" ", "␣")
