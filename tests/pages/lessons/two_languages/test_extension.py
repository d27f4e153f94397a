"""A vocabulary is extended for the learner's own second text, and for nobody else's."""

import json

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


def test_a_new_token_is_listed_by_whether_it_comes_out() -> None:
    visitor = Visitor("languages", corpus="news-en", second="news-de")
    for fold, comes_out in (("extension_lost", False), ("extension_kept", True)):
        rows = json.loads(visitor.component(fold).json)["rows"]
        assert rows
        for row in rows:
            ([new], _pieces, now) = row["words"]
            assert (new in now) == comes_out
