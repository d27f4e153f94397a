"""Each step of the stepper as a learner reads it, drawn by the browser's own code.

Compared with the naive trainer: the sentence, the words, the bars, the figures, the changes.
"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from pages.components.stepper.offline import whole_walk
from pages.components.stepper.text import record_text
from tests.bpe_core.oracles import NaiveRun, naive_bpe
from tests.bpe_core.strategies import rules
from tests.examples import examples
from tests.pages.conftest import Draw

STEPPER = "components/stepper/stepper.js"
#: Each with its tokens as they are read, so that all that is shown can be spelled here.
counts_of_words = st.dictionaries(
    st.text("abc", min_size=1, max_size=8), st.integers(1, 6), min_size=1, max_size=6
)
#: How many pairs have a bar.
MOST_BARS = 20


def walk_of(counts: dict[str, int], rule: str = "first-seen", **others: Any) -> bytes:
    trace = train_bpe(Corpus.from_counts(counts), tie_break=rule)  # type: ignore[arg-type]
    said = {"text": record_text(), "translations": {}, "lang": "en"}
    usual = {"visit": 0, "predict": False, "fixed": True}
    return json.dumps(whole_walk(trace, 0) | said | usual | others).encode()


#: What is read at each step.
PANELS = (
    *(".headline", ".words .chip", ".bars li", ".sum .total", ".gains b", ".gains .change"),
    *(".vocabulary .size", ".new li", ".fell li", ".gone li", ".dropped li"),
)


@given(counts_of_words, rules)
@examples(100)
def test_each_step_says_what_the_naive_trainer_did(
    draw: Draw, counts: dict[str, int], rule: str
) -> None:
    run = naive_bpe(counts, rule=rule)
    reads = [("read", panel) for panel in PANELS]
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
        assert [sorted(found[panel]) for panel in PANELS[7:]] == [*map(sorted, changes(run, k))]


def test_a_new_question_has_no_hint_yet(draw: Draw) -> None:
    """Hint 1 marks words, and names the next hint."""
    walk = walk_of({"hug": 10, "pug": 5, "pun": 12}, predict=True)
    shown = draw(
        STEPPER,
        walk,
        ("press", ".hint-button"),
        ("read", ".hint"),
        ("read", ".hinted .tokens"),
        ("press", ".question > .choices button", -1),  # Show me
        ("press", ".go-on"),
        *[("read", what) for what in (".hint-button", ".hint", ".hinted", ".asked")],
    )
    assert shown[:2] == [["The pair occurs here: pun, pug."], ["pug", "pun"]]
    assert shown[2:5] == [["Hint 1 of 3: the words"], [""], []]
    assert shown[5] == ["Which pair will merge in step 2?"]


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
