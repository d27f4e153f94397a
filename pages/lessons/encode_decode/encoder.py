"""The encoder: a Components v2 component that shows a text as tokens, and how one word gets there.

The tokenizer computes everything here; the browser steps through what Python sent, and shows which
tokens an edit changed. Sizes are bounded: the input field limits the text, and `WALKED` limits the
word that is walked.
"""

from collections.abc import Collection, Sequence
from itertools import takewhile
from operator import eq
from typing import Any

from bpe_core.algorithms.bpe.tokenizer import Tokenizer
from bpe_core.encoding.base_tokenizer import EncodedWord
from bpe_core.text.corpus import read_space
from bpe_core.tokenizers.metrics import RoundTrip, round_trip
from pages.components.component import STEPPER, component, to_json
from pages.components.fields import parameter_switch
from pages.components.stepper.on_page import draw_walk
from pages.components.walk_follower import WalkStart
from pages.session import state
from pages.session.language import N_, _
from pages.session.link import NAME_LIMIT
from pages.session.session_state import component_value

_KEY = "encoder"
_component = component(
    "lessons/encode_decode/encoder.js",
    STEPPER,
    "components/stepper/classroom.css",
    "components/rooms/teacher/room.css",
    "lessons/encode_decode/encoder.css",
)
WAYS = {"text": N_("as text"), "tokens": N_("as tokens")}
#: Most characters of a word that are walked and read by longest match.
WALKED = 24
#: Words of at most this many characters are read in both ways, and marked if the two differ.
COMPARED = 64
#: How many code points of the text and of what came back are shown around the first difference.
AROUND = 12

Data = dict[str, Any]


def encoder(
    tokenizer: Tokenizer, start: WalkStart, text: str, special_tokens: Collection[str]
) -> str | None:
    """Draw the encoding of `text`; return the walked word, or its beginning, or None without one.

    Where the walk starts, a key names the tokenizer, so that the browser can tell an edit from a
    change of tokenizer. The link's word is walked if it is in the text. A click walks another word,
    from its start.
    """

    def take_word() -> None:
        clicked = component_value(_KEY, "word")
        if isinstance(clicked, str):
            state.look_at_word(clicked)
            state.choose(at=0)

    def take_step() -> None:
        match component_value(_KEY, "step"):
            case [name, int(reached)] if name == walked:  # a late report names the one before
                state.choose(at=max(0, int(reached)))  # True matches the pattern, too

    encoding = encoding_of(tokenizer, text, special_tokens, state.link().word) | {"input": text}
    walked = str(encoding["walk"]["word"]) if encoding["walk"] else ""
    draw_walk(
        _component,
        to_json(encoding),
        start,
        key=_KEY,
        on_word_change=take_word,
        on_step_change=take_step,
    )
    return walked or None


def special_tokens(known: list[str]) -> list[str]:
    """The special tokens that count as tokens where they occur in the text."""
    if not known:
        return []
    way = parameter_switch(_("Special tokens in the text"), WAYS, "as", key="encode_as")
    return known if way == "tokens" else []


def encoding_of(
    tokenizer: Tokenizer, text: str, special_tokens: Collection[str], wanted: str | None
) -> Data:
    """Encode `text` as JSON can hold it; `wanted` is the word to walk if the text has it.

    Words are `[name, ids, is it special, do its two readings differ]`. Tokens are `[text or bytes,
    rule, does it end with the marker]`. A name is as much of a word as a link can hold.
    """
    words = tokenizer.encoded_words(text, special_tokens)
    matched = {word.text: _matched(tokenizer, word) for word in words}
    differs = [matched[word.text] not in (None, word.ids) for word in words]
    chosen = choose_word(words, differs, wanted)
    walk = None if chosen is None else _walk(tokenizer, words[chosen])
    back = round_trip(tokenizer, text, special_tokens)
    used = {i for word in words for i in word.ids} | _ids_in(walk)
    return {
        "words": [
            [word.text[:NAME_LIMIT], word.ids, word.is_special, differ]
            for word, differ in zip(words, differs, strict=True)
        ],
        "compared": sum(1 for ids in matched.values() if ids is not None),
        "tokens": {i: _token(tokenizer, i) for i in sorted(used)},
        "marker": tokenizer.end_of_word,
        "unknown": tokenizer.unknown_id if tokenizer.unit == "char" else -1,
        "joiner": tokenizer.pre_tokenizer.joiner,
        "chosen": chosen,
        "walk": walk,
        "back": _back(back),
    }


def choose_word(
    words: Sequence[EncodedWord], differs: Sequence[bool], wanted: str | None
) -> int | None:
    """Choose the word to walk: the wanted word, else a word whose two readings differ,
    else the word with the most merges among those that can be walked whole.

    >>> words = [EncodedWord("a", [1]), EncodedWord("<s>", [0], True), EncodedWord("hugs", [2])]
    >>> choose_word(words, [False, False, False], "a"), choose_word(words, [False] * 3, None)
    (0, 2)
    """
    ordinary = [i for i, word in enumerate(words) if not word.is_special]
    for i in ordinary:
        if words[i].text[:NAME_LIMIT] == wanted:
            return i
    return max(ordinary, key=lambda i: (differs[i], _handiness(words[i])), default=None)


def _handiness(word: EncodedWord) -> int:
    length = len(word.text)
    return length - len(word.ids) if length <= WALKED else -length


def _matched(tokenizer: Tokenizer, word: EncodedWord) -> list[int] | None:
    """The word's tokens by longest match; None for special tokens and words that are too long."""
    if word.is_special or len(word.text) > COMPARED:
        return None
    return tokenizer.match_word(word.text)


def _walk(tokenizer: Tokenizer, word: EncodedWord) -> Data:
    """The states of a word or of its first characters, and the tokens by longest match."""
    text = word.text[:WALKED]
    steps = tokenizer.encoding_steps(text)
    return {
        "word": read_space(word.text[:WALKED], tokenizer.pre_tokenizer, tokenizer.unit),
        "is_cut": len(word.text) > WALKED,
        "ids": [list(step.ids) for step in steps],
        "candidates": [
            [[c.place, tokenizer.rule_of(c.token_id), c.token_id] for c in step.candidates]
            for step in steps
        ],
        "match": tokenizer.match_word(text),
    }


def _ids_in(walk: Data | None) -> set[int]:
    if walk is None:
        return set()
    made = {token_id for step in walk["candidates"] for _, _, token_id in step}
    return {i for ids in (*walk["ids"], walk["match"]) for i in ids} | made


def _token(tokenizer: Tokenizer, token_id: int) -> list[Any]:
    token = read_space(tokenizer.token(token_id), tokenizer.pre_tokenizer, tokenizer.unit)
    spelled = list(token) if isinstance(token, bytes) else token
    return [spelled, tokenizer.has_marker(token_id)]


def _back(round_trip: RoundTrip) -> Data:
    given, decoded = round_trip.text, round_trip.decoded.decode("utf-8", "replace")
    same = sum(takewhile(bool, map(eq, given, decoded)))
    return {
        "ids": round_trip.ids,
        "decoded": decoded,
        "is_equal": round_trip.is_equal,
        "given_bytes": len(round_trip.given),
        "decoded_bytes": len(round_trip.decoded),
        "before": given[max(0, same - AROUND) : same],
        "given_there": given[same : same + AROUND],
        "decoded_there": decoded[same : same + AROUND],
        "causes": list(round_trip.causes),
        "unknown": list(round_trip.unknown[: 2 * AROUND]),
        "unknown_total": len(round_trip.unknown),
    }
