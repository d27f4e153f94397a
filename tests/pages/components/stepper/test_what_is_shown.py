"""Each step of the stepper as a learner reads it, drawn by the browser's own code.

Compared with the naive trainer: the sentence, the words, the bars, the figures, the changes.
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, UnigramTrace, train_bpe, train_unigram, train_wordpiece
from pages.components.stepper.beliefs import record_text
from pages.components.stepper.offline import whole_walk
from pages.components.stepper.payload import fork_of, sum_of
from tests.bpe_core.oracles import NaiveRun, naive_bpe
from tests.examples import examples, rules
from tests.pages.conftest import Draw

STEPPER = "components/stepper/stepper.js"
#: Each with its tokens as they are read, so that all that is shown can be spelled here.
counts_of_words = st.dictionaries(
    st.text("abc", min_size=1, max_size=8), st.integers(1, 6), min_size=1, max_size=6
)
#: How many pairs have a bar.
MOST_BARS = 20


def walk_of(counts: dict[str, int], rule: str = "first-seen", **others: Any) -> bytes:
    return walk_over(train_bpe(Corpus.from_counts(counts), tie_break=rule), **others)


def walk_over(trace: Trace | UnigramTrace, **others: Any) -> bytes:
    """A walk as it is sent to a page that asks for nothing later."""
    said = {"text": record_text(), "translations": {}, "lang": "en"}
    usual = {"visit": 0, "predict": False, "fixed": True}
    return json.dumps(whole_walk(trace, 0) | said | usual | others).encode()


#: What is read at each step.
PANELS = (
    *(".headline", ".words .chip", ".bars li", ".sum .total", ".gains b", ".gains .change"),
    *(".vocabulary .size", ".new li", ".fell li", ".gone li", ".dropped li"),
)
#: Whether the end is hidden, and what the marks on the slider mean.
OTHERS = (("look", ".finale", "hidden"), ("look", ".scrubber", "title"))


def test_keys_do_not_walk_on_behind_an_open_tree(draw: Draw) -> None:
    on = ("key", "ArrowRight")
    open_tree = ("press", ".words .chip", 0)
    where = ("value", "input.number")
    walk = walk_of({"hug": 2, "pug": 1})
    assert draw(STEPPER, walk, on, where, open_tree, on, where) == [["1"], ["1"]]


@given(counts_of_words, rules)
@examples(100)
def test_each_step_says_what_the_naive_trainer_did(
    draw: Draw, counts: dict[str, int], rule: str
) -> None:
    run = naive_bpe(counts, rule=rule)
    reads = [*[("read", panel) for panel in PANELS], *OTHERS]
    shown = draw(
        STEPPER, walk_of(counts, rule), *[*reads, ("press", "button.next")] * len(run.steps)
    )
    steps = range(0 if run.merges else 1, len(run.steps))  # with nothing to merge, there are none
    for k in steps:
        found = dict(zip(PANELS, shown[len(reads) * k :], strict=False))
        if k:
            assert found[".headline"] == [said_of(run, k)]
        assert found[".words .chip"] == [run.texts[i] for word in run.steps[k].words for i in word]
        assert found[".bars li"] == bars(run, k)
        told = run.merges[max(0, k - 1) : k + 1]  # the last merge and the next one
        assert found[".sum .total"] == [str(count) for _, _, count in told]
        assert found[".gains b"] == [str(n) for n in sizes(run, k)]
        assert found[".gains .change"] == growth(run, k)
        in_use = len({i for word in run.steps[k].words for i in word})
        assert found[".vocabulary .size"] == [f"Tokens: {sizes(run, k)[0]}, in use: {in_use}"]
        is_last = 0 < k == len(run.merges)
        others = shown[len(reads) * k + len(PANELS) : len(reads) * (k + 1)]
        assert others == [[None if is_last else ""], [marks(run, [*counts], k)]]
        assert [sorted(found[panel]) for panel in PANELS[7:]] == [*map(sorted, changes(run, k))]


@pytest.mark.parametrize("steps_on", [False, True])
def test_an_answer_that_comes_once_the_learner_has_gone_on_counts_nothing(
    draw: Draw, steps_on: bool
) -> None:
    """The server says what a picked pair amounts to: by then, another step may be asked about."""
    trace = train_bpe(Corpus.from_counts(HUG))
    ids = {str(token): i for i, token in enumerate(trace.vocabulary)}
    found = sum_of(trace, 0, ids["p"], ids["u"])
    answer, score = draw(
        STEPPER,
        walk_of(HUG, predict=True),
        *(("press", ".words .chip", 3), ("press", ".words .chip", 4)),  # p and u of pug
        *[NEXT] * steps_on,
        *(("deliver",), ("read", ".answer"), ("read", ".turn .score")),
        traces={f"offline/sum/0/{ids['p']}/{ids['u']}": found},
    )
    wrong = "Not this time: the count of p+u is 17, and u+g has 20."
    assert answer == ([] if steps_on else [wrong])
    assert score[0].startswith("" if steps_on else "0 of 1 right")


@pytest.mark.parametrize("predict", [True, False])
def test_an_address_that_the_learner_goes_back_to_says_whether_to_predict(
    draw: Draw, predict: bool
) -> None:
    counts = {"hug": 10, "pug": 5}
    again = json.loads(walk_of(counts, predict=predict, visit=1))
    shown = draw(
        STEPPER,
        walk_of(counts, predict=not predict),
        ("draw", again),
        ("look", ".turn", "hidden"),
    )
    assert shown[0] == [None if predict else ""]


def pair_of(run: NaiveRun, pair: tuple[int, int]) -> str:
    return f"{run.texts[pair[0]]}+{run.texts[pair[1]]}"


def said_of(run: NaiveRun, k: int) -> str:
    left, right, count = run.merges[k - 1]
    first, second = run.texts[left], run.texts[right]
    times = "time" if count == 1 else "times"
    steps = len(run.merges)
    return f"Step {k} of {steps}: {first} + {second} → {first}{second}, {count} {times}"


def bars(run: NaiveRun, k: int) -> list[str]:
    """The pairs with their counts; the next one and its ties are marked."""
    step = run.steps[k]
    most = [pair for pair in step.ranked if step.counts[pair] == step.counts[step.ranked[0]]]
    marks = dict.fromkeys(most, "= tie") | dict.fromkeys(step.ranked[:1], "◀ next")
    return [
        f"{pair_of(run, pair)}{step.counts[pair]}{marks.get(pair, '')}"
        for pair in step.ranked[:MOST_BARS]
    ]


def sizes(run: NaiveRun, k: int) -> tuple[int, int]:
    """The vocabulary, and the tokens that the corpus needs."""
    words = zip(run.steps[k].words, run.word_counts, strict=True)
    base = len(run.texts) - len(run.merges)
    return base + k, sum(len(word) * times for word, times in words)


def marks(run: NaiveRun, words: list[str], k: int) -> str:
    """The steps that the tie rule decided so far, and the first word that became one token."""
    ties = sum(
        [*step.counts.values()].count(max(step.counts.values())) > 1 for step in run.steps[:k]
    )
    whole = [
        (words[i], number)
        for number, step in enumerate(run.steps[: k + 1])
        for i, tokens in enumerate(step.words)
        if len(tokens) == 1 < len(words[i])
    ]
    said = [f"lines for steps where the tie rule decided ({ties})"] if ties else []
    for word, number in whole[:1]:
        said.append(f"a dot for the first word that is one token ({word}, step {number})")
    return "Drag to a step. Marks below: " + "; ".join(said) if said else ""


def growth(run: NaiveRun, k: int) -> list[str]:
    if not k:
        return ["", ""]
    (size, tokens), (before, more) = sizes(run, k), sizes(run, k - 1)
    return [f"+{size - before}", f"−{more - tokens}"]


def changes(run: NaiveRun, k: int) -> list[list[str]]:
    """The new pairs, the rarer ones, those that are gone, and the tokens that are."""
    if not k:
        return [[], [], [], []]
    before, now = run.steps[k - 1], run.steps[k]
    counts = {
        pair: (before.counts.get(pair, 0), now.counts.get(pair, 0))
        for pair in {*before.counts, *now.counts} - {run.merges[k - 1][:2]}
    }
    gone = {i for word in before.words for i in word} - {i for word in now.words for i in word}
    return [
        [f"{pair_of(run, pair)} {n}" for pair, (was, n) in counts.items() if n and not was],
        [f"{pair_of(run, p)} {was} → {n}" for p, (was, n) in counts.items() if was > n > 0],
        [f"{pair_of(run, pair)} {was}" for pair, (was, n) in counts.items() if was and not n],
        [str(run.texts[i]) for i in gone],
    ]


# By hand

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3}, end_of_word="</w>")
LEARNING = Corpus.from_counts(
    {"deep": 5, "learning": 7, "natural": 6, "language": 3, "processing": 7}, end_of_word="</w>"
)
LAUGHTER = Corpus.from_counts({"aaaab": 5, "哈哈": 2, "哈哈哈": 4}, unit="byte", end_of_word="·")
NEXT, LAST = ("press", "button.next"), ("press", "button.last")


def test_the_last_step_says_why_it_ends_and_which_tokens_are_junk(draw: Draw) -> None:
    """No token ug (step 1) is left after step 5, p + ug; a click goes there."""
    why, finale, disabled, ways, size, rows, there, then = draw(
        STEPPER,
        walk_of(HUG),
        *(LAST, ("settle",), ("read", ".why"), ("read", ".finale h2")),
        *(("look", "button.next", "disabled"), ("read", ".ways dd")),
        *(("read", ".junk .size"), ("read", ".junk button.row")),
        *(("press", ".junk button.row"), ("read", ".headline"), ("read", ".junk .size")),
    )
    assert why[0].endswith("no pairs are left, and each word is one token.")
    assert finale == ["113 → 36 tokens: one for each word"]
    assert disabled == [""]
    assert ways == ["hugs 4 tokens", "hugs 1 token, unknown if new", "hugs 1 token"]
    assert size == ["2 of 14 tokens, 14.3%"]
    assert rows == ["ug145p+ug→pug", "un267b+un→bun"]
    assert there == ["Step 5 of 7: p + ug → pug, 5 times"]
    assert then == ["1 of 12 tokens, 8.3%"]


@pytest.mark.parametrize(
    ("acts", "step"),
    [
        ([("key", "ArrowRight"), ("key", "ArrowRight")], 2),
        ([("key", "PageDown"), ("key", "PageDown"), ("key", "PageUp")], 1),
        ([("key", "End")], 7),
        ([("key", "End"), ("key", "ArrowLeft")], 6),
        ([("key", "End"), ("key", "Home")], 0),
        ([("write", "input.number", "4")], 4),
        ([("write", "input.number", "4"), ("write", "input.number", "none")], 4),
        ([("write", ".scrubber", "5")], 5),
        ([("press", ".merges input"), ("settle",), ("press", ".merges .row", 2)], 3),
    ],
)
def test_a_step_is_reached_by_keys_by_its_number_and_from_the_list(
    draw: Draw, acts: list[tuple[Any, ...]], step: int
) -> None:
    said, number = draw(STEPPER, walk_of(HUG), *acts, ("read", ".headline"), ("value", ".number"))
    assert said[0].startswith(f"Step {step} of 7:")
    assert number == [str(step)]


def test_a_count_is_explained_and_the_vocabulary_says_what_is_in_use(draw: Draw) -> None:
    """The sum has the words that made the count; the vocabulary is of the last of 14 steps."""
    total, finale, size, rows, used, words = draw(
        STEPPER,
        walk_over(train_bpe(LEARNING, num_merges=14)),
        *(("read", ".why .sum"), LAST, ("settle",), ("read", ".finale h2, .finale .more")),
        *(("read", ".vocabulary .size"), ("read", ".vocabulary .row")),
        *(("press", ".vocabulary input"), ("settle",), ("read", ".vocabulary .row .chip")),
        ("read", ".words .chip"),
    )
    assert total == ["learning\u00a07 + processing\u00a07 + language\u00a03 = 17"]
    assert "Pairs left: 19; the next would be process+ing" in "".join(finale)
    assert size == ["Tokens: 29, in use: 15"]
    steps = [int(row.rpartition("step ")[2]) for row in rows if "step" in row]
    assert steps == [*range(15 - len(steps), 15)]
    assert {*used} < {*words}


def test_a_tie_is_told_with_the_rule_that_decides(draw: Draw) -> None:
    why, marks = draw(STEPPER, walk_over(train_bpe(LOW)), ("read", ".why"), ("read", ".bars .mark"))
    assert "A tie: 3 pairs share the count 9. The rule “first seen” decides" in why[0]
    assert marks[:4] == ["◀ next", "= tie", "= tie", ""]


def test_a_sum_says_how_many_words_it_leaves_out(draw: Draw) -> None:
    counts = {f"aa{letter}": 9 for letter in "bcdefghijklmnopqrstu"}
    total, words = draw(
        STEPPER, walk_of(counts), ("read", ".why .sum"), ("read", ".why .sum .addend")
    )
    assert total[0].endswith(f" + more words ({20 - len(words)}) = 180")


def test_bytes_say_which_part_of_which_character(draw: Draw) -> None:
    before, after = draw(
        STEPPER,
        walk_over(train_bpe(LAUGHTER)),
        *(("read", ".words .word .chip"), NEXT, ("read", ".words .word .chip")),
    )
    assert before[6] == "哈 1/3E5"
    assert before[12] == "·"  # which has two bytes
    assert "哈 1–2/3" in after[6]


def test_merges_go_by_score_and_inner_tokens_carry_the_prefix_once(draw: Draw) -> None:
    """5 / (20 x 5) = 1/20 for ##g + ##s; u + g occurs 20 times, but 20 / (36 x 20) = 1/36.

    After the first merge, six pairs have 1/36.
    """
    why, said, coming, marks, whole, last = draw(
        STEPPER,
        walk_over(train_wordpiece(Corpus.from_counts(HUG))),
        *(("read", ".why"), NEXT, ("read", ".headline"), ("read", ".why .coming")),
        *(("read", ".bars .mark"), LAST, ("read", ".words .chip")),
        *(("press", "button.previous"), ("read", ".words .chip")),
    )
    assert "score = 5 / (20 × 5) = 0.05" in why[0]
    assert "BPE would have merged ##u+##g (count 20). Its score is only 20 / (36 × 20)" in why[0]
    assert said == ["Step 1 of 9: ##g + ##s → ##gs, score 0.05"]
    assert "A tie: 6 pairs share the score 0.0278" in coming[0]
    assert marks.count("= tie") == 5
    assert whole == [*HUG]
    assert [chip for chip in last if chip.startswith("##n")] == ["##n"]


def test_a_choice_is_taken_back_with_those_after_it(draw: Draw) -> None:
    """In step 1 p + u was chosen, in step 2 h + u; each can be undone, or all of it closed."""
    corpus = Corpus.from_counts(HUG)
    trace = train_bpe(corpus)
    ids = {str(token): i for i, token in enumerate(trace.vocabulary)}
    choices = {1: (ids["p"], ids["u"]), 2: (ids["h"], ids["u"])}
    fork = fork_of(trace, train_bpe(corpus, choices=choices), key="fork")
    fork = json.loads(json.dumps(fork)) | {"pieces": {}}
    whole = json.loads(walk_over(trace, fork=fork))
    del whole["fixed"]
    said, told = draw(
        STEPPER,
        json.dumps(whole).encode(),
        ("read", ".chosen li"),
        *[("press", ".chosen .take-back", i) for i in (1, 0)],
        ("press", ".fork .tools button"),
        ("told",),
    )
    assert said == [
        "Step 1: you merged p+u, count 17. Undo",
        "Step 2: you merged h+u, count 15. Undo",
    ]
    first = [[1, ids["p"], ids["u"]]]
    assert told == [["fork", first], ["fork", []], ["fork", []]]


def test_bytes_of_several_characters_say_so_where_no_word_is_named(draw: Draw) -> None:
    """The first two bytes of 你 and 佢 are the same; those of 哈 are its own."""
    corpus = Corpus.from_counts({"你": 3, "佢": 3, "哈": 2}, unit="byte")
    (bars,) = draw(STEPPER, walk_over(train_bpe(corpus)), ("read", ".bars .name"))
    assert (bars[0], bars[3]) == ("你… 1/3E4+你… 2/3BD", "哈 1/3E5+哈 2/393")


def test_a_change_says_how_many_pairs_it_does_not_name(draw: Draw) -> None:
    """Of 2 × 30 that change, 24 are named."""
    letters = [chr(ord("ā") + i) for i in range(30)]
    walk = walk_of({f"ab{letter}": 3 for letter in letters})
    named = []
    for kind in ("new", "gone"):
        title, pairs, more = draw(
            STEPPER,
            walk,
            *(NEXT, ("read", f".{kind} h3"), ("read", f".{kind} .pair")),
            ("read", f".{kind} .more"),
        )
        assert title[0].endswith(": 30")
        assert more == [f" and {30 - len(pairs)} more"]
        named += pairs
    assert len(named) == 24


MARKED = Corpus.from_counts({"low": 5, "lower": 2}, end_of_word="w")
MARKED_BYTES = Corpus.from_counts({"low": 5, "lower": 2}, unit="byte", end_of_word="w")


@pytest.mark.parametrize(
    "trace",
    [train_bpe(MARKED), train_bpe(MARKED_BYTES), train_unigram(MARKED, vocab_size=20)],
    ids=["characters", "bytes", "unigram"],
)
def test_a_marker_that_is_a_letter_is_told_from_it(draw: Draw, trace: Trace | UnigramTrace) -> None:
    """With w as the marker, low ends with two w: the last one is boxed, and the page says why."""
    boxes, legend = draw(
        STEPPER, walk_over(trace), ("read", ".words .chip .marker"), ("read", ".panel")
    )
    assert boxes == ["w", "w"]
    assert "w in a separate box is the end-of-word marker." in "".join(legend)
