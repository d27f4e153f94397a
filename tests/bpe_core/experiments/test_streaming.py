"""A text that arrives token by token, against decoding all that has come so far."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpe_core.experiments.back_to_text import arrivals

cuts = st.lists(st.integers(0, 40), max_size=8)


@given(st.text("aé哈👩🇨", max_size=10), cuts)
def test_the_decoder_that_waits_shows_the_text_and_never_half_of_a_character(
    text: str, cuts: list[int]
) -> None:
    """At every moment it has shown the longest beginning of the text that has arrived whole."""
    data = text.encode()
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    tokens = [data[a:b] for a, b in pairwise(places)]
    arrived, shown = b"", ""
    for arrival in arrivals(tokens):
        arrived, shown = arrived + arrival.token, shown + arrival.shown
        assert shown == arrived.decode(errors="ignore")
        assert shown.encode() + arrival.waiting == arrived
    assert shown == text


def test_each_token_by_itself_has_a_mark_for_each_broken_part() -> None:
    """By hand: 茶 is E8 8C B6."""
    assert [arrival.alone for arrival in arrivals([b"\xe8\x8c", b"\xb6"])] == ["�", "�"]
