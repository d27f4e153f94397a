"""Letters inside tokens: a token's contents, against counting in the text itself."""

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.experiments.letters import clusters, count_letter, spelled_out

texts = st.text("ab哈é ", max_size=30)


def cut_at(data: bytes, places: list[int]) -> list[bytes]:
    """Bytes as tokens that end at these positions, including empty tokens."""
    ends = sorted(place % (len(data) + 1) for place in places)
    return [data[a:b] for a, b in zip([0, *ends], [*ends, len(data)], strict=True)]


@given(texts, st.lists(st.integers(0, 200), max_size=9), st.sampled_from(["a", "哈", "aa", "é"]))
@example("aaa", [], "aa")
def test_every_letter_of_the_text_is_in_a_token_or_split(
    text: str, places: list[int], letter: str
) -> None:
    """However the bytes are cut, no letter is lost or counted twice."""
    tokens = cut_at(text.encode(), places)
    counted = count_letter(tokens, letter)
    assert counted.total == text.count(letter)
    assert len(counted.inside) == len(tokens)
    assert all(
        inside <= token.count(letter.encode())
        for inside, token in zip(counted.inside, tokens, strict=True)
    )


@given(texts)
def test_whole_characters_as_tokens_split_no_letter(text: str) -> None:
    counted = count_letter([character.encode() for character in text], "哈")
    assert counted.split == 0
    assert counted.inside == [int(character == "哈") for character in text]


@given(st.text(st.characters(exclude_characters="-"), max_size=20))
def test_what_is_spelled_out_is_the_text_without_its_hyphens(text: str) -> None:
    assert spelled_out(text, "-").replace("-", "") == text


def test_people_count_an_emoji_of_several_as_one() -> None:
    assert clusters("a👩‍👩‍👧e\u0301") == ["a", "👩‍👩‍👧", "e\u0301"]
