"""The lesson "Merges across spaces": its link decides the algorithm and when the walls fall."""

import pytest

from tests.pages.whole_app.visitor import Visitor


def test_the_link_says_when_the_walls_fall() -> None:
    visitor = Visitor("across", corpus="news-en", merges=60, switch=40)
    assert visitor.app.slider(key="across_switch").value == 40


@pytest.mark.parametrize("corpus", ["hug", "repetition", "happily", "loop", "news-zh"])
@pytest.mark.parametrize("way", ["superbpe", "boundless"])
def test_any_corpus_can_be_walked(corpus: str, way: str) -> None:
    """Lists of words have no walls at all, and some have next to nothing to merge."""
    visitor = Visitor("across", corpus=corpus, way=way)
    assert visitor.address["corpus"] == corpus


def test_chinese_is_told_that_there_is_no_wall() -> None:
    visitor = Visitor("across", corpus="chinese")
    assert any("hardly any spaces" in info.value for info in visitor.app.info)
