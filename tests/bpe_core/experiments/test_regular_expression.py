"""The regular expression of tutorials merges as a list does, with known exceptions."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.regular_expression import merge_by_expression, walked
from bpe_core.textbook import merge_pair
from pages.lessons.the_code.downloads import COUNTS, MERGES, event_of

tokens = st.lists(st.text("ab.*$哈", min_size=1, max_size=2), min_size=1, max_size=8)


@given(tokens, st.integers(0, 6))
def test_on_tokens_without_whitespace_and_backslashes_it_is_right(
    word: list[str], place: int
) -> None:
    """The expression escapes signs that mean something, and looks at both ends."""
    pair = (word[place % len(word)], word[(place + 1) % len(word)])
    found = merge_by_expression(" ".join(word), pair).split(" ")
    assert found == merge_pair(word, pair, "".join(pair))


def test_the_walk_shows_each_mistake_once() -> None:
    """e s inside "the s"; 5 a after a no-break space; and a backslash, at which the program ends.

    By hand: th and the (11), "§ " and "§ 5" (7), es and 5a (5), and the backslash with d (4).
    """
    steps = walked(COUNTS, MERGES)
    assert [step.pair for step in steps[5:]] == [("e", "s"), ("5", "a"), ("\\", "d")]
    told = [event_of(step, before) for step, before in zip(steps[1:], steps, strict=False)]
    assert told == [*["agrees"] * 4, "replaced", "expression", "ended"]
    assert steps[5].by_replacing[2] == ["thes", "es"]
    assert steps[5].right[2] == ["the", "s", "es"]
    assert steps[6].by_expression[6] == ["§\N{NO-BREAK SPACE}5a"]
    assert steps[6].right[6] == ["§\N{NO-BREAK SPACE}5", "a"]
    assert str(steps[7].by_expression).startswith("bad escape")
    first, second = walked({"\\d": 9, "ab": 2}, 2)[1:]
    assert first.by_expression == second.by_expression
    assert second.right == [["\\d"], ["ab"]]
