"""Merges across words are those of the naive references, and everything follows from them."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, chain, count, pairwise

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.algorithms import limits
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.superbpe import SwitchedTrace, train_superbpe
from bpe_core.algorithms.across_words.trace import WALL, AcrossTrace
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from bpe_core.text.running_text import RunningText
from sample_corpora import content
from tests.bpe_core.algorithms.test_parity import AUTHORS
from tests.bpe_core.oracles import count_pairs, merge_pair
from tests.examples import share

TEXTS = st.text(alphabet="abd' ,3哈\n", max_size=60).filter(lambda text: text != "")
STEPS = 12


def lines_of(text: str) -> list[list[str]]:
    """The lines of a text, cut as GPT-2 does, with spaces as they are written in the corpus."""
    lines = [line for line in text.splitlines(keepends=True) if line]
    cut = PRE_TOKENIZERS["gpt2"].split
    return [[word.replace(" ", "Ġ") for word in cut(line)] for line in lines]


def merges_of(trace: AcrossTrace) -> list[tuple[str, str, int]]:
    return [(str(m.left), str(m.right), m.count) for m in trace.merges]


#: The merge of d and e takes the d from 'd where the two are neighbours; in ,'d a wall is before d.
OPENS = "de\n" * 8 + "a'de\n" * 3 + "a'd\n" * 3 + "bc\n,'d"


@given(TEXTS, st.integers(0, STEPS))
@example(OPENS, 3)
@example(OPENS, 1)
@example("ab ab ab a'd ''d", 1)
@example("dell\n" * 6 + "".join(f"{c}'dell{c}\n" for c in "abcde"), 3)
def test_superbpe_is_the_naive_one(text: str, switch: int) -> None:
    """The merges are those found by counting everything again, with the walls down at last.

    In the last example, ' d occurs inside a word, and more often once the walls have fallen.
    """
    trace = train_superbpe(RunningText.read(text), switch=switch, num_merges=STEPS)
    assert merges_of(trace) == naive_superbpe(lines_of(text), switch, STEPS)
    check_everything(trace, lines_of(text))
    check_states(trace, lines_of(text))


def check_states(trace: AcrossTrace, lines: list[list[str]]) -> None:
    """Each state is that of its lines merged anew, in words until the walls fall, then whole."""
    falls = trace.switch if isinstance(trace, SwitchedTrace) else len(trace) + 1
    whole = [["".join(line)] for line in lines]
    before: dict[tuple[str, str], int] = {}
    used: Counter[str] = Counter()
    for step in range(len(trace) + 1):
        merges = merges_of(trace)[:step]
        merged = [
            [cut(word, merges) for word in line] for line in (lines if step < falls else whole)
        ]
        state, tokens = trace.state_at(step), [[*chain(*line)] for line in merged]
        assert dict(zip(trace.corpus.words, [word for word, _ in state.words], strict=True)) == {
            "".join(line): tuple(line) for line in tokens
        }
        last, used = used, Counter(chain.from_iterable(tokens))
        assert state.token_count == used.total()
        assert set(state.in_use) == used.keys()
        assert trace.in_use_sizes[step] == len(used)
        names = [*trace.vocabulary_at(step)]
        assert {
            name: n for name, n in zip(names, trace.frequencies_at(step), strict=True) if n
        } == used
        words = [*chain(*merged)]
        counts = count_pairs(words, [1] * len(words))
        assert dict(state.pairs()) == counts
        (view,) = trace.views(step, step + 1)
        assert {names[i] for i in view.dropped} == last.keys() - used
        changed = {
            pair: (before.get(pair, 0), counts.get(pair, 0))
            for pair in before.keys() | counts.keys()
            if step and pair != merges[-1][:2] and before.get(pair) != counts.get(pair)
        }
        listed = {(names[c.left], names[c.right]): (c.before, c.after) for c in view.changes}
        assert listed.items() <= changed.items()
        rose = sum(0 < one < other for one, other in changed.values())
        assert view.rose_total == rose
        assert view.new_total + view.fell_total + rose + view.gone_total == len(changed)
        before = counts


def cut(word: str, merges: list[tuple[str, str, int]]) -> list[str]:
    """A word in tokens: each merge is made wherever it fits, in the order of learning."""
    tokens = list(word)
    for left, right, _ in merges:
        tokens = merge_pair(tokens, (left, right), left + right)
    return tokens


@given(TEXTS, TEXTS)
@example("a b a b", "ba b\na bb")
@example("a 350 a 350 a 350 a 350", "")
def test_boundless_is_the_naive_one(text: str, other: str) -> None:
    """The merges are those found by counting pairs inside words and between ready words again.

    In one example, a word is ready before the first merge; in the other, a space before a number
    is written Ġ, which Unicode calls a letter. In any text, a token across words has whole ones.
    """
    trace = train_boundless(RunningText.read(text), num_merges=STEPS)
    assert merges_of(trace) == naive_boundless(lines_of(text), STEPS)
    assert trace.switch == [*(trace.crossings() > 0), True].index(True)
    check_everything(trace, lines_of(text))
    for words in lines_of(other):
        ends = {*accumulate(map(len, words), initial=0)}
        tokens = trace.tokenizer(unknown="?").tokens("".join(words).replace("Ġ", " "))
        for start, stop in pairwise(accumulate(map(len, tokens), initial=0)):
            assert {start, stop} <= ends or ends.isdisjoint(range(start + 1, stop))


def check_everything(trace: AcrossTrace, lines: list[list[str]]) -> None:
    """The corpus encodes to its last state, and the winner heads the pairs of each state.

    A token has the walls inside that are there where it occurs first.
    """
    assert trace.stopped_because == ("num_merges" if len(trace) == STEPS else "nothing_left")
    tokenizer = trace.tokenizer()
    for line, (tokens, _) in zip(trace.corpus.words, trace.state_at(len(trace)).words, strict=True):
        text = line.replace("Ġ", " ")
        assert tuple(tokenizer.tokens(text)) == tokens
        assert tokenizer.decode(tokenizer.encode(text)) == text
        steps = tokenizer.encoding_steps(line)
        assert [step.token_id is None for step in steps] == [False] * (len(steps) - 1) + [True]
        assert [i for i in steps[-1].ids if i < len(trace.vocabulary)] == tokenizer.encode(text)
        met = {*range(len(trace.corpus.base_vocabulary)), WALL}
        for step in steps:
            assert {*step.ids} <= met
            met.add(step.token_id)
    walls = {"".join(line): {*accumulate(map(len, line))} for line in lines}
    for merge, crossed in zip(trace.merges, trace.crossings(), strict=True):
        inside = (
            walls[line].intersection(range(start + 1, stop))
            for line, (tokens, _) in zip(walls, trace.state_at(merge.step).words, strict=True)
            for start, stop in pairwise(accumulate(map(len, tokens), initial=0))
            if line[start:stop] == merge.token
        )
        assert crossed == len(next(inside))
        state = trace.state_at(merge.step - 1)
        assert state.pairs(1) == [((merge.left, merge.right), merge.count)]
        assert len(state.ties) == trace.history.tie_counts()[merge.step - 1]
        spans = trace.counts_of(merge.left_id, merge.right_id)
        assert spans == sorted(spans)
    after = trace.state_at(len(trace))
    assert sum(count * len(tokens) for tokens, count in after.words) == after.token_count


@pytest.mark.parametrize("rule", ["lowest-id", "largest-text"])
@given(text=TEXTS)
def test_ties_are_broken_by_the_rule(rule: str, text: str) -> None:
    """The first of the tied pairs of a state is the one that is merged, whatever the rule."""
    read = RunningText.read(text)
    for trace in (
        train_superbpe(read, switch=3, num_merges=STEPS, tie_break=rule),
        train_boundless(read, num_merges=STEPS, tie_break=rule),
    ):
        check_everything(trace, lines_of(text))


def test_bytes_and_special_tokens_shift_nothing() -> None:
    """With bytes and a special token the same tokens are learned."""
    read = RunningText.read("of the hug of the pug", unit="byte")
    for train in (train_boundless, lambda text, **k: train_superbpe(text, switch=9, **k)):
        plain, shifted = train(read), train(read, special_tokens=["<s>"])
        assert [*shifted.vocabulary] == [b"<s>", *plain.vocabulary]
        tokenizer = shifted.tokenizer()
        assert tokenizer.decode(tokenizer.encode("of the bug 哈")) == "of the bug 哈"
        for merges in (3, 11):
            sized = train(read, special_tokens=["<s>"], vocab_size=257 + merges, num_merges=20)
            assert (len(sized), sized.stopped_because) == (merges, "vocab_size")
        rare = train(read, min_frequency=3)
        assert (len(rare), rare.stopped_because) == (0, "min_frequency")


def test_boundless_merges_what_the_authors_program_merges() -> None:
    """Led along their choices among equals, each of their pairs is the most frequent one.

    The two part only where a character is repeated, because pairs are counted differently there.
    """
    (run,) = AUTHORS["boundless"]["runs"]
    led = [tuple(merge.split(" ")) for merge in run["merges"]][: 60 + share(1_000)]
    text = str(content(run["text"]))[: run["characters"]]
    merges = naive_boundless(lines_of(text), len(led), led)
    assert [merge[:2] for merge in merges] == led
    assert len(run["across"]) > 10


def test_a_training_whose_time_is_up_keeps_its_merges(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few are always made. The walls are still up then, or the words have used up the time."""
    read = RunningText.read("".join(f"{i:b} {i:o}\n" for i in range(300)))
    for train in (train_boundless, lambda text, **k: train_superbpe(text, switch=99, **k)):
        cut, whole = train(read, time_limit=1e-9), train(read, num_merges=16)
        assert (cut.stopped_because, merges_of(cut)) == ("time_limit", merges_of(whole))
        assert not cut.across.any()
        assert cut.switch == 16
    monkeypatch.setattr(limits, "thread_time", count().__next__)
    late = train_superbpe(read, switch=3, time_limit=1)
    assert (late.stopped_because, late.switch) == ("time_limit", 3)


Step = tuple[str, str, int]


def naive_superbpe(lines: Sequence[Sequence[str]], switch: int, steps: int) -> list[Step]:
    """The merges of lines that are given as words; ties go to the pair met first.

    At the switch, the lines are encoded again by the merges that there are.
    """
    words = [[list(word) for word in line] for line in lines]
    merges: list[Step] = []
    while len(merges) < switch and len(merges) < steps:
        if not (found := _merge_best([word for line in words for word in line])):
            break
        merges.append(found)
    joined = [[unit for word in line for unit in word] for line in lines]
    for left, right, _ in merges:
        joined = [merge_pair(line, (left, right), left + right) for line in joined]
    while len(merges) < steps and (found := _merge_best(joined)):
        merges.append(found)
    return merges


def naive_boundless(
    lines: Sequence[Sequence[str]], steps: int, led: Sequence[tuple[str, str]] = ()
) -> list[Step]:
    """The same for BoundlessBPE: items of a line are words, or strings that were joined.

    It takes the pairs in `led` wherever they are among the most frequent ones.
    """
    items: list[list[list[str]]] = [[list(word) for word in line] for line in lines]
    merges: list[Step] = []
    while len(merges) < steps:
        counts: dict[tuple[str, str], int] = {}
        for line in items:
            for i, item in enumerate(line):
                for pair in pairwise(item):
                    counts[pair] = counts.get(pair, 0) + 1
                if i + 1 < len(line) and _ready(item) and _ready(line[i + 1]):
                    pair = item[0], line[i + 1][0]
                    counts[pair] = counts.get(pair, 0) + 1
        if not counts:
            break
        best = max(counts, key=counts.__getitem__)
        wanted = led[len(merges)] if led else best
        best = wanted if counts.get(wanted) == counts[best] else best
        merges.append((*best, counts[best]))
        items = [_joined(line, best) for line in items]
    return merges


def _ready(item: list[str]) -> bool:
    """Whether it is one token with a letter in it; Ġ is a space here."""
    return len(item) == 1 and regex.search(r"\p{L}", item[0].replace("Ġ", "")) is not None


def _joined(line: list[list[str]], pair: tuple[str, str]) -> list[list[str]]:
    joined: list[list[str]] = []
    for item in line:
        item = merge_pair(item, pair, "".join(pair))
        is_pair = joined and _ready(joined[-1]) and _ready(item)
        # What was just joined begins no pair of the old tokens: their texts would differ.
        if is_pair and (joined[-1][0], item[0]) == pair:
            joined[-1] = [pair[0] + pair[1]]
        else:
            joined.append(item)
    return joined


def _merge_best(sequences: list[list[str]]) -> Step | None:
    counts = count_pairs(sequences, [1] * len(sequences))
    if not counts:
        return None
    best = max(counts, key=counts.__getitem__)
    for sequence in sequences:
        sequence[:] = merge_pair(sequence, best, "".join(best))
    return (*best, counts[best])
