"""Where the regular expression of tutorials merges as a list does, and where it does not."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.regular_expression import compare
from bpe_core.textbook import merge_pair
from pages.lessons.the_code.regular_expression import EXAMPLES

tokens = st.lists(st.text("ab.*$哈", min_size=1, max_size=2), min_size=1, max_size=8)


@given(tokens, st.integers(0, 6))
def test_on_tokens_without_whitespace_and_backslashes_it_is_right(
    word: list[str], place: int
) -> None:
    """The expression escapes signs that mean something, and looks at both ends."""
    pair = (word[place % len(word)], word[(place + 1) % len(word)])
    compared = compare(word, pair)
    assert compared.agrees[0]
    ids = {token: i for i, token in enumerate(dict.fromkeys([*word, "".join(pair)]))}
    if "".join(pair) not in word:
        merged = merge_pair([ids[t] for t in word], tuple(ids[t] for t in pair), -1)
        assert [ids[t] if t in word else -1 for t in compared.right] == merged


def test_each_example_shows_what_it_is_there_for() -> None:
    agreeing = [compare(word, pair).agrees for word, pair in EXAMPLES]
    assert agreeing == [(True, True), (True, False), (False, True), (False, False)]
