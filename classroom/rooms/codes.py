"""The codes of rooms: six letters that cannot be misread, and not guessed either."""

import secrets

#: Without I, L, O, Q, U, V, S, Z and G, which look like another letter or a digit, and without the
#: other vowels: no word comes about.
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
    """The code that somebody typed, in small letters or with spaces too; None if it is none.

    >>> read_code(" bcd fhj "), read_code("BCDFHI"), read_code("BCDFH")
    ('BCDFHJ', None, None)
    """
    code = "".join(typed[:40].split()).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
