"""Tokens as a learner sees them: bytes of characters, spaces, and rows of tokens."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from bpe_core.algorithms.three_algorithms import train_side_by_side
from pages.components.stepper.payload import walk_json
from pages.components.stepper.unigram_payload import unigram_walk_json
from pages.components.tokens.three_tokenizers import chip_of
from pages.lessons.side_by_side.three_walks import three_walks_of, word_at_hand
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_bytes.js"

BYTES = st.binary(max_size=12) | st.builds(
    bytes.__add__, st.binary(max_size=3), st.text(max_size=6).map(lambda text: text.encode())
)


def character_at(data: bytes, start: int) -> str:
    """The character whose bytes begin here, or "" if there is none. Tries every length."""
    for length in range(1, 5):
        try:
            found = data[start : start + length].decode()
        except UnicodeDecodeError:
            continue
        if len(found) == 1 and len(found.encode()) == length:
            return found
    return ""


def places(data: bytes) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while len(found) < len(data):
        char = character_at(data, len(found))
        of = len(char.encode())
        found += [{"char": char, "nth": n, "of": of} for n in range(1, max(of, 1) + 1)]
    return found


@given(BYTES)
def test_each_byte_knows_its_character_and_which_byte_of_it_it_is(
    browser: Script, data: bytes
) -> None:
    assert browser.ask(list(data)) == places(data)


TEXT = "to be or not to be, that is the question " * 3


def test_no_walk_shows_gpt2s_letter_for_a_space() -> None:
    corpus = Corpus.from_text(TEXT, pre_tokenizer="gpt2")
    assert "Ġthat" in corpus.words
    three = train_side_by_side(corpus, vocab_size=40)
    walks = [
        json.loads(walk_json(three.bpe, step=0)),
        json.loads(walk_json(three.wordpiece, step=0)),
        json.loads(unigram_walk_json(three.unigram, step=0)),
    ]
    assert all(any(" " in str(token) for token in walk["base"]) for walk in walks)
    others = [three_walks_of(three, step=0), word_at_hand(three, " that")]
    assert "Ġ" not in json.dumps([*walks, *others], ensure_ascii=False)


def test_nor_does_a_chip_but_a_letter_of_another_text_stays() -> None:
    """Ġ is a letter of Maltese: Ġorġ is George."""
    for text, rule, shown in [("a b", "gpt2", " "), ("Ġorġ", "whitespace", "Ġ")]:
        corpus = Corpus.from_text(text, pre_tokenizer=rule)
        tokenizer = train_side_by_side(corpus, vocab_size=5).bpe.tokenizer(0)
        texts = {chip_of(tokenizer, i).token for i in range(len(tokenizer.vocabulary))}
        assert shown in texts
        assert ("Ġ" in texts) == (shown == "Ġ")
