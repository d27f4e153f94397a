"""Ways back from tokens to text, and document borders, for any text."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.back_to_text import ways_back
from bpe_core.experiments.borders import BORDER, foreign_tokens, trained_with

words = st.lists(st.text("ab哈", min_size=1, max_size=4), min_size=1, max_size=6)


@given(words, st.integers(0, 9))
def test_of_words_with_single_spaces_each_sign_brings_every_space_back(
    parts: list[str], merges: int
) -> None:
    """BERT's rule takes a Chinese character for a word, so its spaces are other ones."""
    text = " ".join(parts)
    ways = marked, spaced, inner, broken = ways_back(text, merges)
    assert marked.decoded == spaced.decoded == text
    assert inner.decoded.replace(" ", "") == text.replace(" ", "")
    tokens = [str(token) for flow in marked.flows for token in flow.tokens]
    assert "".join(tokens).count("</w>") == len(parts)
    for way in ways:
        assert "".join(flow.text for flow in way.flows) == way.decoded
    assert ("�" in broken.decoded) == (text[-1] == "哈")


@given(st.lists(words.map(" ".join), min_size=2, max_size=6), st.integers(1, 9))
def test_only_what_is_cut_out_first_counts_the_documents_words(
    documents: list[str], size: int
) -> None:
    """Left in, the border is three words more between each two documents, and no fewer."""
    trained = trained_with(documents, size, 12)
    assert trained["cut out"].foreign == 0
    assert not foreign_tokens(trained["cut out"], documents)
    assert trained["left in"].foreign >= 3 * (len(documents) - 1)
    words = Counter(BORDER)  # each of its letters is one of the base tokens
    assert words.keys() <= set("".join(map(str, trained["left in"].trace.vocabulary)))
