"""The lesson "Encode and decode": the encoder, the ways of other algorithms, and the way back."""

import json
from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.files.exchange import model_of
from classroom.voting.ballot import name_of
from pages.components.rooms.sent_ballots import ballot_of_sent_word
from pages.lessons.encode_decode.encoder import encoding_of
from pages.lessons.encode_decode.ways import WAYS, rows_of_ways
from pages.session.uploads import FromFile
from tests.bpe_core.oracles import merge_pair
from tests.examples import any_text, markers, units, word_counts
from tests.pages.components.browser_code import Script

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@given(any_text, units, markers, st.sampled_from(["whitespace", "gpt2", "none"]), st.booleans())
def test_every_id_that_is_sent_has_its_token(
    text: str, unit: str, marker: str, pre_tokenizer: str, special: bool
) -> None:
    """All of it is JSON."""
    corpus = Corpus.from_text(
        "ab 哈 abc", unit=unit, end_of_word=marker, pre_tokenizer=pre_tokenizer
    )
    tokenizer = train_bpe(corpus, special_tokens=["a"]).tokenizer()
    data = json.loads(json.dumps(encoding_of(tokenizer, text, ["a"] if special else [], None)))
    sent = {i for _, ids, _, _ in data["words"] for i in ids} | set(data["back"]["ids"])
    if data["walk"]:
        sent |= {i for state in data["walk"]["ids"] for i in state} | set(data["walk"]["match"])
        sent |= {made for step in data["walk"]["candidates"] for _, _, made in step}
    assert sent <= set(map(int, data["tokens"]))


def test_a_tokenizer_from_a_file_has_as_many_rules_as_the_learner_takes() -> None:
    file = FromFile("key", "file", model_of(train_bpe(Corpus.from_counts(HUG), num_merges=3)))
    cut = [file.tokenizer(rules).tokens("hugs") for rules in range(4)]  # type: ignore[union-attr]
    assert cut == [[*"hugs"], ["h", "ug", "s"], ["h", "ug", "s"], ["hug", "s"]]


def test_only_the_usual_way_encodes_a_long_word() -> None:
    """Of three bytes each, 20 characters are 60 of the units, and 21 are too many."""
    tokenizer = train_bpe(Corpus.from_counts(HUG, unit="byte"), num_merges=3).tokenizer()
    for length, left_out in ((20, 0), (21, len(WAYS) - 1)):
        cells = [cell for _way, cell in rows_of_ways(tokenizer, "茶" * length)]
        assert cells.count("–") == left_out


#: What the fixture `browser` runs.
SCRIPT = "read_word.js"


@given(word_counts, units, st.data())
def test_the_rule_learned_first_applies_first_wherever_it_fits(
    browser: Script, counts: dict[str, int], unit: str, data: st.DataObject
) -> None:
    """At every step: the rules that fit, the first of them, what it makes, and a room's question.

    A room is asked nothing if there are not two pairs to choose from.
    """
    trace = train_bpe(Corpus.from_counts(counts, unit=unit))  # type: ignore[arg-type]
    tokenizer = trace.tokenizer()
    word = data.draw(st.text(st.sampled_from("".join(counts)), min_size=1, max_size=12))
    encoding = encoding_of(tokenizer, word, [], None)
    assume(encoding["walk"] is not None)
    rules = {tuple(pair): k for k, pair in enumerate(trace.merge_ids[:, :2].tolist(), start=1)}
    states = browser.ask(json.loads(json.dumps(encoding)))
    for step, state in enumerate(states):
        pairs = list(pairwise(state["ids"]))
        numbers = [rules.get(pair) for pair in pairs]
        assert [fits and fits["number"] for fits in state["fitting"]] == numbers
        first = min((n for n in numbers if n), default=None)
        is_first = [n is not None and n == first for n in numbers]
        assert [bool(fits and fits["isFirst"]) for fits in state["fitting"]] == is_first
        if first is None:
            assert (state["first"], state["asked"], step) == (None, None, len(states) - 1)
            continue
        place = numbers.index(first)
        assert (state["first"]["number"], state["first"]["place"]) == (first, place)
        after = merge_pair(state["ids"], pairs[place], state["first"]["id"])
        assert states[step + 1]["ids"] == after
        names = [name_of(*map(tokenizer.token, pair)) for pair in pairs]
        if (asked := state["asked"]) is None:
            assert len({*names}) < 2
            continue
        ballot = ballot_of_sent_word(asked)
        assert ballot.step == step + 1
        right = {ballot.choices[choice] for choice in ballot.right}
        assert right == {name for name, is_right in zip(names, is_first, strict=True) if is_right}
