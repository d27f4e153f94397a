"""Compare the rules that the browser finds for a word with merging by hand.

The browser's own code runs in deno.
"""

import json
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from classroom.voting.ballot_rows import name_of
from pages.components.rooms.sent_ballots import ballot_of_sent_word
from pages.lessons.encode_decode.encoder.payload import encoding_of
from tests.bpe_core.oracles import merge_pair
from tests.bpe_core.strategies import units, word_counts
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_word.js"


@given(word_counts, units, st.data())
def test_the_rule_learned_first_applies_first_wherever_it_fits(
    browser: Script, counts: dict[str, int], unit: str, data: st.DataObject
) -> None:
    """At every step: the rules that fit, the first of them, where, and what it makes."""
    corpus = Corpus.from_counts(counts, unit=unit)  # type: ignore[arg-type]
    trace = train_bpe(corpus)
    word = data.draw(st.text(st.sampled_from("".join(counts)), min_size=1, max_size=12))
    encoding = encoding_of(trace.tokenizer(), word, [], None)
    assume(encoding["walk"] is not None)
    rules = {tuple(pair): k for k, pair in enumerate(trace.merge_ids[:, :2].tolist(), start=1)}
    states = browser.ask(json.loads(json.dumps(encoding)))
    for state, after in zip(states, [*states[1:], None], strict=True):
        numbers = [rules.get(pair) for pair in pairwise(state["ids"])]
        assert [fits and fits["rule"] for fits in state["fitting"]] == numbers
        first = min((n for n in numbers if n), default=0)
        assert state["rule"] == first
        if after is None:
            assert not first
            continue
        assert state["place"] == numbers.index(first)
        assert state["right"] == [n == first for n in numbers]
        pair = tuple(state["ids"][state["place"] : state["place"] + 2])
        assert after["ids"] == merge_pair(state["ids"], pair, state["token"])


@given(word_counts, units, st.data())
def test_a_room_asks_for_the_rule_that_applies_first(
    browser: Script, counts: dict[str, int], unit: str, data: st.DataObject
) -> None:
    """The teacher's tab sends a ballot, unless there are not two pairs to choose from."""
    tokenizer = train_bpe(Corpus.from_counts(counts, unit=unit)).tokenizer()  # type: ignore[arg-type]
    word = data.draw(st.text(st.sampled_from("".join(counts)), min_size=1, max_size=12))
    encoding = encoding_of(tokenizer, word, [], None)
    assume(encoding["walk"] is not None)
    for step, state in enumerate(browser.ask(json.loads(json.dumps(encoding)))):
        pairs = list(pairwise(tokenizer.token(i) for i in state["ids"]))
        if state["asked"] is None:
            assert len({*pairs}) < 2 or not any(state["right"])
            continue
        ballot = ballot_of_sent_word(state["asked"])
        assert ballot.step == step + 1
        assert {ballot.choices[choice] for choice in ballot.right} == {
            name_of(*pair) for pair, is_right in zip(pairs, state["right"], strict=True) if is_right
        }
