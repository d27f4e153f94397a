"""Codes of results: a genuine code reads as it was signed, and nothing else passes."""

import json
import os
import string
import subprocess
import sys
from base64 import b32decode, b32encode
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.results import LABEL_LIMIT, Checked, Result, check, clean_label, sign
from classroom.study import (
    Matrix,
    Sitting,
    alpha,
    analysis,
    discrimination,
    gain,
    main,
    read_sitting,
    wilson,
)
from classroom.voting.ballot import Ballot, results_csv
from classroom.voting.room import Room

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
    """Also in lower case, in quotes, and with more whitespace, as a table may contain it."""
    code = sign(KEY, result, nonce)
    letters, _, label = code.partition(" ")
    for line in (
        code,
        f'  "{letters.lower()}\t{label}"  ',
        f"{letters}   {label.replace(' ', '  ')}\n",
    ):
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
    assert statuses(code_of(), better, code_of().replace("Ann", "Bob"), invented) == [
        "genuine",
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


@pytest.fixture(autouse=True)
def fewer_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classroom.study.SAMPLES", 200)


ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = 10
#: How hard each question is, as a logit, and what a lesson adds to everybody's ability.
HARDNESS = np.linspace(-1.0, 1.5, QUESTIONS)
LESSON, READING = 1.2, 0.4
#: How much abilities differ.
SPREAD = 1.2


def answered(abilities: Matrix, learned: float, chance: np.random.Generator) -> Matrix:
    """Right answers by the Rasch model: P(right) = 1 / (1 + e^(hardness − ability))."""
    logits = abilities[:, None] + learned - HARDNESS
    return (chance.random(logits.shape) < 1 / (1 + np.exp(-logits))).astype(float)


def room_of(tests: Sequence[tuple[int, Matrix]]) -> str:
    """The table of a room in which phones gave these answers, each test with its seed."""
    room = Room("digest", 0.0)
    for phone in range(len(tests[0][1])):
        room.join(str(phone), "1")
    for seed, right in tests:
        for number, column in enumerate(right.T, 1):
            wrong = {1: "words-once"}
            ballot = Ballot(number, None, ["a", "b"], frozenset([0]), wrong, form="m", seed=seed)
            room.ask(ballot)
            for phone, is_right in enumerate(column):
                room.vote(str(phone), room.asked, 1, 0 if is_right else 1)
            room.close()
            room.show()
            room.carry_out()
    return results_csv(room.tallies)


def simulated(persons: int, learned: float, seed: int) -> tuple[Matrix, Matrix]:
    """The same persons before and after a lesson."""
    chance = np.random.default_rng(seed)
    abilities = chance.normal(0, SPREAD, persons)
    return answered(abilities, 0, chance), answered(abilities, learned, chance)


def test_a_rooms_table_gives_back_each_phones_answers() -> None:
    before, after = simulated(12, LESSON, 1)
    table = room_of([(1, before), (3, after)])
    for seed, right in (("1", before), ("3", after)):
        sitting = read_sitting([table], seed)
        order = [int(phone) - 1 for _, phone in sitting.persons]
        assert sorted(order) == list(range(12))
        np.testing.assert_array_equal(sitting.right, right[order])
        assert sitting.beliefs == {"words-once": int((1 - right).sum())}


def test_the_second_vote_is_measured_by_itself() -> None:
    """Both phones are wrong at first; after they have talked, one of three is right."""
    room = Room("digest", 0.0)
    for phone in "abc":
        room.join(phone, "1")
    room.ask(Ballot(1, None, ["a", "b"], frozenset([0]), {1: "words-once"}, form="m", seed=1))
    for phone in "ab":
        room.vote(phone, room.asked, 1, 1)
    room.close()
    room.vote_again()
    for phone, choice in zip("abc", (0, 1, 1), strict=True):
        room.vote(phone, room.asked, 2, choice)
    room.close()
    room.show()
    room.carry_out()
    sitting = read_sitting([results_csv(room.tallies)], "1")
    assert sitting.second.tolist() == pytest.approx([1 / 3])
    assert sitting.beliefs == {"words-once": 2}


def test_phones_of_two_rooms_are_different_persons_and_unanswered_is_wrong() -> None:
    first, second = room_of([(1, np.ones((2, 2)))]), room_of([(1, np.ones((3, 3)))])
    sitting = read_sitting([first, second], "1")
    assert sitting.right.tolist() == [[1, 1, 0]] * 2 + [[1, 1, 1]] * 3


def test_a_group_whose_rooms_differ_gains_what_its_shares_say() -> None:
    """A week later, phones have other numbers: nobody is paired."""
    before, after = simulated(15, LESSON, 2)
    files = [room_of([(1, before)]), room_of([(3, after[:9])])]
    group = read_sitting(files, "1"), read_sitting(files, "3")
    found = analysis(group)
    assert found["gain"][0] == pytest.approx(gain(before, after[:9]))
    assert found["gain"][1] < found["gain"][0] < found["gain"][2]
    assert (found["before"]["persons"], found["after"]["persons"]) == (15, 9)


@pytest.mark.parametrize("seed", range(2))
def test_figures_of_questions_equal_those_of_scipy(seed: int) -> None:
    from scipy.stats import binomtest, pearsonr  # takes longer to load than many tests

    right, _ = simulated(40, LESSON, seed)
    sharp = discrimination(right)
    for column, rest in zip(right.T, sharp, strict=True):
        expected = pearsonr(column, right.sum(axis=1) - column).statistic
        assert rest == pytest.approx(expected)
        share = binomtest(int(column.sum()), 40).proportion_ci(method="wilson")
        assert wilson(int(column.sum()), 40)[1:] == pytest.approx((share.low, share.high))


@pytest.mark.parametrize("seed", range(2))
def test_alpha_equals_the_mean_of_all_split_halves_formula(seed: int) -> None:
    """α = k · mean covariance ÷ (mean variance + (k − 1) · mean covariance) (Cronbach, 1951)."""
    right, _ = simulated(60, LESSON, seed)
    covariances = np.cov(right.T)
    variance = np.diag(covariances).mean()
    covariance = covariances[~np.eye(QUESTIONS, dtype=bool)].mean()
    expected = QUESTIONS * covariance / (variance + (QUESTIONS - 1) * covariance)
    assert alpha(right) == pytest.approx(expected)


def sitting_of(right: Matrix) -> Sitting:
    persons = [(0, str(person)) for person in range(len(right))]
    return Sitting(range(QUESTIONS), persons, right, np.full(QUESTIONS, np.nan), {})


def test_what_never_varies_has_no_figure() -> None:
    everyone_right = np.ones((8, 3))
    assert np.isnan(alpha(everyone_right))
    assert np.isnan(discrimination(everyone_right)).all()
    assert np.isnan(discrimination(np.eye(2, 3))).all()  # two persons would always agree or not
    assert np.isnan(gain(everyone_right, everyone_right))


def test_intervals_hold_the_true_values_about_19_times_in_20() -> None:
    """The true ones are those of 200,000 simulated persons."""
    crowd, lesson = simulated(200_000, LESSON, 99)
    _, reading = simulated(200_000, READING, 99)
    truth = {
        "gain": gain(crowd, lesson),
        "control gain": gain(crowd, reading),
        "difference": gain(crowd, lesson) - gain(crowd, reading),
        "alpha": alpha(crowd),
    }
    held = dict.fromkeys(truth, 0)
    classes = 30
    for seed in range(classes):
        group = [sitting_of(right) for right in simulated(60, LESSON, 2 * seed)]
        control = [sitting_of(right) for right in simulated(60, READING, 2 * seed + 1)]
        found = analysis(tuple(group), tuple(control))
        found["alpha"] = found["before"]["alpha"]
        for name, true in truth.items():
            _, low, high = found[name]
            held[name] += low <= true <= high
    # Of 30 intervals of 95 %, fewer than 24 hold the true value once in some 1,000 times.
    assert all(times >= 24 for times in held.values()), held
    assert any(times < classes for times in held.values()), "they are not infinitely wide"


def test_the_command_prints_a_table_or_json_and_draws_a_chart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after = simulated(30, LESSON, 5)
    file, drawn = tmp_path / "lesson.csv", tmp_path / "chart.svg"
    file.write_text(room_of([(1, before), (3, after)]), "utf-8-sig")  # as Excel saves it
    assert main([str(file), "--chart", str(drawn)]) == 0
    printed = capsys.readouterr().out
    assert f"gain: {gain(before, after):.2f} (" in printed
    assert f"| 4 | {before[:, 3].mean():.2f} (" in printed
    assert ">100%</text>" in drawn.read_text("utf-8")
    assert main([str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["gain"][0] == gain(before, after)
    shown = [item["difficulty"][0] for item in found["after"]["questions"]]
    assert shown == pytest.approx(after.mean(axis=0).tolist())


def test_a_reader_that_stops_early_is_no_error_message(tmp_path: Path) -> None:
    """As with `| head`: it is printed into a pipe that nobody reads."""
    before, after = simulated(30, LESSON, 5)
    file = tmp_path / "lesson.csv"
    file.write_text(room_of([(1, before), (3, after)]), "utf-8")
    reads, writes = os.pipe()
    os.close(reads)
    command = [sys.executable, "-m", "classroom.study", str(file)]
    done = subprocess.run(command, stdout=writes, stderr=subprocess.PIPE, cwd=ROOT)
    os.close(writes)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("text", "said"),
    [("a,b\n1,2\n", "numbered voters"), (room_of([(2, np.ones((2, 2)))]), "with seed 1")],
)
def test_a_file_that_is_no_such_table_is_named(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.csv"
    file.write_text(text, "utf-8")
    assert main([str(file)]) == 2
    assert said in capsys.readouterr().err
