"""Prompts: a chat as one text, and texts cut off, against encoding both parts."""

from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.experiments import token_bytes
from bpe_core.experiments.borders import word_borders
from bpe_core.experiments.prompts import (
    END,
    START,
    Turn,
    borders_inside,
    changed_places,
    chat_tokens,
    chinese_borders,
    crossing_tokens,
    ends_inside_characters,
    heal,
    mask_by_length,
    turns_read,
)
from bpe_core.tokenizers.published_vocabularies import RANKED, RankedTokenizer
from tests.examples import examples


class Bytes:
    """Each byte is a token."""

    def encode(self, text: str) -> list[int]:
        return list(text.encode())

    def token(self, token_id: int) -> bytes:
        return bytes([token_id])


pieces = st.lists(st.sampled_from([START, END, "user\n", "hug", "哈", "\n", "<|"]), max_size=8)
said = pieces.map("".join)
turns = st.lists(st.builds(Turn, st.sampled_from(["system", "user"]), said), max_size=4)


@given(turns)
def test_a_careful_program_sends_what_was_said(chat: list[Turn]) -> None:
    """Whatever users type, the messages read are exactly those sent, word for word."""
    tokens = chat_tokens(Bytes(), chat, careful=True)
    assert turns_read(tokens) == chat
    assert sum(token.is_special for token in tokens) == 2 * len(chat)


@given(turns)
def test_the_text_is_the_same_and_only_its_special_tokens_differ(chat: list[Turn]) -> None:
    both = [chat_tokens(Bytes(), chat, careful=careful) for careful in (True, False)]
    joined = [b"".join(token for token, _ in tokens) for tokens in both]
    written = "".join(f"{START}{turn.speaker}\n{turn.text}{END}\n" for turn in chat)
    assert joined == [written.encode()] * 2
    special = [sum(token.is_special for token in tokens) for tokens in both]
    assert special == [2 * len(chat), written.count(START) + written.count(END)]


@given(turns, st.integers(1, 99))
def test_a_message_that_has_not_ended_is_read_so_far(chat: list[Turn], cut: int) -> None:
    """As while a model writes it: all of them, whatever the last one has of its end."""
    tokens = chat_tokens(Bytes(), chat, careful=True)
    starts = [i for i, token in enumerate(tokens) if token.is_special][::2]
    read = turns_read(tokens[: -cut or None])
    assert len(read) == sum(start < len(tokens) - cut for start in starts)
    for sent, found in zip(chat, read, strict=False):
        assert sent.text.startswith(found.text.rstrip("\ufffd"))


texts = st.text("ab th哈南京é \n1👩", min_size=2, max_size=12)


@cache
def gpt2() -> RankedTokenizer:
    return RANKED["GPT-2"].load()


@given(texts)
@examples(50)
def test_a_place_is_changed_when_both_parts_have_other_tokens(text: str) -> None:
    """Tokens are compared by their contents, not by their ids."""
    whole = token_bytes(gpt2(), text)
    for place in range(1, len(text)):
        parts = token_bytes(gpt2(), text[:place]) + token_bytes(gpt2(), text[place:])
        assert (place in changed_places(gpt2().encode, text)) == (parts != whole)


@given(texts)
@examples(50)
def test_a_token_ends_inside_a_character_where_the_text_before_is_no_utf8(text: str) -> None:
    tokens = token_bytes(gpt2(), text)
    broken = []
    for i in range(len(tokens) - 1):
        try:
            b"".join(tokens[: i + 1]).decode()
        except UnicodeDecodeError:
            broken.append(i)
    assert ends_inside_characters(tokens) == broken


@given(st.just("") | texts, texts)
@example("sata", "ta-")  # s·ata becomes sat·ata: a token that may follow, after another one
@examples(50)
def test_healing_allows_the_tokens_that_begin_with_the_last_one(prompt: str, rest: str) -> None:
    ids, ranks = gpt2().encode(prompt), gpt2().ranks
    healed = heal(gpt2(), [(i, t) for t, i in ranks.items()], prompt, rest)
    dropped = b"".join(map(gpt2().token, ids[-1:]))
    assert (healed.kept, healed.dropped) == (ids[:-1], dropped)
    assert healed.following == sorted(i for t, i in ranks.items() if t.startswith(dropped))
    begun = gpt2().encode(prompt + rest)[: max(1, len(ids))]
    assert healed.reaches_whole == (begun in [[*ids[:-1], i] for i in healed.following])


@given(st.text("外婆家é", max_size=12), st.integers(1, 4))
@examples(200)
def test_a_token_crosses_where_a_border_lies_in_it(text: str, size: int) -> None:
    data, borders = text.encode(), chinese_borders(text)
    assert borders == [len(text[:at].encode()) for at in word_borders(text)]
    tokens = [data[i : i + size] for i in range(0, len(data), size)]
    spans = [(i * size, i * size + len(token)) for i, token in enumerate(tokens)]
    crossing = [
        i for i, (start, end) in enumerate(spans) if any(start < at < end for at in borders)
    ]
    assert crossing_tokens(borders, tokens) == crossing
    inside = [at for at in borders if any(start < at < end for start, end in spans)]
    assert borders_inside(borders, tokens) == inside


@given(texts, texts)
@examples(50)
def test_a_mask_is_right_where_the_whole_begins_with_the_tokens_of_the_prompt(
    prompt: str, answer: str
) -> None:
    """Compared by the tokens themselves: the answer's are what follows the prompt's."""
    found = mask_by_length(gpt2(), prompt, answer)
    assert found is not None
    whole = gpt2().encode(prompt + answer)
    after = whole[found.masked :]
    trained = b"".join(map(gpt2().token, after))
    assert found.is_right == (trained == answer.encode())
    before = b"".join(map(gpt2().token, whole[: found.first]))
    assert prompt.encode().startswith(before)
    assert len(before + gpt2().token(whole[found.first])) > len(prompt.encode())


def test_a_space_at_the_end_of_the_prompt_puts_the_mask_off_by_one() -> None:
    """GPT-2 writes ":", " " for the prompt alone, and " 4" as one token in the whole."""
    found = mask_by_length(gpt2(), "A: ", "4")
    assert (found.masked, found.first, found.is_shared, found.untrained) == (3, 2, True, 1)
    assert mask_by_length(gpt2(), "A:", " 4").is_right
