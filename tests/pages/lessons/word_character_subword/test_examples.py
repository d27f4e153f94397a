"""The examples of "Word, character, subword" show what its sentences say."""

from typing import Any

import pytest

from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize(("locale", "unknown"), [("en-US", "4 of them"), ("zh-CN", "6 个未知")])
def test_words_are_unknown_and_what_bpe_spells_is_not(locale: str, unknown: str) -> None:
    visitor = Visitor("compare", locale=locale)
    table = next(one.body for one in visitor.app.get("html") if unknown in one.body)
    assert table.count("未知" if locale == "zh-CN" else "unknown") == 1


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
def test_a_dictionary_is_among_the_sizes_of_vocabularies(locale: str) -> None:
    visitor = Visitor("compare", locale=locale)
    assert not any("500,000" in one.body for one in visitor.app.get("html"))
    boxes: Any = visitor.app.session_state
    boxes["compare_published_box"] = True
    visitor.run()
    assert any("500,000" in one.body for one in visitor.app.get("html"))
