"""The arrival in the app: its place in the link, and what the page leaves out meanwhile."""

import re
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime.context import ContextProxy

from bpe_core import train_bpe
from bpe_core.specification import TrainingSpecification
from pages.lessons.merge_by_merge import LESSON
from pages.session.language import LANGUAGES, pieces_of_prose
from pages.session.link import Link
from pages.session.parameters import CHOSEN, LinkError
from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize("is_embedded", [False, True])
def test_a_first_visit_begins_at_the_first_place_but_not_in_a_frame(
    monkeypatch: pytest.MonkeyPatch, is_embedded: bool
) -> None:
    monkeypatch.setattr(ContextProxy, "headers", {"Host": "localhost"})
    for opened in ({"lang": "zh"}, {"lang": "zh", "step": 2}):
        visitor = Visitor(is_embedded=is_embedded, **opened)
        assert (visitor.address.get("arrival") == "1") is not (is_embedded or "step" in opened)
        visitor.tell("stepper", place=[0, 0])  # once only
        visitor.run()
        assert "arrival" not in visitor.address


numbers = st.integers(0, 999_999)
choices = st.dictionaries(st.integers(1, 100_000), st.tuples(numbers, numbers), max_size=64)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_in_the_prose_beats_greedy_bpe(language: str) -> None:
    """16 tokens after four merges, not 18; the link opens exactly that, in the same language."""
    prose = pieces_of_prose(LESSON.folder, language)["more"]
    address = re.search(r"\]\(\?([^)]*fork[^)]*)\)", prose)
    assert address
    link, notices = Link.from_params(dict(parse_qsl(address[1])), own=LESSON.parameters)
    assert (link.lang, notices) == (language, [])
    corpus = TrainingSpecification().corpus_of(link.text or "")
    greedy = train_bpe(corpus, num_merges=link.num_merges)
    chosen = {step: (left, right) for step, left, right in link.own["fork"]}
    other = train_bpe(corpus, num_merges=link.num_merges, choices=chosen)
    assert [(m.left, m.right, m.count) for m in greedy.merges[:1]] == [("h", "e", 6)]
    assert [(m.left, m.right, m.count) for m in other.merges[:2]] == [("t", "h", 5), ("e", "n", 5)]
    assert [int(trace.token_counts[-1]) for trace in (other, greedy)] == [16, 18]
    assert re.search(r"16\D+18", prose)


@given(choices)
def test_choices_are_read_as_they_were_written(chosen: dict[int, tuple[int, int]]) -> None:
    value = tuple((step, *chosen[step]) for step in sorted(chosen))
    if value:
        assert CHOSEN.read(CHOSEN.write(value)) == value


NO_CHOICES = ("", "1", "1.2", "1.2.3.4", "0.1.2", "1.2.3,", "1.-2.3", "1.2.x", "１.2.3")


@pytest.mark.parametrize("text", [*NO_CHOICES, "1.2.3," * 64 + "1"])
def test_what_is_no_choice_is_refused(text: str) -> None:
    with pytest.raises(LinkError):
        CHOSEN.read(text)
