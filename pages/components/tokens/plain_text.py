"""Tokens and rules as plain text, for paper and for files that other programs read."""

from collections.abc import Iterable
from unicodedata import bidirectional

from bpe_core import TIE_RULES, Corpus, Token
from bpe_core.text.corpus import T, as_bytes, read_space
from bpe_core.text.pre_tokenization import find_pre_tokenizer
from classroom.values import SPACE, SPACES
from pages.session.language import _, gettext, visible

#: The most characters of a token or a word: both are short here.
_LIMIT = 48


def token_text(token: Token) -> str:
    r"""A token as text with nothing invisible in it; bytes that are not characters as numbers.

    >>> token_text(" a"), token_text("哈".encode()[:2]), token_text(b"ab"), token_text("\u202e")
    ('␣a', '⟨E5-93⟩', 'ab', '\\u202e')
    """
    text = token if isinstance(token, str) else decoded(token)
    return visible(text.translate(SPACES), _LIMIT)


def reading_direction(tokens: Iterable[Token]) -> str:
    """How the tokens of a text stand beside each other: "rtl" where most of its letters are Arabic,
    Hebrew or of another script that is written from the right, as in `spelling.js`.

    >>> reading_direction(["שלו", "hug"]), reading_direction([b"hug"])
    ('rtl', 'ltr')
    """
    text = b"".join(map(as_bytes, tokens)).decode(errors="ignore")
    letters = [bidirectional(letter) in ("R", "AL") for letter in text if letter.isalpha()]
    return "rtl" if any(letters) and 2 * sum(letters) >= len(letters) else "ltr"


def space_sentence(tokens: Iterable[Token]) -> str:
    """Explain the sign for a space; empty if none of the tokens has one.

    >>> space_sentence(["a", " b"]), space_sentence(["a"])
    ('␣ is a space.', '')
    """
    has_spaces = any(SPACE in token_text(token) for token in tokens)
    return _("{space} is a space.", space=SPACE) if has_spaces else ""


def decoded(token: bytes) -> str:
    """A token's bytes as text, or as numbers if they are only part of a character.

    >>> decoded(b" hug"), decoded("哈".encode()[:2])
    (' hug', '⟨E5-93⟩')
    """
    try:
        return token.decode()
    except UnicodeDecodeError:
        return f"⟨{token.hex('-').upper()}⟩"


def tie_sentence(rule: str) -> str:
    """A sentence that says what to do when several pairs share the highest count."""
    return _("If several pairs share the highest count: ") + gettext(TIE_RULES[rule].instruction)


def readable(token: T, corpus: Corpus) -> T:
    """A token or a word with spaces, where the corpus writes GPT-2's letter for them.

    >>> readable("Ġis", Corpus.from_text("This is", pre_tokenizer="gpt2"))
    ' is'
    """
    return read_space(token, find_pre_tokenizer(corpus.pre_tokenizer), corpus.unit)
