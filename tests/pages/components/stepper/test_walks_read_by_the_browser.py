"""Compare what the browser reads from a walk with the naive trainer.

The browser's own code runs in deno.
"""

import json
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.wordpiece.training import train_wordpiece
from bpe_core.text.running_text import RunningText
from pages.components.stepper import payload
from pages.components.stepper.offline import offline_page
from pages.components.stepper.payload import fork_of, sum_of, walk_json
from pages.components.tokens.plain_text import readable
from tests.bpe_core.oracles import NaiveRun, naive_bpe
from tests.examples import examples, markers, rules, units, word_counts
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_merges.js"

Counts = dict[str, int]


def walk_over(trace: Trace) -> dict[str, Any]:
    walk: dict[str, Any] = json.loads(walk_json(trace, step=0))
    return walk


def texts_of(run: NaiveRun) -> list[Any]:
    """The naive trainer's tokens as the browser has them: two half characters make a whole one."""
    return list(json.loads(json.dumps([spelled(text) for text in run.texts])))


def trained(
    counts: Counts, unit: str, marker: str, rule: str = "first-seen"
) -> tuple[Trace, NaiveRun]:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)  # type: ignore[arg-type]
    trace = train_bpe(corpus, special_tokens=("<s>",), tie_break=rule)  # type: ignore[arg-type]
    return trace, naive_bpe(counts, unit=unit, end_of_word=marker, rule=rule)


def spelled(token: Any) -> Any:
    """Bytes by value; the marker is text, even where everything else is bytes."""
    return list(token) if isinstance(token, bytes) else token


def in_bytes(token: Any) -> Any:
    return list(token.encode("utf-8", "surrogatepass")) if isinstance(token, str) else token


@given(word_counts, units, markers, rules)
@examples(100)
def test_every_step_is_read_as_the_naive_trainer_has_it(
    browser: Script, counts: Counts, unit: str, marker: str, rule: str
) -> None:
    trace, run = trained(counts, unit, marker, rule)
    read = browser.ask({"walk": walk_over(trace)})
    assert len(read["states"]) == len(run.steps)
    assert read["amounts"][1:] == [count for _, _, count in run.merges]
    assert read["made"][trace.first_merge_id :] == list(range(1, len(trace) + 1))
    check_words(read, run)
    check_figures(read, trace, run, counts)
    check_junk(read, trace, run)
    check_ends(read, trace, run, marker)


def check_words(read: Any, run: NaiveRun) -> None:
    """A word's tokens, the base tokens that each consists of, and the words that a step changes."""
    texts = texts_of(run)
    for state, step in zip(read["states"], run.steps, strict=True):
        for found, word in zip(state["words"], step.words, strict=True):
            said = [in_bytes(read["spelled"][token["id"]]) for token in found]
            assert said == [in_bytes(texts[i]) for i in word]
            starts = [token["start"] for token in found]
            assert starts == [0, *(token["end"] for token in found)][: len(found)]
    for number, words in read["changed"]:
        before, after = (run.steps[k].words for k in (number - 1, number))
        assert words == [i for i in range(len(before)) if before[i] != after[i]]


def check_figures(read: Any, trace: Trace, run: NaiveRun, counts: Counts) -> None:
    text_bytes = sum(len(w.encode("utf-8", "surrogatepass")) * n for w, n in counts.items())
    for k, (state, step) in enumerate(zip(read["states"], run.steps, strict=True)):
        tokens = sum(len(word) * n for word, n in zip(step.words, run.word_counts, strict=True))
        figures = state["figures"]
        assert figures["step"] == k
        assert figures["token_count"] == tokens
        assert figures["tokens_per_word"] == pytest.approx(tokens / sum(counts.values()))
        assert figures["bytes_per_token"] == pytest.approx(text_bytes / tokens)
        assert figures["vocabulary_size"] == state["size"] == trace.first_merge_id + k
        assert len(state["in_use"]) == len({i for word in step.words for i in word})


def check_junk(read: Any, trace: Trace, run: NaiveRun) -> None:
    """Junk is a token that was made and no longer occurs, with the merge that took the last one."""
    first, base = len(trace.special_tokens), len(run.texts) - len(run.merges)
    before: set[int] = set()
    for k, (state, step) in enumerate(zip(read["states"], run.steps, strict=True)):
        left = {i for word in step.words for i in word}
        junk = set(range(base, base + k)) - left
        assert {i - first for i in state["junk"]} == junk
        assert state["figures"]["junk"] == len(junk)
        share = len(junk) / (trace.first_merge_id + k)
        assert state["figures"]["junk_percent"] == pytest.approx(100 * share)
        for new in junk - before:
            assert read["dropped"][first + new] == k
            assert new in run.merges[k - 1][:2]
        before = junk


def check_ends(read: Any, trace: Trace, run: NaiveRun, marker: str) -> None:
    """The marker may look like a letter, so a token's text does not show the difference."""
    ends = {word[-1] for step in run.steps for word in step.words} if marker else set()
    first = len(trace.special_tokens)
    for i in {i for step in run.steps for word in step.words for i in word}:
        assert read["markers"][first + i] == (marker if i in ends else "")


@given(word_counts, units, st.data())
@examples(50)
def test_an_answer_is_marked_by_the_counts(
    browser: Script, counts: Counts, unit: str, data: st.DataObject
) -> None:
    """Any pair at any step: the one that merges is right, an equally frequent one is tied.

    The first answers need no connection: a pair is counted over the words as on the server.
    """
    trace, run = trained(counts, unit, "")
    steps = [k for k in range(len(trace)) if k < 30]
    if not steps:
        return
    k = data.draw(st.sampled_from(steps))
    pair = data.draw(st.sampled_from(run.steps[k].ranked))
    left, right = (token + len(trace.special_tokens) for token in pair)
    sent = sum_of(trace, k, left, right)
    asked = {"sums": [{"step": k, "sum": sent}], "count": [[k, left, right]]}
    read = browser.ask({"walk": walk_over(trace), **asked})
    best = run.steps[k].ranked[0]
    tied = run.steps[k].counts[pair] == run.steps[k].counts[best]
    assert read["outcomes"] == ["right" if pair == best else "tied" if tied else "wrong"]
    (found,) = read["counted"]
    assert found["pairs"] == [left, right, run.steps[k].counts[pair]]
    shown = {(word, times): count for word, times, count in found["words"]}
    assert found["word_total"] == sent["word_total"] == len(found["words"])
    if unit == "char":
        assert shown.items() >= {(w, times): count for w, times, count in sent["words"]}.items()


@given(word_counts, units)
@examples(50)
def test_candidates_and_what_a_merge_takes_most_from_are_found(
    browser: Script, counts: Counts, unit: str
) -> None:
    """The most frequent pairs in no telling order.

    Of the pairs that lose by a merge, apart from the merged one, the most frequent.
    """
    trace, run = trained(counts, unit, "")
    first = len(trace.special_tokens)
    read = browser.ask({"walk": walk_over(trace)})
    for view, lost in zip(read["views"], read["lost"], strict=True):
        step = run.steps[view["step"]]
        most = [[left + first, right + first] for left, right in step.ranked[:6]]
        assert view["candidates"] == sorted(most)
        shown = step.ranked[: len(view["amounts"])]
        assert view["amounts"] == [step.counts[pair] for pair in shown]
        if not (k := view["step"]):
            assert lost is None
        if lost is None:
            continue
        before, after = run.steps[k - 1].counts, step.counts
        merged = run.steps[k - 1].ranked[0]
        losses = {
            pair: n for pair, n in before.items() if after.get(pair, 0) < n and pair != merged
        }
        pair = (lost["left"] - first, lost["right"] - first)
        assert (lost["before"], lost["after"]) == (before[pair], after.get(pair, 0))
        if len(losses) <= 4:  # the view names only some of many changes
            assert lost["before"] == max(losses.values())


def test_the_arrival_stands_where_its_questions_are(browser: Script) -> None:
    """By hand: in hug's words the fifth merge is a tie of 5; in the words around tea, none is."""
    hug = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    read = browser.ask({"walk": walk_over(train_bpe(Corpus.from_counts(hug)))})
    assert read["places"] == [0, 1, 2, 4, 7, None, None, 7]
    assert read["next_places"] == [2, 3, 4, 5, 8, 8, 8, 8]
    assert read["places_before"] == [0, 1, 2, 3, 4, 5, 5, 5]
    assert read["nearest_places"] == [1, 2, 3, 4, 5, 5, 5, 8]
    step_of = {view["step"]: lost for view, lost in zip(read["views"], read["lost"], strict=True)}
    lost = step_of[1]
    assert [read["spelled"][lost[side]] for side in ("left", "right")] == ["p", "u"]
    assert (lost["before"], lost["after"]) == (17, 12)
    tea = {"茶叶": 10, "茶树": 8, "茶叶蛋": 5, "绿茶": 4, "绿茶粉": 3, "树叶": 2}
    read = browser.ask({"walk": walk_over(train_bpe(Corpus.from_counts(tea)))})
    assert read["places"] == [0, 1, 2, None, 6, None, None, 6]
    assert (read["next_places"][2], read["places_before"][4]) == (5, 3)


def test_what_is_said_of_a_few_words_is_not_said_of_many(browser: Script) -> None:
    """More words than entries, as in prose: the arrival has the places about many words only."""
    words = dict.fromkeys(("aa", "ab", "ba", "bb"), 2)
    read = browser.ask({"walk": walk_over(train_bpe(Corpus.from_counts(words), num_merges=1))})
    assert read["places"] == [None, None, None, None, None, 1, 1, 1]
    assert read["nearest_places"] == [6, 6, 6, 6, 6, 6, 7, 8]
    assert read["places_before"][5] == 0


@given(word_counts, units, markers, st.data())
@examples(50)
def test_a_word_is_encoded_by_the_merges_up_to_a_step(
    browser: Script, counts: Counts, unit: str, marker: str, data: st.DataObject
) -> None:
    """As the tokenizer on the server, which does not go through all merges."""
    trace, _ = trained(counts, unit, marker)
    characters = "".join(counts)
    # A text field cannot hold half characters.
    known = st.sampled_from(characters + "?").filter(lambda c: not "\ud800" <= c <= "\udfff")
    word = data.draw(st.text(known, min_size=1, max_size=12))
    step = data.draw(st.integers(0, len(trace)))
    [encoded] = browser.ask({"walk": walk_over(trace), "encode": [[word, step]]})["encoded"]
    is_known = unit == "byte" or set(word) <= set(characters)
    assert encoded == (trace.tokenizer(step).encode_word(word) if is_known else None)


@given(word_counts, st.data())
@examples(50)
def test_a_second_training_is_read_like_the_first(
    browser: Script, counts: Counts, data: st.DataObject
) -> None:
    """Its words at every step, and tokens that only one of the two has made: the first, and all."""
    corpus = Corpus.from_counts(counts)
    trace, first = train_bpe(corpus), naive_bpe(counts)
    choices = {1: data.draw(st.sampled_from(first.steps[0].ranked))} if len(trace) else {}
    other, run = train_bpe(corpus, choices=choices), naive_bpe(counts, choices=choices)
    with patch.object(payload, "MOST_COMPARED", 2):
        walk = walk_over(trace) | json.loads(json.dumps(fork_of(trace, other, key="f")))
    read = browser.ask({"walk": walk | {"pieces": {}}})
    texts = texts_of(run)
    for state, step in zip(read["states"], run.steps, strict=True):
        said = [[read["spelled"][token["id"]] for token in word] for word in state["words"]]
        assert said == [[texts[i] for i in word] for word in step.words]
    made, others = ({m.token for m in t.merges} for t in (trace, other))
    for name, of, only in (("rule", trace, made - others), ("own", other, others - made)):
        assert {of.vocabulary[i] for i in walk[f"only_{name}"]} <= only
        assert len(walk[f"only_{name}"]) == min(2, len(only))
        assert walk[f"only_{name}_total"] == len(only)


#: Texts in which the merge of d and e takes the d from 'd, or spaces go together, at a wall.
CODE = st.lists(st.sampled_from(["de", "'d", "a", "\n", "  ", "s"]), min_size=1, max_size=40)


@given(CODE.map("".join), st.integers(0, 8))
@example("de\n" * 8 + "a'de\n" * 3 + "a'd\n" * 3 + "bc\n", 3)
@example("a\n    b\n   c\n  d\n" * 2, 3)
@examples(50)
def test_a_text_that_is_encoded_again_is_read_as_it_was_and_as_it_is(
    browser: Script, text: str, switch: int
) -> None:
    """Its lines at every step, the tokens in use then, and the lines that a step changes."""
    trace = train_superbpe(RunningText.read(text), switch=switch, num_merges=12)
    read = browser.ask({"walk": walk_over(trace)})
    changed = dict(read["changed"])
    before: list[Any] = []
    for k, found in enumerate(read["states"]):
        state = trace.state_at(k)
        lines = [[read["spelled"][token["id"]] for token in line] for line in found["words"]]
        assert lines == [
            [readable(token, trace.corpus) for token in line] for line, _ in state.words
        ]
        used = [read["spelled"][i] for i in found["in_use"]]
        assert used == [readable(token, trace.corpus) for token in state.in_use]
        assert found["figures"]["token_count"] == state.token_count
        differing = {i for i, line in enumerate(lines) if k and line != before[i]}
        assert differing <= set(changed.get(k, []))
        before = lines


@pytest.mark.parametrize("unit", ["char", "byte"])
def test_tokens_inside_words_are_read_with_their_prefix(browser: Script, unit: str) -> None:
    """This also holds where a token is part of a character; and the walk fits into a file."""
    corpus = Corpus.from_counts({"hug": 5, "哈哈": 3, "<hug>": 2}, unit=unit)  # type: ignore[arg-type]
    trace = train_wordpiece(corpus, num_merges=9)
    read = browser.ask({"walk": walk_over(trace)})
    for token, found in zip(trace.vocabulary, read["spelled"], strict=True):
        assert bytes(in_bytes(found)) == (token if isinstance(token, bytes) else token.encode())
    file = offline_page(trace, 3, "en").decode()
    assert "WebSocket" not in file  # a room needs a server
    assert ".room {" not in file
    assert '<option value="en" selected>' in file
    assert "<" not in file.split(' id="data">')[1].split("</script>")[0]


def test_a_pair_that_is_too_rare_is_no_tie(browser: Script) -> None:
    """x ##y has a higher score than any other, and occurs once."""
    corpus = Corpus.from_counts({"hug": 10, "xy": 1})
    trace = train_wordpiece(corpus, min_frequency=2)
    walk = walk_over(trace)
    assert walk["min_frequency"] == 2
    names = list(trace.vocabulary)
    rare = [names.index("x"), names.index("##y")]
    read = browser.ask({"walk": walk, "sums": [{"step": 0, "sum": sum_of(trace, 0, *rare)}]})
    assert read["outcomes"] == ["wrong"]
    assert read["views"][0]["amounts"][-1] == 1
