"""Links to headings that people may have kept from before these parts were folded."""

import re

import pytest

from tests.pages.whole_app.visitor import Visitor

#: A lesson's address, and its headings by the ids that such links name.
KEPT = {
    "compare": ["how-large-should-a-vocabulary-be"],
    "encode": ["bpe-dropout-other-segmentations-of-the-same-word"],
    "languages": ["how-much-of-the-second-language-is-enough"],
    "side_by_side": ["the-tokens-they-share-at-step-0"],
    "across": ["tokens-with-a-word-boundary-inside", "encode-some-text"],
    "picky": ["encode-some-text"],
}


@pytest.mark.parametrize("lesson", KEPT)
def test_a_heading_that_links_name_is_in_a_fold_of_its_name(lesson: str) -> None:
    """A fold is opened by the heading in it. Streamlit makes a heading's id of its words."""
    folds = Visitor(lesson, lang="en").app.expander
    names = {
        re.sub("[^a-z0-9]+", "-", heading.value.lower()).strip("-")
        for fold in folds
        for heading in fold.header
        if heading.value == fold.label
    }
    assert set(KEPT[lesson]) <= names
