"""Broken trainers, written without looking at the catalogue, are given the right names."""

import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, pairwise, product, zip_longest
from random import Random
from string import ascii_lowercase
from time import thread_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from subword_nmt.learn_bpe import learn_bpe

from bpe_core import TIE_RULES, Corpus, train_bpe
from bpe_core.diagnosis import (
    ENCODING_MISTAKES,
    MISTAKES,
    PRESETS,
    TrainingSpecification,
    diagnose,
)
from bpe_core.diagnosis.diagnosis import merges_with_mistake
from bpe_core.diagnosis.recipe import right_recipe
from bpe_core.errors import UnknownNameError
from bpe_core.text.byte_alphabet import ALPHABETS
from tests.bpe_core.diagnosis import broken_trainers as broken
from tests.bpe_core.diagnosis.broken_trainers import CHINESE, COUNTED, ENGLISH, TIED
from tests.bpe_core.oracles import naive_bpe
from tests.examples import FULL, examples, rules, share, units

SOURCES = {"english": ENGLISH, "chinese": CHINESE, "counted": COUNTED, "tied": TIED}
STEPS = {"english": 45, "chinese": 40, "counted": 30, "tied": 30}
#: A quick run takes the first and the last: each trainer goes wrong on one of them, if at all.
TAKEN = [*SOURCES][:: min(3, FULL // share(FULL))]
#: Corpora in which every word occurs once, so that its frequency makes no difference.
ONLY_ONCE = ("chinese", "tied")

#: A name, and the trainers whose merges it explains; they take spelled words with counts.
TRAINERS: list[tuple[str, Callable]] = [
    ("tie-first-seen", lambda w, n: broken.plain(w, n)),
    ("tie-last-seen", lambda w, n: broken.plain(w, n, broken.greater_or_equal)),
    ("tie-largest-text", lambda w, n: broken.plain(w, n, broken.largest)),
    ("tie-smallest-text", lambda w, n: broken.plain(w, n, broken.smallest)),
    ("tie-longest", lambda w, n: broken.plain(w, n, broken.longest)),
    ("tie-largest-joined-text", lambda w, n: broken.plain(w, n, broken.largest_joined)),
    ("tie-lowest-id", lambda w, n: broken.with_ids(w, n, min)),
    ("tie-highest-id", lambda w, n: broken.with_ids(w, n, max)),
    ("tie-largest-left", lambda w, n: broken.plain(w, n, broken.largest_left)),
    ("tie-dictionary", broken.one_table_kept),
    ("tie-dictionary-last", lambda w, n: broken.one_table_kept(w, n, broken.greater_or_equal)),
    ("overlaps-as-merged", lambda w, n: broken.plain(w, n, count=broken.count_without_overlaps)),
    ("pair-once-per-word", lambda w, n: broken.plain(w, n, count=broken.count_pairs_as_sets)),
    ("words-once", lambda w, n: broken.plain(w, n, count=broken.count_words_once)),
    ("score-wordpiece", lambda w, n: broken.plain(w, n, count=broken.score_as_wordpiece)),
    ("counts-not-renewed", broken.counted_at_the_start_only),
    ("counts-not-lowered", broken.only_new_pairs_are_added),
    *(
        ("one-neighbour", broken.looks_up(before, behind))
        for before, behind in (("new", ""), ("old", ""), ("", "new"), ("", "old"))
    ),
    ("updates-once", broken.forgets_frequency_in_updates),
    ("merged-from-right", lambda w, n: broken.plain(w, n, join=broken.merge_from_the_end)),
    ("merged-first-only", lambda w, n: broken.plain(w, n, join=broken.merge_once)),
    ("merged-in-text", lambda w, n: broken.plain(w, n, join=broken.merge_as_text)),
    ("right-part-kept", lambda w, n: broken.plain(w, n, join=broken.merge_and_keep_the_second)),
    ("last-token-lost", lambda w, n: broken.plain(w, n, join=broken.merge_and_lose_the_last)),
]


def spelled(source):
    words = Counter(source.split()) if isinstance(source, str) else source
    return [(list(word), n) for word, n in words.items()]


def encoded(merges):
    as_bytes = [part if isinstance(part, bytes) else part.encode() for m in merges for part in m]
    return list(zip(as_bytes[::2], as_bytes[1::2], strict=True))


def names_of(source, merges, **settings):
    """The names that explain the merges: each alone, or two joined by a plus."""
    found = diagnose(source, TrainingSpecification(**settings), encoded(merges))
    return None if found.equal else [" + ".join(names) for names in found.explanations]


@pytest.mark.parametrize("number", range(len(TRAINERS)), ids=lambda i: f"{TRAINERS[i][0]}-{i}")
def test_a_broken_trainer_is_called_by_its_name(number: int) -> None:
    """This holds on every corpus where it goes wrong; and it goes wrong on at least one."""
    name, train = TRAINERS[number]
    differed = 0
    for key in TAKEN:
        source = SOURCES[key]
        if name == "updates-once" and key in ONLY_ONCE:
            continue
        merges = train(spelled(source), STEPS[key])
        alone = names_of(source, merges, num_merges=STEPS[key])
        assert alone is None or name in alone, (key, alone)
        differed += alone is not None
        if isinstance(source, str):
            continue
        # If another tie rule is requested, two mistakes may be needed to explain the merges.
        both = names_of(source, merges, tie_break="largest-text", num_merges=STEPS[key])
        wanted = "tie-first-seen" if alone is None else name
        assert both is None or any(wanted in said.split(" + ") for said in both), (key, both)
    assert differed or name == "tie-first-seen"


def test_neighbours_that_are_merged_as_well_are_named_where_they_matter() -> None:
    """If merged pairs never adjoin, only the order of the dictionary remains to be named."""
    seen = set()
    for key, source in SOURCES.items():
        for rule, choose in (
            ("first-seen", broken.first_of_dict),
            ("largest-text", broken.largest),
        ):
            merges = broken.looks_up("old", "old")(spelled(source), STEPS[key], choose)
            found = names_of(source, merges, tie_break=rule, num_merges=STEPS[key])
            if found is not None:
                assert {"adjoining-pairs", "tie-dictionary"} & {*found}, (key, rule, found)
                seen |= {*found}
    assert "adjoining-pairs" in seen


@pytest.mark.parametrize("pushes_all", [False, True])
def test_a_heap_that_forgets_pairs_whose_counts_fall_is_named(pushes_all: bool) -> None:
    """In the example c d falls from 9 to 3; its old entry is thrown away, so a d (1) is taken."""
    train = broken.lazy_heap(pushes_all)
    counts = {"ad": 1, "cd": 3, "cddd": 6}
    merges = train(spelled(counts), 4)
    assert merges == [("d", "d"), ("c", "dd"), ("cdd", "d"), ("a", "d")]
    assert "lowered-pairs-forgotten" in names_of(counts, merges, num_merges=4)
    merges = train(spelled(TIED), 60)
    found = names_of(TIED, merges, num_merges=60)
    assert "tie-smallest-text + lowered-pairs-forgotten" in found, found


@pytest.mark.parametrize(
    ("key", "choose"), [("chinese", broken.the_rarest), ("counted", broken.every_second)]
)
def test_what_is_on_no_list_is_unknown(key: str, choose: Callable) -> None:
    """The diagnosis does not invent a name, but still gives the evidence."""
    source = SOURCES[key]
    merges = broken.plain(spelled(source), 20, choose)
    found = diagnose(source, TrainingSpecification(num_merges=20), encoded(merges))
    assert (found.equal, found.explanations, found.is_complete) == (False, (), True)
    assert found.expected.count >= found.found.count > 0


def counted(words, spell=list):
    """Each different word once, spelled, with how often it occurs."""
    return [(spell(word), n) for word, n in Counter(words).items()]


def as_asked_by_a_course(*pieces: str) -> list:
    """Words as GPT-2 cuts the pieces, in bytes."""
    return counted((w for piece in pieces for w in broken.split_gpt2(piece)), broken.bytes_of)


SPECIAL = "<|endoftext|>"
LINES = "\r\n\r\n".join(ENGLISH.split(" "))
SPACED, INDENTED = (end.join(ENGLISH.split(" ")) for end in ("  \n", "\n    "))
JOINED = SPECIAL.join(ENGLISH.split())
STORIES = SPECIAL.join([ENGLISH, *["  a b  "] * 50])
ONE_LINE = ENGLISH.replace("\n", " ") * 2
MIXED_WORDS = ENGLISH + "x1 x1 x2 x2 2nd 2nd 3rd 3rd it's isn't it's isn't"
WORDS = ENGLISH.split()
CHARS, COURSE = TrainingSpecification(), PRESETS["cs336"]
FOLD = replace(COURSE, normalizer=("lowercase",))
MARKED = TrainingSpecification(end_of_word="</w>")


def chunks_of(text: str, count: int) -> list[str]:
    size = len(text) // count
    return [text[i * size : (i + 1) * size if i < count - 1 else None] for i in range(count)]


#: A name, a text, its words as somebody has them, and what was asked for.
OTHER_WORDS: list[tuple[str, str, list, TrainingSpecification]] = [
    ("cut-bert", ENGLISH, counted(broken.split_words_and_marks(ENGLISH)), CHARS),
    ("cut-gpt2", ENGLISH, counted(broken.split_gpt2(ENGLISH)), CHARS),
    ("cut-spaces", ENGLISH, counted(filter(None, ENGLISH.split(" "))), CHARS),
    ("pairs-across-words", ENGLISH, counted([ENGLISH]), CHARS),
    ("pairs-across-words", ENGLISH, counted(ENGLISH.splitlines()), CHARS),  # with cut-by-line
    ("normalized-lowercase", ENGLISH, counted(ENGLISH.lower().split()), CHARS),
    ("cut-word-characters", ENGLISH, counted(re.findall(r"\w+", ENGLISH)), CHARS),
    ("unit-byte", CHINESE, counted(CHINESE.split(), broken.bytes_of), CHARS),
    ("unit-char", CHINESE, counted(CHINESE.split()), TrainingSpecification(unit="byte")),
    ("marker-missing", ENGLISH, counted(WORDS), MARKED),
    ("marker-added", ENGLISH, counted(WORDS, lambda w: [*w, "</w>"]), CHARS),
    *(
        ("marker-joined", ENGLISH, counted(WORDS, lambda w: [*w[:-1], w[-1] + "</w>"]), asked)
        for asked in (CHARS, MARKED)
    ),
    ("special-left-in", JOINED, as_asked_by_a_course(JOINED), COURSE),
    ("special-removed", JOINED, as_asked_by_a_course("".join(JOINED.split(SPECIAL))), COURSE),
    ("special-counted", STORIES, as_asked_by_a_course(*re.split("(<.+?>)", STORIES.lower())), FOLD),
    (
        *("documents-stripped", STORIES),
        *(as_asked_by_a_course(*map(str.strip, STORIES.split(SPECIAL))), COURSE),
    ),
    ("cut-by-line", SPACED, as_asked_by_a_course(*SPACED.splitlines(keepends=True)), COURSE),
    ("cut-by-line", INDENTED, as_asked_by_a_course(*map(str.strip, INDENTED.split("\n"))), COURSE),
    ("line-ends-changed", LINES, as_asked_by_a_course(LINES.replace("\r\n", "\n")), COURSE),
    *(
        ("cut-by-chunk", ONE_LINE, as_asked_by_a_course(*chunks_of(ONE_LINE, n)), COURSE)
        for n in (4, 8)
    ),
    (
        *("cut-gpt2-without-look-ahead", SPACED),
        *(counted(broken.split_gpt2_simply(SPACED), broken.bytes_of), COURSE),
    ),
    (
        *("cut-words-with-space", MIXED_WORDS),
        *(counted(re.findall(r" ?\w+| ?[^\w\s]+|\s+", MIXED_WORDS), broken.bytes_of), COURSE),
    ),
]


@pytest.mark.parametrize(("name", "text", "words", "asked"), OTHER_WORDS)
def test_words_that_come_about_otherwise_are_named(
    name: str, text: str, words: list, asked: TrainingSpecification
) -> None:
    """Another cut, reading, unit, marker or normalization; or what a special token is taken for."""
    steps, choose = (120, broken.largest) if asked.special_tokens else (60, None)
    merges = encoded(broken.plain(words, steps, choose))
    found = diagnose(text, replace(asked, num_merges=len(merges)), merges).explanations
    assert any(name in names for names in found), found


def test_a_course_s_own_words_are_right() -> None:
    merges = broken.plain(as_asked_by_a_course(*JOINED.split(SPECIAL)), 60, broken.largest)
    assert diagnose(JOINED, replace(PRESETS["cs336"], num_merges=60), encoded(merges)).equal


MIXED = (
    "He said: \"It's 1234\r\nhe\u0301 banana\" hahaha. aaab Mississippi the  them\nit's ＡＢ x1_y. "
    + "xy<|endoftext|>zw e\u0301 e\u0301\r\n\r\nq  \n  q\n" * 9
)
SETTINGS: list[dict] = [
    {},
    {"tie_break": "lowest-id"},
    {"end_of_word": "</w>", "special_tokens": (SPECIAL,)},
    {"unit": "byte", "alphabet": "gpt2", "tie_break": "lowest-id", "normalizer": ("nfc",)},
    {"unit": "byte", "pre_tokenizer": "gpt2", "special_tokens": (SPECIAL,)},
    {"unit": "byte", "pre_tokenizer": "gpt2", "tie_break": "lowest-id"},
    {"unit": "byte", "pre_tokenizer": "gpt2", "tie_break": "lowest-id", "alphabet": "gpt2"},
    {"pre_tokenizer": "none"},
]


@pytest.mark.parametrize("name", [name for name, mistake in MISTAKES.items() if mistake.ways])
def test_what_a_mistake_makes_is_explained_by_it(name: str) -> None:
    """On one of these corpora it makes a difference, and is named."""
    for source, settings in product((COUNTED, TIED, MIXED, STORIES), SETTINGS):
        asked = TrainingSpecification(num_merges=20, **settings)
        if not [*MISTAKES[name].recipes(right_recipe(asked, is_table=not isinstance(source, str)))]:
            continue
        found = diagnose(source, asked, merges_with_mistake(name, source, asked))
        if any(name in names for names in found.explanations):
            return
    pytest.fail(f"{name} explains nothing")


def test_the_codes_of_subword_nmt_are_known() -> None:
    """It cuts at U+0020 only: a no-break space is a character of its word."""
    text = ENGLISH.replace("Mr. Bennet", "Mr.\u00a0Bennet").replace("man in", "man\u00a0in") * 2
    learned = io.StringIO()
    learn_bpe(io.StringIO(text), learned, num_symbols=60)
    asked = TrainingSpecification(num_merges=60, end_of_word="</w>", tie_break="largest-text")
    lines = learned.getvalue()
    assert diagnose(text, asked, lines).explanations == (("cut-space", "marker-joined"),)
    asked = replace(asked, pre_tokenizer="space")
    assert diagnose(text, asked, lines).explanations == (("marker-joined",),)


def test_words_that_occur_once_and_are_dropped_are_named() -> None:
    counts = {"ab": 3, "cd": 1, "xcd": 1, "ycd": 1, "zcd": 1, "ae": 2}
    merges = broken.plain([(list(w), n) for w, n in counts.items() if n > 1], 2)
    assert names_of(counts, merges, num_merges=2) == ["rare-words-dropped"]


def test_a_minimum_frequency_that_is_ignored_is_named() -> None:
    """Alone, with a tie rule, and where the list is too short besides."""
    asked = {"num_merges": 60, "min_frequency": 15}
    right = broken.plain(spelled(COUNTED), 60)
    assert names_of(COUNTED, right, **asked) == ["min-frequency-ignored"]
    other = broken.plain(spelled(COUNTED), 60, broken.largest)
    assert "tie-largest-text + min-frequency-ignored" in names_of(COUNTED, other, **asked)
    assert "min-frequency-ignored + too-few-merges" in names_of(COUNTED, right[:58], **asked)


def test_why_not_everything_was_tried_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that is up is one thing, a word that is too long another."""
    merges = encoded(broken.plain(spelled(ENGLISH), 20, broken.the_rarest))
    asked = TrainingSpecification(num_merges=20)
    clock = "bpe_core.diagnosis.diagnosis.thread_time"
    with monkeypatch.context() as an_hour_ago:
        an_hour_ago.setattr(clock, lambda: thread_time() - 3_600)
        assert diagnose(ENGLISH, asked, merges, seconds=3_600).untried == "time"
    long = {"ab" * 15_000: 1, "ba": 3}
    assert diagnose(long, TrainingSpecification(num_merges=2), "b b\na b").untried == "long-words"


def test_numbers_in_the_order_in_which_bytes_are_met_are_named() -> None:
    words = counted(ENGLISH.split(), broken.bytes_of)
    met = list(dict.fromkeys(unit for word, _ in words for unit in word))
    merges = broken.with_ids(words, 80, min, met)
    asked = {"unit": "byte", "tie_break": "lowest-id", "num_merges": 80}
    assert "base-first-met" in names_of(ENGLISH, merges, **asked)


@pytest.mark.parametrize(("size", "name"), [(29, "too-few-merges"), (31, "too-many-merges")])
def test_one_merge_too_few_or_too_many_is_named(size: int, name: str) -> None:
    """Alone, and beside another mistake."""
    right = broken.plain(spelled(ENGLISH), size)
    assert names_of(ENGLISH, right, num_merges=30) == [name]
    other = broken.plain(spelled(ENGLISH), size, broken.largest)
    assert f"tie-largest-text + {name}" in names_of(ENGLISH, other, num_merges=30)


def test_of_the_last_merge_nobody_knows_whether_it_was_rare_or_forgotten() -> None:
    for wanted in (2, 3):
        found = names_of("ab ab cd ef", [(b"a", b"b")], num_merges=wanted)
        assert "stopped-at-one" in found
        assert ("too-few-merges" in found) == (wanted == 2)


def test_a_vocabulary_size_taken_for_the_number_of_merges_is_named() -> None:
    """The base vocabulary was not counted, with the special token or without it."""
    base = len(Corpus.from_text(ENGLISH).base_vocabulary)
    asked = {"vocab_size": base + 1 + 10, "special_tokens": ("<end>",)}
    merges = broken.plain(spelled(ENGLISH), 10 + base + 1)
    assert names_of(ENGLISH, merges[:10], **asked) is None
    for more, is_named in ((base - 1, False), (base, True), (base + 1, True)):
        names = [*["base-not-counted"] * is_named, "too-many-merges"]
        assert names_of(ENGLISH, merges[: 10 + more], **asked) == names


def test_a_training_that_stops_at_pairs_that_occur_once_is_named() -> None:
    """All remaining merges are missing, not just one."""
    right = train_bpe(Corpus.from_counts(COUNTED), min_frequency=2)
    merges = [(merge.left, merge.right) for merge in right.merges]
    found = names_of(COUNTED, merges, num_merges=len(merges) + 5)
    # without the words that occur once, no pair is left either
    assert found == ["stopped-at-one", "rare-words-dropped"]


def test_pairs_written_the_wrong_way_round_are_named() -> None:
    """The merges are right, but their parts are swapped."""
    merges = [(b, a) for a, b in broken.plain(spelled(ENGLISH), 30)]
    assert names_of(ENGLISH, merges, num_merges=30) == ["pairs-reversed"]


def test_the_evidence_is_what_a_recount_gives() -> None:
    """At the first difference: both pairs and their words, what ties, and how far the list goes."""
    for seed in range(share(300)):
        random = Random(seed)
        letters = random.choice(["ab哈", ascii_lowercase])  # many words with a pair, or many ties
        texts = ("".join(random.choices(letters, k=random.randint(1, 12))) for _ in range(60))
        number, most = random.choice([(6, 1), (60, 3)])
        counts = {text: random.randint(1, most) for text in islice(texts, number)}
        naive = naive_bpe(counts, num_merges=random.randint(1, 30))
        right = [(naive.texts[a], naive.texts[b]) for a, b, _ in naive.merges]
        wrong = TRAINERS[seed % len(TRAINERS)][1](spelled(counts), random.randint(1, 30))
        asked = TrainingSpecification(num_merges=len(right))
        found = diagnose(counts, asked, encoded(wrong), seconds=1e-9)
        assert found.equal == (right == wrong)
        if found.equal:
            continue
        same = [a == b for a, b in zip_longest(right, wrong)].index(False)
        assert found.first_difference == same + 1
        words = after(counts, right[:same])
        now = broken.stats(words)
        for pairs, told in ((right[same:], found.expected), (wrong[same:], found.found)):
            assert (told is None) == (not pairs)
            for pair in pairs[:1]:
                times = [[*pairwise(tokens)].count(pair) for tokens, _ in words]
                shares = [(w, k, counts[w]) for w, k in zip(counts, times, strict=True) if k]
                shares.sort(key=lambda each: -each[1] * each[2])
                assert [(s.word, s.times, s.count) for s in told.words] == shares[:20]
                assert (told.count, told.word_total) == (now.get(pair, 0), len(shares))
        tied = encoded(pair for pair in now if now[pair] == max(now.values()))
        assert (len(found.tied), found.tied_total) == (min(20, len(tied)), len(tied))
        assert {*found.tied} <= {*tied}
        can = [wrong[k] in broken.stats(after(counts, wrong[:k])) for k in range(len(wrong))]
        assert found.followed == [*can, False].index(False)


def after(counts: dict[str, int], merges: list) -> list:
    """The words after these merges, spelled, with how often each occurs."""
    words = spelled(counts)
    for pair in merges:
        words = [(broken.merge(tokens, pair), n) for tokens, n in words]
    return words


@pytest.mark.parametrize(
    "setting", ["unit", "pre_tokenizer", "normalizer", "alphabet", "tie_break"]
)
def test_what_nobody_can_be_asked_for_is_refused(setting: str) -> None:
    asked = {"normalizer": ("no such",)}.get(setting, "no such")
    with pytest.raises(UnknownNameError, match="no such"):
        diagnose("hug", TrainingSpecification(**{setting: asked}), "h u")


@examples(200)
@given(
    st.dictionaries(st.text("a bé", min_size=1, max_size=6), st.integers(1, 5), min_size=1),
    rules,
    st.tuples(units, st.sampled_from(["", "</w>"]), st.sampled_from([*ALPHABETS])),
)
@example({"aba": 1}, "lowest-id", ("byte", "</w>", "value"))  # the marker comes after all bytes
@example({"a ": 1, "ab": 1}, "lowest-id", ("byte", "", "gpt2"))  # and the space after letters
def test_the_right_merges_are_equal_and_any_tie_rule_is_named(counts, rule, spelling) -> None:
    """The merges of `train_bpe` by one rule are right for that rule, and explained for another.

    So are those by one order of the bytes.
    """
    spelling = dict(zip(("unit", "end_of_word", "alphabet"), spelling, strict=True))
    corpus = Corpus.from_counts(counts, **spelling)
    merges = [(m.left, m.right) for m in train_bpe(corpus, tie_break=rule).merges]
    asked = {**spelling, "num_merges": len(merges) + 1}
    assert diagnose(counts, TrainingSpecification(tie_break=rule, **asked), encoded(merges)).equal
    for other in TIE_RULES:
        found = names_of(counts, merges, tie_break=other, **asked)
        assert found is None or f"tie-{rule}" in found
    for alphabet in ALPHABETS:
        found = names_of(counts, merges, tie_break=rule, **asked | {"alphabet": alphabet})
        assert found is None or f"base-by-{spelling['alphabet']}" in found


def test_every_mistake_has_a_sentence() -> None:
    """The sentence is complete, under a name that a grader can rely on."""
    for name, mistake in (MISTAKES | ENCODING_MISTAKES).items():
        assert name == mistake.name
        assert mistake.sentence.endswith(".")
        assert name.replace("-", "").isalnum()
        assert name.islower()
