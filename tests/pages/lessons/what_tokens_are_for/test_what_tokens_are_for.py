"""The lesson "What are tokens for?": which text is unread, what is told of it, and the curves."""

import json
from collections import Counter
from io import BytesIO
from itertools import pairwise

import pytest

from bpe_core import train_bpe
from bpe_core.experiments.unread_text import SPECIFICATION, UnreadText, UnreadTextJob, bits_by_size
from bpe_core.text.sentences import tenths
from bpe_core.worker.job import Report
from pages.lessons.what_tokens_are_for import panels
from pages.lessons.what_tokens_are_for.panels import unread_chart
from pages.session.parameters import encode_text
from sample_corpora import content
from tests.pages.whole_app.visitor import Visitor

ANIMALS, PLACES = ("cat", "dog", "hen", "fox"), ("mat", "sofa", "roof", "rug", "wall")
TEXT = "".join(f"The {one} sat on the {other}.\n" for one in ANIMALS for other in PLACES)


def answer(text: str) -> UnreadText:
    (data,) = UnreadTextJob().answer(text, Report(BytesIO()))
    return UnreadText.from_json(bytes(data))


def test_the_worker_answers_what_the_library_counts() -> None:
    found = answer(TEXT)
    assert found.sizes == bits_by_size(TEXT)
    assert found.first.bytes == len(tenths(TEXT)[0][1])


def test_what_was_never_seen_is_not_in_what_was_read() -> None:
    """Counted again: no word that was read has the one token right after the other."""
    text = str(content("code"))
    found = answer(text)
    read, _unread = tenths(text)[0]
    trace = train_bpe(SPECIFICATION.corpus_of(read), num_merges=found.first.merges)
    words = trace.state_at(found.first.merges).words
    pairs = Counter(
        (before.decode(), after.decode())
        for word, times in words
        for before, after in pairwise((b"", *word, b""))
        for _ in range(times)
    )
    assert 0 < len(found.unseen) <= found.first.unseen
    for unseen in found.unseen:
        after_it = [after for before, after in pairs if before == unseen.before]
        assert unseen.after not in after_it
        assert unseen.different == len(after_it)
        assert unseen.count == sum(pairs[unseen.before, after] for after in after_it)
        share = unseen.different * unseen.share / (unseen.count + unseen.different)
        assert unseen.smoothed == pytest.approx(share)


def test_the_chart_shows_each_size_with_its_spread() -> None:
    sizes = bits_by_size(TEXT, sizes=4)
    marked = sizes[1].whole.vocabulary_size
    drawn = json.dumps(unread_chart(sizes, marked))
    for size in sizes:
        assert all(str(end) in drawn for end in size.spread)
    assert '"type": "rule"' in drawn
    assert '"type": "rule"' not in json.dumps(unread_chart(sizes, marked + 1))


def seen(page: Visitor) -> str:
    """The text of the page outside its components."""
    parts = [*page.app.caption, *page.app.markdown]
    return "\n".join(each.value for each in parts)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer without a process."""

    def ask(name: list[str], task: UnreadTextJob, text: str) -> UnreadText:
        return answer(text)

    monkeypatch.setattr(panels.ANSWERS, "ask", ask)


@pytest.mark.usefixtures("at_once")
def test_running_text_of_the_learners_own_is_what_is_read() -> None:
    page = Visitor("model", text=encode_text(TEXT))
    assert "The text here" not in seen(page)
    page.press("Let it read nine tenths")
    page.press("Show the curves")
    best = min((size.whole for size in bits_by_size(TEXT)), key=lambda cost: cost.per_byte)
    said = f"The fewest bits per byte are at {best.vocabulary_size} tokens"
    assert f"You marked {page.address['guess']}. {said}" in seen(page)


def test_each_text_of_ones_own_has_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(panels.ANSWERS, "ask", lambda name, *_: asked.append(name))
    for text in (TEXT, TEXT.swapcase()):
        Visitor("model", text=encode_text(text), guess="300")
    assert asked[0] != asked[1]
