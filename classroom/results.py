"""A quiz's result as a short code that a student hands in, and how to check a column of such codes.

A code says which quiz was answered, how, when, and under which label. It is signed twice: its
number alone, and everything (HMAC-SHA-256, Krawczyk, Bellare, Canetti, 1997). So a code that was
never issued can be told from one that was issued and then changed. Unlike a mark from an
examination, a code does not say who answered, with whose help, or at which attempt.
"""

import hmac
import re
import struct
from base64 import b32decode, b32encode
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

import numpy as np

#: The character for a missing answer.
OPEN = "-"
#: In a code, the answers are the digits of a number: four choices and one for a missing answer.
_BASE, _OPEN_DIGIT, _PLACES = 5, "4", 10
#: Most characters of a label, and most lines of a column.
LABEL_LIMIT, MOST_LINES = 40, 1_000
NONCE_BYTES, QUIZ_BYTES = 4, 3
#: A number and its signature; seed, quiz, answers, score and minute; the signature of everything.
#: 30 bytes make 48 letters without padding.
_PARTS = struct.Struct(">4s4s3s3s3sBI")
_NONCE_MAC, _MAC = 4, 8
_CODE = re.compile(r"[A-Z2-7]{48}")

Status = Literal["genuine", "copied", "other", "altered", "forged", "unreadable"]


@dataclass(frozen=True)
class Result:
    """The content of a result code.

    - `seed`, `quiz`: which questions; `quiz` has `QUIZ_BYTES` bytes that other quizzes rarely share
    - `answers`: for each of ten questions the index of the choice, "-" for none
    - `score`: how many were right; `minute`: when the code was issued, in minutes since 1970
    - `label`: what the student wrote, or ""
    """

    seed: int
    quiz: bytes
    answers: str
    score: int
    minute: int
    label: str = ""


@dataclass(frozen=True)
class Checked:
    """A line of the column: the verdict on it, and its content, if that has a valid signature.

    `nonce` is the number of its code, if that number is genuine.
    """

    status: Status
    result: Result | None = None
    nonce: bytes | None = None


def clean_label(typed: str) -> str:
    """The label in the form that is signed: on one line, and short.

    >>> clean_label("  Ann\\n  B. "), len(clean_label("x" * 99))
    ('Ann B.', 40)
    """
    return " ".join(normalize("NFC", " ".join(typed.split()))[:LABEL_LIMIT].split())


def sign(key: bytes, result: Result, nonce: bytes) -> str:
    """The code of a result: 48 letters, then the label. Use a different `nonce` every time.

    >>> result = Result(3, b"abc", "01-3012301", 7, 29_000_000, "Ann")
    >>> code = sign(b"key", result, b"1234")
    >>> code.partition(" ")[2], [each.status for each in check(b"key", b"abc", 3, [code])]
    ('Ann', ['genuine'])
    """
    answers = int(result.answers.ljust(_PLACES, OPEN).replace(OPEN, _OPEN_DIGIT), _BASE)
    body = _PARTS.pack(
        nonce,
        _mac(key, b"number", nonce),
        result.seed.to_bytes(3, "big"),
        result.quiz,
        answers.to_bytes(3, "big"),
        result.score,
        result.minute,
    )
    label = clean_label(result.label)
    mac = _mac(key, b"result", body + label.encode("utf-8", "surrogatepass"))[:_MAC]
    return f"{b32encode(body + mac).decode()} {label}".strip()


def check(key: bytes, quiz: bytes, seed: int, lines: Iterable[str]) -> list[Checked]:
    """The verdict on each line that is not empty, in order.

    "copied" are codes that were handed in more than once, "other" are genuine codes of other
    questions, "altered" were issued and then changed, "forged" were never issued.
    """
    checked = [_check(key, line) for line in lines if line.strip()]
    times = Counter(each.nonce for each in checked if each.status == "genuine")
    return [_compared(each, times, quiz, seed) for each in checked]


def _compared(checked: Checked, times: "Counter[bytes | None]", quiz: bytes, seed: int) -> Checked:
    result = checked.result
    if result is None:
        return checked
    if times[checked.nonce] > 1:
        return Checked("copied", result, checked.nonce)
    is_other = (result.quiz, result.seed) != (quiz, seed)
    return Checked("other", result, checked.nonce) if is_other else checked


def _check(key: bytes, line: str) -> Checked:
    code, *label = line.strip().strip('"').split(maxsplit=1)
    code = code.upper()
    if not _CODE.fullmatch(code):
        return Checked("unreadable")
    whole = b32decode(code)
    body, mac = whole[:-_MAC], whole[-_MAC:]
    nonce, nonce_mac, seed, quiz, answers, score, minute = _PARTS.unpack(body)
    if not hmac.compare_digest(nonce_mac, _mac(key, b"number", nonce)[:_NONCE_MAC]):
        return Checked("forged")
    signed_label = clean_label(label[0] if label else "")
    signed = body + signed_label.encode("utf-8", "surrogatepass")
    if not hmac.compare_digest(mac, _mac(key, b"result", signed)[:_MAC]):
        return Checked("altered", nonce=nonce)
    number = int.from_bytes(answers, "big")
    given = np.base_repr(number, _BASE).zfill(_PLACES).replace(_OPEN_DIGIT, OPEN)
    result = Result(int.from_bytes(seed, "big"), quiz, given, score, minute, signed_label)
    return Checked("genuine", result, nonce)


def _mac(key: bytes, purpose: bytes, message: bytes) -> bytes:
    return hmac.digest(key, purpose + b"\0" + message, "sha256")
