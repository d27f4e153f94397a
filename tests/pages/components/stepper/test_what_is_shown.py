"""Each step of the stepper as a learner reads it, drawn by the browser's own code.

Compared with the naive trainer: the sentence, the words, the bars, the figures, the changes.
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, UnigramTrace, train_bpe
from pages.components.stepper.beliefs import record_text
from pages.components.stepper.offline import whole_walk
from pages.components.stepper.payload import fork_of, piece_of, sum_of
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


def walk_of(
    counts: dict[str, int], rule: str = "first-seen", least: int = 1, **others: Any
) -> bytes:
    corpus = Corpus.from_counts(counts)
    return walk_over(train_bpe(corpus, tie_break=rule, min_frequency=least), **others)


def walk_over(trace: Trace | UnigramTrace, **others: Any) -> bytes:
    """A walk as it is sent to a page that asks for nothing later."""
    said = {"text": record_text(), "translations": {}, "lang": "en"}
    usual = {"visit": 0, "predict": False, "fixed": True}
    return json.dumps(whole_walk(trace, 0) | said | usual | others).encode()


#: What is read at each step.
PANELS = (
    *(".headline", ".words .chip", ".bars li", ".sum .total", ".gains b", ".gains .change"),
    *(".coming .verdict", ".vocabulary .size", ".new li", ".fell li", ".gone li", ".dropped li"),
)
#: Whether the end is hidden, and what the marks on the slider mean.
OTHERS = (("look", ".finale", "hidden"), ("look", ".scrubber", "title"))


@given(counts_of_words, rules, st.integers(1, 4))
@examples(100)
def test_each_step_says_what_the_naive_trainer_did(
    draw: Draw, counts: dict[str, int], rule: str, least: int
) -> None:
    run = naive_bpe(counts, rule=rule, min_frequency=least)
    reads = [*[("read", panel) for panel in PANELS], *OTHERS]
    shown = draw(
        STEPPER, walk_of(counts, rule, least), *[*reads, ("press", "button.next")] * len(run.steps)
    )
    steps = range(0 if run.merges else 1, len(run.steps))  # with nothing to merge, there are none
    for k in steps:
        found = dict(zip(PANELS, shown[len(reads) * k :], strict=False))
        if k:
            assert found[".headline"] == [said_of(run, k)]
        assert found[".words .chip"] == [run.texts[i] for word in run.steps[k].words for i in word]
        assert found[".bars li"] == bars(run, k, least)
        told = run.merges[max(0, k - 1) : k + 1]  # the last merge and the next one
        assert found[".sum .total"] == [str(count) for _, _, count in told]
        assert found[".gains b"] == [str(n) for n in sizes(run, k)]
        assert found[".gains .change"] == growth(run, k)
        assert found[".coming .verdict"] == verdict(run, k, rule, least)
        in_use = len({i for word in run.steps[k].words for i in word})
        assert found[".vocabulary .size"] == [f"Tokens: {sizes(run, k)[0]}, in use: {in_use}"]
        is_last = 0 < k == len(run.merges)
        others = shown[len(reads) * k + len(PANELS) : len(reads) * (k + 1)]
        assert others == [[None if is_last else ""], [marks(run, [*counts], k)]]
        assert [sorted(found[panel]) for panel in PANELS[8:]] == [*map(sorted, changes(run, k))]


@pytest.mark.parametrize(
    ("meanwhile", "said", "scored"),
    [
        ([], "Not this time: the count of p+u is 17, and u+g has 20.", "0 of 1 right"),
        ([("press", "button.next")], None, ""),
        ([("press", ".question .choices button", -1)], "u+g merges next. Its count is 20.", ""),
    ],
)
def test_an_answer_that_comes_once_the_learner_has_gone_on_counts_nothing(
    draw: Draw, meanwhile: list[Any], said: str | None, scored: str
) -> None:
    """The server says what a picked pair amounts to: by then, another step may be asked about.

    It is asked again for an answer that the tab has kept, once, and takes nobody's focus.
    """
    trace = train_bpe(Corpus.from_counts(HUG))
    ids = {str(token): i for i, token in enumerate(trace.vocabulary)}
    found = sum_of(trace, 0, ids["p"], ids["u"])
    in_english, in_chinese = (walk_of(HUG, predict=True, lang=lang) for lang in ("en", "zh"))
    focus = ("focus", ".question button")
    answer, moved, score, kept, *focused = draw(
        STEPPER,
        in_english,
        *(("focus", ".words"), ("key", "ArrowRight")),  # with a key before the mouse
        *(("press", ".words .chip", 3), ("press", ".words .chip", 4)),  # p and u of pug
        *meanwhile,
        *(("deliver",), ("read", ".answer"), ("read", ".go-on:focus"), ("read", ".turn .score")),
        *(("draw", json.loads(in_chinese)), focus, ("deliver",)),
        *(("read", ".answer"), ("focused",)),
        *(("draw", json.loads(in_english)), NEXT, focus, ("deliver",), ("focused",)),
        *(("forget",), ("draw", json.loads(in_chinese)), ("press", "button.previous")),
        traces={f"offline/sum/0/{ids['p']}/{ids['u']}": found},
    )
    assert answer == kept == ([said] if said else [])
    assert not moved
    assert score[0][:12] == scored
    assert None not in focused


def pair_of(run: NaiveRun, pair: tuple[int, int]) -> str:
    return f"{run.texts[pair[0]]}+{run.texts[pair[1]]}"


def said_of(run: NaiveRun, k: int) -> str:
    left, right, count = run.merges[k - 1]
    first, second = run.texts[left], run.texts[right]
    times = "time" if count == 1 else "times"
    steps = len(run.merges)
    return f"Step {k} of {steps}: {first} + {second} → {first}{second}, {count} {times}"


def bars(run: NaiveRun, k: int, least: int) -> list[str]:
    """The pairs with their counts; the next one, its ties, and those too rare are marked."""
    step = run.steps[k]
    most = [pair for pair in step.ranked if step.counts[pair] == step.counts[step.ranked[0]]]
    marks = dict.fromkeys(most, "= tie") | dict.fromkeys(step.ranked[:1], "◀ next")
    marks |= {pair: "too rare" for pair, count in step.counts.items() if count < least}
    return [
        f"{pair_of(run, pair)}{step.counts[pair]}{marks.get(pair, '')}"
        for pair in step.ranked[:MOST_BARS]
    ]


def verdict(run: NaiveRun, k: int, rule: str, least: int) -> list[str]:
    """Why the next pair wins."""
    if k == len(run.merges):
        return []
    first, *others = run.steps[k].ranked
    most, *rest = (run.steps[k].counts[pair] for pair in [first, *others])
    if most in rest:
        tie = f"A tie: {1 + rest.count(most)} pairs share the count {most}."
        return [f"{tie} {record_text()[f'rule_{rule}']}"]
    if not rest:
        return ["It is the only pair left."]
    if rest[0] < least:
        return [f"No other pair reaches the minimum frequency of {least}."]
    return [f"No pair has a higher count. Runner-up: {pair_of(run, others[0])}, {rest[0]}."]


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
NEXT, LAST = ("press", "button.next"), ("press", "button.last")


def test_a_choice_is_taken_back_with_those_after_it(draw: Draw) -> None:
    """In step 1 p + u was chosen, in step 2 h + u; each can be undone, or all of it closed."""
    corpus = Corpus.from_counts(HUG)
    trace = train_bpe(corpus)
    ids = {str(token): i for i, token in enumerate(trace.vocabulary)}
    choices = {1: (ids["p"], ids["u"]), 2: (ids["h"], ids["u"])}
    own = train_bpe(corpus, choices=choices)
    fork = fork_of(trace, own, key="fork")
    fork = json.loads(json.dumps(fork)) | {"pieces": {}}
    whole = json.loads(walk_over(trace, fork=fork))
    del whole["fixed"]
    said, (*told, _figures) = draw(
        STEPPER,
        json.dumps(whole).encode(),
        ("read", ".chosen li"),
        *[("press", ".chosen .take-back", i) for i in (1, 0)],
        *(("press", ".fork .tools button"), NEXT, ("deliver",)),
        *(("press", ".own-pairs .what-if"), ("told",)),
        traces={"fork/0": piece_of(own, 0)},
    )
    assert said == [
        "Step 1: you merged p+u, count 17. Undo",
        "Step 2: you merged h+u, count 15. Undo",
    ]
    first = [[1, ids["p"], ids["u"]]]
    assert told[:3] == [["fork", first], ["fork", []], ["fork", []]]
    # Another choice keeps those up to here.
    [[_, chosen]] = told[3:]
    assert chosen[:-1] == first
    assert chosen[-1][0] == 2
