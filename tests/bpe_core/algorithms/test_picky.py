"""Picky BPE is the naive one and the authors', event by event."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from pickybpe.vocabularisation import PickyBPETrainer

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.picky import Left, Merged, PickyTrace, Run, train_picky
from sample_corpora import content
from tests.bpe_core.oracles import count_pairs, merge_pair
from tests.examples import rules, word_counts

THRESHOLDS = st.sampled_from([Fraction(n, 10) for n in (0, 1, 3, 6, 8, 9, 10)])
STEPS = 40


def naive_picky(counts: Mapping[str, int], threshold: Fraction, steps: int) -> list[tuple]:
    """Count everything again at each event; tokens are nested pairs of characters."""
    words = [(list(word), times) for word, times in counts.items()]
    inside: set = {c for word in counts for c in word}
    made_once: set = set()
    events: list[tuple] = []
    frequency = _frequencies(words)
    for _ in range(steps):
        pairs = count_pairs([tokens for tokens, _ in words], counts.values())
        if not pairs:
            break
        best = max(pairs, key=pairs.__getitem__)
        words = [(merge_pair(tokens, best, best), times) for tokens, times in words]
        before, frequency = frequency[best], _frequencies(words)
        made = frequency[best] - before
        is_back = best in made_once - inside
        inside.add(best)
        made_once.add(best)
        tied = [*pairs.values()].count(pairs[best])
        rests: dict = {}
        place = len(events)
        for part in dict.fromkeys(best):
            left = rests[part] = frequency[part]
            if (
                isinstance(part, tuple)
                and part in inside
                and Fraction(made, left + made) > threshold
            ):
                inside.discard(part)
                parts = _parts(part, inside)
                words = [(_split(tokens, part, parts), times) for tokens, times in words]
                frequency = _frequencies(words)
                events.append(("leave", flat(part), left, made))
        after = tuple(rests[part] for part in best)
        events.insert(place, ("merge", flat(best), pairs[best], made, after, is_back, tied))
    return events


def flat(token: str | tuple) -> str:
    return token if isinstance(token, str) else flat(token[0]) + flat(token[1])


def _frequencies(words: list[tuple[list, int]]) -> Counter:
    return Counter(token for tokens, times in words for token in tokens * times)


def _parts(token: tuple, inside: set) -> list:
    return [x for half in token for x in ([half] if half in inside else _parts(half, inside))]


def _split(tokens: list, token: tuple, parts: list) -> list:
    return [x for each in tokens for x in (parts if each == token else [each])]


def events_of(trace: PickyTrace) -> list[tuple]:
    return [
        ("merge", trace.texts[e.token], e.occurrences, e.times, e.rests, e.is_back, e.tied)
        if isinstance(e, Merged)
        else ("leave", trace.texts[e.token], e.times, e.used)
        for e in trace.events
    ]


@given(word_counts, THRESHOLDS)
@example({"a" * 6: 1, "a" * 10: 1}, Fraction(3, 5))
@example({"ababaabbbbbb": 1, "baabbaaba": 1}, Fraction(1, 10))
@example({"aaaabbbaba": 3, "baabbab": 3}, Fraction(1, 10))
@example(
    {"a ba a aba": 3, "b": 3, "  ": 1, "a a aabbbaa  bbabab aa": 6, "aabb aa   a aab": 1},
    Fraction(3, 20),
)
def test_events_are_those_of_the_naive_trainer(counts: dict[str, int], at: Fraction) -> None:
    """In the first example, what is left of aaaa is split into aa, which therefore doesn't leave.

    In the third, a token that never left is made again. In the others, a pair comes back with a
    count that it had before, later in the text.
    """
    trace = train_picky(Corpus.from_counts(counts), threshold=at, num_merges=STEPS)
    expected = naive_picky(counts, at, STEPS)
    assert events_of(trace) == expected
    is_full = [kind for kind, *_ in expected].count("merge") == STEPS
    assert trace.stopped_because == ("num_merges" if is_full else "nothing_left")


@given(word_counts, THRESHOLDS, rules)
def test_words_are_encoded_as_they_are_after_all_events(
    counts: dict[str, int], at: Fraction, rule: str
) -> None:
    """And the figures of each event are those of the words then."""
    corpus = Corpus.from_counts(counts)
    trace = train_picky(corpus, threshold=at, num_merges=STEPS, tie_break=rule)
    for number in (0, len(trace.events) // 2, len(trace.events)):
        words = [
            trace.encode_units(corpus.units[a:b].tolist(), number)
            for a, b in pairwise(corpus.starts.tolist())
        ]
        inside = set(trace.vocabulary_at(number))
        used = {token for word in words for token in word}
        assert used <= inside
        assert trace.sizes[number] == len(inside)
        assert trace.junk[number] == len(
            {i for i in inside if i >= len(corpus.base_vocabulary)} - used
        )
        total = sum(n * len(w) for w, n in zip(words, corpus.counts.tolist(), strict=True))
        assert trace.token_counts[number] == total
        assert ["".join(trace.texts[i] for i in word) for word in words] == corpus.words


def test_the_share_that_was_used_is_that_of_the_paper() -> None:
    """By hand: hu 12 times, of which 11 become hug and one is left of it; u is used up."""
    counts = {"hugs": 10, "hug": 1, "hup": 1}
    trace = train_picky(Corpus.from_counts(counts), threshold=Fraction(8, 10), num_merges=2)
    made, longer, left = trace.events
    assert made.shares == (1, 1)
    assert longer.shares == (Fraction(11, 12), 1)
    assert left.share == Fraction(11, 12)
    many = Corpus.from_text(" ".join(f"{i:b}" for i in range(300)))
    timed = train_picky(many, threshold=Fraction(1), time_limit=1e-9)
    assert (timed.stopped_because, len(timed)) == ("time_limit", 16)


@given(word_counts, rules)
def test_a_threshold_of_one_is_bpe(counts: dict[str, int], rule: str) -> None:
    corpus = Corpus.from_counts(counts)
    trace = train_picky(corpus, threshold=Fraction(1), num_merges=STEPS, tie_break=rule)
    plain = train_bpe(corpus, num_merges=STEPS, tie_break=rule)
    assert [e.occurrences for e in trace.events] == plain.merge_counts.tolist()
    assert [e.token for e in trace.events] == plain.merge_ids[:, 2].tolist()
    assert trace.junk == plain.junk_sizes.tolist()
    assert trace.token_counts == plain.token_counts.tolist()


def test_events_are_those_of_the_authors_program(tmp_path: Path) -> None:
    """Led along the merges that `pickybpe_bauwenst` chose among equals, the same tokens leave.

    The two part where a text is made a second time, by another pair, which is the same token
    there; and where what is left of a token that leaves is merged again, because version 1.3.1
    sets the frequency of the token to 0 before it passes it on to the parts.
    """
    text = str(content("english"))
    authors = PickyBPETrainer(500, picky_threshold=0.9, character_coverage=1.0)
    counts = Counter(text.split())
    said = json.loads(authors._fit_from_counts(counts, tmp_path / "m.json", 10**6).read_text())
    theirs = sorted(said["merges"] + said["splits"], key=lambda event: event["id"])
    run = Run(
        Corpus.from_counts({f"▁{word}": count for word, count in counts.items()}),
        Fraction(9, 10),
        "first-seen",
        size=None,
        least=1,
    )
    known = {text: i for i, text in enumerate(run.texts)}
    bases, compared = len(run.texts), 0
    for event in theirs:
        if "split" in event:
            continue
        pair = tuple(known[part["str"]] for part in event["pair"])
        if known.get(event["new_token"]["str"]) not in (None, run.ids.get(pair)):
            break
        passed_on = {i for e in run.events if isinstance(e, Left) and e.times for i in e.parts}
        if passed_on & {i for i in pair if i >= bases}:
            break
        best = run.words.best_pair()
        assert best
        assert run.words.count(pair) == run.words.count(best)
        run.merge(pair, tied=1)
        known[event["new_token"]["str"]] = run.ids[pair]
        compared += 1
    leaving = [run.texts[event.token] for event in run.events if isinstance(event, Left)]
    split = [event["token"]["str"] for event in theirs if "split" in event]
    assert compared > 150
    assert len(leaving) > 5
    assert sorted(leaving) == sorted(split[: len(leaving)])
