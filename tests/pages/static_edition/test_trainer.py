"""The browser's own trainer makes the walk that Python makes, number by number."""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.errors import EmptyCorpusError
from bpe_core.text.reading import replace_surrogates
from pages.components.stepper.arrival import NEAREST
from pages.components.stepper.payload import PIECE_SIZE, columns_of, fork_of, piece_of, sum_of
from pages.components.stepper.unigram_payload import unigram_walk_of
from pages.lessons import LESSONS
from pages.session.link import Link
from pages.session.parameters import PLACES, decode_text, encode_text
from pages.static_edition import KNOWN, LIMITS, sample, sample_trace, sample_words, worths_of
from pages.teaching.embedding import static_address
from tests.examples import examples, markers, rules, units, word_counts
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "walk_in_browser.js"

#: A few letters, digits, marks and signs each of scripts that write in different ways.
SCRIPTS = {
    "Latin": "aàbcdeéſ '’.,12²",
    "Greek": "αβγδ ἀϐ;",
    "Cyrillic": "абвгд ёъ—",
    "Arabic": "ابتث ًّ٣،",
    "Hebrew": "אבג ִּ־",
    "Devanagari": "कखग ्ि१।",
    "Bengali": "কখগ ্ি২",
    "Thai": "กขค ิ่๑",
    "Hangul": "가나다 가",
    "Han": "哈嘻天地 ，。𠀀",
    "Kana": "あいアイ ー々",
    "emoji": "👍🏽👩‍👩‍👧 ❤️🇫🇷",
    "whitespace": "a \t\n\r\x0b\x1c\x1f\x85\xa0\u200b\u2028\u3000\ufeff",
}
letters = st.sampled_from([*SCRIPTS.values(), "".join(SCRIPTS.values())])
short_texts = letters.flatmap(lambda alphabet: st.text(alphabet, min_size=1, max_size=60))
#: Some are longer than the running text that is shown.
texts = st.builds(
    lambda text, times: " ".join([text] * times), short_texts, st.sampled_from([1, 60])
)
cuts = st.sampled_from(["whitespace", "gpt2", "none"])
settings = st.fixed_dictionaries(
    {
        "unit": units,
        "marker": markers | st.just("Ġ"),
        "tie": rules,
        "minFrequency": st.integers(1, 3),
        "numMerges": st.integers(0, 40),
        "specials": st.sampled_from([[], ["<s>"]]),
        "choices": st.just([]),
        "limits": st.just(LIMITS),
    }
)


def in_python(corpus: Corpus, said: dict[str, Any], choices: Sequence[list[int]] = ()) -> Trace:
    return train_bpe(
        corpus,
        num_merges=said["numMerges"],
        min_frequency=said["minFrequency"],
        tie_break=said["tie"],
        special_tokens=said["specials"],
        choices={step: (left, right) for step, left, right in choices},
    )


def whole_walk(trace: Trace) -> dict[str, Any]:
    pieces = {n: piece_of(trace, n) for n in range(len(trace) // PIECE_SIZE + 1)}
    walk: dict[str, Any] = json.loads(json.dumps(columns_of(trace) | {"pieces": pieces}))
    return walk


def spelling(said: dict[str, Any]) -> dict[str, Any]:
    return {"unit": said["unit"], "end_of_word": said["marker"]}


@given(texts, cuts, settings)
@examples(2_000)
def test_any_text_gives_the_same_walk(
    browser: Script, text: str, cut: str, said: dict[str, Any]
) -> None:
    """Cut, counted, merged and shown alike at every step, in all scripts, under each rule."""
    try:
        corpus = Corpus.from_text(text, pre_tokenizer=cut, **spelling(said))
    except EmptyCorpusError:  # no word in it: the page says so before it trains
        return
    found = browser.ask({"training": {**said, "text": text, "cut": cut}})
    assert found["walk"] == whole_walk(in_python(corpus, said))


@given(word_counts, settings, st.data())
@examples(100)
def test_counted_words_sums_and_forks_are_the_same(
    browser: Script, counts: dict[str, int], said: dict[str, Any], data: st.DataObject
) -> None:
    """A pair's sum at any step, and a training in which other pairs were merged."""
    counts = {replace_surrogates(word)[0]: count for word, count in counts.items()}
    trace = in_python(Corpus.from_counts(counts, **spelling(said)), said)
    step = data.draw(st.integers(0, len(trace)))
    views = list(trace.views(step, step + 1))
    if not (pairs := views[0].pairs) or step == said["numMerges"]:
        return
    left, right, _ = pairs[-1]  # which may be rarer than the rule allows
    choices = [[step + 1, left, right]]
    other = in_python(trace.corpus, said, choices)
    if step + 1 < said["numMerges"] and (then := next(iter(other.views(step + 1, step + 2))).pairs):
        choices.insert(0, [step + 2, *data.draw(st.sampled_from(then))[:2]])
        other = in_python(trace.corpus, said, choices)
    training = {**said, "counts": list(counts.items()), "cut": "whitespace"}
    found = browser.ask({"training": training, "sum": [step, left, right], "choices": choices})
    assert found["walk"] == whole_walk(trace)
    expected = sum_of(trace, step, left, right) | {"beliefs": []}
    assert found["sum"] == json.loads(json.dumps(expected))
    fork = json.loads(json.dumps(fork_of(trace, other, key="")))
    assert {name: found["fork"][name] for name in fork if name != "key"} == {
        name: value for name, value in fork.items() if name != "key"
    }


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
@examples(100)
def test_a_text_travels_in_the_link_of_either(browser: Script, text: str) -> None:
    """The browser unpacks the app's links, and the other way round."""
    found = browser.ask({"pack": text, "unpack": encode_text(text)})
    assert found["unpacked"] == text
    assert decode_text(found["packed"]) == text
    assert not {*"+/="} & {*found["packed"]}  # which an address would write otherwise


def test_an_address_is_read_as_the_app_wrote_it(browser: Script) -> None:
    """All that a link of the app can say about a walk that is trained here."""
    link = Link(
        text="low lower",
        unit="byte",
        end_of_word="·",
        pre_tokenizer="gpt2",
        tie_break="lowest-id",
        num_merges=12,
        min_frequency=2,
        step=3,
        view=("predict",),
        own={"fork": ((2, 1, 2),), "arrival": 4},
    )
    lesson = LESSONS["train"]
    params = link.to_params(lesson.parameters)
    address = static_address("https://a.example", lesson, params)
    assert address
    found = browser.ask({"address": urlsplit(address).query, "known": KNOWN})
    expected = {"text": "low lower", "corpus": "own", "unit": "byte", "marker": "·", "pre": "gpt2"}
    expected |= {"tie": "lowest-id", "merges": 12, "min": 2, "step": 3, "place": 4}
    expected |= {"predict": True, "fork": [[2, 1, 2]]}
    assert {name: found[name] for name in expected} == expected
    assert browser.ask({"address": "corpus=hug&seed=7", "known": KNOWN})["seed"] == 7


def test_a_card_of_an_old_link_opens_the_place_that_the_app_opens(browser: Script) -> None:
    asked = [{"address": f"card={card}", "known": KNOWN} for card in range(PLACES + 2)]
    places = [browser.ask(each)["place"] for each in asked]
    assert places == [0, *(NEAREST[card] for card in range(1, PLACES + 1)), 0]


def test_a_damaged_text_is_no_text(browser: Script) -> None:
    """Cut or altered, it is left out."""
    code = encode_text("low lower")
    for damaged in (code[:-4], "AAAA", "", "A" + code[1:]):
        assert browser.ask({"pack": "", "unpack": damaged})["unpacked"] == ""


@pytest.mark.parametrize("name", ["hug", "english", "scripts", "chinese"])
def test_a_sum_in_a_walk_of_wordpiece_is_the_apps(browser: Script, name: str) -> None:
    """For the first pair of every tenth step, and for one of the pairs that are not chosen."""
    trace = sample_trace("wordpiece", name)
    assert isinstance(trace, WordPieceTrace)
    steps = range(0, len(trace), 10)
    views = [(step, trace.state_at(step).pairs(top=5)) for step in steps]
    ids = {token: i for i, token in enumerate(trace.vocabulary)}
    asked = [
        [step, ids[left], ids[right]]
        for step, pairs in views
        for (left, right), _ in (pairs[0], pairs[-1])
    ]
    walk = whole_walk(trace)
    text = sample(name) | sample_words(name) | {"limits": LIMITS}
    found = browser.ask({"text": text, "walk": walk, "pairs": asked})
    expected = [sum_of(trace, *each) | {"beliefs": []} for each in asked]
    assert found == json.loads(json.dumps(expected))


def test_every_token_that_can_be_chosen_has_its_cost() -> None:
    """Those of the words as they are segmented at the round, and the candidates."""
    trace = sample_trace("unigram", "english")
    assert isinstance(trace, UnigramTrace)
    worths = worths_of(trace)
    assert {int(place.split("/")[0]) for place in worths} == set(range(len(trace)))
    for place, worth in worths.items():
        assert worth is not None, place
    for step in range(len(trace)):
        for each in unigram_walk_of(trace)["segmentations"]:
            since = max(first for first, _ in each if first <= step)
            assert {f"{step}/{token}" for token in dict(each)[since]} <= worths.keys()
