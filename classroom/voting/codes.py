"""The codes of rooms: six letters that can't be misread or guessed."""

import secrets

#: Without I, L, O, Q, U, V, S, Z and G, which look like another letter or a digit, and without the
#: other vowels, so that no words are formed.
ALPHABET = "BCDFHJKMNPRTWXY"
LENGTH = 6


def new_code() -> str:
    """One of eleven million codes.

    >>> code = new_code()
    >>> len(code), set(code) <= set(ALPHABET)
    (6, True)
    """
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """The code that somebody typed, even in lower case or with spaces; None if it isn't a code.

    >>> read_code(" bcd fhj "), read_code("BCDFHI"), read_code("BCDFH")
    ('BCDFHJ', None, None)
    """
    code = "".join(typed[:40].split()).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
