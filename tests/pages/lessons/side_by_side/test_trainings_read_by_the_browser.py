"""Compare what the browser reads of three trainings with the traces.

The browser's own code runs in deno.
"""

import json

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus
from bpe_core.algorithms.training.three_algorithms import HOLD_OUT, train_side_by_side
from pages.lessons.side_by_side.three_walks.payload import three_walks_of, word_of
from tests.browser.tricky import TRICKY
from tests.examples import examples
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_trainings.js"

COUNTS = st.dictionaries(st.text("abc哈", min_size=1, max_size=6), st.integers(1, 9), min_size=2)


@given(COUNTS, st.integers(1, 12))
@examples(40)
def test_sizes_and_the_word_are_those_of_the_three_traces(
    browser: Script, counts: dict[str, int], more: int
) -> None:
    """At step n, BPE and WordPiece have made n merges, and Unigram has run n rounds."""
    word = max(counts, key=len)
    corpus = Corpus.from_counts(counts)
    three = train_side_by_side(corpus, vocab_size=2 * len(corpus.base_vocabulary) + more)
    walk = three_walks_of(three, key="k", step=0) | word_of(three, word)
    read = browser.ask(json.loads(json.dumps(walk)))
    assert len(read) == len(three) + 1
    for step, state in enumerate(read):
        assert three.step_of_round(state["round"]) <= step
        if state["round"] < len(three.unigram):
            assert three.step_of_round(state["round"] + 1) > step
        merged = [trace.tokenizer(min(step, len(trace))) for trace in (three.bpe, three.wordpiece)]
        tokenizers = [*merged, three.unigram.tokenizer(state["round"])]
        assert state["sizes"] == [len(tokenizer.vocabulary) for tokenizer in tokenizers]
        assert state["word"] == [list(tokenizer.tokens(word)) for tokenizer in tokenizers]


def test_any_word_is_read_as_it_is(browser: Script) -> None:
    """Put together, the tokens of each of the three are the word; WordPiece's ## is no text."""
    words = ["x" + "".join(sorted(set("".join(TRICKY)))), *TRICKY]  # each also inside a word
    for i in range(HOLD_OUT - 1, 2 * len(words), HOLD_OUT):
        words.insert(i, f"plain{i}")  # held out
    corpus = Corpus.from_counts(dict.fromkeys(words, 1))
    three = train_side_by_side(corpus, vocab_size=2 * len(corpus.base_vocabulary) + 20)
    walk = three_walks_of(three, key="k", step=0)
    for word in TRICKY:
        read = browser.ask(json.loads(json.dumps(walk | word_of(three, word))))
        for first, *others in read[-1]["word"]:
            assert "".join([first, *(token.removeprefix("##") for token in others)]) == word
