"""The address is the state: the page shows what it says, and it records what is done."""

import json
from contextlib import nullcontext
from typing import Any

import pytest
import streamlit

from pages.components.stepper import on_page
from pages.session.link import OWN, Link
from pages.session.parameters import encode_text
from tests.pages.whole_app.visitor import Visitor

#: Lessons that are walked step by step from the shared address.
WALKS = ("train", "wordpiece", "unigram", "across", "picky", "model")


@pytest.mark.parametrize("lesson", WALKS)
def test_a_link_opens_at_its_step_and_each_step_is_in_the_address(lesson: str) -> None:
    visitor = Visitor(lesson, corpus="low", step=2)
    assert visitor.walk["step"] == 2
    visitor.step(1)
    assert visitor.address == {"corpus": "low", "step": "1", "lang": "en"}
    visitor.step(0)
    assert visitor.address == {"corpus": "low", "lang": "en"}


def test_the_link_is_the_state() -> None:
    """Another visitor who opens the link sees the same."""
    one = Visitor(corpus="low", lang="zh", tie="lowest-id")
    one.step(4)
    one.run()  # a step alone does not send the walk again
    other = Visitor(**one.address)
    assert other.walk == one.walk
    assert other.address == one.address


def test_whoever_sees_a_walk_can_copy_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the page, after which the address is written, waits for a new walk."""
    written: list[dict[str, str]] = []

    def see(_: str) -> nullcontext[None]:
        written.append(streamlit.query_params.to_dict())
        return nullcontext()

    monkeypatch.setattr(on_page, "render_first", see)
    visitor = Visitor(corpus="low", step=2)
    visitor.step(3)
    assert written == [{"corpus": "low", "step": "2", "lang": "en"}]


def test_a_step_is_not_lost_by_leaving() -> None:
    """Going back to a lesson shows exactly what its address says, and so does going forward.

    Its idea has been read.
    """
    visitor = Visitor(corpus="low")
    visitor.step(3)
    left = visitor.address
    visitor.go_to("wordpiece")
    visitor.step(2)
    reached = visitor.address
    for lesson, address in (("train", left), ("wordpiece", reached), ("train", left)):
        visitor.follow(address, lesson)
        assert visitor.walk["step"] == int(address["step"])
        assert visitor.address == address
    assert any(box.key == "idea_read" for box in visitor.app.get("container"))


def test_going_back_in_the_address_undoes_and_forward_does_it_again() -> None:
    visitor = Visitor()
    addresses = []
    for step in (1, 2):
        visitor.step(step)
        addresses.append(visitor.address)
    for step, address in ((1, addresses[0]), (2, addresses[1])):
        visitor.follow(address)
        assert visitor.walk["step"] == step
        assert visitor.address == address


def test_a_request_that_overtook_the_address_undoes_nothing() -> None:
    """It was sent before the browser had learned the address of the step."""
    visitor = Visitor(corpus="low")
    before = visitor.address
    visitor.step(3)
    latest = visitor.address
    visitor.act_at(before)
    assert visitor.walk["step"] == 3
    assert visitor.address == latest


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("lesson", ["", "wordpiece", "across"])
def test_the_page_knows_the_corpus_that_an_address_with_a_step_names(
    lesson: str, lang: str
) -> None:
    """On leaving, the page may have to write the address before Python does."""
    visitor = Visitor(lesson, lang=lang)
    known = json.loads(visitor.component("walk_follower").json)["corpus"]
    visitor.step(3)
    assert visitor.address.get("corpus", "") == known


def test_a_text_of_ones_own_travels_in_the_link() -> None:
    visitor = Visitor(text=encode_text("哈哈哈哈 aaaab"))
    assert visitor.walk["base"] == ["a", "b", " ", "哈"]
    assert visitor.walk["word_counts"] == [1, 1]
    assert Visitor(**visitor.address).walk == visitor.walk


def test_a_damaged_text_in_a_link_is_told_once_and_the_first_corpus_is_shown() -> None:
    params = Link(corpus=OWN, text="hug pug pun").to_params()
    visitor = Visitor(text=params["text"][:-3])
    assert len(visitor.app.warning) == 1
    assert visitor.app.selectbox(key="choose_corpus").value == "hug"
    visitor.run()
    assert not visitor.app.warning


@pytest.mark.parametrize("setting", [("choose_corpus", "hug"), ("setting_unit", "byte")])
@pytest.mark.parametrize(("lesson", "name", "value"), [("", "fork", "1.8.9"), ("code", "at", "20")])
def test_what_is_about_a_corpus_is_left_with_it(
    lesson: str, name: str, value: str, setting: tuple[str, str]
) -> None:
    """Ids of tokens, and the position in a run, which other words or base tokens do not have."""
    visitor = Visitor(lesson, **{"corpus": "low", name: value})
    visitor.choose("setting_num_merges", 9)
    assert (visitor.address[name], len(visitor.app.error)) == (value, 0)
    visitor.choose(*setting)
    assert name not in visitor.address


#: Stands for the key of what is shown.
KEY = object()


@pytest.mark.parametrize(
    ("locale", "lesson", "corpus"), [("zh-CN", "train", "tea"), ("en-GB", "wordpiece", "quit")]
)
def test_a_new_visitor_begins_with_a_corpus_of_their_language(
    locale: str, lesson: str, corpus: str
) -> None:
    """The address opens the same corpus for anybody, whatever their language."""
    visitor = Visitor(lesson, locale=locale)
    assert visitor.app.selectbox(key="choose_corpus").value == corpus
    for other in ("en-GB", "zh-CN"):
        again = Visitor(lesson, locale=other, **visitor.address)
        assert again.app.selectbox(key="choose_corpus").value == corpus


@pytest.mark.parametrize(
    ("lesson", "params"),
    [
        ("train", {"lang": "zh", "tie": "lowest-id"}),
        ("wordpiece", {"step": "2"}),
        ("train", {"lang": "en", "step": "2"}),
    ],
)
def test_a_kept_link_without_a_corpus_means_what_it_always_meant(
    lesson: str, params: dict[str, str]
) -> None:
    visitor = Visitor(lesson, locale="zh-CN", **params)
    assert visitor.walk["word_counts"] == [10, 5, 12, 4, 5]
    visitor.choose("choose_language", "en")
    assert visitor.app.selectbox(key="choose_corpus").value == "hug"


@pytest.mark.parametrize(
    ("lesson", "params", "corpus"),
    [
        *(("wordpiece", {"lang": "en"}, "quit"), ("wordpiece", {"lang": "zh"}, "school")),
        # Kept links to lessons that need a text mean the news.
        *[(lesson, {"lang": "zh", "step": "2"}, "news-en") for lesson in ("languages", "across")],
    ],
)
def test_a_link_without_a_corpus_opens_the_same_words_for_anybody(
    lesson: str, params: dict[str, str], corpus: str
) -> None:
    for locale in ("en-GB", "zh-CN"):
        visitor = Visitor(lesson, locale=locale, **params)
        assert visitor.app.selectbox(key="choose_corpus").value == corpus
        assert visitor.address == params


def test_a_corpus_that_was_chosen_is_in_the_address_also_if_it_is_the_usual_one() -> None:
    visitor = Visitor(lang="zh")
    visitor.choose("choose_corpus", "hug")
    assert visitor.address == {"lang": "zh", "corpus": "hug"}
    again = Visitor(**visitor.address)
    assert again.app.selectbox(key="choose_corpus").value == "hug"


@pytest.mark.parametrize(
    ("lesson", "key", "told"),
    [
        ("encode", "encoder", [{"word": 7}, {"step": 3}, {"step": ["no word", 2]}]),
        ("side_by_side", "three_walks", [{"word": word} for word in ("", "x" * 65, 7)]),
        ("quiz", "quiz", [{"answers": answers} for answers in ("0", ["", "0"], [1, 2])]),
        ("model", "bigram_stepper", [{"seed": seed} for seed in (0, 10**9, "4")]),
        ("code", "program_walk", [
            {"place": [KEY, *place]} for place in ([-1, "line"], [3, "jump"], [10**9, "line"])
        ]),
        ("unigram", "lattice", [{"word": word} for word in ("", "x" * 25, 7)]),
        ("unigram", "unigram_stepper", [{"word": place} for place in (-1, 10**9, "0")]),
        ("train", "stepper", [{"place": place} for place in (
            *("3", 3, None, [1], [99, 0], [-1, 0], [1, -1], [3, 8], [2.5, 0], ["3", 0]),
        )]),
        ("course", "course", [{"lesson": lesson} for lesson in ("no lesson", 7)]),
        ("wild", "wild", [{"two": ["no", "none"]}, {"life": ["here", 1, 10**9]}]),
        ("before_merges", "cuts", [{"pattern": 7}]),
        ("sees", "sees_strip", [{"place": place} for place in ("1", -1, 10**9)]),
    ],
)  # fmt: skip
def test_what_nobody_can_choose_changes_nothing(
    lesson: str, key: str, told: list[dict[str, Any]]
) -> None:
    """A component's report comes from the browser, and may be anything."""
    visitor = Visitor(lesson, lang="en", **({"part": "cut_off"} if lesson == "sees" else {}))
    if lesson == "sees":
        visitor.press("Skip the prediction")
    before = visitor.address
    sent = visitor.component(key)
    trained = json.loads(sent.bytes or sent.json).get("key")
    for each in told:
        for name, value in each.items():
            is_of_key = isinstance(value, list) and value[0] is KEY
            visitor.tell(key, **{name: [trained, *value[1:]] if is_of_key else value})
            assert (visitor.address, len(visitor.app.exception)) == (before, 0), each


def test_a_lesson_of_the_course_opens() -> None:
    visitor = Visitor("course")
    visitor.tell("course", lesson="bytes")
    assert [title.value for title in visitor.app.title] == ["Bytes"]
