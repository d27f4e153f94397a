"""Slides of a walk, as the browser draws and packs them: the browser's own code, in deno."""

import hashlib
import json
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.errors import BpeError
from bpe_core.files.exchange.other_models import AnyTrace
from pages.components.browser.json_bytes import to_json
from pages.components.component.sentences import with_translations
from pages.components.downloads.slides import MOST_SLIDES, check_range, slides_data
from pages.session.language import LANGUAGES, speaking
from tests.bpe_core.oracles import naive_bpe
from tests.examples import examples
from tests.pages.components.browser_code import Script

#: What the fixture `browser` runs.
SCRIPT = "read_slides.js"

COUNTS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
LIBRARIES = Path(__file__).parents[4] / "pages/components/downloads/slides/libraries"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(browser: Script, trace: AnyTrace, **others: Any) -> list[ElementTree.Element]:
    """The slides of all steps."""
    options = {"format": "svg", "theme": "light"} | others
    data = to_json(slides_data(trace, 0, len(trace), **options))
    sent = json.loads(cast(bytes, with_translations(data, LIBRARIES.parent / "slides.js")))
    return [ElementTree.fromstring(slide) for slide in browser.ask({"sent": sent})]


def part_of(slide: ElementTree.Element, name: str) -> ElementTree.Element:
    (group,) = (group for group in slide.iter(f"{SVG}g") if group.get("class") == name)
    return group


def tokens_in(group: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in group.iter(f"{SVG}g") if each.get("data-id")]


def words_on(slide: ElementTree.Element) -> list[list[str]]:
    """The tokens of each word on a slide."""
    return [
        ["".join(token.itertext()) for token in tokens_in(word)] for word in part_of(slide, "words")
    ]


def bar_groups(slide: ElementTree.Element) -> list[ElementTree.Element]:
    return [bar for bar in part_of(slide, "bars") if bar.get("class", "").startswith("bar")]


def test_bars_are_high_enough_for_the_last_row(browser: Script) -> None:
    """At least a twenty-fifth of the slide, and still apart."""
    slides = drawn(browser, train_bpe(Corpus.from_counts(COUNTS), num_merges=3))
    for slide in slides:
        bars = bar_groups(slide)
        (height,) = {float(bar.find(f"{SVG}rect").get("height")) for bar in bars}  # type: ignore
        assert 720 / 25 <= height < 44


@pytest.mark.parametrize("train", [train_bpe, train_wordpiece])
def test_bars_are_as_long_as_what_they_stand_for(
    browser: Script, train: Callable[..., AnyTrace]
) -> None:
    """On the scale of the first step, as in the stepper: four times as long once all are short."""
    slides = drawn(browser, train(Corpus.from_counts(COUNTS), num_merges=4))
    scales = []
    for slide in slides:
        bars = part_of(slide, "bars")
        amounts = [float(bar.findall(f"{SVG}text")[0].text or "") for bar in bars]
        lengths = [float(bar.find(f"{SVG}rect").get("width")) for bar in bars]  # type: ignore
        ratios = [length / amount for length, amount in zip(lengths, amounts, strict=True)]
        assert max(ratios) < 1.05 * min(ratios)
        scales.append(ratios[0] / scales[0] if scales else ratios[0])
    assert all(any(abs(scale - 4**n) < 0.2 for n in range(4)) for scale in scales[1:])


def test_growth_goes_from_characters_towards_whole_words(browser: Script) -> None:
    """By hand: 10 characters, 79 of them in the corpus; 4 words, 16 times; a merge is one token."""
    trace = train_bpe(Corpus.from_counts(COUNTS), num_merges=3)
    for step, slide in enumerate(drawn(browser, trace)):
        growth = part_of(slide, "growth")
        names = [text.text for text in growth.iter(f"{SVG}text")]
        assert {"characters 79", "words 16"} <= set(names)
        characters, words, here = (
            (float(point.get("cx", "")), float(point.get("cy", "")))
            for point in growth.iter(f"{SVG}circle")
        )
        assert words[0] < characters[0] <= here[0], "four words, ten characters"
        assert characters[1] <= here[1] < words[1], "below is less"
        assert (here == characters) == (step == 0)


def test_where_no_merge_made_the_tokens_two_greys_alternate(browser: Script) -> None:
    """Unigram merges nothing. In BPE a colour says when a token was made, so each token has one."""
    corpus = Corpus.from_counts(COUNTS)
    for slide in drawn(browser, train_unigram(corpus, vocab_size=14)):
        for greys in looks_on(slide):
            assert all(one != other for one, other in pairwise(greys))
            assert len({fill for fill, _ in greys}) == 1
    first, *_, last = drawn(browser, train_bpe(corpus))
    assert {look for word in looks_on(first) for look in word} == {looks_on(first)[0][0]}
    assert [len(word) for word in looks_on(last)] == [1, 1, 1, 1]
    assert len({look for word in looks_on(last) for look in word}) > 2


def looks_on(slide: ElementTree.Element) -> list[list[tuple[str | None, str | None]]]:
    """The colour of each token of each word, and how strong it is."""
    return [
        [
            (box.get("fill"), box.get("fill-opacity"))
            for token in tokens_in(word)
            if (box := token.find(f"{SVG}rect")) is not None
        ]
        for word in part_of(slide, "words")
    ]


def places_on(slide: ElementTree.Element) -> list[str | None]:
    """Where the first token of each word is."""
    return [word[0].get("transform") for word in part_of(slide, "words")]


def lines_on(slide: ElementTree.Element) -> list[set[str]]:
    """How far down the tokens of each word are."""
    return [
        {each.get("transform", "").split()[1] for each in tokens_in(word)}
        for word in part_of(slide, "words")
    ]


def bars_on(slide: ElementTree.Element) -> list[list[str]]:
    """The tokens that each bar stands for."""
    return [["".join(token.itertext()) for token in tokens_in(bar)] for bar in bar_groups(slide)]


@given(
    st.dictionaries(
        st.text("abc&<哈", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=8
    )
)
@examples(40)
def test_slide_n_shows_the_tokens_and_the_pairs_of_step_n(
    browser: Script, counts: dict[str, int]
) -> None:
    """Compared with the naive trainer: every word, and the five most frequent pairs."""
    run = naive_bpe(counts)
    slides = drawn(browser, train_bpe(Corpus.from_counts(counts)))
    assert len(slides) == len(run.steps)
    for slide, step in zip(slides, run.steps, strict=True):
        assert words_on(slide) == [[run.texts[i] for i in word] for word in step.words]
        pairs = [[run.texts[i] for i in pair] for pair in step.ranked[:5]]
        assert bars_on(slide) == pairs
        assert places_on(slide) == places_on(slides[0])  # no merge moves a word
        assert all(len(lines) == 1 for lines in lines_on(slide))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_other_walks_are_drawn_too_in_each_language_and_theme(
    browser: Script, language: str, theme: str
) -> None:
    corpus = Corpus.from_counts(COUNTS)
    for trace in (
        train_wordpiece(corpus, num_merges=4),
        train_unigram(corpus, vocab_size=14),
        train_bpe(Corpus.from_counts({"哈哈": 3, "a\x00\ud800": 1}, unit="byte", end_of_word="·")),
    ):
        with speaking(language):
            slides = drawn(browser, trace, theme=theme)
        assert len(slides) == len(trace) + 1
        (background,) = {slide[1].get("fill") for slide in slides}
        assert background == {"light": "#FFFFFF", "dark": "#14171C"}[theme]
        for step, slide in enumerate(slides):
            title = slide[0].text or ""
            assert str(step) in title
            assert ("第" in title or "还没有" in title or "尚未" in title) == (language == "zh")
            if trace.__class__.__name__ != "Trace":
                tokens = [list(tokens) for tokens, _ in trace.state_at(step).words]
                assert words_on(slide) == tokens


def test_a_corpus_without_spaces_is_drawn_as_far_as_there_is_room(browser: Script) -> None:
    corpus = Corpus.from_counts({"文" * 150 + "字" * 150: 1}, unit="byte")
    slides = drawn(browser, train_bpe(corpus, num_merges=1))
    assert all(40 < len(words_on(slide)[0]) < 200 for slide in slides)


@given(st.integers(0, 3_000), st.integers(1, 250))
def test_names_in_the_archive_sort_as_the_steps_do(
    browser: Script, first: int, number: int
) -> None:
    names = browser.ask({"names": list(range(first, first + number))})
    assert names == sorted(names)
    assert [int(name[5:-4]) for name in names] == list(range(first, first + number))


def test_an_animation_has_a_frame_a_slide(browser: Script) -> None:
    """Pillow reads them in order and in colour; the last one stays longer."""
    colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [20, 23, 28]]
    library = (LIBRARIES / "gifenc-1.0.3.js.txt").read_text(encoding="utf-8")
    made = Image.open(BytesIO(bytes(browser.ask({"library": library, "colours": colours}))))
    assert made.format == "GIF"
    assert made.n_frames == len(colours)  # type: ignore[attr-defined]
    delays = []
    for frame, colour in enumerate(colours):
        made.seek(frame)
        pixel = made.convert("RGB").getpixel((1, 1))
        assert isinstance(pixel, tuple)
        assert all(abs(a - b) < 9 for a, b in zip(pixel, colour, strict=True))
        delays.append(made.info["duration"])
    assert delays == [1_200, 1_200, 1_200, 3_000]


@pytest.mark.parametrize(
    ("first", "last", "said"), [(3, 2, "comes before"), (0, MOST_SLIDES, "201 slides")]
)
def test_a_range_that_cannot_be_is_refused(first: int, last: int, said: str) -> None:
    check_range(2, 2)
    check_range(1, MOST_SLIDES)
    with pytest.raises(BpeError, match=said):
        check_range(first, last)


def test_libraries_of_others_are_as_they_were_published() -> None:
    """The first digits of the checksums (SHA-256) of the files in the npm packages."""
    found = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:40]
        for file in LIBRARIES.glob("*.txt")
    }
    assert found == {
        "client-zip-2.5.1.js.txt": "28c957c53d8e5290951d4b45ccff8ab8c9c37219",
        "gifenc-1.0.3.js.txt": "217761244379253ba5815510d3048a4fb1f4c4db",
    }
