"""From lesson to lesson: each opens at its own start, whatever was done in the one before."""

from itertools import cycle
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest

from pages.lessons import LESSONS
from pages.session.link import OWN, RANGES, Link
from pages.session.parameters import encode_text
from sample_corpora import CATALOGUE
from tests.pages.whole_app.visitor import Visitor, run_in_place

addresses = st.sampled_from(sorted(LESSONS))


def chosen() -> st.SearchStrategy[dict[str, Any]]:
    """A learner's choices in a lesson, by the fields of a link."""
    some = st.fixed_dictionaries(
        {},
        optional={
            "corpus": st.sampled_from(sorted(CATALOGUE)),
            "step": st.integers(*RANGES["step"]),
            "num_merges": st.integers(*RANGES["merges"]),
            "vocab_size": st.integers(*RANGES["vocab"]),
            "unigram_size": st.integers(*RANGES["size"]),
            "min_frequency": st.integers(*RANGES["min"]),
            "unit": st.sampled_from(("char", "byte")),
            "end_of_word": st.sampled_from(("", "</w>")),
            "tie_break": st.sampled_from(("first-seen", "lowest-id")),
            "word": st.text(max_size=8),
            "input": st.text(max_size=8),
        },
    )
    own = st.text(min_size=1, max_size=20).map(lambda text: {"corpus": OWN, "text": text})
    return st.tuples(some, st.one_of(st.just({}), own)).map(lambda parts: parts[0] | parts[1])


def _run() -> None:
    """The script of a session: it opens a lesson, and may choose something there."""
    import streamlit

    from pages.session import state

    lesson, fields, by_button = streamlit.session_state["opened"]
    if by_button:
        state.open_lesson(lesson)
    state.follow_address(lesson)
    state._link.put(state.replace(state.link(), **fields))
    state.write_address()


@given(addresses, addresses, chosen(), st.booleans(), st.sampled_from(("en", "zh")))
def test_a_lesson_opens_at_its_start_whatever_was_chosen_in_another(
    one: str, other: str, fields: dict[str, Any], by_button: bool, lang: str
) -> None:
    """Its address then names nothing but the language, and what was brought along.

    That is a text of one's own, and the text to encode.
    """
    session = AppTest.from_function(_run)
    session._bidi_component_manager = BidiComponentManager()
    session.query_params["lang"] = lang
    for opened in ((one, fields, False), (other, {}, by_button)):
        session.session_state["opened"] = (LESSONS[opened[0]], *opened[1:])
        with run_in_place():
            session.run()
        assert not session.exception
        address = {name: "".join(value) for name, value in session.query_params.items()}
        session.query_params.clear()
    kept = ("input", "text", "min_frequency") if fields.get("text") else ("input",)
    brought = {name: fields[name] for name in kept if fields.get(name) is not None}
    if one != other:
        named = address.pop("corpus", None)
        assert named in (None, LESSONS[other].first_corpora[lang])
        assert address.pop("step", None) in (None, "99", "149")  # before the walls fall
        assert address == Link(lang=lang, **brought).to_params()


def test_no_lesson_is_broken_by_what_was_done_in_the_first() -> None:
    """From the last step of a walk with few merges, each lesson opens without a complaint."""
    others = [lesson for lesson in LESSONS if lesson != "train"]
    visitors = {lang: Visitor(lang=lang, corpus="low", merges=4, step=4) for lang in ("en", "zh")}
    for lesson, (lang, visitor) in zip(others, cycle(visitors.items()), strict=False):
        visitor.go_to(lesson)
        assert visitor.address == {"lang": lang}
        assert not [*visitor.app.error, *visitor.app.warning], lesson
        visitor.follow({"lang": lang, "corpus": "low", "merges": "4", "step": "4"}, "train")
        assert visitor.walk["step"] == 4


def test_a_table_of_ones_own_waits_where_running_text_is_needed() -> None:
    """The lesson shows its own corpus, and the next lesson shows the table again."""
    text = encode_text("low 5\nlower 2\nnewest 6")
    visitor = Visitor(text=text)
    for lesson in ("languages", "across"):
        visitor.go_to(lesson)
        assert visitor.address == {"lang": "en"}
    visitor.go_to("wordpiece")
    assert visitor.address == {"lang": "en", "text": text}
    visitor.go_to("languages")
    visitor.choose("choose_corpus", "news-de")
    visitor.go_to("wordpiece")
    assert visitor.address == {"lang": "en"}


def test_the_end_of_a_lesson_leads_to_the_start_of_the_next() -> None:
    visitor = Visitor("wordpiece", lang="en", corpus="low", step=2)
    visitor.tell("wordpiece_end", next=True)
    assert visitor.has("unigram_end")
    assert visitor.address == {"lang": "en"}
