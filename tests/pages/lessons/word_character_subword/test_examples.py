"""The examples of "Word, character, subword" show what its sentences say."""

import json
from typing import Any

import pytest

from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize(("locale", "unknown"), [("en-US", "4 of them"), ("zh-CN", "6 个未知")])
def test_words_are_unknown_and_what_bpe_spells_is_not(locale: str, unknown: str) -> None:
    visitor = Visitor("compare", locale=locale)
    table = next(one.body for one in visitor.app.get("html") if unknown in one.body)
    assert table.count("未知" if locale == "zh-CN" else "unknown") == 1


def test_words_are_counted_in_two_ways_and_the_page_says_so() -> None:
    """Words as a reader counts them are other words than those that pre-tokenization makes."""
    for corpus, said in (("english", ("628 different", "into 655")), ("hug", ())):
        visitor = Visitor("compare", corpus=corpus, lang="en")
        (found,) = [c.value for c in visitor.app.caption if "would count" in c.value] or [""]
        assert all(part in found for part in said)
        assert bool(found) == bool(said)


def test_a_new_word_is_spelled_by_its_stem_and_its_ending() -> None:
    """The sentence above them is true of words that were never seen."""
    rows = json.loads(Visitor("compare", locale="en-US").component("compare_unknown").json)["rows"]
    spelled = {row["name"]: [chip[0].strip() for chip in row["chips"]] for row in rows}
    assert spelled == {
        "listeners": ["listen", "ers"],
        "windy": ["wind", "y"],
        "workers": ["work", "ers"],
        "lighting": ["light", "ing"],
    }


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_a_dictionary_is_among_the_sizes_of_vocabularies(locale: str) -> None:
    visitor = Visitor("compare", locale=locale)
    assert not any("500,000" in one.body for one in visitor.app.get("html"))
    boxes: Any = visitor.app.session_state
    boxes["compare_published_box"] = True
    visitor.run()
    assert any("500,000" in one.body for one in visitor.app.get("html"))
