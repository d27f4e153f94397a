"""Codes of results: a genuine code reads as it was signed, and nothing else passes."""

import string
from base64 import b32decode, b32encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.results import LABEL_LIMIT, Checked, Result, check, clean_label, sign

KEY, QUIZ, SEED = b"k" * 32, b"abc", 7
results = st.builds(
    Result,
    seed=st.integers(1, 999_999),
    quiz=st.binary(min_size=3, max_size=3),
    answers=st.text("0123-", min_size=10, max_size=10),
    score=st.integers(0, 10),
    minute=st.integers(0, 2**32 - 1),
    label=st.text(max_size=60).map(clean_label),
)


def code_of(label: str = "Ann", nonce: bytes = b"0001", key: bytes = KEY) -> str:
    return sign(key, Result(SEED, QUIZ, "0123012301", 9, 29_000_000, label), nonce)


def statuses(*lines: str) -> list[str]:
    return [each.status for each in check(KEY, QUIZ, SEED, lines)]


@given(results, st.binary(min_size=4, max_size=4))
def test_a_code_says_what_was_signed(result: Result, nonce: bytes) -> None:
    """Also in lower case, in quotes, and after whitespace, as a table may contain it."""
    code = sign(KEY, result, nonce)
    letters, _, label = code.partition(" ")
    for line in (code, f'  "{letters.lower()}\t{label}"  ', f"{letters}   {label}\n"):
        assert check(KEY, result.quiz, result.seed, [line]) == [Checked("genuine", result, nonce)]


@given(st.integers(0, 47), st.sampled_from(string.ascii_uppercase + "234567"))
def test_no_letter_can_be_changed(place: int, letter: str) -> None:
    letters, _, label = code_of().partition(" ")
    changed = letters[:place] + letter + letters[place + 1 :]
    genuine = changed == letters
    (status,) = statuses(f"{changed} {label}")
    assert status == "genuine" if genuine else status in ("altered", "forged")


def test_what_is_wrong_with_a_code_is_told_apart() -> None:
    """Issued and then changed, never issued, issued for another class, or not a code."""
    body = b32decode(code_of().split()[0])
    better = b32encode(body[:14] + b"\x0a" + body[15:]).decode()
    invented = b32encode(Random(1).randbytes(30)).decode()
    assert statuses(better, code_of().replace("Ann", "Bob"), invented) == [
        "altered",
        "altered",
        "forged",
    ]
    assert statuses(code_of(key=b"another"), "Ann: 9 of 10", "A" * 47) == [
        "forged",
        "unreadable",
        "unreadable",
    ]


def test_parts_of_two_genuine_codes_make_none() -> None:
    one, two = (b32decode(code_of(nonce=nonce).split()[0]) for nonce in (b"0001", b"0002"))
    joined = b32encode(one[:8] + two[8:]).decode() + " Ann"
    assert statuses(joined) == ["altered"]


def test_the_same_code_twice_is_copied_both_times() -> None:
    """Two different codes of one student are not copies, and empty lines are ignored."""
    ann, bob = code_of(), code_of("Bob", b"0002")
    small = ann.removesuffix("Ann").lower() + "Ann"
    assert statuses(ann, "", bob, small) == ["copied", "genuine", "copied"]
    assert statuses(ann, code_of(nonce=b"0003")) == ["genuine", "genuine"]


@pytest.mark.parametrize(("quiz", "seed"), [(b"xyz", SEED), (QUIZ, SEED + 1)])
def test_a_code_of_other_questions_is_told(quiz: bytes, seed: int) -> None:
    (checked,) = check(KEY, quiz, seed, [code_of()])
    assert checked.status == "other"
    assert checked.result is not None


def test_a_label_is_one_short_line() -> None:
    assert clean_label("a\n b\t\u3000c") == "a b c"
    assert len(clean_label("哈" * 99)) == LABEL_LIMIT
    assert clean_label("e\u0301") == "é"
