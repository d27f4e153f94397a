"""A vocabulary is extended for the learner's own second text, and for nobody else's."""

import pytest

from tests.pages.whole_app.visitor import Visitor


@pytest.mark.parametrize("fold", ["extension_kept", "published_merges"])
def test_what_is_shown_comes_from_the_two_texts(fold: str) -> None:
    """Of several visits with different texts, each shows its own, in any order."""
    seen = {}
    for second in ("news-de", "news-zh"):
        shown = Visitor("languages", corpus="news-en", second=second).component(fold).json
        assert seen.setdefault(second, shown) == shown
    assert seen["news-de"] != seen["news-zh"]
