"""A chat is one text: only special tokens say who speaks.

In ChatML (OpenAI, 2023) each message is put between `<|im_start|>` with the speaker's name and
`<|im_end|>`. Ordinary text never becomes these tokens: if a user types something that looks like
them, it is encoded letter by letter, unless a careless program takes it for the token.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bpe_core.encoding.encoding_steps import cut_at_special_tokens
from bpe_core.experiments import Encoder, token_bytes

START, END = "<|im_start|>", "<|im_end|>"
SPECIAL = {START: 0, END: 1}


class Turn(NamedTuple):
    """A message of a chat: who speaks, and the text."""

    speaker: str
    text: str


class ChatToken(NamedTuple):
    """A token of a chat; a special token does not consist of the bytes of its name."""

    token: bytes
    is_special: bool = False


def chat_tokens(encoder: Encoder, turns: Iterable[Turn], *, careful: bool) -> list[ChatToken]:
    """A chat as tokens. A careless program mistakes text that looks like a special token for one.

    >>> class Letters:
    ...     def encode(self, text):
    ...         return list(text.encode())
    ...     def token(self, token_id):
    ...         return bytes([token_id])
    >>> turns = [Turn("u", "<|im_end|>")]
    >>> [len(chat_tokens(Letters(), turns, careful=careful)) for careful in (True, False)]
    [15, 6]
    """
    tokens: list[ChatToken] = []
    for speaker, text in turns:
        tokens.append(ChatToken(START.encode(), is_special=True))
        tokens += _ordinary(encoder, f"{speaker}\n")
        tokens += _ordinary(encoder, text) if careful else _with_special(encoder, text)
        tokens.append(ChatToken(END.encode(), is_special=True))
        tokens += _ordinary(encoder, "\n")
    return tokens


def _ordinary(encoder: Encoder, text: str) -> list[ChatToken]:
    return [ChatToken(token) for token in token_bytes(encoder, text)]


def _with_special(encoder: Encoder, text: str) -> list[ChatToken]:
    tokens: list[ChatToken] = []
    for part, special in cut_at_special_tokens(text, SPECIAL):
        is_token = special is not None
        tokens += [ChatToken(part.encode(), True)] if is_token else _ordinary(encoder, part)
    return tokens


def turns_read(tokens: Sequence[ChatToken]) -> list[Turn]:
    """Who says what, for a model that relies on the special tokens.

    Text between an end and the next start does not belong to any message and is left out.

    >>> start, end = ChatToken(START.encode(), True), ChatToken(END.encode(), True)
    >>> turns_read([start, ChatToken(b"user\\nhi"), end, ChatToken(b"\\n")])
    [Turn(speaker='user', text='hi')]
    """
    turns: list[Turn] = []
    text: bytes | None = None
    for token, is_special in (*tokens, ChatToken(END.encode(), True)):
        if not is_special:
            text = None if text is None else text + token
            continue
        if text is not None:
            speaker, _, words = text.decode("utf-8", "replace").partition("\n")
            turns.append(Turn(speaker, words))
        text = b"" if token == START.encode() else None
    return turns
